/**
 * The one place that makes the list the root searches.
 *
 * A move that ends the game as a draw at once (third repetition, fifty moves, dead position,
 * stalemate) is worth exactly the draw score, whatever a search would make of it. It is not
 * searched, only kept as the floor that the other moves must beat: so the better side does not
 * repeat and the worse side does.
 */

import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { type DrawReason, findGameEnd } from '../chess/game/draws.ts';
import { type TableMove, WON } from '../syzygy/rankMoves.ts';
import { INFINITE, TABLE_WIN } from './score.ts';

/** A score is a bound when it fell out of the window it was searched with: too high or too low for it. */
export type ScoreBound = 'lower' | 'upper';

export interface RootMove {
  move: Move;
  /** Why the move draws on the spot, or null if it must be searched. */
  draw: DrawReason | null;
  /**
   * What the moves are sorted by: the score in the iteration under way, if the move raised alpha and
   * was not refuted since; otherwise -INFINITE.
   */
  score: number;
  /** `score` at the end of the iteration before. */
  previous: number;
  /** Nodes of this search spent on the move. */
  nodes: number;
  /** The best that is known of the move. */
  line: Line;
  /** The moves of `line`, the move itself first. */
  pv: Move[];
  /** What endgame tables make of it: moves of a higher rank come first, whatever the search says. */
  rank: number;
  /** What the score is told as, unless it is a mate; null where tables do not know. */
  tableScore: number | null;
}

/** What a search found of a root move. */
export interface Line {
  /** Of the iteration; 0 if the move has not been searched. */
  depth: number;
  seldepth: number;
  score: number;
  bound?: ScoreBound;
}

/** All legal moves, or those of `allowed` that are legal; all of them if none is. */
export function listRootMoves(position: Position, allowed?: readonly Move[]): RootMove[] {
  const legal = legalMoves(position);
  const wanted = legal.filter((move) => allowed === undefined || allowed.includes(move));
  return (wanted.length > 0 ? wanted : legal).map((move) => ({
    move,
    draw: drawAfter(position, move),
    score: -INFINITE,
    previous: -INFINITE,
    nodes: 0,
    line: { depth: 0, seldepth: 0, score: 0 },
    pv: [move],
    rank: 0,
    tableScore: null,
  }));
}

/**
 * The order after a window: moves that raised alpha by their scores, before those that failed low.
 * Among the latter those that were best in the iteration before come first, so that a move which
 * failed high in one window and low in the next does not stay in front of them.
 */
export const compareRootMoves = (a: RootMove, b: RootMove): number =>
  b.score - a.score || b.previous - a.previous;

/** Puts the moves in the order in which endgame tables rank them. `drawScore` is what a draw is worth. */
export function rankRootMoves(
  rootMoves: RootMove[],
  ranked: readonly TableMove[],
  drawScore: number,
): void {
  for (const { move, rank } of ranked) {
    const rootMove = rootMoves.find((other) => other.move === move);
    if (rootMove === undefined) continue;
    rootMove.rank = rank;
    const isSure = Math.abs(rank) >= WON;
    rootMove.tableScore = isSure ? Math.sign(rank) * TABLE_WIN : drawScore + Math.sign(rank);
  }
  rootMoves.sort((a, b) => b.rank - a.rank);
}

/** Why playing this move ends the game as a draw, or null. A mating move never does. */
function drawAfter(position: Position, move: Move): DrawReason | null {
  return position.withMove(move, () => {
    const end = findGameEnd(position);
    return end === 'checkmate' ? null : end;
  });
}
