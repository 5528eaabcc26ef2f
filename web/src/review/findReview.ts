/** Finds the review of a game among the records. */
import { openArchive } from '../archive/openCopy.ts';
import { readReview } from './savedReview.ts';

/** The latest review of this very game, by its PGN; null if there is none, or nothing is stored here. */
export async function findReview(source: string, plies: number): Promise<string | null> {
  try {
    const archive = await openArchive();
    for (const record of await archive.list()) {
      if (record.kind !== 'review' || record.plies !== plies) continue;
      const saved = await archive.load(record.id);
      if (saved !== null && readReview(saved)?.source === source) return record.id;
    }
  } catch {
    // The view says that nothing is stored.
  }
  return null;
}
