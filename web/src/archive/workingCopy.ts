/**
 * The record that is open in a view. Changes are saved shortly after they are made, and at once when the page
 * is hidden or closed. If another tab has changed the same record, this one goes on as a copy of its own:
 * neither overwrites the other. Only the user's changes make a copy. What a tab merely shows, such as its place
 * in the game, is no change for the others. A deleted record stays deleted until the user changes what is still
 * on the screen, which then becomes a new record. What the user has not changed yet, such as a game opened for
 * analysis, is not a record: only a reload of this tab shows it again.
 */
import { readSession, writeSession } from '../stored.ts';
import type { Archive, RecordKind, SavedWork, Work } from './archive.ts';
import { clearJournal, readJournal, writeJournal } from './journal.ts';

/** Milliseconds from a change until it is saved, together with those that follow. */
const DELAY = 400;

/** Where the id of the open record is kept, so that a reload opens it again: each tab has its own. */
const keyOf = (kind: RecordKind): string => `refrain-open-${kind}`;

/** Where a draft is kept for a reload. */
const draftKeyOf = (kind: RecordKind): string => `refrain-draft-${kind}`;

interface WorkingCopyEvents {
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

/** What is open but not a record yet. */
interface Draft {
  id: string;
  work: Work;
}

/** What is known about a change. */
interface ChangeKind {
  /** Whether the user made it. */
  isOwn: boolean;
  /** Whether it changes more than the state. */
  isContent: boolean;
}

/** A change of a record. */
interface Change extends ChangeKind {
  record: OpenRecord;
  work: Work;
}

export class WorkingCopy {
  private readonly kind: RecordKind;
  private readonly archive: Promise<Archive>;
  private readonly events: WorkingCopyEvents;
  private record: OpenRecord = { id: newId(), version: 0 };
  /** The latest unsaved change, with the kinds of all unsaved ones combined. */
  private pending: ({ make: () => Work } & ChangeKind) | null = null;
  /** What is shown of a new record that the user has not changed. */
  private draft: (() => Work) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Saves are made one after another. */
  private saving: Promise<void> = Promise.resolve();
  /** The changes whose saves have not finished yet, oldest first. */
  private readonly unsaved = new Set<Change>();
  /** Why the last save failed; null if it did not. */
  problem: Error | null = null;
  /**
   * Called before the page is hidden or closed, or another record is opened, so that the view can save what changes
   * by itself.
   */
  onLeave: () => void = () => {};

  constructor(kind: RecordKind, archive: Promise<Archive>, events: WorkingCopyEvents) {
    this.kind = kind;
    this.archive = archive;
    this.events = events;
    const leave = () => this.leave();
    globalThis.addEventListener?.('pagehide', leave);
    globalThis.document?.addEventListener('visibilitychange', leave);
  }

  /** Identifies the open record. */
  get id(): string {
    return this.record.id;
  }

  /** Whether nothing has been saved of the open record, nor is to be: what is empty need not be then. */
  get isNew(): boolean {
    const { record, pending, unsaved } = this;
    const isBeingSaved = [...unsaved].some((change) => change.record === record);
    return record.version === 0 && pending === null && !isBeingSaved;
  }

  /**
   * What this tab had open before a reload, else the record saved last; null if there is none, or if
   * another one was begun meanwhile.
   */
  async restore(): Promise<SavedWork | null> {
    const { record } = this;
    const finding = this.find();
    // A draft does not wait for a slow storage.
    const saved = readDraft(this.kind) ?? (await finding);
    // The view does not wait for it either.
    if (saved === null || this.record !== record || !this.isNew) return null;
    this.use(saved);
    return saved;
  }

  /** The record of this tab before a reload, else the one saved last; null if there is none. */
  private async find(): Promise<SavedWork | null> {
    try {
      const archive = await this.archive;
      await this.replay(archive);
      const own = readSession(keyOf(this.kind));
      return await (own === null ? archive.latest(this.kind) : archive.load(own));
    } catch (error) {
      this.fail(error as Error);
      return null;
    }
  }

  /**
   * Opens a record, and calls `show` with it: changes belong to it from now on, unless `show` returns
   * false because it cannot be read. False then, if it has been deleted, or if the browser does not allow
   * storage.
   */
  async open(id: string, show: (saved: SavedWork) => boolean = () => true): Promise<boolean> {
    let saved: SavedWork | null;
    try {
      const archive = await this.archive;
      do {
        this.onLeave();
        await this.flush();
        saved = await archive.load(id);
        // A change that came meanwhile, such as the engine's move, belongs to the record before.
      } while (this.pending !== null);
    } catch (error) {
      this.fail(error as Error);
      return false;
    }
    if (saved === null) return false;
    const { record, draft } = this;
    this.use(saved);
    if (show(saved)) return true;
    Object.assign(this, { record, draft });
    writeSession(keyOf(this.kind), record.id);
    return false;
  }

  /** Changes belong to a new record from now on; the first save creates it. */
  begin(): void {
    void this.flush();
    this.use({ id: newId(), version: 0 });
  }

  /** Saves soon what the user has changed: what `make` returns then. */
  save(make: () => Work): void {
    this.draft = null;
    writeSession(draftKeyOf(this.kind), '');
    this.saveSoon(make, { isOwn: true, isContent: true });
  }

  /**
   * Saves soon what has changed by itself, unless the record was deleted or changed elsewhere. Of a new
   * record it is a draft.
   */
  update(make: () => Work): void {
    if (this.isNew) this.draft = make;
    else this.saveSoon(make, { isOwn: false, isContent: true });
  }

  /**
   * Saves soon what has the same content in another state, such as another place in the game, unless
   * the record was deleted or changed elsewhere. Of a new record it is a draft.
   */
  keepState(make: () => Work): void {
    if (this.isNew) this.draft = make;
    else this.saveSoon(make, { isOwn: false, isContent: false });
  }

  private saveSoon(make: () => Work, { isOwn, isContent }: ChangeKind): void {
    const { pending } = this;
    this.pending = {
      make,
      isOwn: isOwn || pending?.isOwn === true,
      isContent: isContent || pending?.isContent === true,
    };
    this.timer ??= setTimeout(() => void this.flush(), DELAY);
  }

  /** Saves a change that has not been saved yet. Resolves when everything is saved. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { pending, record } = this;
    this.pending = null;
    if (pending === null) return this.saving;
    const { make, ...kind } = pending;
    const change: Change = { record, work: make(), ...kind };
    this.unsaved.add(change);
    this.saving = this.saving
      .then(() => this.write(change))
      .catch((error: Error) => this.fail(error))
      .finally(() => this.unsaved.delete(change));
    return this.saving;
  }

  /** Journals what may no longer be saved in time: the last change of each record. */
  private leave(): void {
    this.onLeave();
    void this.flush();
    const { kind, id, draft } = this;
    if (draft !== null) writeSession(draftKeyOf(kind), JSON.stringify({ id, work: draft() }));
    for (const change of this.unsaved) this.journal(change);
  }

  private journal({ record, ...change }: Change): void {
    writeJournal({ ...record, kind: this.kind, ...change });
  }

  private async write(change: Change): Promise<void> {
    const { record } = change;
    const { id } = record;
    const { kind } = this;
    if (await saveOrFork(await this.archive, kind, change)) this.events.onFork();
    this.problem = null;
    if (record === this.record) writeSession(keyOf(kind), record.id);
    clearJournal(id);
    // The page may be closing: then the journal has to have a later change, based on this version.
    const later = [...this.unsaved].findLast(
      (other) => other !== change && other.record === record,
    );
    if (later !== undefined) this.journal(later);
  }

  /** Saves what earlier visits left in the journal. */
  private async replay(archive: Archive): Promise<void> {
    for (const { id, kind, version, work, isOwn = true, isContent = true } of readJournal()) {
      if (kind !== this.kind) continue;
      const record = { id, version };
      await saveOrFork(archive, kind, { record, work, isOwn, isContent });
      if (readSession(keyOf(kind)) === id) writeSession(keyOf(kind), record.id);
      clearJournal(id);
    }
  }

  private use({ id, version }: OpenRecord): void {
    this.record = { id, version };
    this.draft = null;
    writeSession(keyOf(this.kind), id);
  }

  private fail(error: Error): void {
    const isFirst = this.problem === null;
    this.problem = error;
    if (isFirst) this.events.onFailure(error);
  }
}

/**
 * Saves a record, as a copy if the user has changed its content here and it has changed elsewhere: then
 * true, and the record is the copy. One that was deleted is saved as a new one if the change is the
 * user's. What the page changes by itself, such as a game whose flag falls in a forgotten tab, makes neither.
 */
async function saveOrFork(
  archive: Archive,
  kind: RecordKind,
  { record, work, isOwn, isContent }: Change,
): Promise<boolean> {
  const saved = await archive.save(record.id, kind, record.version, work, isContent);
  if (typeof saved === 'number') {
    record.version = saved;
    return false;
  }
  if (!isContent || !isOwn) return false;
  record.id = newId();
  record.version = (await archive.save(record.id, kind, 0, work)) as number;
  return saved === 'changed';
}

/** 96 random bits: `crypto.randomUUID` is missing where a page comes without HTTPS. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('-');

/** The draft that was open before a reload; null if that was a record. */
function readDraft(kind: RecordKind): SavedWork | null {
  const draft = JSON.parse(readSession(draftKeyOf(kind)) || 'null') as Draft | null;
  if (draft === null || draft.id !== readSession(keyOf(kind))) return null;
  return { id: draft.id, kind, version: 0, saved: Date.now(), ...draft.work };
}
