/** The archive of games: what is saved is there, and two tabs do not overwrite each other. */
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Archive, type Work } from '../../web/src/archive/archive.ts';
import { recordLine } from '../../web/src/archive/recordLine.ts';
import { WorkingCopy } from '../../web/src/archive/workingCopy.ts';

const work = (pgn: string): Work => ({ tags: { White: pgn }, plies: 1, pgn, state: { at: [0] } });

/** A tab: its session storage is its own, the database shared. */
class Tab {
  readonly session = new Map<string, string>();
  forks = 0;
  failures: string[] = [];
  archive: Promise<Archive> = Promise.resolve(null as never);

  copy(kind: 'game' | 'analysis' = 'analysis'): WorkingCopy {
    Object.assign(globalThis, {
      sessionStorage: {
        getItem: (key: string) => this.session.get(key) ?? null,
        setItem: (key: string, value: string) => this.session.set(key, value),
      },
    });
    this.archive = Archive.open();
    return new WorkingCopy(kind, this.archive, {
      onFork: () => this.forks++,
      onFailure: ({ message }) => this.failures.push(message),
    });
  }

  /** As a reload leaves it. */
  reload(): WorkingCopy {
    return this.copy();
  }
}

/** Local storage: its items are also its properties. */
class MemoryStorage {
  [key: string]: unknown;

  getItem(key: string): unknown {
    return this[key] ?? null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    delete this[key];
  }
}

/** Returns a function that tells the page, which is created after this, that it is being left. */
function stubLeaving(): () => void {
  const listeners: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.push(listener));
  return () => {
    for (const listener of listeners) listener();
  };
}

/** Records are ordered by the millisecond. */
const tick = () => vi.setSystemTime(Date.now() + 1);

const listed = async () =>
  (await (await Archive.open()).list()).map(({ tags }) => tags.White).sort();

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what was saved last in a tab is there after a reload', async () => {
  const tab = new Tab();
  const copy = tab.copy();
  expect(await copy.restore()).toBeNull();
  copy.save(() => work('1. e4 *'));
  copy.save(() => work('1. e4 e5 *'));
  await copy.flush();
  expect(await tab.reload().restore()).toMatchObject({ pgn: '1. e4 e5 *', state: { at: [0] } });
  expect(await listed()).toEqual(['1. e4 e5 *']);
});

test('a new tab goes on with the record that was saved last, of its kind', async () => {
  const copy = new Tab().copy();
  copy.save(() => work('first'));
  await copy.flush();
  tick();
  copy.begin();
  copy.save(() => work('second'));
  await copy.flush();
  tick();
  const game = new Tab().copy('game');
  game.save(() => work('a game'));
  await game.flush();
  expect(await new Tab().copy().restore()).toMatchObject({ pgn: 'second' });
  expect(await listed()).toEqual(['a game', 'first', 'second']);
});

test.each([
  ['begun', (copy: WorkingCopy) => copy.begin()],
  ['changed', () => {}],
])('what is %s before a slow storage answers stays, and overwrites nothing', async (_, begin) => {
  const first = new Tab().copy();
  first.save(() => work('first'));
  await first.flush();
  const tab = new Tab();
  const copy = tab.copy();
  const archive = await tab.archive;
  const latest = await archive.latest('analysis');
  vi.spyOn(archive, 'latest').mockImplementation(async () => {
    begin(copy);
    copy.save(() => work('second'));
    return latest;
  });
  expect(await copy.restore()).toBeNull();
  await copy.flush();
  expect(await listed()).toEqual(['first', 'second']);
});

test('a record is new until something is to be saved of it', async () => {
  const tab = new Tab();
  const copy = tab.copy();
  expect(copy.isNew).toBe(true);
  copy.save(() => work('first'));
  expect(copy.isNew).toBe(false);
  await copy.flush();
  const { id } = copy;
  copy.begin();
  expect(copy.isNew).toBe(true);
  await copy.open(id);
  expect(copy.isNew).toBe(false);
  const again = tab.reload();
  await again.restore();
  expect(again.isNew).toBe(false);
});

test('what the user has not changed is no record, but is there after a reload of the tab', async () => {
  const tab = new Tab();
  const leave = stubLeaving();
  const copy = tab.copy();
  copy.begin();
  copy.update(() => work('1. e4 *'));
  leave();
  await copy.flush();
  expect(await listed()).toEqual([]);
  const again = tab.reload();
  vi.spyOn(await tab.archive, 'load').mockReturnValue(new Promise(() => {}));
  // Without waiting for the archive, where it is not.
  expect(await again.restore()).toMatchObject({ pgn: '1. e4 *', state: { at: [0] } });
  expect(again.isNew).toBe(true);
  again.save(() => work('1. e4 e5 *'));
  again.update(() => work('1. e4 e5 *'));
  await again.flush();
  expect(await listed()).toEqual(['1. e4 e5 *']);
  await (await tab.archive).remove(again.id);
  expect(await tab.reload().restore()).toBeNull();
  expect(await new Tab().copy().restore()).toBeNull();
});

test('a record left for another one keeps its last change', async () => {
  const copy = new Tab().copy();
  copy.save(() => work('first'));
  await copy.flush();
  const { id } = copy;
  copy.save(() => work('first, changed'));
  copy.begin();
  copy.save(() => work('second'));
  await copy.flush();
  expect(await listed()).toEqual(['first, changed', 'second']);
  const show = vi.fn(() => true);
  expect(await copy.open(id, show)).toBe(true);
  expect(show).toHaveBeenCalledWith(expect.objectContaining({ pgn: 'first, changed', version: 2 }));
});

test('a change that comes while another record is opened belongs to the one before', async () => {
  const tab = new Tab();
  const copy = tab.copy();
  copy.save(() => work('first'));
  await copy.flush();
  const { id } = copy;
  copy.begin();
  copy.save(() => work('second'));
  await copy.flush();
  const archive = await tab.archive;
  const first = await archive.load(id);
  vi.spyOn(archive, 'load').mockImplementationOnce(async () => {
    copy.save(() => work('second, changed'));
    return first;
  });
  expect(await copy.open(id)).toBe(true);
  await copy.flush();
  expect(await listed()).toEqual(['first', 'second, changed']);
});

test('a record that cannot be shown is not opened: changes belong to the one before', async () => {
  const tab = new Tab();
  const copy = tab.copy();
  copy.save(() => work('unreadable'));
  await copy.flush();
  const { id } = copy;
  copy.begin();
  copy.save(() => work('first'));
  await copy.flush();
  expect(await copy.open(id, ({ pgn }) => pgn !== 'unreadable')).toBe(false);
  copy.save(() => work('first, changed'));
  await copy.flush();
  expect(await listed()).toEqual(['first, changed', 'unreadable']);
  expect(await tab.reload().restore()).toMatchObject({ pgn: 'first, changed' });
});

test('two tabs with the same record: the later one goes on with a copy, and is told once', async () => {
  const [one, other] = [new Tab(), new Tab()];
  const first = one.copy();
  first.save(() => work('start'));
  await first.flush();
  const second = other.copy();
  await second.restore();
  expect(second.id).toBe(first.id);
  second.save(() => work('second tab'));
  await second.flush();
  first.save(() => work('first tab'));
  await first.flush();
  expect([one.forks, other.forks]).toEqual([1, 0]);
  first.save(() => work('first tab, again'));
  second.save(() => work('second tab, again'));
  await Promise.all([first.flush(), second.flush()]);
  expect([one.forks, other.forks]).toEqual([1, 0]);
  expect(await listed()).toEqual(['first tab, again', 'second tab, again']);
});

test('a second tab that shows a record, goes to another move or is left does not change it', async () => {
  const [one, other] = [new Tab(), new Tab()];
  const first = one.copy();
  first.save(() => work('1. e4 e5 *'));
  await first.flush();
  const second = other.copy();
  await second.restore();
  second.update(() => work('1. e4 e5 *'));
  await second.flush();
  expect(await (await other.archive).load(first.id)).toMatchObject({ version: 1 });
  second.keepState(() => ({ ...work('1. e4 e5 *'), state: { at: [] } }));
  await second.flush();
  first.save(() => work('1. e4 e5 2. f4 *'));
  await first.flush();
  // What it shows is that of a record that has changed.
  second.keepState(() => work('1. e4 e5 *'));
  await second.flush();
  expect([one.forks, other.forks]).toEqual([0, 0]);
  expect(await listed()).toEqual(['1. e4 e5 2. f4 *']);
  second.keepState(() => work('1. e4 e5 2. Nf3 *'));
  second.save(() => work('1. e4 e5 2. Nf3 *'));
  second.keepState(() => work('1. e4 e5 2. Nf3 *'));
  await second.flush();
  expect(other.forks).toBe(1);
  expect(await listed()).toEqual(['1. e4 e5 2. Nf3 *', '1. e4 e5 2. f4 *']);
});

test('a state is there after a reload, and in the record if the page was closed before it was saved', async () => {
  const tab = new Tab();
  vi.stubGlobal('localStorage', new MemoryStorage());
  const leave = stubLeaving();
  const copy = tab.copy();
  copy.save(() => work('1. e4 *'));
  await copy.flush();
  copy.keepState(() => ({ ...work('1. e4 *'), state: { at: [] } }));
  await copy.flush();
  const again = tab.reload();
  expect(await again.restore()).toMatchObject({ version: 1, state: { at: [] } });
  const archive = await tab.archive;
  vi.spyOn(archive, 'save').mockReturnValue(new Promise(() => {}));
  again.keepState(() => work('1. e4 *'));
  leave();
  expect(await tab.reload().restore()).toMatchObject({ version: 1, state: { at: [0] } });
});

test('a deleted record stays deleted until the user changes it, then it goes on as a new one', async () => {
  const tab = new Tab();
  const copy = tab.copy();
  copy.save(() => work('one'));
  await copy.flush();
  const { id } = copy;
  const archive = await tab.archive;
  const deleted = await archive.load(id);
  await archive.remove(id);
  copy.update(() => work("one, with the engine's move"));
  await copy.flush();
  expect(await listed()).toEqual([]);
  copy.save(() => work('two'));
  copy.update(() => work("two, with the engine's move"));
  await copy.flush();
  expect(tab.forks).toBe(0);
  expect(copy.id).not.toBe(id);
  await archive.putBack(deleted!);
  copy.update(() => work('three'));
  await copy.flush();
  expect(await listed()).toEqual(['one', 'three']);
  expect(await tab.reload().restore()).toMatchObject({ pgn: 'three' });
});

test('a record that is put back goes on', async () => {
  const tab = new Tab();
  const copy = tab.copy();
  copy.save(() => work('one'));
  await copy.flush();
  const archive = await tab.archive;
  const deleted = await archive.load(copy.id);
  await archive.remove(copy.id);
  copy.update(() => work('unseen'));
  await copy.flush();
  await archive.putBack(deleted!);
  copy.update(() => work('two'));
  await copy.flush();
  expect(tab.forks).toBe(0);
  expect(await listed()).toEqual(['two']);
});

test('what changes by itself while the page closes does not bring a deleted record back', async () => {
  const tab = new Tab();
  vi.stubGlobal('localStorage', new MemoryStorage());
  const leave = stubLeaving();
  const copy = tab.copy();
  copy.save(() => work('one'));
  await copy.flush();
  const archive = await tab.archive;
  await archive.remove(copy.id);
  // The page closes before the archive has answered.
  vi.spyOn(archive, 'save').mockReturnValue(new Promise(() => {}));
  copy.onLeave = () => copy.update(() => work('one, a second later'));
  leave();
  expect(await tab.reload().restore()).toBeNull();
  expect(await listed()).toEqual([]);
});

test('all records are exported, the oldest first', async () => {
  const copy = new Tab().copy();
  for (const pgn of ['a', 'b', 'c']) {
    copy.begin();
    copy.save(() => work(`[White "${pgn}"]\n\n*\n`));
    await copy.flush();
    tick();
  }
  expect(await (await Archive.open()).pgn()).toBe(
    ['a', 'b', 'c'].map((pgn) => `[White "${pgn}"]\n\n*\n`).join('\n'),
  );
});

test('a game whose moves were all taken back is not listed or exported, an analysis without moves is', async () => {
  for (const kind of ['game', 'analysis'] as const) {
    const copy = new Tab().copy(kind);
    copy.save(() => ({ ...work(kind), plies: 0 }));
    await copy.flush();
  }
  expect(await listed()).toEqual(['analysis']);
  expect(await (await Archive.open()).pgn()).toBe('analysis');
});

test.each([
  ['1. e4 e5 2. Nf3 Nc6 3. Bc4 *', 'C50 Italian Game'],
  [
    '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 2. e5 Ke7 3. e6 Kd8 4. e7+ *',
    '1. e4 Kd7 2. e5 Ke7 3. e6 Kd8 …',
  ],
  ['[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n*', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'],
  ['1. e4 -- 2. d4 *', '1. e4 -- 2. d4'],
  ['*', ''],
])('the list tells %j apart by %j', (pgn, line) => {
  expect(recordLine(pgn)).toBe(line);
});

test('what is being saved when the page closes is saved by the next visit', async () => {
  const tab = new Tab();
  vi.stubGlobal('localStorage', new MemoryStorage());
  const leave = stubLeaving();
  // The page closes before the archive has answered.
  const slow = new Promise<Archive>(() => {});
  const copy = new WorkingCopy('analysis', slow, { onFork: () => {}, onFailure: () => {} });
  copy.save(() => work('1. e4 *'));
  void copy.flush();
  leave();
  expect(await tab.copy().restore()).toMatchObject({ pgn: '1. e4 *' });
});

test('a change in the journal outlives the answer to the one before it', async () => {
  const tab = new Tab();
  vi.stubGlobal('localStorage', new MemoryStorage());
  const leave = stubLeaving();
  // The page closes after the archive has answered once.
  const archive = await Archive.open();
  const save = archive.save.bind(archive);
  let saves = 0;
  archive.save = (...args) => (saves++ === 0 ? save(...args) : new Promise(() => {}));
  const failures: string[] = [];
  const copy = new WorkingCopy('analysis', Promise.resolve(archive), {
    onFork: () => {},
    onFailure: ({ message }) => failures.push(message),
  });
  copy.save(() => work('1. e4 *'));
  const first = copy.flush();
  copy.save(() => work('1. d4 *'));
  leave();
  await first;
  expect(await tab.copy().restore()).toMatchObject({ pgn: '1. d4 *' });
  expect(await listed()).toEqual(['1. d4 *']);
  expect(failures).toEqual([]);
});

test('a database that the browser has closed is opened again', async () => {
  const { open } = indexedDB;
  const opened: IDBDatabase[] = [];
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const request = open.apply(indexedDB, args);
    request.addEventListener('success', () => opened.push(request.result));
    return request;
  });
  const tab = new Tab();
  const copy = tab.copy();
  copy.save(() => work('1. e4 *'));
  await copy.flush();
  for (const db of opened) forceCloseDatabase(db as never);
  copy.save(() => work('1. e4 e5 *'));
  await copy.flush();
  expect(tab.failures).toEqual([]);
  expect(await listed()).toEqual(['1. e4 e5 *']);
});

test('a database that was deleted, as by the tools for developers, is opened again', async () => {
  const tab = new Tab();
  const copy = tab.copy();
  copy.save(() => work('1. e4 *'));
  await copy.flush();
  const [{ name = '' } = {}] = await indexedDB.databases();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = resolve;
  });
  copy.save(() => work('1. e4 e5 *'));
  await copy.flush();
  expect(tab.failures).toEqual([]);
  expect(await listed()).toEqual(['1. e4 e5 *']);
});

test('blocked storage is reported once, and loses nothing but the saving', async () => {
  globalThis.indexedDB = {
    open: () => {
      throw new Error('storage is blocked');
    },
  } as unknown as IDBFactory;
  const tab = new Tab();
  const copy = tab.copy();
  expect(await copy.restore()).toBeNull();
  for (const pgn of ['1. e4 *', '1. d4 *']) {
    copy.save(() => work(pgn));
    await copy.flush();
  }
  expect(await copy.open(copy.id)).toBe(false);
  expect(tab.failures).toEqual(['storage is blocked']);
});
