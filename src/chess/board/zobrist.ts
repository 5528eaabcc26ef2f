/**
 * Zobrist keys as pairs of 32-bit integers, low half first.
 * https://www.chessprogramming.org/Zobrist_Hashing
 *
 * Two positions get the same key if they are the same in the sense of FIDE 9.2.3: pieces, side to
 * move, castling rights (by the rook's square, so that Chess960 needs nothing extra), and the en
 * passant file if a legal capture exists. The clocks are not part of it.
 */
import { Random } from '../../util/random.ts';

function randomKeys(random: Random, count: number): Int32Array {
  return Int32Array.from({ length: count * 2 }, () => random.int32());
}

const random = new Random(0x5eed);

/** Index `piece * 128 + square * 2`. */
export const PIECE_KEYS = randomKeys(random, 12 * 64);
/** Index `rookSquare * 2`. */
export const CASTLING_KEYS = randomKeys(random, 64);
/** Index `file * 2`. */
export const EN_PASSANT_KEYS = randomKeys(random, 8);
/** Part of the key when Black is to move. */
export const SIDE_KEY_LO = random.int32();
export const SIDE_KEY_HI = random.int32();
