/**
 * Castling in the general form of Chess960, with classical chess as a special case. Wherever king
 * and rook start on the back rank, they land on the c- and d-files or the g- and f-files.
 *
 * Every square that either piece crosses or lands on must be empty except for the two pieces
 * themselves, and no square that the king crosses or lands on may be attacked once both have left.
 * (If the rook shields a square, the castled king would be in check there.)
 *
 * A castling move is stored as king takes rook (types.ts). `Position` stores the castling rooks and
 * the precomputed paths, indexed by castling right.
 * https://www.chessprogramming.org/Chess960#Castling_Rules
 */
import { lowestBit } from './bits.ts';
import { isAttacked } from './checks.ts';
import { ALL, type Placement } from './positionLayout.ts';
import { type Color, type Square, WHITE } from './types.ts';

/** The squares of a rank from `a` to `b` inclusive, as bits of their half of the board. */
function squaresFromTo(a: Square, b: Square): number {
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  return ((2 << high) - 1) & ~((1 << low) - 1);
}

/** The king's square after castling. */
export function castledKing(king: Square, rook: Square): Square {
  return (king & 56) + (rook > king ? 6 : 2);
}

/** The rook's square after castling. */
export function castledRook(king: Square, rook: Square): Square {
  return (king & 56) + (rook > king ? 5 : 3);
}

/** The squares that must be empty, as bits of their half of the board. */
export function castlingPath(king: Square, rook: Square): number {
  const path =
    squaresFromTo(king, castledKing(king, rook)) | squaresFromTo(rook, castledRook(king, rook));
  return path & ~((1 << king) | (1 << rook));
}

/**
 * The squares that must not be attacked, as bits of their half of the board. The king's own square
 * is left out if it moves, since castling out of check is ruled out earlier.
 */
export function castlingKingPath(king: Square, rook: Square): number {
  const kingTo = castledKing(king, rook);
  const path = squaresFromTo(king, kingTo);
  return kingTo === king ? path : path & ~(1 << king);
}

/** A placement and the castling data of `Position`. */
interface CastlingPlacement extends Placement {
  /** One bit per right: white king side, white queen side, black king side, black queen side. */
  readonly rights: number;
  /** Indexed by right: the rook, {@link castlingPath}, {@link castlingKingPath}. */
  readonly castlingRooks: Int8Array;
  readonly castlingPath: Int32Array;
  readonly castlingKingPath: Int32Array;
}

/** Whether the side to move, which must not be in check, may castle with this right (0 to 3). */
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
