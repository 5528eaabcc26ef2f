/** Chooses the thread whose result is the engine's answer. */
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import type { Limits, SearchSettings } from '../search/limits.ts';
import { listRootMoves } from '../search/rootMoves.ts';
import { type SearchInfo, type SearchResult, unsearched } from '../search/searchResult.ts';

/**
 * Whether the answer must be the first thread's: for fixed depths, mate searches and MultiPV, and at a
 * limited strength, where a thread's move is a choice and not a proof.
 */
export const needsFirstThread = (
  { depth, mate }: Limits,
  { multiPv, elo }: Pick<SearchSettings, 'multiPv' | 'elo'>,
): boolean => depth !== undefined || mate !== undefined || multiPv > 1 || elo !== null;

/**
 * The first thread's result, unless a helper has proven a better move at the same depth or deeper. Null
 * stands for a thread that died. If that was the first, helpers are compared with the last line it
 * reported; the result is null if none of them is better.
 */
export function chooseResult(
  first: SearchResult | null,
  helpers: readonly (SearchResult | null)[],
  last: SearchInfo | null,
  mustBeFirst: boolean,
): SearchResult | null {
  if (first !== null && mustBeFirst) return first;
  let chosen = first;
  let known = first?.info ?? last;
  for (const helper of helpers) {
    if (helper === null || !isBetter(helper.info, known)) continue;
    chosen = helper;
    known = helper.info;
  }
  return chosen;
}

/**
 * Whether a helper's line is better than the known one: exact, at least as deep, and with a higher score, or
 * the known score is only a bound that does not favour another move.
 */
function isBetter(info: SearchInfo, known: SearchInfo | null): boolean {
  if (info.bound !== undefined) return false;
  if (known === null) return true;
  if (info.depth < known.depth) return false;
  const isSettled = known.bound === 'lower' && info.pv[0] === known.pv[0];
  return known.bound === 'upper' || isSettled || info.score > known.score;
}

/** The result of a search that failed: the best move reported last, or any legal one. */
export function emergencyResult(
  position: Position,
  last: SearchInfo | null,
  rootMoves: readonly Move[] | null,
): SearchResult {
  const moves = listRootMoves(position.clone(), rootMoves ?? undefined);
  const best = moves.find(({ move }) => move === last?.pv[0]) ?? moves[0] ?? null;
  const info = last ?? unsearched(best === null ? [] : [best.move]);
  return { best: best === null ? null : { ...best, pv: info.pv }, info };
}
