/** The working copy that a view starts with: what this tab had open, or what was saved last. */
import { notify } from '../announce.ts';
import { texts } from '../texts.ts';
import { Archive, type RecordKind, type SavedWork, type Summary } from './archive.ts';
import { WorkingCopy } from './workingCopy.ts';

/** Milliseconds that the page waits for a slow storage before it begins without what was saved. */
const PATIENCE = 2000;

let archive: Promise<Archive> | null = null;

/** The archive of the page; rejects if the browser does not allow storage. */
export function openArchive(): Promise<Archive> {
  archive ??= Archive.open();
  return archive;
}

/** The last game against the engine that was played to its end; null if there is none. */
export async function findLastGame(): Promise<SavedWork | null> {
  const isOver = ({ tags, plies }: Summary) => plies > 0 && tags.Result !== '*';
  const archive = await openArchive().catch(() => null);
  return archive?.latest('game', isOver) ?? null;
}

/** Why nothing is stored, in words. */
export const storageProblem = ({ name }: Error): string =>
  name === 'QuotaExceededError' ? texts.archive.full : texts.archive.failed;

let hasFailed = false;

/** A working copy, and what was saved of it; null if there is nothing. */
export async function openCopy(
  kind: RecordKind,
): Promise<{ copy: WorkingCopy; saved: SavedWork | null }> {
  const copy = new WorkingCopy(kind, openArchive(), {
    onFork: () => notify(texts.archive.forked),
    onFailure: (error) => {
      // Once for all views.
      if (!hasFailed) notify(storageProblem(error));
      hasFailed = true;
    },
  });
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return { copy, saved: await Promise.race([copy.restore(), late]) };
}
