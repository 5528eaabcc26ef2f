/** The board of a game at the terminal, from either side, with or without colours. */
import type { Position } from '../chess/board/position.ts';
import {
  colorOf,
  NO_PIECE,
  PIECE_LETTERS,
  type Piece,
  type Square,
  squareOf,
  typeOf,
} from '../chess/board/types.ts';

export interface BoardStyle {
  /** Pieces are letters, as in FEN, not Unicode's symbols. */
  ascii: boolean;
  /** Colours a text. Null where there are no colours. */
  paint: ((styles: PaintStyle[], text: string) => string) | null;
}

export type PaintStyle = 'bgWhite' | 'bgCyan' | 'bgYellow' | 'black';

/**
 * Indexed by piece type: White's in outline, Black's solid, as in print. So both can be told apart
 * without colours, and black ink is easy to read on all grounds, whatever the terminal's palette.
 */
const SYMBOLS = ['♙♘♗♖♕♔', '♟♞♝♜♛♚'];

/** `marked` are the squares of the last move. */
export function drawBoard(
  position: Position,
  { ascii, paint }: BoardStyle,
  isFlipped = false,
  marked: readonly Square[] = [],
): string {
  const files = isFlipped ? [7, 6, 5, 4, 3, 2, 1, 0] : [0, 1, 2, 3, 4, 5, 6, 7];
  const rows = files.toReversed().map((rank) => {
    const squares = files.map((file) => {
      const square = squareOf(file, rank);
      const isMarked = marked.includes(square);
      const text = symbol(position.board[square]!, ascii);
      if (paint === null) return (isMarked ? '>' : ' ') + (text === ' ' ? EMPTY[+ascii] : text);
      const ground = (file + rank) % 2 === 1 ? 'bgWhite' : 'bgCyan';
      return paint([isMarked ? 'bgYellow' : ground, 'black'], ` ${text} `);
    });
    return `${rank + 1} ${squares.join('')}`;
  });
  const names = files.map((file) => 'abcdefgh'[file]);
  return [...rows, `   ${names.join(paint === null ? ' ' : '  ')}`].join('\n');
}

/** Where no ground shows that there is a square: a dot of Unicode, and of ASCII. */
const EMPTY = ['·', '.'];

function symbol(piece: Piece, ascii: boolean): string {
  if (piece === NO_PIECE) return ' ';
  return ascii ? PIECE_LETTERS[piece]! : SYMBOLS[colorOf(piece)]![typeOf(piece)]!;
}
