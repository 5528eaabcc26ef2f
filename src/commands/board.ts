/** A board in a terminal: solid pieces on coloured squares, or letters where there are no colours. */
import type { Position } from '../chess/position.ts';
import {
  BLACK,
  colorOf,
  fileOf,
  NO_PIECE,
  PIECE_LETTERS,
  rankOf,
  squareOf,
  typeOf,
} from '../chess/types.ts';

/** Indexed by piece type. */
const SOLID = '♟♞♝♜♛♚';

/** Of the 256 that terminals have: light and dark squares, white and black pieces. */
const COLORS = { light: 110, dark: 67, white: 231, black: 16 };

/** Eight ranks from White's side and the names of the files. `hasColors` is of 256 colours. */
export function formatBoard(position: Position, hasColors: boolean): string[] {
  const lines: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    const squares = Array.from({ length: 8 }, (_, file) => {
      const square = squareOf(file, rank);
      return hasColors ? colored(position, square) : plain(position, square);
    });
    lines.push(`${rank + 1} ${squares.join('')}`);
  }
  return [...lines, '   a  b  c  d  e  f  g  h'];
}

function plain(position: Position, square: number): string {
  const piece = position.board[square]!;
  return ` ${piece === NO_PIECE ? '·' : PIECE_LETTERS[piece]} `;
}

function colored(position: Position, square: number): string {
  const piece = position.board[square]!;
  const ground = (fileOf(square) + rankOf(square)) % 2 === 0 ? COLORS.dark : COLORS.light;
  const figure = piece === NO_PIECE ? ' ' : SOLID[typeOf(piece)];
  const ink = colorOf(piece) === BLACK ? COLORS.black : COLORS.white;
  return `\x1b[48;5;${ground};38;5;${ink}m ${figure} \x1b[0m`;
}
