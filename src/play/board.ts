/** The board of a game at the terminal, from either side, with or without colours. */
import type { Position } from '../chess/position.ts';
import {
  BLACK,
  colorOf,
  NO_PIECE,
  PIECE_LETTERS,
  type Square,
  squareOf,
  typeOf,
} from '../chess/types.ts';

export interface BoardStyle {
  /** Pieces are letters, as in FEN, not Unicode's symbols. */
  ascii: boolean;
  /** Colours a text. Null where there are no colours. */
  paint: ((styles: PaintStyle[], text: string) => string) | null;
}

export type PaintStyle = 'bgYellow' | 'bgCyan' | 'bgBlue' | 'whiteBright' | 'black' | 'bold';

/** Indexed by piece type; the first are drawn in outline, for White where there are no colours. */
const OUTLINES = '♙♘♗♖♕♔';
const SOLIDS = '♟♞♝♜♛♚';

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
      const piece = position.board[square]!;
      const isLight = (file + rank) % 2 === 1;
      if (paint === null) {
        const left = marked.includes(square) ? '>' : ' ';
        return left + (piece === NO_PIECE ? (ascii ? '.' : '·') : symbol(piece, ascii, false));
      }
      const ground = marked.includes(square) ? 'bgYellow' : isLight ? 'bgCyan' : 'bgBlue';
      const ink = piece !== NO_PIECE && colorOf(piece) === BLACK ? 'black' : 'whiteBright';
      const text = piece === NO_PIECE ? ' ' : symbol(piece, ascii, true);
      return paint([ground, ink, 'bold'], ` ${text} `);
    });
    return `${rank + 1} ${squares.join('')}`;
  });
  const names = files.map((file) => 'abcdefgh'[file]);
  const gap = paint === null ? ' ' : '  ';
  return [...rows, `   ${names.join(gap)}`].join('\n');
}

/** Coloured pieces are all solid, so that both sides look the same but for their colour. */
function symbol(piece: number, ascii: boolean, isColored: boolean): string {
  if (ascii) return PIECE_LETTERS[piece]!;
  const isSolid = isColored || colorOf(piece) === BLACK;
  return (isSolid ? SOLIDS : OUTLINES)[typeOf(piece)]!;
}
