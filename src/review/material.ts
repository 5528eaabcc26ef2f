/** Material on the board, and what captures win by static exchange evaluation. */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import {
  type Color,
  colorOf,
  EN_PASSANT,
  flagOf,
  isCapture,
  isPromotion,
  type Move,
  NO_PIECE,
  PAWN,
  type PieceType,
  promotionOf,
  type Square,
  toOf,
  typeOf,
} from '../chess/board/types.ts';
import { seeAtLeast } from '../search/see.ts';

/** Points of material by piece type: pawn, knight, bishop, rook, queen, king. */
export const POINTS: readonly number[] = [1, 3, 3, 5, 9, 0];

/** A side's material less that of the other side, in points. */
interface Balance {
  all: number;
  /** Without pawns. */
  pieces: number;
}

export function balanceOf({ board }: Position, color: Color): Balance {
  const balance = { all: 0, pieces: 0 };
  for (const piece of board) {
    if (piece === NO_PIECE) continue;
    const points = POINTS[typeOf(piece)]! * (colorOf(piece) === color ? 1 : -1);
    balance.all += points;
    if (typeOf(piece) !== PAWN) balance.pieces += points;
  }
  return balance;
}

/** A legal capture that wins material by static exchange evaluation. */
interface WinningCapture {
  move: Move;
  /** The captured piece and its square. */
  type: PieceType;
  square: Square;
}

/** The piece that a legal move captures; null if none. */
export function capturedBy(position: Position, move: Move): PieceType | null {
  if (!isCapture(move)) return null;
  return flagOf(move) === EN_PASSANT ? PAWN : typeOf(position.board[toOf(move)]!);
}

/** What a legal move gains at once, in points: the captured piece and a promotion. */
export function gainedBy(position: Position, move: Move): number {
  const type = capturedBy(position, move);
  const promoted = isPromotion(move) ? POINTS[promotionOf(move)]! - POINTS[PAWN]! : 0;
  return promoted + (type === null ? 0 : POINTS[type]!);
}

/** The captures of the side to move that win at least `points` points, the most valuable piece first. */
export function winningCaptures(position: Position, points: number): WinningCapture[] {
  return legalMoves(position)
    .filter((move) => isCapture(move) && seeAtLeast(position, move, 100 * points))
    .map((move) => ({ move, type: capturedBy(position, move)!, square: toOf(move) }))
    .sort((a, b) => POINTS[b.type]! - POINTS[a.type]!);
}

/** The material balance of a side after each move of a line. */
export function balancesAlong(position: Position, line: readonly Move[], color: Color): Balance[] {
  const walk = position.clone();
  return line.map((move) => {
    walk.make(move);
    return balanceOf(walk, color);
  });
}
