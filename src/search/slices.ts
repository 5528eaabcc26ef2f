/**
 * A search that gives way, for a thread that cannot be reached while it is busy: a browser's worker
 * without shared memory hears `stop` only between two tasks of its event loop.
 *
 * The search is plain recursion and cannot be left in the middle. The build for browsers therefore
 * writes a twin of each function from the root down (`tools/slicedTwins.ts`): the same text as a
 * generator, which yields when a slice of time is over and goes on at the very same place. Only
 * nodes far from the leaves, a few in a hundred, run as generators; below them the ordinary
 * functions run. The same nodes are searched in the same order as without slices.
 */

import type { Position } from '../chess/board/position.ts';
import type { Limits } from './limits.ts';
import type { SearchOptions, SearchResult } from './search.ts';

/** What the build for browsers adds to `Search`: `run` as a generator. */
export interface SlicedSearch {
  runInSlices?: (
    position: Position,
    limits: Limits,
    options?: SearchOptions,
  ) => Generator<void, SearchResult>;
}

/** Milliseconds after which a search gives way. */
export const SLICE = 12;

/** Nodes of at least this depth can give way. Those below take some milliseconds at most. */
export const SLICED_DEPTH = 5;

/** When the running slice ends, by `performance.now()`. */
export const slice = { end: Number.POSITIVE_INFINITY };

/** Runs a search to its end, slice after slice; `giveWay` resolves after others had their turn. */
export async function runInSlices<T>(
  steps: Generator<void, T>,
  giveWay: () => Promise<void>,
): Promise<T> {
  for (;;) {
    slice.end = performance.now() + SLICE;
    const step = steps.next();
    if (step.done) return step.value;
    await giveWay();
  }
}
