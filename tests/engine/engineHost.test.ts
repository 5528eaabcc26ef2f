/** The engine on a host without threads and shared memory. */
import { afterEach, expect, test } from 'vitest';
import { BaseEngine } from '../../src/engine/baseEngine.ts';
import type { EngineHost, ThreadEvents, ThreadPort } from '../../src/engine/engineHost.ts';
import { SearchThread } from '../../src/engine/searchThread.ts';
import type { ThreadHandle } from '../../src/engine/threadHandle.ts';
import type { FromThread } from '../../src/engine/threadMessages.ts';
import { readBuiltIn } from '../../src/hosts/node/builtResources.ts';
import { listTablebases, openTablebase } from '../../src/hosts/node/tablebaseFiles.ts';
import { ChessError } from '../../src/util/result.ts';

/** A thread simulated in this one: messages are copied or moved, as by `postMessage`. */
function startThread({ onMessage }: ThreadEvents): ThreadPort {
  let isAlive = true;
  const answer = (message: FromThread) => {
    const copy = structuredClone(message);
    if (isAlive) setImmediate(() => isAlive && onMessage(copy));
  };
  const work = new SearchThread(answer, {
    builtIn: readBuiltIn,
    openTablebase,
  });
  return {
    post(order) {
      const transfer = order.type === 'memory' ? [order.tt as ArrayBuffer] : [];
      const copy = structuredClone(order, { transfer });
      setImmediate(() => isAlive && work.handle(copy));
    },
    async terminate() {
      isAlive = false;
    },
  };
}

/** The sizes of tables that the engine no longer uses. */
let collected: number[] = [];

const host: EngineHost = {
  maxThreads: 1,
  maxHash: 64,
  isMemoryShared: false,
  startThread,
  allocate: (bytes) => new ArrayBuffer(bytes),
  collectTable: (mebibytes) => void collected.push(mebibytes),
  randomSeed: () => 1,
  builtIn: readBuiltIn,
  listTablebases: (path) => listTablebases([path]),
  readFile: () => Promise.reject(new ChessError('no files')),
  openLog() {
    throw new ChessError('no files');
  },
  describe: () => 'a test',
};

let engine = new BaseEngine(host);
afterEach(async () => {
  await engine.close();
  engine = new BaseEngine(host);
  collected = [];
});

test('tables are collected when they are replaced or the engine is closed, once each', async () => {
  engine.configure({ hash: 1 });
  await engine.go({ depth: 1 });
  engine.configure({ hash: 1 });
  engine.configure({ hash: 2 });
  expect(collected).toEqual([1]);
  await engine.close();
  await engine.close();
  expect(collected).toEqual([1, 2]);
  await new BaseEngine(host).close();
  expect(collected).toEqual([1, 2]);
});

test('memory that cannot be shared moves to the thread, and again to the next thread', async () => {
  const first = await engine.go({ depth: 4 });
  expect(first.info.depth).toBe(4);
  const { pool } = engine as unknown as { pool: { threads: ThreadHandle[] } };
  await pool.threads[0]!.terminate();
  const second = await engine.go({ depth: 4 });
  expect(second.info.nodes).toBe(first.info.nodes);
  engine.configure({ hash: 2 });
  expect((await engine.go({ depth: 4 })).info.depth).toBe(4);
});

test('if there is no memory for the table when a thread is replaced, later searches are as any', async () => {
  let isFull = false;
  const allocate = (bytes: number) => {
    if (isFull) throw new RangeError('Array buffer allocation failed');
    return new ArrayBuffer(bytes);
  };
  engine = new BaseEngine({ ...host, allocate });
  const problems: string[] = [];
  engine.on('problem', (text) => problems.push(text));
  await engine.go({ depth: 2 });
  const { pool } = engine as unknown as { pool: { threads: ThreadHandle[] } };
  await pool.threads[0]!.terminate();
  isFull = true;
  const message = 'not enough memory for a table of 16 MiB';
  await expect(engine.go({ depth: 2 })).rejects.toMatchObject({ name: 'ChessError', message });
  // Clears the table.
  engine.configure({ limitStrength: true });
  engine.configure({ limitStrength: false });
  await new Promise(setImmediate);
  expect(problems).toEqual([message, message]);
  isFull = false;
  expect((await engine.go({ depth: 2 })).info.depth).toBe(2);
});

test('a stop before the search has started reaches a thread without shared signals', async () => {
  const search = engine.go({ infinite: true });
  engine.stop();
  expect((await search).best).not.toBeNull();
});

test('a ponder hit before the search has started reaches it', async () => {
  const search = engine.go({ ponder: true, movetime: 50 });
  engine.ponderHit();
  expect((await search).best).not.toBeNull();
});

test('stop is obeyed while a dead thread is being replaced', async () => {
  let isFirst = true;
  const dying: EngineHost = {
    ...host,
    startThread(events) {
      const isDying = isFirst;
      isFirst = false;
      const checkAlive = async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (isDying) events.onDeath(new Error('killed by the browser'));
      };
      return { ...startThread(events), checkAlive };
    },
  };
  engine = new BaseEngine(dying);
  await engine.ready();
  const search = engine.go({ nodes: 1e9 });
  engine.stop();
  expect((await search).info.nodes).toBeLessThan(1000);
});

test('an engine that is closed at a new game starts no thread to warm up', async () => {
  let started = 0;
  engine = new BaseEngine({
    ...host,
    startThread(events) {
      started++;
      return startThread(events);
    },
  });
  await engine.ready();
  const warmed = engine.newGame().then(() => engine.warmUp());
  await Promise.all([engine.close(), expect(warmed).rejects.toThrow('the engine is closed')]);
  expect(started).toBe(1);
});
