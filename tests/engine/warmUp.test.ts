/** Warm-up searches while a thread is idle. */
import { afterEach, expect, test, vi } from 'vitest';
import { SearchThread } from '../../src/engine/searchThread.ts';
import { WarmUp } from '../../src/engine/warmUp.ts';
import { builtInEvaluator } from '../../src/hosts/node/builtInEvaluator.ts';
import { readBuiltIn } from '../../src/hosts/node/builtResources.ts';
import { openTablebase } from '../../src/hosts/node/tablebaseFiles.ts';
import { Search } from '../../src/search/search.ts';
import { Signals } from '../../src/search/signals.ts';
import { TranspositionTable } from '../../src/search/transpositionTable.ts';

afterEach(() => vi.restoreAllMocks());

/** The nodes that a function has had searched, and the searches. */
function count(run: () => void): { nodes: number; searches: number } {
  const original = Search.prototype.run;
  const found = { nodes: 0, searches: 0 };
  const spy = vi.spyOn(Search.prototype, 'run').mockImplementation(function (
    this: Search,
    ...args
  ) {
    const result = original.apply(this, args);
    found.nodes += result.info.nodes;
    found.searches++;
    return result;
  });
  try {
    run();
  } finally {
    spy.mockRestore();
  }
  return found;
}

test('a warm-up searches several positions, enough nodes to compile the search, and then no more', () => {
  const warmUp = new WarmUp(builtInEvaluator(), () => false);
  const onSlice = vi.fn();
  const { nodes, searches } = count(() => warmUp.finish(onSlice));
  expect(onSlice).toHaveBeenCalledTimes(searches);
  expect(nodes).toBeGreaterThanOrEqual(50_000);
  expect(nodes).toBeLessThan(60_000);
  expect(searches).toBeGreaterThanOrEqual(4);
  expect(count(() => warmUp.finish())).toEqual({ nodes: 0, searches: 0 });
});

test('on a machine so slow that a slice has a few nodes, the limit of nodes never falls', () => {
  const limits: number[] = [];
  vi.spyOn(Search.prototype, 'run').mockImplementation((_, { nodes }) => {
    limits.push(nodes!);
    return { best: null, info: { nodes: 20 } } as ReturnType<Search['run']>;
  });
  new WarmUp(builtInEvaluator(), () => false).finish();
  expect(limits[0]).toBeGreaterThan(0);
  expect(limits).toEqual(limits.toSorted((a, b) => a - b));
});

test('a search that is wanted ends it within a slice', () => {
  let isWanted = false;
  const warmUp = new WarmUp(builtInEvaluator(), () => isWanted);
  const original = Search.prototype.run;
  let searches = 0;
  const spy = vi.spyOn(Search.prototype, 'run').mockImplementation(function (
    this: Search,
    ...args
  ) {
    searches++;
    isWanted = true;
    return original.apply(this, args);
  });
  warmUp.finish();
  spy.mockRestore();
  expect(searches).toBe(1);
});

/** The searches of a warm-up; threads of other tests may warm up at the same time. */
function spyOn(warmUp: WarmUp) {
  const { mock } = vi.spyOn(Search.prototype, 'run');
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows a private field only in this form
  return () => mock.calls.filter((_, i) => mock.contexts[i] === warmUp['search']);
}

test('nothing is searched once a search has begun', async () => {
  const warmUp = new WarmUp(builtInEvaluator(), () => false);
  const searches = spyOn(warmUp);
  warmUp.start();
  warmUp.end();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(searches()).toEqual([]);
});

test('it runs by itself while the thread is idle, in slices between which orders are handled', async () => {
  const warmUp = new WarmUp(builtInEvaluator(), () => false);
  const searches = spyOn(warmUp);
  warmUp.start();
  // Starting twice does not run it twice.
  warmUp.start();
  expect(searches()).toEqual([]);
  await vi.waitFor(() => expect(searches()).not.toEqual([]));
  warmUp.end();
  const { length } = searches();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(searches()).toHaveLength(length);
  for (const [, limits] of searches()) expect(limits.movetime).toBe(3);
});

test('a thread completes it on request only: a new game, as before each search of a review, waits for nothing', () => {
  const thread = new SearchThread(() => {}, { builtIn: readBuiltIn, openTablebase });
  const memory = {
    tt: new ArrayBuffer(TranspositionTable.bytes(1)),
    signals: new ArrayBuffer(Signals.bytes(1)),
  };
  thread.handle({ type: 'evaluation', network: null });
  thread.handle({ type: 'memory', thread: 0, threads: 1, ...memory });
  const newGame = count(() => thread.handle({ type: 'newGame', isTtUsed: false }));
  expect(newGame.searches).toBe(0);
  expect(count(() => thread.handle({ type: 'warmUp' })).nodes).toBeGreaterThanOrEqual(50_000);
});
