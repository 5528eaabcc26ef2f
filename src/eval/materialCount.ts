/** Material counts in pawns (minor 3, rook 5, queen 9), used to classify endings and by the WDL model. */
import { popcount64 } from '../chess/board/bits.ts';
import type { Position } from '../chess/board/position.ts';
import { BISHOPS, KNIGHTS, PAWNS, QUEENS, ROOKS } from '../chess/board/positionLayout.ts';
import type { Color } from '../chess/board/types.ts';

/** A side's pieces without its pawns: a minor piece is 3, a rook 5, a queen 9. */
export function pieceMaterial({ bitboards: b }: Position, color: Color): number {
  const c = color * 2;
  return (
    3 * popcount64(b[KNIGHTS + c]! | b[BISHOPS + c]!, b[KNIGHTS + c + 1]! | b[BISHOPS + c + 1]!) +
    5 * popcount64(b[ROOKS + c]!, b[ROOKS + c + 1]!) +
    9 * popcount64(b[QUEENS + c]!, b[QUEENS + c + 1]!)
  );
}

/** The pawns of both sides. */
export const countPawns = ({ bitboards: b }: Position): number =>
  popcount64(b[PAWNS]! | b[PAWNS + 2]!, b[PAWNS + 1]! | b[PAWNS + 3]!);
