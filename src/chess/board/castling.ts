/**
 * The castling rule, in the form of Chess960, of which classical chess is one case. Wherever king and
 * rook stand on their rank, they land on the c- and d-file or on the g- and f-file.
 *
 * Every square that either crosses or lands on must be free but for the two of them, and none that the
 * king crosses or lands on may be attacked once both have left. (A square attacked through the rook is
 * one on which the castled king would be in check.)
 *
 * A castling move is stored as king takes rook (types.ts). `Position` has the rooks that may castle, by
 * bit number of the right, and the squares below.
 * https://www.chessprogramming.org/Chess960#Castling_Rules
 */
import { lowestBit } from './bits.ts';
import { isAttacked } from './checks.ts';
import { ALL, type Placement } from './layout.ts';
import { type Color, type Square, WHITE } from './types.ts';

/** The squares of a rank from `a` to `b`, both included, as bits of their half of the board. */
function squaresFromTo(a: Square, b: Square): number {
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  return ((2 << high) - 1) & ~((1 << low) - 1);
}

/** Where the king lands. */
export function castledKing(king: Square, rook: Square): Square {
  return (king & 56) + (rook > king ? 6 : 2);
}

/** Where the rook lands. */
export function castledRook(king: Square, rook: Square): Square {
  return (king & 56) + (rook > king ? 5 : 3);
}

/** The squares that must be free, as bits of their half of the board. */
export function castlingPath(king: Square, rook: Square): number {
  const path =
    squaresFromTo(king, castledKing(king, rook)) | squaresFromTo(rook, castledRook(king, rook));
  return path & ~((1 << king) | (1 << rook));
}

/** The squares that may not be attacked, as bits of their half; it is known that the king's is not. */
export function castlingKingPath(king: Square, rook: Square): number {
  const kingTo = castledKing(king, rook);
  const path = squaresFromTo(king, kingTo);
  return kingTo === king ? path : path & ~(1 << king);
}

/** A placement with what `Position` keeps of castling. */
interface CastlingPlacement extends Placement {
  /** A bit for each right: White's on the h-side and the a-side, Black's. */
  readonly rights: number;
  /** By bit number of the right: the rook, {@link castlingPath}, {@link castlingKingPath}. */
  readonly castlingRooks: Int8Array;
  readonly castlingPath: Int32Array;
  readonly castlingKingPath: Int32Array;
}

/** Whether the side to move, which is not in check, may castle with the right of that bit number. */
export function canCastle(position: CastlingPlacement, right: number): boolean {
  if (((position.rights >> right) & 1) === 0) return false;
  const us: Color = right >> 1;
  const bb = position.bitboards;
  let occupiedLo = bb[ALL]! | bb[ALL + 2]!;
  let occupiedHi = bb[ALL + 1]! | bb[ALL + 3]!;
  const occupied = us === WHITE ? occupiedLo : occupiedHi;
  if ((occupied & position.castlingPath[right]!) !== 0) return false;

  const rook = position.castlingRooks[right]!;
  const kingAndRook = (1 << position.kingSquare(us)) | (1 << rook);
  if (us === WHITE) occupiedLo &= ~kingAndRook;
  else occupiedHi &= ~kingAndRook;
  const half = us === WHITE ? 0 : 32;
  for (let path = position.castlingKingPath[right]!; path !== 0; path &= path - 1) {
    if (isAttacked(position, half + lowestBit(path), us ^ 1, occupiedLo, occupiedHi)) return false;
  }
  return true;
}
