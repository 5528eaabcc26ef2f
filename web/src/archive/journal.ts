/**
 * Keeps what had not been saved when the page was closed: then IndexedDB is too slow, but local storage is
 * synchronous. The next visit moves it to the archive.
 */
import { readStored, writeStored } from '../stored.ts';
import type { RecordKind, Work } from './archive.ts';

interface JournalEntry {
  id: string;
  kind: RecordKind;
  /** The version that the work was based on. */
  version: number;
  work: Work;
  /** Whether the user made the change; true if it is missing. */
  isOwn?: boolean;
  /** Whether more than the state changed; true if it is missing. */
  isContent?: boolean;
}

const PREFIX = 'refrain-unsaved-';

export const writeJournal = (entry: JournalEntry): void => writeStored(PREFIX + entry.id, entry);

export const clearJournal = (id: string): void => writeStored(PREFIX + id, null);

/** All entries: of tabs that are closed, or just being closed. */
export function readJournal(): JournalEntry[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) =>
        readStored(key, (value) => (value === null ? [] : [value as JournalEntry])),
      );
  } catch {
    return [];
  }
}
