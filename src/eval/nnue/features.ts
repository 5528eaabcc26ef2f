/**
 * The features of the network: which of its 768 inputs a piece activates, and which output bucket
 * evaluates a position.
 *
 * A position is encoded twice, once from the perspective of each colour. The board is flipped so that the
 * perspective's own pieces start on the first two ranks, then mirrored if its own king would
 * stand on the files e to h: what is learnt on one wing holds on the other. An input is one piece of one
 * colour on one square of the oriented board.
 * https://www.chessprogramming.org/NNUE#Feature_Sets
 */
import { BLACK, type Color, type Piece, type Square } from '../../chess/board/types.ts';

/** Inputs of a perspective: own or opposing, six types, 64 squares. */
export const INPUTS = 768;

/** No position has more pieces, kings included. */
export const MAX_PIECES = 32;

/**
 * The number to XOR squares with for a perspective: 56 flips the ranks, 7 mirrors the files.
 * `king` is the square of the perspective's own king.
 */
export const orientation = (perspective: Color, king: Square): number =>
  (perspective === BLACK ? 56 : 0) ^ ((king & 4) !== 0 ? 7 : 0);

/**
 * The input, from 0 to 767, of a piece on a square: own pieces first, then by type (pawn to king),
 * then by square. `orientation` is that of the perspective.
 */
export const featureIndex = (
  piece: Piece,
  square: Square,
  perspective: Color,
  orientation: number,
): number =>
  ((piece & 1) === perspective ? 0 : INPUTS / 2) + (piece >> 1) * 64 + (square ^ orientation);

/**
 * The output bucket for a number of pieces, kings included: 0 for the fewest. `buckets` divides 32, so
 * each covers the same number of counts.
 */
export const outputBucket = (pieces: number, buckets: number): number =>
  (((pieces - 2) * buckets) / MAX_PIECES) | 0;
