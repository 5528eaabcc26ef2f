/** What is on the board: numbers of pieces, and material in pawns (a minor piece is 3, a rook 5, a queen 9). */
import { popcount64 } from './bits.ts';
import type { Position } from './position.ts';
import { ALL, BISHOPS, KNIGHTS, PAWNS, QUEENS, ROOKS } from './positionLayout.ts';
import type { Color } from './types.ts';

/** The pieces of both sides, kings and pawns included. */
export const countPieces = ({ bitboards: b }: Position): number =>
  popcount64(b[ALL]! | b[ALL + 2]!, b[ALL + 1]! | b[ALL + 3]!);

/** The pawns of both sides. */
export const countPawns = ({ bitboards: b }: Position): number =>
  popcount64(b[PAWNS]! | b[PAWNS + 2]!, b[PAWNS + 1]! | b[PAWNS + 3]!);

/** The material of a side without its pawns. */
export function pieceMaterial({ bitboards: b }: Position, color: Color): number {
  const c = color * 2;
  return (
    3 * popcount64(b[KNIGHTS + c]! | b[BISHOPS + c]!, b[KNIGHTS + c + 1]! | b[BISHOPS + c + 1]!) +
    5 * popcount64(b[ROOKS + c]!, b[ROOKS + c + 1]!) +
    9 * popcount64(b[QUEENS + c]!, b[QUEENS + c + 1]!)
  );
}
