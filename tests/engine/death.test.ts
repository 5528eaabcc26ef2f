/**
 * Search threads that die, and those of engines that are closed early. The test finds them by Node's event
 * for new workers.
 */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import {
  ChessError,
  Engine,
  formatUciMove,
  isLegal,
  type Limits,
  type SearchResult,
} from 'refrain';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

let engine: Engine;
let threads: Worker[];
let messages: string[];
const remember = (worker: Worker) => threads.push(worker);

beforeEach(() => {
  engine = new Engine();
  threads = [];
  messages = [];
  engine.on('problem', (text) => messages.push(text));
  process.on('worker', remember);
});
afterEach(async () => {
  process.off('worker', remember);
  await engine.close();
});

/** Searches, and kills some of the threads once depth 3 is reached. */
async function goAndKill(limits: Limits, ...victims: number[]): Promise<SearchResult> {
  let isDone = false;
  engine.on('info', ({ depth }) => {
    if (depth < 3 || isDone) return;
    isDone = true;
    for (const i of victims) void threads[i]!.terminate();
  });
  return engine.go(limits);
}

/** The result of an undisturbed thread in the start position. */
async function search(): Promise<{ nodes: number; pv: number[] }> {
  engine.setPosition();
  engine.configure({ threads: 1 });
  await engine.newGame();
  const { nodes, pv } = (await engine.go({ depth: 4 })).info;
  return { nodes, pv };
}
let undisturbed: Awaited<ReturnType<typeof search>>;
beforeAll(async () => {
  engine = new Engine();
  undisturbed = await search();
  await engine.close();
});

async function expectUnharmed(): Promise<void> {
  engine.removeAllListeners('info');
  expect(await search()).toEqual(undisturbed);
}

describe('a search thread that dies', () => {
  test('the only one: it is reported, and the best move of the last iteration is played', async () => {
    const lines: number[][] = [];
    engine.on('info', ({ pv }) => lines.push(pv));
    const { best } = await goAndKill({ infinite: true }, 0);
    expect(messages).toEqual(['search thread 1 died: the thread has ended']);
    expect(best!.move).toBe(lines.at(-1)![0]);
    await expectUnharmed();
  });

  test('the first of two: the other one answers', async () => {
    engine.configure({ threads: 2 });
    const { best } = await goAndKill({ infinite: true }, 0);
    expect(messages).toEqual(['search thread 1 died: the thread has ended']);
    expect(isLegal(engine.getPosition(), best!.move)).toBe(true);
    await expectUnharmed();
  });

  test('a helper: the search goes on to its limit', async () => {
    engine.configure({ threads: 2 });
    const { best, info } = await goAndKill({ depth: 8 }, 1);
    expect(messages).toEqual(['search thread 2 died: the thread has ended']);
    expect(info.depth).toBe(8);
    expect(isLegal(engine.getPosition(), best!.move)).toBe(true);
    await expectUnharmed();
  });

  test('a helper: it is not replaced before the search has ended, which still obeys stop', async () => {
    engine.configure({ threads: 2 });
    const search = goAndKill({ infinite: true }, 1);
    await vi.waitFor(() => expect(messages).toHaveLength(1), { timeout: 60_000 });
    await engine.ready();
    const probe = engine.probe();
    await engine.ready();
    expect(threads).toHaveLength(2);
    engine.stop();
    expect(isLegal(engine.getPosition(), (await search).best!.move)).toBe(true);
    expect(await probe).toBeNull();
    expect(threads).toHaveLength(3);
    await expectUnharmed();
  });

  test('a helper, at which a listener throws: the next search still begins after the end of this one', async () => {
    engine.configure({ threads: 2 });
    engine.on('problem', () => {
      throw new Error('mine');
    });
    const depths: number[] = [];
    engine.on('info', ({ depth, multiPv }) => {
      if (multiPv === 1) depths.push(depth);
    });
    await expect(goAndKill({ depth: 9 }, 1)).rejects.toThrow('mine');
    expect(depths.at(-1)).toBe(9);
    await expectUnharmed();
  });

  test('all of three: each is reported', async () => {
    engine.configure({ threads: 3 });
    const { best } = await goAndKill({ infinite: true }, 0, 1, 2);
    expect(messages.sort()).toEqual(
      [1, 2, 3].map((i) => `search thread ${i} died: the thread has ended`),
    );
    expect(isLegal(engine.getPosition(), best!.move)).toBe(true);
    await expectUnharmed();
  });

  test('by an exception, before any result: still a legal move', async () => {
    await engine.ready();
    // An invalid order, without a position.
    threads[0]!.postMessage({ type: 'perft' });
    engine.setPosition(undefined, ['e2e4']);
    const { best } = await engine.go({ infinite: true });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/^search thread 1 died: \S/);
    expect(formatUciMove(best!.move, false)).toMatch(/^[a-h][78][a-h][56]$/);
    await expectUnharmed();
  });

  test('while idle: it is replaced silently', async () => {
    await engine.ready();
    await threads[0]!.terminate();
    await expectUnharmed();
    expect(messages).toEqual([]);
    expect(threads).toHaveLength(2);
  });
});

const expectClosed = (work: Promise<unknown>) =>
  expect(work).rejects.toThrow(new ChessError('the engine is closed'));

test('an engine is closed during a search even if a test has stopped the clock', async () => {
  await engine.ready();
  const search = engine.go({ infinite: true });
  vi.useFakeTimers();
  try {
    await Promise.allSettled([engine.close(), search]);
  } finally {
    vi.useRealTimers();
  }
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
});

test('a count that is interrupted by closing the engine is none', async () => {
  await engine.ready();
  const refused = expectClosed(engine.perft(9));
  await engine.close();
  await refused;
});

test('a probe that is interrupted by closing the engine says so', async () => {
  await engine.ready();
  // The order never arrives, so there is no answer.
  const asked = vi.spyOn(threads[0]!, 'postMessage').mockImplementation(() => {});
  const refused = expectClosed(engine.probe());
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await engine.close();
  await refused;
});

describe('an engine that is closed before it is ready', () => {
  test('starts no thread', async () => {
    const refused = [engine.ready(), engine.probe()].map(expectClosed);
    await engine.close();
    await Promise.all(refused);
    expect(threads).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['search', () => engine.go({ infinite: true })],
    ['count', () => engine.perft(5)],
  ])('does not %s', async (_, order) => {
    const refused = expectClosed(order());
    await engine.close();
    await refused;
  });

  test('ends the threads that are starting', async () => {
    const started = once(process, 'worker');
    const refused = expectClosed(engine.ready());
    await started;
    await engine.close();
    await refused;
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  });
});
