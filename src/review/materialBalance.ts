/** The material balance of a side, in points. */
import type { Position } from '../chess/board/position.ts';
import { type Color, colorOf, type Move, NO_PIECE, PAWN, typeOf } from '../chess/board/types.ts';

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

/** The material balance of a side after each move of a line. */
export function balancesAlong(position: Position, line: readonly Move[], color: Color): Balance[] {
  const walk = position.clone();
  return line.map((move) => {
    walk.make(move);
    return balanceOf(walk, color);
  });
}
