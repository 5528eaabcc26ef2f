/**
 * A search that yields to the event loop, for workers without shared memory: they receive `stop` only
 * between two tasks of the event loop.
 *
 * The search is plain recursion and cannot be left in the middle. The build for browsers therefore
 * writes a twin of each function from the root down (`scripts/slicedTwins.ts`): the same code as a
 * generator, which yields when a time slice is over and then continues where it was. Only nodes far
 * from the leaves, a few per cent, run as generators; below them the ordinary functions run. The same
 * nodes are searched in the same order as without slices.
 */
import type { Position } from '../chess/board/position.ts';
import type { Limits } from './limits.ts';
import type { SearchOptions } from './search.ts';
import type { SearchResult } from './searchResult.ts';

/** Added to `Search` by the build for browsers: `run` as a generator. */
export interface SlicedSearch {
  runInSlices?: (
    position: Position,
    limits: Limits,
    options?: SearchOptions,
  ) => Generator<void, SearchResult>;
}

/** Milliseconds after which a search yields. */
const SLICE = 12;

/** Nodes of at least this depth can yield; shallower ones take a few milliseconds at most. */
export const SLICED_DEPTH = 5;

/** The end of the current slice, by `performance.now()`. */
export const slice = { end: Number.POSITIVE_INFINITY };

/** Runs a search slice by slice; `yieldToEvents` resolves after other tasks have run. */
export async function runInSlices<T>(
  steps: Generator<void, T>,
  yieldToEvents: () => Promise<void>,
): Promise<T> {
  for (;;) {
    slice.end = performance.now() + SLICE;
    const step = steps.next();
    if (step.done) return step.value;
    await yieldToEvents();
  }
}
