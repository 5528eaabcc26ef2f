/** Helpers for tests of the search. */
import type { Position } from '../../src/chess/board/position.ts';
import type { Evaluator } from '../../src/eval/evaluator.ts';
import { builtInEvaluator } from '../../src/hosts/node/builtInEvaluator.ts';
import { DEFAULT_SETTINGS } from '../../src/search/limits.ts';
import type { ParameterValues } from '../../src/search/parameters.ts';
import { MAX_PLY } from '../../src/search/score.ts';
import { Search } from '../../src/search/search.ts';
import { SearchState } from '../../src/search/searchState.ts';
import { Signals } from '../../src/search/signals.ts';
import { TranspositionTable } from '../../src/search/transpositionTable.ts';
import { allStarts, isSearchable } from './games.ts';

/** Starts of games whose last position is searched. */
export const searchStarts = allStarts.filter(isSearchable);

/** More than any depth, and than any score. */
export const NEVER = 1_000_000;

/** Parameters with which nothing in the tree is pruned, reduced or extended. */
export const FULL_WIDTH: ParameterValues = {
  razoringBase: NEVER,
  reverseFutilityDepth: 0,
  nullMoveDepth: NEVER,
  iirDepth: NEVER,
  probCutDepth: NEVER,
  lmpBase: NEVER,
  historyDepth: -1,
  futilityDepth: -1,
  seeNoisyMargin: NEVER,
  singularDepth: NEVER,
  alphaRaiseDepth: 0,
  // With it all quiet moves are so far from the leaves that they need not gain in exchanges.
  lmrBase: -NEVER,
};

let evaluator: Evaluator | null = null;

/** One evaluator for all searches: they run one after another, and each begins with its own position. */
const sharedEvaluator = (): Evaluator => {
  evaluator ??= builtInEvaluator();
  return evaluator;
};

/** A search with its own table, and the signals that stop it. */
export function freshSearch(mebibytes = 4): { search: Search; signals: Signals } {
  const signals = new Signals();
  const table = TranspositionTable.ofSize(mebibytes);
  return { search: new Search(table, sharedEvaluator(), signals), signals };
}

let renewed: { search: Search; table: TranspositionTable } | null = null;

/**
 * A search with a table of 1 MiB, as if both were new. For tests of hundreds of searches, one after the other: it is
 * always the same one, because to allocate a table for each is slow.
 */
export function renewedSearch(): Search {
  if (renewed === null) {
    const table = TranspositionTable.ofSize(1);
    renewed = { search: new Search(table, sharedEvaluator()), table };
  }
  renewed.search.forget();
  renewed.table.clear();
  return renewed.search;
}

/**
 * What a tree needs to search a position: the state after the beginning of an iteration. `poll` is called at
 * every node by default, and never if it is null.
 */
export function stateFor(
  position: Position,
  depth: number,
  { contempt = 0, tt = TranspositionTable.ofSize(1), poll = null }: StateOptions = {},
): SearchState {
  const state: SearchState = new SearchState(tt, sharedEvaluator(), () => {
    if (poll === null) state.nextPoll = Number.POSITIVE_INFINITY;
    else poll(state);
  });
  position.reserve(2 * MAX_PLY);
  state.begin(position, { ...DEFAULT_SETTINGS, contempt }, null);
  state.beginIteration(depth);
  return state;
}

interface StateOptions {
  contempt?: number;
  tt?: TranspositionTable;
  poll?: ((state: SearchState) => void) | null;
}
