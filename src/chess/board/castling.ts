/**
 * Castling in the general form of Chess960, with standard chess as a special case. Wherever king
 * and rook start on the back rank, they land on the c- and d-files or the g- and f-files.
 *
 * Every square that either piece crosses or lands on must be empty except for the two pieces
 * themselves, and no square that the king crosses or lands on may be attacked once both have left.
 * (If the rook shields a square, the castled king would be in check there.)
 *
 * A castling move is stored as king takes rook (types.ts).
 * https://www.chessprogramming.org/Chess960#Castling_Rules
 */
import { lowestBit } from './bits.ts';
import { isAttacked } from './checks.ts';
import { ALL, type Placement } from './positionLayout.ts';
import type { Setup } from './setup.ts';
import {
  CASTLING,
  type Color,
  flagOf,
  fromOf,
  KING,
  type Move,
  NO_SQUARE,
  pieceOf,
  type Square,
  toOf,
  WHITE,
} from './types.ts';

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

/** The square where the moving piece lands; for castling, the king. */
export const landingSquare = (move: Move): Square =>
  flagOf(move) === CASTLING ? castledKing(fromOf(move), toOf(move)) : toOf(move);

/** The squares that must be empty, as bits of their half of the board. */
function castlingPath(king: Square, rook: Square): number {
  const path =
    squaresFromTo(king, castledKing(king, rook)) | squaresFromTo(rook, castledRook(king, rook));
  return path & ~((1 << king) | (1 << rook));
}

/**
 * The squares that must not be attacked, as bits of their half of the board. The king's own square
 * is left out if it moves, since castling out of check is ruled out earlier.
 */
function castlingKingPath(king: Square, rook: Square): number {
  const kingTo = castledKing(king, rook);
  const path = squaresFromTo(king, kingTo);
  return kingTo === king ? path : path & ~(1 << king);
}

/**
 * What stays the same about castling during a game: it follows from the squares of kings and rooks in
 * the initial position. Arrays are indexed by right: white king side, white queen side, black king side,
 * black queen side. A set of rights has a bit for each, in the same order.
 */
export class CastlingRights {
  /** The set of rights at the beginning. */
  readonly initial: number;
  /** The rook, or {@link NO_SQUARE}; it stays when the right is lost. */
  readonly rooks = new Int8Array(4).fill(NO_SQUARE);
  /** The squares that must be empty, as bits of the rank's half. */
  readonly path = new Int32Array(4);
  /** The squares that must not be attacked, as bits of the rank's half. */
  readonly kingPath = new Int32Array(4);
  /** For each square, the set of rights that a move from or to it loses. */
  readonly lost = new Int8Array(64);

  constructor({ board, castlingRooks }: Setup) {
    let initial = 0;
    for (const [right, rook] of castlingRooks.entries()) {
      if (rook === NO_SQUARE) continue;
      initial |= 1 << right;
      const king = board.indexOf(pieceOf(KING, right >> 1));
      this.rooks[right] = rook;
      this.path[right] = castlingPath(king, rook);
      this.kingPath[right] = castlingKingPath(king, rook);
      this.lost[rook]! |= 1 << right;
      this.lost[king]! |= 1 << right;
    }
    this.initial = initial;
  }
}

/** A placement with its castling rights. */
interface CastlingPlacement extends Placement {
  readonly rights: number;
  readonly castling: CastlingRights;
}

/** Whether the side to move, which must not be in check, may castle with this right (0 to 3). */
export function canCastle(position: CastlingPlacement, right: number): boolean {
  if (((position.rights >> right) & 1) === 0) return false;
  const us: Color = right >> 1;
  const { castling, bitboards: bb } = position;
  let occupiedLo = bb[ALL]! | bb[ALL + 2]!;
  let occupiedHi = bb[ALL + 1]! | bb[ALL + 3]!;
  const occupied = us === WHITE ? occupiedLo : occupiedHi;
  if ((occupied & castling.path[right]!) !== 0) return false;

  const rook = castling.rooks[right]!;
  const kingAndRook = (1 << position.kingSquare(us)) | (1 << rook);
  if (us === WHITE) occupiedLo &= ~kingAndRook;
  else occupiedHi &= ~kingAndRook;
  const half = us === WHITE ? 0 : 32;
  for (let path = castling.kingPath[right]!; path !== 0; path &= path - 1) {
    if (isAttacked(position, half + lowestBit(path), us ^ 1, occupiedLo, occupiedHi)) return false;
  }
  return true;
}
