/**
 * What a piece is worth on a square, in centipawns, for the middlegame and the endgame.
 *
 * They began as those of PeSTO by Ronald Friederich, published at
 * https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function, and have been fitted to our own
 * self-play and our other terms since (`npm run fit:eval`): what mobility or a passed pawn is worth
 * is no longer counted twice. Both wings are alike but for the king: what a fit finds between them
 * is mostly chance. Tables are written as one sees the board, a8 first, for white; but for the
 * king's the files e to h mirror those from d to a.
 */
import type { Position } from '../chess/board/position.ts';
import { KING, NO_PIECE } from '../chess/board/types.ts';
import { pack } from './packed.ts';

const MATERIAL_MG = [83, 349, 373, 479, 1025, 0];
const MATERIAL_EG = [105, 348, 375, 638, 1161, 0];

// biome-ignore format: a table is read as a board
const SQUARES_MG = [
  [ // pawn
       0,    0,    0,    0,
      45,   69,   80,   70,
      -2,   23,   29,   36,
      -9,  -12,   -1,    5,
     -21,  -13,   -2,    2,
      -9,   11,   -2,   -3,
     -15,   16,    3,  -16,
       0,    0,    0,    0,
  ],
  [ // knight
    -133,  -59,  -75,   -7,
     -32,  -31,   38,   18,
     -11,   42,   50,   44,
      10,    4,   14,   26,
       1,    9,    9,   11,
     -20,   -4,   -1,   -5,
     -19,  -35,  -10,  -11,
     -68,  -24,  -40,  -27,
  ],
  [ // bishop
     -31,    0,  -62,  -35,
     -36,   -4,    5,   10,
     -24,   10,   21,   13,
      -4,    5,   17,   18,
      -9,   15,    4,   14,
      -2,   19,   10,   -1,
      16,    6,   18,   -9,
      -9,   -6,  -21,  -16,
  ],
  [ // rook
      21,   31,   13,   35,
      20,   13,   42,   48,
       8,   22,   37,   23,
     -12,    9,    9,   26,
     -14,   -5,  -17,   -5,
     -16,  -10,  -11,    0,
     -49,   -9,   -4,   -9,
     -12,  -26,   -4,    3,
  ],
  [ // queen
      10,   26,   32,   29,
       9,   -5,   23,   -3,
      16,    7,   17,   18,
      -6,   -5,   13,   12,
       2,    0,   -1,   -1,
      -2,    7,   -7,   -2,
     -18,  -10,   17,   -4,
     -25,  -23,  -24,  -13,
  ],
];

// biome-ignore format: a table is read as a board
const KING_MG = [
   -57,   18,   14,  -12,  -42,  -26,    2,    5,
    27,    2,  -16,   -2,   -7,   -8,  -27,  -27,
    -6,   14,    1,  -15,  -14,    2,   17,  -18,
   -15,  -22,   -8,  -25,  -25,  -21,  -10,  -28,
   -40,    1,  -19,  -38,  -43,  -33,  -19,  -39,
    -1,   -4,  -14,  -29,  -35,  -27,   -8,  -18,
    21,    2,   -3,  -34,  -38,  -13,    1,    4,
   -20,   14,   10,  -47,   -2,  -22,   18,   12,
];

// biome-ignore format: a table is read as a board
const SQUARES_EG = [
  [ // pawn
       0,    0,    0,    0,
     147,  122,  114,  101,
      54,   47,   43,   32,
      18,   11,   -3,    0,
       3,    1,   -8,   -3,
      -7,  -13,  -13,   -3,
      -9,   -3,    0,    0,
       0,    0,    0,    0,
  ],
  [ // knight
     -68,  -42,  -13,  -17,
     -23,  -24,  -17,    2,
     -21,  -22,   -8,    5,
      -7,   -3,   11,   24,
     -10,    7,   17,   19,
      -9,   -4,    0,   18,
     -25,   -3,   -9,   -1,
     -39,  -29,  -18,   -3,
  ],
  [ // bishop
     -18,   -6,   -4,   -8,
      -7,  -16,  -11,    0,
      -4,   -3,   -7,   -4,
     -14,    1,    7,    7,
       4,   -9,    7,    1,
      -4,   -5,    3,    3,
      -6,    0,   -4,    1,
     -15,   -2,   -1,    3,
  ],
  [ // rook
       5,   11,   21,    5,
       9,   11,    6,   -4,
      11,    1,    0,    7,
       8,   15,   12,    3,
       5,   12,    8,    7,
     -13,    5,    9,    0,
      -8,   -3,   -3,   -3,
      -9,    9,   -4,   -4,
  ],
  [ // queen
      16,   26,   23,   24,
      -1,   34,   27,   51,
       3,   16,   29,   45,
      20,   51,   40,   51,
       4,   38,   38,   50,
       3,    5,   28,   20,
     -14,  -18,  -27,   -5,
     -32,  -20,  -21,  -33,
  ],
];

// biome-ignore format: a table is read as a board
const KING_EG = [
   -68,  -30,  -10,  -15,   -4,   10,    4,  -21,
   -16,    4,   -1,   23,   12,   26,   24,   -3,
    -7,    0,   15,    3,   21,   30,   30,   24,
   -14,   10,   26,   22,   34,   19,   35,   15,
   -18,    2,   14,   18,   18,   25,   10,   -6,
    -1,    0,    7,   11,   20,   18,   11,   -5,
   -17,   -8,   -5,    7,    9,    5,    0,   -6,
   -31,  -22,   -8,  -13,  -22,  -10,  -15,  -26,
];

/**
 * Material and square together, packed (packed.ts), positive for white, negative for black.
 * Index `piece * 64 + square`.
 */
export const PIECE_SQUARES = Int32Array.from({ length: NO_PIECE * 64 }, (_, i) => {
  const piece = i >> 6;
  const square = i & 63;
  const type = piece >> 1;
  const isWhite = (piece & 1) === 0;
  const seen = isWhite ? square ^ 56 : square;
  const file = seen & 7;
  const half = (seen >> 3) * 4 + Math.min(file, 7 - file);
  const value = pack(
    MATERIAL_MG[type]! + (type === KING ? KING_MG[seen]! : SQUARES_MG[type]![half]!),
    MATERIAL_EG[type]! + (type === KING ? KING_EG[seen]! : SQUARES_EG[type]![half]!),
  );
  return isWhite ? value : -value;
});

/** How much of a middlegame a piece makes, 24 in the start position. Index piece. */
export const PHASE = Int32Array.from([0, 0, 1, 1, 1, 1, 2, 2, 4, 4, 0, 0]);
export const MAX_PHASE = 24;

/** How much of a middlegame a position is, 0 to {@link MAX_PHASE}. */
export function phaseOf({ board }: Position): number {
  let phase = 0;
  for (const piece of board) if (piece !== NO_PIECE) phase += PHASE[piece]!;
  return Math.min(phase, MAX_PHASE);
}
