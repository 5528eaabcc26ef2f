/** Arrows over a board: the engine's best moves, a hint, the better move in a review. */
import { castledKing } from '../../../src/chess/board/castling.ts';
import {
  BLACK,
  CASTLING,
  type Color,
  fileOf,
  flagOf,
  fromOf,
  type Move,
  rankOf,
  type Square,
  toOf,
} from '../../../src/chess/board/types.ts';
import { svg } from '../dom.ts';

export interface Arrow {
  move: Move;
  /** The class that gives it its colour. */
  kind: 'best' | 'second' | 'hint' | 'better' | 'played';
}

/** Side of a square; half the width of a shaft and of a head; the head's length. */
const SQUARE = 100;
const SHAFT = 9;
const HEAD = 24;
const HEAD_LENGTH = 38;
/** How far from the middle of its square an arrow begins. */
const TAIL_GAP = 28;

export function arrowElement({ move, kind }: Arrow, below: Color): SVGElement {
  return svg('path', { class: `arrow ${kind}`, d: arrowPath(move, below) });
}

/** From the middle of one square to that of another: a shaft and a head. */
function arrowPath(move: Move, below: Color): string {
  const from = fromOf(move);
  const to = flagOf(move) === CASTLING ? castledKing(from, toOf(move)) : toOf(move);
  const [x1, y1] = middle(from, below);
  const [x2, y2] = middle(to, below);
  const length = Math.hypot(x2 - x1, y2 - y1);
  // A king that castles in Chess960 may stay where it is.
  if (length === 0) return '';
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const point = (along: number, aside: number) =>
    `${Math.round(x1 + ux * along - uy * aside)} ${Math.round(y1 + uy * along + ux * aside)}`;
  const neck = length - HEAD_LENGTH;
  return `M${[
    point(TAIL_GAP, SHAFT),
    point(neck, SHAFT),
    point(neck, HEAD),
    point(length, 0),
    point(neck, -HEAD),
    point(neck, -SHAFT),
    point(TAIL_GAP, -SHAFT),
  ].join('L')}z`;
}

/** Column and row of a square as they are seen, from the left and from the top. */
export function placeOf(square: Square, below: Color): [column: number, row: number] {
  return below === BLACK
    ? [7 - fileOf(square), rankOf(square)]
    : [fileOf(square), 7 - rankOf(square)];
}

const middle = (square: Square, below: Color): [number, number] => {
  const [column, row] = placeOf(square, below);
  return [(column + 0.5) * SQUARE, (row + 0.5) * SQUARE];
};
