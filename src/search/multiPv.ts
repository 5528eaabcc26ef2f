/**
 * The best lines of a search (MultiPV; one line by default): their order, and their results when the
 * search is stopped.
 *
 * A line is searched in windows, and the result of a window is known only when it is complete. If the
 * search is stopped in the middle of one, only a move that is better than everything before is kept;
 * otherwise the line stays as it was before that window. In particular, a loss is not proven while some
 * moves have not been searched.
 * https://www.chessprogramming.org/Multi-PV
 */
import { compareRootMoves, type LineResult, type RootMove } from './rootMoves.ts';
import { DECISIVE, INFINITE, isMateScore, mateIn } from './score.ts';

/** Remembers the results of moves at the beginning of an iteration. */
export function beginIteration(rootMoves: readonly RootMove[]): void {
  for (const rootMove of rootMoves) {
    rootMove.previousScore = rootMove.score;
    rootMove.previousResult = resultOf(rootMove);
  }
}

/** Remembers the results of moves at the beginning of a window. */
export function beginWindow(candidates: readonly RootMove[]): void {
  for (const rootMove of candidates) rootMove.resultBeforeWindow = resultOf(rootMove);
}

/** Takes back what this iteration found for a move: its result is that of the previous one again. */
export function restorePrevious(rootMove: RootMove): void {
  Object.assign(rootMove, rootMove.previousResult);
  rootMove.score = -INFINITE;
}

/** Puts moves, best first, into the places from `at` on. */
export function place(rootMoves: RootMove[], at: number, moves: readonly RootMove[]): void {
  rootMoves.splice(at, moves.length, ...moves);
}

/** Sorts the first `count` moves, whose lines this iteration has completed: a later one may be better. */
export function sortLines(rootMoves: RootMove[], count: number): void {
  const lines = rootMoves.slice(0, count);
  place(
    rootMoves,
    0,
    lines.sort((a, b) => b.rank - a.rank || b.score - a.score),
  );
}

/** A window that a stop has left incomplete. */
export interface InterruptedWindow {
  /** The moves searched in it, and the index of the line they compete for. */
  candidates: readonly RootMove[];
  pvIndex: number;
  alpha: number;
}

/** Sets the results of the first `lines` lines when the search has been stopped in a window. */
export function settle(
  rootMoves: RootMove[],
  lines: number,
  { candidates, pvIndex, alpha }: InterruptedWindow,
): void {
  const [best] = candidates.toSorted(compareRootMoves) as [RootMove];
  const found = resultOf(best);
  const isFirst = pvIndex === 0;
  for (const rootMove of candidates) {
    Object.assign(rootMove, isFirst ? rootMove.resultBeforeWindow : rootMove.previousResult);
  }
  // The first move was searched before the best one in this window, which it did not beat.
  const others = rootMoves.slice(1, lines).filter((other) => other !== best);
  let first = isFirst ? rootMoves[0]! : null;
  if (isFirst && isKept(found, best, others)) {
    // Any of the moves that have not been searched may be better, unless it is outside the window or this one mates
    // at once. A loss is not proven without them.
    const isBeatable = candidates.length > 1 && best.score < mateIn(1);
    const isOpen = isBeatable && (alpha === -INFINITE || best.score <= -DECISIVE);
    best.line = isOpen ? { ...found.line, bound: 'lower' } : found.line;
    best.pv = found.pv;
    first = best;
  }
  // The others keep the order of the previous iteration: this one has moved some to the front whose
  // results were not kept.
  const rest = candidates.filter((other) => other !== first);
  rest.sort((a, b) => b.previousScore - a.previousScore);
  place(rootMoves, pvIndex, first === null ? rest : [first, ...rest]);
  boundByLinesAbove(rootMoves.slice(0, lines));
}

/** Whether the result of a move in an incomplete window is kept. */
function isKept(found: LineResult, best: RootMove, others: readonly RootMove[]): boolean {
  if (best.score === -INFINITE) return false;
  // A move that has never had a line has nothing to fall back on.
  if (best.resultBeforeWindow.line.depth === 0) return true;
  const { score } = found.line;
  return score > -DECISIVE && others.every(({ line }) => line.depth === 0 || score >= line.score);
}

/**
 * No line scores more than those above it, which are complete: their windows refuted higher scores. Moves that have
 * never had a line stay without one: the window above may have been stopped before it came to them.
 */
function boundByLinesAbove(lines: readonly RootMove[]): void {
  for (const [i, { rank, line }] of lines.entries()) {
    const above = lines[i - 1];
    if (above === undefined || above.rank !== rank || line.score <= above.line.score) continue;
    if (line.depth === 0) continue;
    const { depth, score } = above.line;
    lines[i]!.line = { depth, seldepth: line.seldepth, score, bound: 'upper' };
    // The moves of its own score may go on after the mate.
    if (isMateScore(score)) lines[i]!.pv = [lines[i]!.move];
  }
}

const resultOf = ({ line, pv }: RootMove): LineResult => ({ line, pv });
