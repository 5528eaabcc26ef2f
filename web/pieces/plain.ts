/**
 * A second set of pieces, our own drawings too: plain silhouettes for small boards. Each is in a square of
 * 100 units, as those of src/report/pieceShapes.ts, which are the first set.
 */
import {
  BISHOP,
  KING,
  KNIGHT,
  PAWN,
  type PieceType,
  QUEEN,
  ROOK,
} from '../../src/chess/board/types.ts';
import type { PieceShape } from '../../src/report/pieceShapes.ts';

/** From the right end of a body to its left end, at 74 units. */
const FOOT = 'q6 0 6 6v8H22v-8q0-6 6-6';

export const PLAIN_SHAPES: Record<PieceType, PieceShape> = {
  [PAWN]: {
    outline: `M50 24a13 13 0 0 1 9 22l8 28h5${FOOT}h5l8-28a13 13 0 0 1 9-22z`,
    lines: '',
  },
  [KNIGHT]: {
    outline: `M47 13l8 8q22 5 22 36q0 10-5 17${FOOT}h4q-3-14 9-24q-5 0-10 5q-7 7-13 1q-4-6 3-13l9-15q4-7 9-9z`,
    lines: 'M42 37h.1',
  },
  [BISHOP]: {
    outline: `M50 11q20 17 20 34q0 9-8 16l3 13h7${FOOT}h7l3-13q-8-7-8-16q0-17 20-34z`,
    lines: 'M55 30l-9 14',
  },
  [ROOK]: {
    outline: `M26 20h12v8h7v-8h10v8h7v-8h12v20l-8 6v28h6${FOOT}h6V46l-8-6z`,
    lines: '',
  },
  [QUEEN]: {
    outline: `M18 27l15 15l6-24l11 20l11-20l6 24l15-15l-10 47${FOOT}z`,
    lines: '',
  },
  [KING]: {
    outline: `M45 8h10v8h8v9h-8v9q19-7 26 5q5 12-9 35${FOOT}q-14-23-9-35q7-12 26-5v-9h-8v-9h8z`,
    lines: '',
  },
};
