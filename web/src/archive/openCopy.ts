/** The working copy that a view starts with: what this tab had open, or what was saved last. */
import { notify } from '../announce.ts';
import { texts } from '../texts.ts';
import { Archive, type RecordKind, type SavedWork } from './archive.ts';
import { WorkingCopy } from './workingCopy.ts';

/** Milliseconds that a view waits for a slow storage; what comes later is shown when it comes. */
const PATIENCE = 2000;

let archive: Promise<Archive> | null = null;
/** The working copies of the page. */
const copies: WorkingCopy[] = [];

function connect(): Promise<Archive> {
  archive ??= Archive.open();
  return archive;
}

/** The archive of the page, with all changes; rejects if the browser does not allow storage. */
export async function openArchive(): Promise<Archive> {
  await Promise.all(copies.map((copy) => copy.flush()));
  return connect();
}

/** Why nothing is stored, in words. */
export const storageProblem = ({ name }: Error): string =>
  name === 'QuotaExceededError' ? texts.archive.full : texts.archive.failed;

/** Why the last changes are not stored, in words; null if they are. */
export function unsavedReason(): string | null {
  const failed = copies.find(({ problem }) => problem !== null);
  return failed === undefined ? null : storageProblem(failed.problem!);
}

let hasFailed = false;

interface OpenedCopy {
  copy: WorkingCopy;
  /** What was saved of it; null if there is nothing, or not yet. */
  saved: SavedWork | null;
  /** The same, if it comes late. */
  restored: Promise<SavedWork | null>;
}

/** A working copy, and what was saved of it. */
export async function openCopy(kind: RecordKind): Promise<OpenedCopy> {
  const copy = new WorkingCopy(kind, connect(), {
    onFork: () => notify(texts.archive.forked),
    onFailure: (error) => {
      // Once for all views.
      if (!hasFailed) notify(storageProblem(error));
      hasFailed = true;
    },
  });
  copies.push(copy);
  const restored = copy.restore();
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return { copy, restored, saved: await Promise.race([restored, late]) };
}
