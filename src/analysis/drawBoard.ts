/**
 * A board as a picture in SVG, White below, with arrows for moves. Its colours are the page's. What
 * all boards have in common, the squares and the pieces, a page holds once (`drawBoardParts`), so
 * that a board for every move of a game stays small.
 */

import { castledKing } from '../chess/board/castling.ts';
import type { Position } from '../chess/board/position.ts';
import {
  CASTLING,
  fileOf,
  flagOf,
  fromOf,
  type Move,
  NO_PIECE,
  rankOf,
  type Square,
  squareOf,
  toOf,
} from '../chess/board/types.ts';
import { drawPieceParts, pieceId } from './pieceShapes.ts';

export interface Arrow {
  move: Move;
  /** The class of the arrow, which gives it its colour. */
  kind: string;
}

/** The sides of a board, a square being 1. */
const SIDE = 8;
/** Of an arrow: half the width of its shaft, half that of its head, and the head's length. */
const SHAFT = 0.09;
const HEAD = 0.24;
const HEAD_LENGTH = 0.38;
/** How far from the middle of its square an arrow begins. */
const TAIL_GAP = 0.27;

/** For once in a page, before all boards. */
export function drawBoardParts(): string {
  const dark: string[] = [];
  for (let square = 0; square < 64; square++) {
    if (isDark(square)) dark.push(`M${fileOf(square)} ${top(square)}h1v1h-1z`);
  }
  const squares = [
    '<g id="squares">',
    `<rect class="light" width="${SIDE}" height="${SIDE}"/>`,
    `<path class="dark" d="${dark.join('')}"/>`,
    ...coordinates(),
    '</g>',
  ];
  return `<svg class="parts" width="0" height="0" aria-hidden="true"><defs>${squares.join('')}${drawPieceParts()}</defs></svg>`;
}

/**
 * `title` is what a person who does not see the picture is told; it must be free of markup. The
 * squares of the `last` move are coloured.
 */
export function drawBoard(
  position: Position,
  arrows: readonly Arrow[],
  title: string,
  last: Move | null = null,
): string {
  const pieces: string[] = [];
  for (let square = 0; square < 64; square++) {
    const piece = position.board[square]!;
    if (piece === NO_PIECE) continue;
    pieces.push(`<use href="#${pieceId(piece)}" x="${fileOf(square)}" y="${top(square)}"/>`);
  }
  const marked = last === null ? [] : [fromOf(last), targetOf(last)];
  const squares = marked.map((square) => `M${fileOf(square)} ${top(square)}h1v1h-1z`).join('');
  return [
    `<svg class="board" viewBox="0 0 ${SIDE} ${SIDE}" role="img" aria-label="${title}">`,
    '<use href="#squares"/>',
    squares === '' ? '' : `<path class="last" d="${squares}"/>`,
    ...pieces,
    ...arrows.map(({ move, kind }) => `<path class="arrow ${kind}" d="${arrowPath(move)}"/>`),
    '</svg>',
  ].join('');
}

const top = (square: Square): number => 7 - rankOf(square);
const isDark = (square: Square): boolean => (fileOf(square) + rankOf(square)) % 2 === 0;

/** Where the piece that moves ends, the king when it castles. */
const targetOf = (move: Move): Square =>
  flagOf(move) === CASTLING ? castledKing(fromOf(move), toOf(move)) : toOf(move);

/** Files along the lower edge, ranks along the left one, each on its square. */
function coordinates(): string[] {
  const texts: string[] = [];
  for (let i = 0; i < 8; i++) {
    const [rank, file] = [squareOf(0, i), squareOf(i, 0)];
    const shade = (square: Square) => (isDark(square) ? 'on-dark' : 'on-light');
    texts.push(
      `<text class="coordinate ${shade(rank)}" x=".05" y="${top(rank) + 0.22}">${i + 1}</text>`,
      `<text class="coordinate ${shade(file)}" x="${i + 0.83}" y="7.94">${'abcdefgh'[i]}</text>`,
    );
  }
  return texts;
}

/** From the middle of one square to that of another: a shaft and a head. */
function arrowPath(move: Move): string {
  const [from, to] = [fromOf(move), targetOf(move)];
  const [x1, y1] = [fileOf(from) + 0.5, top(from) + 0.5];
  const [x2, y2] = [fileOf(to) + 0.5, top(to) + 0.5];
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

const round = (x: number): number => Math.round(x * 1000) / 1000;
