/**
 * The record that is open in a view. Changes are saved shortly after they are made, and at once when
 * the page is hidden or closed. If another tab has changed the same record, this one goes on as a copy
 * of its own: neither overwrites the other.
 */
import type { Archive, RecordKind, SavedWork, Work } from './archive.ts';

/** Milliseconds from a change to its being saved, together with those that follow. */
const DELAY = 400;

/** Where the id of the open record is kept, so that a reload opens it again: each tab has its own. */
const keyOf = (kind: RecordKind): string => `refrain-open-${kind}`;

export interface WorkingCopyEvents {
  /** Another tab has changed the record; from now on this is a copy. */
  onFork: () => void;
  /** Storage is blocked or full. Called once. */
  onFailure: (error: Error) => void;
}

/** A record as this tab last read or saved it. */
interface OpenRecord {
  id: string;
  /** 0 before the first save. */
  version: number;
}

export class WorkingCopy {
  private readonly kind: RecordKind;
  private readonly archive: Promise<Archive>;
  private readonly events: WorkingCopyEvents;
  private record: OpenRecord = { id: newId(), version: 0 };
  /** The latest unsaved change. */
  private pending: (() => Work) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Saves are made one after another. */
  private saving: Promise<void> = Promise.resolve();
  private hasFailed = false;

  constructor(kind: RecordKind, archive: Promise<Archive>, events: WorkingCopyEvents) {
    this.kind = kind;
    this.archive = archive;
    this.events = events;
    const flush = () => void this.flush();
    globalThis.addEventListener?.('pagehide', flush);
    globalThis.document?.addEventListener('visibilitychange', flush);
  }

  /** Identifies the open record. */
  get id(): string {
    return this.record.id;
  }

  /** The record of this tab before a reload, else the one saved last; null if there is none. */
  async restore(): Promise<SavedWork | null> {
    try {
      const archive = await this.archive;
      const own = readSession(keyOf(this.kind));
      const saved = own === null ? await archive.latest(this.kind) : await archive.load(own);
      if (saved !== null) this.use(saved);
      return saved;
    } catch (error) {
      this.fail(error as Error);
      return null;
    }
  }

  /** Opens a record: changes belong to it from now on. Null if it has been deleted. */
  async open(id: string): Promise<SavedWork | null> {
    await this.flush();
    const saved = await (await this.archive).load(id);
    if (saved !== null) this.use(saved);
    return saved;
  }

  /** Changes belong to a new record from now on; the first save creates it. */
  begin(): void {
    void this.flush();
    this.use({ id: newId(), version: 0 });
  }

  /** Saves soon what `make` then returns. */
  save(make: () => Work): void {
    this.pending = make;
    this.timer ??= setTimeout(() => void this.flush(), DELAY);
  }

  /** Saves a change that has not been saved yet. Resolves when everything is saved. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { pending, record } = this;
    this.pending = null;
    if (pending === null) return this.saving;
    const work = pending();
    this.saving = this.saving
      .then(() => this.write(record, work))
      .catch((error: Error) => this.fail(error));
    return this.saving;
  }

  private async write(record: OpenRecord, work: Work): Promise<void> {
    const archive = await this.archive;
    const version = await archive.save(record.id, this.kind, record.version, work);
    if (version !== null) {
      record.version = version;
      return;
    }
    record.id = newId();
    record.version = (await archive.save(record.id, this.kind, 0, work))!;
    if (record === this.record) writeSession(keyOf(this.kind), record.id);
    this.events.onFork();
  }

  private use({ id, version }: OpenRecord): void {
    this.record = { id, version };
    writeSession(keyOf(this.kind), id);
  }

  private fail(error: Error): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.events.onFailure(error);
  }
}

/** 96 random bits: `crypto.randomUUID` is missing where a page comes without HTTPS. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('-');

function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeSession(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // A reload opens the record that was saved last instead.
  }
}
