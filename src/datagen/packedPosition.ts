/**
 * A position packed for training, with its label. Written by trainingPositions.ts, read by the kernels
 * of the trainer (train/assembly/learn.ts), which are AssemblyScript and import these numbers too.
 *
 *     0   8  the occupied squares, one bit each, a1 first
 *     8  16  four bits per piece, in the order of their squares, low half of a byte first:
 *            `type * 2 + colour`, as in types.ts
 *    24   1  bit 0: Black is to move; bit 1: the best move is quiet; the others: number of the file
 *    25   1  result, in half points for White; 255 if unknown, as for variants
 *    26   2  score, signed, in centipawns for the side to move
 *    28   4  a key of the game: the CRC-32 of its starting position and moves
 */

/** Bytes of a position. */
export const PACKED_BYTES = 32;
/** The same in words of 32 bits. */
export const PACKED_WORDS = 8;
export const PIECES_AT = 8;
export const FLAGS_AT = 24;
export const RESULT_AT = 25;
export const SCORE_AT = 26;
export const GAME_AT = 28;

/** Flags, and where the number of the file begins in them. */
export const BLACK_TO_MOVE = 1;
export const BEST_IS_QUIET = 2;
export const FILE_SHIFT = 2;
export const MAX_FILES = 64;

export const UNKNOWN_RESULT = 255;
