/** Arrows over a board: the engine's best moves, a hint, the better move in a review. */

import {
  BLACK,
  type Color,
  fileOf,
  type Move,
  rankOf,
  type Square,
} from '../../../src/chess/board/types.ts';
import { arrowPath } from '../../../src/report/arrowShape.ts';
import { svg } from '../dom.ts';

export interface Arrow {
  move: Move;
  /** The CSS class that sets its colour. */
  kind: 'best' | 'second' | 'hint' | 'better' | 'played';
}

/** Side of a square in units of the SVG. */
const SQUARE = 100;

export function arrowElement({ move, kind }: Arrow, below: Color): SVGElement {
  const d = arrowPath(move, SQUARE, (square) => middle(square, below));
  return svg('path', { class: `arrow ${kind}`, d });
}

/** Column and row of a square on screen, from the left and from the top. */
export function placeOf(square: Square, below: Color): [column: number, row: number] {
  return below === BLACK
    ? [7 - fileOf(square), rankOf(square)]
    : [fileOf(square), 7 - rankOf(square)];
}

const middle = (square: Square, below: Color): [number, number] => {
  const [column, row] = placeOf(square, below);
  return [(column + 0.5) * SQUARE, (row + 0.5) * SQUARE];
};
