/** A position as plain data. Whether it is possible is checked by `readSetup` (readSetup.ts). */
import { type Color, colorOf, NO_PIECE, type Square, typeOf } from './types.ts';

/** The contents of a FEN. */
export interface Setup {
  /** The piece on each of the 64 squares. */
  board: Int8Array;
  /** The side to move. */
  turn: Color;
  /** The rook's square per right (white king side, queen side, then black), or {@link NO_SQUARE}. */
  castlingRooks: [Square, Square, Square, Square];
  /** The square that a pawn has just passed over, or {@link NO_SQUARE}. */
  epSquare: Square;
  /** Plies since the last capture or pawn move. */
  halfmoves: number;
  /** The full move number, from 1. */
  fullmove: number;
  /** Write castling as king takes rook. */
  chess960: boolean;
}

/** Names in the order of the colours. */
export const COLOR_NAMES = ['white', 'black'] as const;

/** The number of pieces of each type that a side has. */
export function countTypes(board: Int8Array, color: Color): number[] {
  const counts = [0, 0, 0, 0, 0, 0];
  for (let square = 0; square < 64; square++) {
    const piece = board[square]!;
    if (piece !== NO_PIECE && colorOf(piece) === color) counts[typeOf(piece)]!++;
  }
  return counts;
}
