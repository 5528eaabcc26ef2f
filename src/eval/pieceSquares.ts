/**
 * What a piece is worth on a square, in centipawns, for the middlegame and the endgame.
 *
 * They began as those of PeSTO by Ronald Friederich, published at
 * https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function, and have been fitted to our own
 * self-play and our other terms since (`npm run fit:eval`): what mobility or a passed pawn is worth
 * is no longer counted twice. Tables are written as one sees the board, a8 first, for white.
 */
import type { Position } from '../chess/position.ts';
import { NO_PIECE } from '../chess/types.ts';
import { pack } from './packed.ts';

const MATERIAL_MG = [83, 349, 373, 479, 1025, 0];
const MATERIAL_EG = [105, 278, 300, 510, 929, 0];

// biome-ignore format: a table is read as a board
const SQUARES_MG = [
  [ // pawn
       0,    0,    0,    0,    0,    0,    0,    0,
     100,  137,   63,   99,   57,  115,   16,    1,
       3,   24,   22,    2,   78,   42,   26,   -7,
       3,    3,    2,   12,   -1,   -5,  -30,  -23,
     -11,   -7,   -5,    0,    5,    1,  -22,  -36,
      -7,    9,   -7,  -16,   10,    3,   15,  -12,
     -15,    6,  -15,  -32,   -4,   22,   30,  -19,
       0,    0,    0,    0,    0,    0,    0,    0,
  ],
  [ // knight
    -174, -105,  -53,  -58,   43, -113,  -27, -122,
     -52,  -56,   42,   24,   17,   42,  -14,  -20,
     -50,   46,   17,   35,   62,   93,   48,   25,
       6,    8,    1,   33,   25,   30,    0,   17,
      -7,  -25,    5,    8,   17,   16,   45,    9,
     -30,  -13,   -8,  -10,   -1,    5,    5,  -15,
     -33,  -67,  -27,  -14,  -10,    5,  -11,  -10,
    -117,  -32,  -63,  -35,  -26,  -26,  -21,  -35,
  ],
  [ // bishop
     -47,   -1,  -90,  -45,  -32,  -48,    1,  -21,
     -32,  -15,  -33,   -5,   28,   43,    7,  -47,
     -24,   24,   10,   26,    2,   36,   -2,  -30,
       8,    4,   16,   34,    5,   22,    8,  -18,
     -41,    6,    0,   14,   16,    9,   27,   21,
     -15,   17,    9,   -3,    0,   14,   25,   11,
      22,   -2,   21,   -9,  -12,   19,   16,   13,
      -4,   24,  -15,  -26,   -9,  -32,  -37,  -16,
  ],
  [ // rook
      11,   36,   20,   37,   40,    9,   33,   35,
      15,   13,   40,   37,   69,   54,   15,   29,
       1,   -4,   35,   39,   13,   48,   52,   17,
     -21,    2,  -11,   25,   33,   30,   18,   -5,
      -6,  -12,  -17,    0,  -12,  -20,    1,  -26,
     -27,  -14,  -12,   -6,    6,  -12,   -8,   -8,
     -44,  -18,  -15,  -13,   -7,    6,   -1,  -65,
     -19,  -15,   -6,    2,    4,   -3,  -42,   -7,
  ],
  [ // queen
     -20,   -3,   29,   11,   53,   42,   61,   42,
     -12,  -41,   -5,    0,   -7,   56,   30,   33,
      -5,  -13,   -9,   16,   25,   46,   29,   40,
     -17,  -20,    8,    0,   26,   20,    8,    4,
      -9,  -15,  -10,   -3,    0,    7,   14,   13,
     -31,    4,  -16,   -9,    5,    0,   11,   26,
     -36,   -4,   13,  -10,    0,   24,  -19,   -3,
     -12,  -15,  -11,   -2,  -28,  -43,  -36,  -44,
  ],
  [ // king
     -71,   23,   18,  -15,  -52,  -32,    3,    6,
      34,    3,  -20,   -2,   -9,  -10,  -34,  -34,
      -8,   17,    1,  -19,  -18,    2,   21,  -22,
     -19,  -27,  -10,  -31,  -31,  -26,  -12,  -35,
     -50,    1,  -24,  -47,  -54,  -41,  -24,  -49,
      -1,   -5,  -17,  -36,  -44,  -34,  -10,  -23,
      26,    2,   -4,  -43,  -47,  -16,    1,    5,
     -25,   17,   13,  -59,   -3,  -28,   23,   15,
  ],
];

// biome-ignore format: a table is read as a board
const SQUARES_EG = [
  [ // pawn
       0,    0,    0,    0,    0,    0,    0,    0,
     160,  137,  146,  109,  115,  107,  134,  166,
      54,   53,   52,   49,   22,   44,   51,   65,
      27,   11,   -4,   -3,    3,   -2,   13,   14,
      14,    1,   -9,   -2,   -5,   -9,    1,   -7,
       6,  -12,  -22,   -5,   -2,   -7,  -16,  -21,
       3,   -2,    6,   -4,    3,   -6,   -5,  -22,
       0,    0,    0,    0,    0,    0,    0,    0,
  ],
  [ // knight
     -49,  -35,   -4,  -14,  -23,  -26,  -59, -103,
      -3,  -12,  -21,    1,    4,  -16,  -42,  -49,
     -11,  -35,    5,   16,   -5,  -22,  -13,  -36,
      -8,  -10,   17,   19,   35,    7,    3,   -8,
      -9,   -7,   18,   25,   18,   20,   22,  -13,
      -3,  -10,    1,   24,   15,    0,    2,  -16,
     -22,   -3,  -13,  -11,    8,   -8,   -4,  -33,
     -26,  -38,  -26,   -5,   -2,  -15,  -26,  -60,
  ],
  [ // bishop
     -13,   -4,   -3,  -18,    0,   -5,  -10,  -28,
      -8,  -26,  -10,    6,   -5,  -14,  -10,   -7,
      -3,  -12,   -3,   -6,   -4,  -13,    6,   -7,
     -23,   -5,    2,   -1,   17,   14,    8,   -8,
      -4,  -17,    4,    5,   -2,   11,   -2,   12,
      -4,  -14,    6,    0,    7,    0,    2,   -6,
      -1,   -5,   -8,   -5,    7,   -1,    5,  -12,
     -17,  -11,   -8,    9,   -3,    5,    6,  -16,
  ],
  [ // rook
      11,    9,   20,    1,   11,   26,   15,    0,
      17,   18,    4,    4,  -12,   10,    6,    2,
      19,   18,   -5,    6,    9,    5,  -16,    5,
      13,   19,   17,    6,    0,   10,   14,    5,
       3,   15,   10,   13,    3,    7,   12,    8,
      -6,    8,    6,   -2,    1,   13,    3,  -24,
     -10,   -7,    5,    2,   -8,  -11,    1,   -8,
      -4,    2,   -2,   -7,   -1,   -7,   18,  -17,
  ],
  [ // queen
      13,   29,   26,   28,   25,   25,   29,   22,
      -7,   38,   37,   48,   65,   23,   38,    5,
      -1,   16,   25,   56,   43,   39,   20,    7,
      11,   51,   45,   49,   64,   43,   63,   34,
     -18,   45,   36,   67,   44,   49,   39,   26,
     -12,   -2,   21,   17,   27,   42,   13,   18,
      -5,    1,  -26,  -16,    5,  -35,  -40,  -27,
     -38,  -27,  -17,  -56,  -17,  -30,  -17,  -34,
  ],
  [ // king
     -85,  -38,  -12,  -19,   -5,   12,    5,  -26,
     -20,    5,   -1,   29,   15,   33,   30,   -4,
      -9,    0,   19,    4,   26,   37,   37,   30,
     -17,   12,   33,   27,   43,   24,   44,   19,
     -22,    3,   18,   22,   23,   31,   12,   -7,
      -1,    0,    9,   14,   25,   23,   14,   -6,
     -21,  -10,   -6,    9,   11,    6,    0,   -7,
     -39,  -28,  -10,  -16,  -27,  -13,  -19,  -33,
  ],
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
  const row = isWhite ? square ^ 56 : square;
  const value = pack(
    MATERIAL_MG[type]! + SQUARES_MG[type]![row]!,
    MATERIAL_EG[type]! + SQUARES_EG[type]![row]!,
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
