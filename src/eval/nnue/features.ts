/**
 * What the network sees: which of its 768 inputs a piece switches on, and which set of output
 * weights judges a position.
 *
 * A position is looked at twice, once through the eyes of each colour (its perspective). The board is
 * turned so that the perspective's own pieces start on the first two ranks, then mirrored, if
 * need be, so that its own king stands on the files a to d: what is learnt on one wing holds on the
 * other. An input is one piece of one colour on one square of the board so turned.
 * https://www.chessprogramming.org/NNUE#Feature_Sets
 */
import { BLACK, type Color, type Piece, type Square } from '../../chess/board/types.ts';

/** Inputs of a perspective: own or opposing, six types, 64 squares. */
export const INPUTS = 768;

/** No position has more pieces, kings included. */
export const MAX_PIECES = 32;

/**
 * What a square is XORed with to be seen from a perspective: 56 turns the ranks, 7 mirrors the files.
 * `king` is the square of the perspective's own king.
 */
export const orientation = (perspective: Color, king: Square): number =>
  (perspective === BLACK ? 56 : 0) ^ ((king & 4) !== 0 ? 7 : 0);

/**
 * The input, from 0 to 767, of a piece on a square: own pieces first, then by type (pawn to king),
 * then by square. `orientation` is the one of the perspective.
 */
export const featureIndex = (
  piece: Piece,
  square: Square,
  perspective: Color,
  orientation: number,
): number =>
  ((piece & 1) === perspective ? 0 : INPUTS / 2) + (piece >> 1) * 64 + (square ^ orientation);

/**
 * Which of `buckets` sets of output weights judges a position with so many pieces, kings included:
 * 0 for the fewest. `buckets` divides 32, so each is in charge of the same range of counts.
 */
export const outputBucket = (pieces: number, buckets: number): number =>
  (((pieces - 2) * buckets) / MAX_PIECES) | 0;
