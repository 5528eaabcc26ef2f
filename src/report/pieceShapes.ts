/**
 * Our own drawings of the six pieces, each in a square of 100 units: a filled outline, and the lines on
 * it. A page has each of them once; boards reference them.
 */
import {
  BISHOP,
  BLACK,
  KING,
  KNIGHT,
  PAWN,
  type Piece,
  type PieceType,
  pieceOf,
  QUEEN,
  ROOK,
  WHITE,
} from '../chess/board/types.ts';

export interface PieceShape {
  outline: string;
  lines: string;
}

/** The base of every piece but the knight, below a body that ends at 74 units. */
const FOOT = 'M22 90v-5q0-7 8-7h40q8 0 8 7v5z';

export const SHAPES: Record<PieceType, PieceShape> = {
  [PAWN]: {
    outline: `M50 20a14 14 0 0 1 9 25q8 2 8 7h-9q2 17 12 26H30q10-9 12-26h-9q0-5 8-7a14 14 0 0 1 9-25z${FOOT}`,
    lines: 'M42 52h16',
  },
  [KNIGHT]: {
    outline: `M46 12q3 5 4 8q20 2 25 24q3 16 1 34H32q-1-12 8-20q8-6 8-12q-6 5-13 6q-4 7-11 6q-7-2-5-10q6-9 8-17q3-7 12-11q0-4 7-8z${FOOT}`,
    lines: 'M42 32l2 2M27 47l2 1M58 25q10 8 9 30',
  },
  [BISHOP]: {
    outline: `M50 9a6 6 0 0 1 4 10q16 12 16 26q0 8-7 14l3 7h-6l2 12H38l2-12h-6l3-7q-7-6-7-14q0-14 16-26a6 6 0 0 1 4-10z${FOOT}`,
    lines: 'M50 30v18M42 39h16M37 59h26M40 66h20',
  },
  [ROOK]: {
    outline: `M24 16h12v8h8v-8h12v8h8v-8h12v19l-9 8v24l6 11H27l6-11V43l-9-8z${FOOT}`,
    lines: 'M25 35h50M33 43h34M33 67h34',
  },
  [QUEEN]: {
    outline: `M50 9a6 6 0 0 1 3 11l9 25l9-20a6 6 0 1 1 6 2l-7 39l2 12H28l2-12l-7-39a6 6 0 1 1 6-2l9 20l9-25a6 6 0 0 1 3-11z${FOOT}`,
    lines: 'M30 66q20-6 40 0M31 57q19-6 38 0',
  },
  [KING]: {
    outline: `M46 6h8v7h7v8h-7v8q4 2 4 7q10-9 19-3q9 8-5 33l1 12H27l1-12q-14-25-5-33q9-6 19 3q0-5 4-7v-8h-7v-8h7z${FOOT}`,
    lines: 'M28 66q22-7 44 0M50 57q-1-12-8-21M50 57q1-12 8-21',
  },
};

/** The id by which a board references a piece. */
export const pieceId = (piece: Piece): string => `p${piece}`;

/** The pieces of both colours in units of a square, to be placed once in a page. */
export function drawPieceParts(): string {
  return Object.entries(SHAPES)
    .flatMap(([type, { outline, lines }]) =>
      [WHITE, BLACK].map(
        (color) =>
          `<g id="${pieceId(pieceOf(Number(type), color))}" class="shape ${color === BLACK ? 'black' : 'white'}-shape" transform="scale(.01)">` +
          `<path d="${outline}"/><path d="${lines}" fill="none" stroke="currentColor"/></g>`,
      ),
    )
    .join('');
}
