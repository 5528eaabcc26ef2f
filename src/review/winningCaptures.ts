/** What captures win, by static exchange evaluation. */
import { capturedBy, PIECE_POINTS } from '../chess/board/material.ts';
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import {
  isCapture,
  isPromotion,
  type Move,
  PAWN,
  type PieceType,
  promotionOf,
  type Square,
  toOf,
} from '../chess/board/types.ts';
import { seeAtLeast } from '../search/see.ts';

/** A legal capture that wins material by static exchange evaluation. */
interface WinningCapture {
  move: Move;
  /** The captured piece and its square. */
  type: PieceType;
  square: Square;
}

/** What a legal move gains at once, in points: the captured piece and a promotion. */
export function gainedBy(position: Position, move: Move): number {
  const type = capturedBy(position, move);
  const promoted = isPromotion(move) ? PIECE_POINTS[promotionOf(move)]! - PIECE_POINTS[PAWN]! : 0;
  return promoted + (type === null ? 0 : PIECE_POINTS[type]!);
}

/** The captures of the side to move that win at least `points` points, the most valuable piece first. */
export function winningCaptures(position: Position, points: number): WinningCapture[] {
  return legalMoves(position)
    .filter((move) => isCapture(move) && seeAtLeast(position, move, 100 * points))
    .map((move) => ({ move, type: capturedBy(position, move)!, square: toOf(move) }))
    .sort((a, b) => PIECE_POINTS[b.type]! - PIECE_POINTS[a.type]!);
}
