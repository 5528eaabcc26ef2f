/**
 * What is drawn over a board: arrows of the engine and of the user, circles, and the mark of a reviewed
 * move.
 */
import {
  BLACK,
  type Color,
  fileOf,
  type Move,
  rankOf,
  type Square,
  squareOf,
} from '../../../src/chess/board/types.ts';
import { arrowPath } from '../../../src/report/arrowShape.ts';
import { svg } from '../dom.ts';
import type { Shape } from './shapes.ts';

export interface Arrow {
  move: Move;
  /** The CSS class that sets its colour. */
  kind: 'best' | 'second' | 'hint' | 'better' | 'threat';
}

/** A sign in the corner of a square, such as `??`. */
export interface Badge {
  square: Square;
  sign: string;
  /** The CSS class that sets its colour. */
  kind: string;
}

/** Side of a square, and the radii of a circle and of a badge, in units of the SVG. */
const SQUARE = 100;
const CIRCLE = 44;
const BADGE = 20;

export function arrowElement({ move, kind }: Arrow, below: Color): SVGElement {
  const d = arrowPath(move, SQUARE, (square) => middle(square, below));
  return svg('path', { class: `arrow ${kind}`, d });
}

/** An arrow or a circle that the user drew. */
export function shapeElement({ from, to, color }: Shape, below: Color): SVGElement {
  if (from !== to) {
    // An ordinary move is its two squares.
    const d = arrowPath(from | (to << 6), SQUARE, (square) => middle(square, below));
    return svg('path', { class: `arrow shape ${color}`, d });
  }
  const [cx, cy] = middle(from, below);
  return svg('circle', { class: `circle shape ${color}`, cx, cy, r: CIRCLE });
}

/** The badge lies over the upper right corner of its square, and within the board. */
export function badgeElement({ square, sign, kind }: Badge, below: Color): SVGElement {
  const [column, row] = placeOf(square, below);
  const x = Math.min((column + 1) * SQUARE - 8, 8 * SQUARE - BADGE - 2);
  const y = Math.max(row * SQUARE + 8, BADGE + 2);
  const text = svg('text', { x, y, dy: '.35em' });
  text.textContent = sign;
  return svg('g', { class: `badge ${kind}` }, svg('circle', { cx: x, cy: y, r: BADGE }), text);
}

/** Column and row of a square on screen, from the left and from the top. */
export function placeOf(square: Square, below: Color): [column: number, row: number] {
  return below === BLACK
    ? [7 - fileOf(square), rankOf(square)]
    : [fileOf(square), 7 - rankOf(square)];
}

/** The inverse of {@link placeOf}. */
export const squareIn = (column: number, row: number, below: Color): Square =>
  below === BLACK ? squareOf(7 - column, row) : squareOf(column, 7 - row);

const middle = (square: Square, below: Color): [number, number] => {
  const [column, row] = placeOf(square, below);
  return [(column + 0.5) * SQUARE, (row + 0.5) * SQUARE];
};
