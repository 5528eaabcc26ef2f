/** A board for a terminal, seen from either side, in colours if the terminal has enough of them. */
import type { Position } from '../chess/board/position.ts';
import {
  BLACK,
  colorOf,
  NO_PIECE,
  PIECE_LETTERS,
  type Piece,
  type Square,
  squareOf,
  typeOf,
} from '../chess/board/types.ts';

export interface BoardStyle {
  /** Pieces are letters as in FEN instead of Unicode symbols. */
  ascii: boolean;
  /** The terminal has the 256 colours of xterm. */
  colors: boolean;
}

/**
 * Indices in the palette of xterm, which no theme changes. The squares have medium brightness, so
 * that white and black pieces have a contrast of at least 3:1 on each.
 * https://www.ditig.com/256-colors-cheat-sheet
 */
export const PALETTE = {
  lightSquare: 67,
  darkSquare: 60,
  markedSquare: 136,
  whitePiece: 231,
  blackPiece: 16,
} as const;

/** Indexed by piece type. Outlines are for White if there are no colours to tell pieces apart. */
const SOLID = '♟♞♝♜♛♚';
const OUTLINE = '♙♘♗♖♕♔';
/** Selects text presentation: without it some terminals draw the pawn as an emoji. */
const AS_TEXT = '\ufe0e';

/** An empty square without colours: in Unicode, and in ASCII. */
const EMPTY = ['·', '.'];

/** Draws the board; `marked` are the squares of the last move. */
export function formatBoard(
  position: Position,
  { ascii, colors }: BoardStyle,
  isFlipped = false,
  marked: readonly Square[] = [],
): string {
  const files = isFlipped ? [7, 6, 5, 4, 3, 2, 1, 0] : [0, 1, 2, 3, 4, 5, 6, 7];
  const rows = files.toReversed().map((rank) => {
    const squares = files.map((file) => {
      const square = squareOf(file, rank);
      const piece = position.board[square]!;
      const isMarked = marked.includes(square);
      if (colors) return colored(piece, ascii, isMarked ? 'marked' : (file + rank) % 2);
      return (isMarked ? '>' : ' ') + plain(piece, ascii);
    });
    return `${rank + 1} ${squares.join('')}`;
  });
  const names = files.map((file) => 'abcdefgh'[file]);
  return [...rows, `   ${names.join(colors ? '  ' : ' ')}`].join('\n');
}

function plain(piece: Piece, ascii: boolean): string {
  if (piece === NO_PIECE) return EMPTY[+ascii]!;
  if (ascii) return PIECE_LETTERS[piece]!;
  return (colorOf(piece) === BLACK ? SOLID : OUTLINE)[typeOf(piece)]! + AS_TEXT;
}

/** `ground` is 0 for a dark square, 1 for a light one. */
function colored(piece: Piece, ascii: boolean, ground: number | 'marked'): string {
  const { lightSquare, darkSquare, markedSquare, whitePiece, blackPiece } = PALETTE;
  const back = ground === 'marked' ? markedSquare : ground === 1 ? lightSquare : darkSquare;
  const front = piece !== NO_PIECE && colorOf(piece) === BLACK ? blackPiece : whitePiece;
  const text =
    piece === NO_PIECE ? ' ' : ascii ? PIECE_LETTERS[piece]! : SOLID[typeOf(piece)]! + AS_TEXT;
  return `\x1b[48;5;${back};38;5;${front}m ${text} \x1b[0m`;
}
