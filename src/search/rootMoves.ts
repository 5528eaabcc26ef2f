/**
 * The list of root moves.
 *
 * A move that ends the game as a draw at once (third repetition, fifty moves, dead position,
 * stalemate) has exactly the draw score. It is not searched and serves as a floor for the other
 * moves, so the better side avoids the draw and the worse side takes it.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { type DrawReason, findGameEnd } from '../chess/game/draws.ts';
import { type TablebaseMove, WON } from '../syzygy/rankMoves.ts';
import { INFINITE, isDecisive, isMateScore, TB_WIN } from './score.ts';

/** A score outside the window of its search is a bound: lower if it failed high, upper if it failed low. */
export type ScoreBound = 'lower' | 'upper';

/** A move of the root position, and what the search knows about it. */
export interface RootMove {
  move: Move;
  /** Why the move draws at once, or null if it has to be searched. */
  draw: DrawReason | null;
  /**
   * The score in the current iteration if the move raised alpha and was not refuted since; otherwise
   * -INFINITE. Moves are sorted by it.
   * @internal
   */
  score: number;
  /**
   * `score` at the end of the previous iteration.
   * @internal
   */
  previousScore: number;
  /** Nodes of this search spent on the move. */
  nodes: number;
  /** The latest result for the move. */
  line: Line;
  /** The moves of `line`, the move itself first. */
  pv: Move[];
  /**
   * `line` and `pv` at the end of the previous iteration.
   * @internal
   */
  previousResult: LineResult;
  /**
   * The same before the window that is being searched.
   * @internal
   */
  resultBeforeWindow: LineResult;
  /** Rank by tablebases: moves of a higher rank come first, regardless of scores. */
  rank: number;
  /** The score to report unless it is a mate; null if the position is not in tablebases. */
  tbScore: number | null;
}

/** The result of a search for a root move. */
export interface Line {
  /** The depth of the iteration; 0 if the move has not been searched. */
  depth: number;
  seldepth: number;
  score: number;
  bound?: ScoreBound;
}

/** The result for a move, with the moves of its line. */
export type LineResult = Pick<RootMove, 'line' | 'pv'>;

/** All legal moves, or those of `allowed` that are legal; all of them if none is. */
export function listRootMoves(position: Position, allowed?: readonly Move[]): RootMove[] {
  const legal = legalMoves(position);
  const wanted = legal.filter((move) => allowed === undefined || allowed.includes(move));
  return (wanted.length > 0 ? wanted : legal).map((move) => {
    const none = { line: { depth: 0, seldepth: 0, score: 0 }, pv: [move] };
    return {
      move,
      draw: drawAfter(position, move),
      score: -INFINITE,
      previousScore: -INFINITE,
      nodes: 0,
      ...none,
      previousResult: none,
      resultBeforeWindow: none,
      rank: 0,
      tbScore: null,
    };
  });
}

/**
 * The order after a window: moves that raised alpha, by score; then those that failed low, by their scores in
 * the previous iteration. So a move that failed high in one window and low in the next does not stay in front.
 * Moves that have never raised alpha are ordered by the nodes spent on refuting them.
 */
export const compareRootMoves = (a: RootMove, b: RootMove): number =>
  b.score - a.score || b.previousScore - a.previousScore || b.nodes - a.nodes;

/**
 * Sorts the moves by their rank in tablebases. `drawScore`: the score of a draw. `isKnown`: whether the
 * outcome of a move is known with the fifty-move rule; otherwise its score is left to the search.
 */
export function rankRootMoves(
  rootMoves: RootMove[],
  ranked: readonly TablebaseMove[],
  drawScore: number,
  isKnown: (ranked: TablebaseMove) => boolean,
): void {
  for (const known of ranked) {
    const rootMove = rootMoves.find(({ move }) => move === known.move);
    if (rootMove === undefined) continue;
    // Tablebases know neither the game before nor, perhaps, the fifty-move rule.
    if (rootMove.draw !== null) continue;
    const { rank } = known;
    rootMove.rank = rank;
    if (!isKnown(known)) continue;
    const isDecided = Math.abs(rank) >= WON;
    rootMove.tbScore = isDecided ? Math.sign(rank) * TB_WIN : drawScore + Math.sign(rank);
  }
  rootMoves.sort((a, b) => b.rank - a.rank);
}

/**
 * The result to report for a move: that of its search, with the score of tablebases unless the search found a mate.
 * A search that did not see the win or loss may have ended in a draw: then its line is only the move itself.
 */
export function reportedResult(
  { move, line, pv, tbScore }: RootMove,
  drawScore: number,
): LineResult {
  if (tbScore === null || isMateScore(line.score)) return { line, pv };
  const { depth, seldepth } = line;
  const isDrawn = isDecisive(tbScore) && line.score === drawScore;
  return { line: { depth, seldepth, score: tbScore }, pv: isDrawn ? [move] : pv };
}

/** Why the move ends the game as a draw, or null. */
export function drawAfter(position: Position, move: Move): DrawReason | null {
  return position.withMove(move, () => {
    const end = findGameEnd(position);
    return end === 'checkmate' ? null : end;
  });
}
