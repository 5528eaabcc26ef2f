/**
 * What material is worth once nothing more can be captured with profit: a quiescence search that counts
 * points only. A line of the engine ends somewhere, often in the middle of an exchange, and the side that
 * loses a piece in it may have had another one to take in return.
 * https://www.chessprogramming.org/Quiescence_Search
 */
import { materialBalance } from '../chess/board/material.ts';
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import { isCapture, isPromotion, type Move } from '../chess/board/types.ts';
import { gainedBy } from './winningCaptures.ts';

/** As long as most exchanges. */
const MAX_PLIES = 8;

/** What a checkmate counts, in points. */
export const MATE_POINTS = 1000;

/**
 * The material balance of the side to move, in points, after the best captures and promotions of both
 * sides. Either side may stop at any time, unless it is in check. Moves are legal ones, so a pinned piece
 * does not recapture. At most `plies` of them in a row are looked at.
 */
export function settledBalance(position: Position, plies = MAX_PLIES): number {
  const balance = materialBalance(position, position.turn).all;
  return settle(position.clone(), balance, -MATE_POINTS, MATE_POINTS, plies);
}

/** Alpha-beta: `balance` is that of the side to move. */
function settle(
  position: Position,
  balance: number,
  alpha: number,
  beta: number,
  plies: number,
): number {
  if (plies === 0) return balance;
  const { inCheck } = position;
  const legal = legalMoves(position);
  if (inCheck && legal.length === 0) return -MATE_POINTS;
  let best = inCheck ? -MATE_POINTS : balance;
  const gain = new Map<Move, number>(legal.map((move) => [move, gainedBy(position, move)]));
  const tried = inCheck ? legal : legal.filter((move) => isCapture(move) || isPromotion(move));
  for (const move of tried.toSorted((a, b) => gain.get(b)! - gain.get(a)!)) {
    if (best >= beta) break;
    const next = balance + gain.get(move)!;
    position.make(move);
    // `0 - score`: never -0.
    const score = settle(position, 0 - next, -beta, 0 - Math.max(alpha, best), plies - 1);
    best = Math.max(best, 0 - score);
    position.unmake(move);
  }
  return best;
}
