/**
 * The outline of a move's arrow, a shaft and a head, for boards drawn as SVG: in a report and on the
 * page.
 */
import { landingSquare } from '../chess/board/castling.ts';
import { fromOf, type Move, type Square } from '../chess/board/types.ts';

/** In sides of a square: half the width of the shaft, half that of the head, and the head's length. */
const SHAFT = 0.09;
const HEAD = 0.24;
const HEAD_LENGTH = 0.38;
/** The distance between the centre of the square and the start of the arrow. */
const TAIL_GAP = 0.27;

/**
 * The `d` of an SVG path from the centre of one square to that of another. `middleOf` returns the centre
 * of a square in the image's units; `side` is the side of a square in them. Empty if the piece stays
 * where it is, as a castling king may in Chess960.
 */
export function arrowPath(
  move: Move,
  side: number,
  middleOf: (square: Square) => readonly [x: number, y: number],
): string {
  const [x1, y1] = middleOf(fromOf(move));
  const [x2, y2] = middleOf(landingSquare(move));
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return '';
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const point = (along: number, aside: number) =>
    `${round(x1 + ux * along - uy * aside)} ${round(y1 + uy * along + ux * aside)}`;
  const [tail, neck] = [TAIL_GAP * side, length - HEAD_LENGTH * side];
  const [shaft, head] = [SHAFT * side, HEAD * side];
  return `M${[
    point(tail, shaft),
    point(neck, shaft),
    point(neck, head),
    point(length, 0),
    point(neck, -head),
    point(neck, -shaft),
    point(tail, -shaft),
  ].join('L')}z`;
}

const round = (x: number): number => Math.round(x * 1000) / 1000;
