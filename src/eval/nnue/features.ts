/**
 * The features of the network: which of its inputs a position activates, and which output bucket
 * evaluates it.
 *
 * A position is encoded twice, once from the perspective of each colour. The board is flipped so that the
 * perspective's own pieces start on the first two ranks, then mirrored if its own king would
 * stand on the files e to h: what is learnt on one wing holds on the other. There are two kinds of
 * inputs. A piece input is one piece of one colour on one square of the oriented board. A network may
 * have several sets of weights for these inputs, and use one or another depending on where the
 * perspective's own king stands: king buckets. An attack input is a piece that attacks another piece on
 * one square, or defends it; a hidden layer of pieces alone would have to work out attacks by itself.
 * https://www.chessprogramming.org/NNUE#Feature_Sets
 */
import { BLACK, type Color, KING, type Piece, type Square } from '../../chess/board/types.ts';
import { PIECE_INPUTS } from './architecture.ts';

/** Attacked pieces: own or opposing, five types. Kings are not attacked pieces. */
const ATTACKED = 2 * KING;

/**
 * The bucket of each square of the oriented king, the files a to d from rank 1 on, by the number of
 * buckets. A castled king needs other weights than one in the centre or in an endgame.
 */
const KING_BUCKETS: Readonly<Record<number, readonly number[]>> = {
  1: Array.from({ length: 32 }, () => 0),
  2: [0, 0, 0, 1, 0, 0, 0, 1, ...Array.from({ length: 24 }, () => 1)],
  4: [0, 0, 1, 1, 0, 0, 1, 1, ...Array.from({ length: 24 }, (_, i) => (i < 8 ? 2 : 3))],
};

/** The numbers of king buckets that a network may have. */
export const KING_BUCKET_COUNTS: readonly number[] = Object.keys(KING_BUCKETS).map(Number);

/** No position has more pieces, kings included. */
export const MAX_PIECES = 32;

/**
 * No position has more attacks on pieces of either colour other than kings: 112 by each side, with nine
 * queens that attack eight pieces each.
 */
export const MAX_ATTACKS = 224;

/**
 * The number to XOR squares with for a perspective: 56 flips the ranks, 7 mirrors the files.
 * `king` is the square of the perspective's own king.
 */
export const orientation = (perspective: Color, king: Square): number =>
  (perspective === BLACK ? 56 : 0) ^ ((king & 4) !== 0 ? 7 : 0);

/**
 * The bucket of a perspective whose own king is on `king`; `buckets` is one of
 * {@link KING_BUCKET_COUNTS}.
 */
export function kingBucket(perspective: Color, king: Square, buckets: number): number {
  const oriented = king ^ orientation(perspective, king);
  return KING_BUCKETS[buckets]![(oriented >> 3) * 4 + (oriented & 3)]!;
}

/**
 * The piece input, from 0 to 767, of a piece on a square: own pieces first, then by type (pawn to king),
 * then by square. `orientation` is that of the perspective.
 */
export const featureIndex = (
  piece: Piece,
  square: Square,
  perspective: Color,
  orientation: number,
): number =>
  ((piece & 1) === perspective ? 0 : PIECE_INPUTS / 2) + (piece >> 1) * 64 + (square ^ orientation);

/**
 * The attack input, from 0 to 7679, of a piece that attacks or defends another one, not a king, on
 * `square`. Each side's own pieces come first, then types from pawn to king. `orientation` is that of
 * the perspective.
 */
export function attackIndex(
  attacker: Piece,
  attacked: Piece,
  square: Square,
  perspective: Color,
  orientation: number,
): number {
  const row = (attacker >> 1) + ((attacker & 1) === perspective ? 0 : KING + 1);
  const column = (attacked >> 1) + ((attacked & 1) === perspective ? 0 : KING);
  return (row * ATTACKED + column) * 64 + (square ^ orientation);
}

/**
 * The output bucket for a number of pieces, kings included: 0 for the fewest. `buckets` divides 32, so
 * each covers the same number of counts.
 */
export const outputBucket = (pieces: number, buckets: number): number =>
  (((pieces - 2) * buckets) / MAX_PIECES) | 0;
