/**
 * How tables index squares and sets of squares. Symmetry removes most positions: without pawns the
 * board is turned until the leading piece is in the triangle a1–d1–d4, with pawns until the leading
 * pawn is on the files a to d. Equal pieces are indexed as combinations of squares.
 * https://www.chessprogramming.org/Syzygy_Bases
 */
import { KING_ATTACKS } from '../chess/board/attacks.ts';
import { type Square, squareOf } from '../chess/board/types.ts';

/** The number of squares in the triangle. */
const TRIANGLE_SIZE = 10;
/** The most pawns of one side in a table of seven pieces. */
const MAX_PAWNS = 5;

/** Positive above the diagonal a1–h8, negative below it, 0 on it. */
export const offDiagonal = (square: Square): number => (square >> 3) - (square & 7);

/** Binomial coefficients: ways to choose `count` of `n`, index `count * 64 + n`. */
export const CHOICES = new Float64Array(7 * 64);
for (let n = 0; n < 64; n++) {
  CHOICES[n] = 1;
  for (let count = 1; count < 7 && n > 0; count++) {
    CHOICES[count * 64 + n] = CHOICES[(count - 1) * 64 + n - 1]! + CHOICES[count * 64 + n - 1]!;
  }
}

/** The squares below the diagonal, numbered from 0 to 27. */
export const BELOW_DIAGONAL = new Int8Array(64);
/** The squares of the triangle a1–d1–d4: those below the diagonal are 0 to 5, those on it 6 to 9. */
export const TRIANGLE = new Int8Array(64);
{
  let below = 0;
  let inside = 0;
  for (let square = 0; square < 64; square++) {
    if (offDiagonal(square) >= 0) continue;
    BELOW_DIAGONAL[square] = below++;
    if (square < 32 && (square & 7) < 4) TRIANGLE[square] = inside++;
  }
  for (let i = 0; i < 4; i++) TRIANGLE[squareOf(i, i)] = inside++;
}

/**
 * Placements of two kings, the first in the triangle, index `TRIANGLE[first] * 64 + second`. Without
 * mirror images there are 462.
 */
export const KING_PAIRS = new Int16Array(TRIANGLE_SIZE * 64);
{
  const firsts: Square[] = [];
  for (let square = 0; square < 32; square++) {
    if ((square & 7) < 4 && offDiagonal(square) <= 0) firsts[TRIANGLE[square]!] = square;
  }
  const bothOnDiagonal: number[] = [];
  let number = 0;
  for (const [inside, first] of firsts.entries()) {
    for (let second = 0; second < 64; second++) {
      const isNear = (KING_ATTACKS[first * 2 + (second >> 5)]! >> (second & 31)) & 1;
      if (isNear || first === second) continue;
      if (offDiagonal(first) === 0 && offDiagonal(second) > 0) continue;
      if (offDiagonal(first) === 0 && offDiagonal(second) === 0) {
        bothOnDiagonal.push(inside * 64 + second);
      } else {
        KING_PAIRS[inside * 64 + second] = number++;
      }
    }
  }
  for (const pair of bothOnDiagonal) KING_PAIRS[pair] = number++;
}

/** The order of pawn squares: a2 47, h2 46, a3 45 … e7 0. The leading pawn has the highest value. */
export const PAWN_ORDER = new Int8Array(64);
/** The first index with the leading pawn on a square, by `pawns * 64 + square`. */
export const LEADING_PAWN = new Float64Array((MAX_PAWNS + 1) * 64);
/** The number of placements of a side's pawns with the leading one on a file, by `pawns * 4 + file`. */
export const LEADING_PAWN_WAYS = new Float64Array((MAX_PAWNS + 1) * 4);
{
  let order = 47;
  for (let file = 0; file < 4; file++) {
    for (let rank = 1; rank < 7; rank++) {
      PAWN_ORDER[squareOf(file, rank)] = order--;
      PAWN_ORDER[squareOf(7 - file, rank)] = order--;
    }
  }
  for (let pawns = 1; pawns <= MAX_PAWNS; pawns++) {
    for (let file = 0; file < 4; file++) {
      let ways = 0;
      for (let rank = 1; rank < 7; rank++) {
        const square = squareOf(file, rank);
        LEADING_PAWN[pawns * 64 + square] = ways;
        ways += CHOICES[(pawns - 1) * 64 + PAWN_ORDER[square]!]!;
      }
      LEADING_PAWN_WAYS[pawns * 4 + file] = ways;
    }
  }
}
