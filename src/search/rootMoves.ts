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
import { INFINITE } from './score.ts';

export interface RootMove {
  move: Move;
  /** Why the move draws on the spot, or null if it must be searched. */
  draw: DrawReason | null;
  /** Of this iteration; -INFINITE while it is not searched or has failed low. */
  score: number;
  /** The score fell out of the window above, and the search in a wider one is not done. */
  isLowerBound: boolean;
  /** The score of the iteration before. */
  previous: number;
  /** Nodes of this search spent on the move. */
  nodes: number;
  /** The line that begins with the move. */
  pv: Move[];
}

/** All legal moves, or those of `allowed` that are legal; all of them if none is. */
export function listRootMoves(position: Position, allowed?: readonly Move[]): RootMove[] {
  const legal = legalMoves(position);
  const wanted = legal.filter((move) => allowed === undefined || allowed.includes(move));
  return (wanted.length > 0 ? wanted : legal).map((move) => ({
    move,
    draw: drawAfter(position, move),
    score: -INFINITE,
    isLowerBound: false,
    previous: -INFINITE,
    nodes: 0,
    pv: [move],
  }));
}

/** Why playing this move ends the game as a draw, or null. A mating move never does. */
function drawAfter(position: Position, move: Move): DrawReason | null {
  return position.withMove(move, () => {
    const end = findGameEnd(position);
    return end === 'checkmate' ? null : end;
  });
}
