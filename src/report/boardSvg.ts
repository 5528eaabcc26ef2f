/**
 * A board as SVG, White at the bottom, with arrows for moves. Colours come from the page's style sheet.
 * The parts that all boards share, squares and pieces, are in the page once (`drawBoardParts`), so that
 * a board for every move of a game stays small.
 */
import { landingSquare } from '../chess/board/castling.ts';
import type { Position } from '../chess/board/position.ts';
import {
  fileOf,
  fromOf,
  type Move,
  NO_PIECE,
  rankOf,
  type Square,
  squareOf,
} from '../chess/board/types.ts';
import { arrowPath } from './arrowShape.ts';
import { drawPieceParts, pieceId } from './pieceShapes.ts';

export interface Arrow {
  move: Move;
  /** The CSS class of the arrow, for its colour. */
  kind: string;
}

/** The side of a board, in squares. */
const SIDE = 8;

/** The shared parts, to be placed once in a page before all boards. */
export function drawBoardParts(): string {
  const dark = Array.from({ length: 64 }, (_, square) => square).filter(isDark);
  const squares = [
    '<g id="squares">',
    `<rect class="light" width="${SIDE}" height="${SIDE}"/>`,
    `<path class="dark" d="${outline(dark)}"/>`,
    '</g>',
    `<g id="coordinates">${coordinates().join('')}</g>`,
    // On a board that is turned around they stand upright at the lower left again.
    `<g id="coordinates-turned" transform="rotate(180 4 4)">${coordinates(true).join('')}</g>`,
  ];
  return `<svg class="parts" width="0" height="0" aria-hidden="true"><defs>${squares.join('')}${drawPieceParts()}</defs></svg>`;
}

/**
 * Draws a board. `title` is the text for screen readers; it must not contain markup. The squares of the
 * `last` move are highlighted.
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
    const place = `translate(${fileOf(square)} ${top(square)})`;
    pieces.push(`<g transform="${place}"><use class="piece" href="#${pieceId(piece)}"/></g>`);
  }
  return [
    `<svg class="board" viewBox="0 0 ${SIDE} ${SIDE}" role="img" aria-label="${title}">`,
    '<use href="#squares"/><use class="from-white" href="#coordinates"/>',
    '<use class="from-black" href="#coordinates-turned"/>',
    last === null ? '' : `<path class="last" d="${outline([fromOf(last), landingSquare(last)])}"/>`,
    ...pieces,
    ...arrows.map(
      ({ move, kind }) => `<path class="arrow ${kind}" d="${arrowPath(move, 1, middle)}"/>`,
    ),
    '</svg>',
  ].join('');
}

const top = (square: Square): number => 7 - rankOf(square);
/** The `d` of an SVG path around each of the squares. */
const outline = (squares: readonly Square[]): string =>
  squares.map((square) => `M${fileOf(square)} ${top(square)}h1v1h-1z`).join('');
const middle = (square: Square): [number, number] => [fileOf(square) + 0.5, top(square) + 0.5];
const isDark = (square: Square): boolean => (fileOf(square) + rankOf(square)) % 2 === 0;

/** Files along the lower edge, ranks along the left one, each on its square. */
function coordinates(isTurned = false): string[] {
  const texts: string[] = [];
  for (let i = 0; i < 8; i++) {
    // Both views have the same pattern of dark squares.
    const [rank, file] = [squareOf(0, i), squareOf(i, 0)];
    const shade = (square: Square) => (isDark(square) ? 'on-dark' : 'on-light');
    const name = isTurned ? 7 - i : i;
    texts.push(
      `<text class="coordinate ${shade(rank)}" x=".05" y="${top(rank) + 0.22}">${name + 1}</text>`,
      `<text class="coordinate ${shade(file)}" x="${i + 0.83}" y="7.94">${'abcdefgh'[name]}</text>`,
    );
  }
  return texts;
}
