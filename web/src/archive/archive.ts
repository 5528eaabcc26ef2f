/**
 * The archive: games, analyses and reviews, kept in the browser's IndexedDB. Nothing leaves the device.
 *
 * Every record has a version. A tab saves with the version that it has read; if another tab has saved
 * in the meantime, nothing is overwritten and the save reports it.
 * https://developer.mozilla.org/en-US/docs/Web/API/IndexedDB_API
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

export type RecordKind = 'game' | 'analysis' | 'review';

/** What lists show of a record. */
export interface Summary {
  id: string;
  kind: RecordKind;
  /** Counts the changes of what it holds, from 1; a change of the state alone may keep it. */
  version: number;
  /** When it was last saved, in milliseconds since 1970. */
  saved: number;
  /** PGN tags. */
  tags: Readonly<Record<string, string>>;
  /** Plies of the main line. */
  plies: number;
}

/** What is saved of a game, an analysis or a review. */
export interface Work {
  tags: Readonly<Record<string, string>>;
  plies: number;
  /** The whole game with variations and comments. */
  pgn: string;
  /** Plain data of the view that saved it, which checks it when it is read. */
  state: unknown;
}

export interface SavedWork extends Summary {
  pgn: string;
  state: unknown;
}

interface Schema extends DBSchema {
  summaries: { key: string; value: Summary; indexes: { saved: number } };
  contents: { key: string; value: { id: string; pgn: string; state: unknown } };
}

const NAME = 'refrain';
const VERSION = 1;

const isSame = (known: Pick<Work, 'pgn' | 'state'>, { pgn, state }: Work): boolean =>
  JSON.stringify([known.pgn, known.state]) === JSON.stringify([pgn, state]);

export class Archive {
  private db: Promise<IDBPDatabase<Schema>> | null = null;

  /** Opens the archive; rejects if the browser does not allow storage. */
  static async open(): Promise<Archive> {
    const archive = new Archive();
    await archive.connect();
    return archive;
  }

  /** Opens the database if it is not, or no longer, open. */
  private connect(): Promise<IDBPDatabase<Schema>> {
    this.db ??= openDB<Schema>(NAME, VERSION, {
      upgrade(db) {
        db.createObjectStore('summaries', { keyPath: 'id' }).createIndex('saved', 'saved');
        db.createObjectStore('contents', { keyPath: 'id' });
      },
      // A later version of the page, or whoever deletes the database, waits until this page lets go.
      blocking: (_, __, event) => {
        (event.target as IDBDatabase).close();
        this.db = null;
      },
      // By the browser, as Safari does to pages in the background.
      terminated: () => {
        this.db = null;
      },
    });
    return this.db;
  }

  /**
   * Saves a record whose version was `expected`, 0 for a new one, and resolves to its new version. Saves
   * nothing if the record already has this content, or if it was changed or deleted in the meantime, and
   * resolves to that. With `isChange` false, what is saved is no change for other tabs, and the version stays.
   */
  async save(
    id: string,
    kind: RecordKind,
    expected: number,
    work: Work,
    isChange = true,
  ): Promise<number | 'changed' | 'deleted'> {
    const { tags, plies, pgn, state } = work;
    const db = await this.connect();
    const transaction = db.transaction(['summaries', 'contents'], 'readwrite');
    const summaries = transaction.objectStore('summaries');
    const contents = transaction.objectStore('contents');
    const [summary, content] = await Promise.all([summaries.get(id), contents.get(id)]);
    const version = summary?.version ?? 0;
    if (content !== undefined && isSame(content, work)) return version;
    if (version !== expected) return version === 0 ? 'deleted' : 'changed';
    const next = isChange ? version + 1 : version;
    const writes = [
      summaries.put({ id, kind, version: next, saved: Date.now(), tags, plies }),
      contents.put({ id, pgn, state }),
    ];
    // Without waiting for the answers, which a page that is being closed does not receive.
    transaction.commit();
    await Promise.all([...writes, transaction.done]).catch((error) => {
      // A full storage aborts the transaction, which says why; its requests only say that it was aborted.
      throw transaction.error ?? error;
    });
    return next;
  }

  /** A record; null if there is none. */
  async load(id: string): Promise<SavedWork | null> {
    const db = await this.connect();
    const transaction = db.transaction(['summaries', 'contents']);
    const [summary, content] = await Promise.all([
      transaction.objectStore('summaries').get(id),
      transaction.objectStore('contents').get(id),
    ]);
    return summary === undefined || content === undefined ? null : { ...summary, ...content };
  }

  /** All records, the last saved first, except games whose moves were all taken back. */
  async list(): Promise<Summary[]> {
    const db = await this.connect();
    const records = await db.getAllFromIndex('summaries', 'saved');
    return records.filter(({ kind, plies }) => kind !== 'game' || plies > 0).reverse();
  }

  /** The record of a kind that was saved last, of those that are wanted; null if there is none. */
  async latest(
    kind: RecordKind,
    isWanted: (record: Summary) => boolean = () => true,
  ): Promise<SavedWork | null> {
    const isIt = (record: Summary) => record.kind === kind && isWanted(record);
    const db = await this.connect();
    const transaction = db.transaction('summaries');
    let cursor = await transaction.store.index('saved').openCursor(null, 'prev');
    while (cursor !== null && !isIt(cursor.value)) cursor = await cursor.continue();
    return cursor === null ? null : this.load(cursor.value.id);
  }

  async remove(id: string): Promise<void> {
    const db = await this.connect();
    const transaction = db.transaction(['summaries', 'contents'], 'readwrite');
    await Promise.all([
      transaction.objectStore('summaries').delete(id),
      transaction.objectStore('contents').delete(id),
      transaction.done,
    ]);
  }

  /** Puts a removed record back as it was. */
  async putBack({ pgn, state, ...summary }: SavedWork): Promise<void> {
    const db = await this.connect();
    const transaction = db.transaction(['summaries', 'contents'], 'readwrite');
    await Promise.all([
      transaction.objectStore('summaries').put(summary),
      transaction.objectStore('contents').put({ id: summary.id, pgn, state }),
      transaction.done,
    ]);
  }

  /** All listed records as one PGN file, the oldest first. */
  async pgn(): Promise<string> {
    const summaries = (await this.list()).reverse();
    const db = await this.connect();
    const contents = await Promise.all(summaries.map(({ id }) => db.get('contents', id)));
    return contents.map((content) => content?.pgn ?? '').join('\n');
  }
}
