/** A text diagram of the board. */
import { NO_PIECE, PIECE_LETTERS, type Piece, squareOf } from './types.ts';

/** The board as text, white at the bottom, with rank and file labels. */
export function formatDiagram({ board }: { readonly board: ArrayLike<Piece> }): string {
  const edge = '  +---+---+---+---+---+---+---+---+';
  const lines = [edge];
  for (let rank = 7; rank >= 0; rank--) {
    const squares = Array.from({ length: 8 }, (_, file) => {
      const piece = board[squareOf(file, rank)]!;
      return piece === NO_PIECE ? ' ' : PIECE_LETTERS[piece];
    });
    lines.push(`${rank + 1} | ${squares.join(' | ')} |`, edge);
  }
  lines.push('    a   b   c   d   e   f   g   h');
  return lines.join('\n');
}
