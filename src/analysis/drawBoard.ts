/** A board as a picture in SVG, White below, with arrows for moves. Its colours are the page's. */
import type { Position } from '../chess/board/position.ts';
import { castledKing } from '../chess/board/position.ts';
import {
  BLACK,
  CASTLING,
  colorOf,
  fileOf,
  flagOf,
  fromOf,
  type Move,
  NO_PIECE,
  rankOf,
  type Square,
  squareOf,
  toOf,
  typeOf,
} from '../chess/board/types.ts';
import { drawPiece } from './pieceShapes.ts';

export interface Arrow {
  move: Move;
  /** The class of the arrow, which gives it its colour. */
  kind: string;
}

/** The side of a square. */
const SQUARE = 45;
const SIDE = 8 * SQUARE;
/** Of an arrow: half the width of its shaft, half that of its head, and the head's length. */
const SHAFT = 4;
const HEAD = 11;
const HEAD_LENGTH = 17;
/** How far from the middle of its square an arrow begins. */
const TAIL_GAP = 12;

/** `title` is what a person who does not see the picture is told; it must be free of markup. */
export function drawBoard(position: Position, arrows: readonly Arrow[], title: string): string {
  const squares: string[] = [];
  const pieces: string[] = [];
  for (let square = 0; square < 64; square++) {
    const x = left(square);
    const y = top(square);
    const isDark = (fileOf(square) + rankOf(square)) % 2 === 0;
    if (isDark) squares.push(`M${x} ${y}h${SQUARE}v${SQUARE}h-${SQUARE}z`);
    const piece = position.board[square]!;
    if (piece === NO_PIECE) continue;
    pieces.push(drawPiece(typeOf(piece), colorOf(piece) === BLACK, x, y, SQUARE));
  }
  return [
    `<svg class="board" viewBox="0 0 ${SIDE} ${SIDE}" role="img" aria-label="${title}">`,
    `<rect class="light" width="${SIDE}" height="${SIDE}"/>`,
    `<path class="dark" d="${squares.join('')}"/>`,
    ...coordinates(),
    ...pieces,
    ...arrows.map(({ move, kind }) => `<path class="arrow ${kind}" d="${arrowPath(move)}"/>`),
    '</svg>',
  ].join('');
}

const left = (square: Square): number => fileOf(square) * SQUARE;
const top = (square: Square): number => (7 - rankOf(square)) * SQUARE;

/** Files along the lower edge, ranks along the left one, each on its square. */
function coordinates(): string[] {
  const texts: string[] = [];
  for (let i = 0; i < 8; i++) {
    const rank = squareOf(0, i);
    const file = squareOf(i, 0);
    const shade = (square: Square) =>
      (fileOf(square) + rankOf(square)) % 2 === 0 ? 'dark' : 'light';
    texts.push(
      `<text class="on-${shade(rank)}" x="${left(rank) + 2.5}" y="${top(rank) + 10}">${i + 1}</text>`,
      `<text class="on-${shade(file)}" x="${left(file) + SQUARE - 8}" y="${SIDE - 3}">${'abcdefgh'[i]}</text>`,
    );
  }
  return texts;
}

/** From the middle of one square to that of another: a shaft and a head. */
function arrowPath(move: Move): string {
  const from = fromOf(move);
  const to = flagOf(move) === CASTLING ? castledKing(from, toOf(move)) : toOf(move);
  const [x1, y1] = [left(from) + SQUARE / 2, top(from) + SQUARE / 2];
  const [x2, y2] = [left(to) + SQUARE / 2, top(to) + SQUARE / 2];
  const length = Math.hypot(x2 - x1, y2 - y1);
  // A king that castles in Chess960 may stay where it is.
  if (length === 0) return '';
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const point = (along: number, aside: number) =>
    `${round(x1 + ux * along - uy * aside)} ${round(y1 + uy * along + ux * aside)}`;
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

const round = (x: number): number => Math.round(x * 10) / 10;
