/**
 * Where things stand in the typed arrays of a `Position`: its bitboards, and one frame of its state
 * stack a ply. Here and not beside the class, so that what the class is made of can use it.
 */
import type { Color, Square } from './types.ts';

/**
 * Offsets into `Position.bitboards`: add `color * 2`, then 0 for `lo` and 1 for `hi`.
 * (A piece's own bitboard is also at `piece * 2`.)
 */
export const PAWNS = 0;
export const KNIGHTS = 4;
export const BISHOPS = 8;
export const ROOKS = 12;
export const QUEENS = 16;
export const KINGS = 20;
export const ALL = 24;

// One frame of the state stack a ply, 16 integers (64 bytes, a cache line).
/** The piece captured by the move that led here. */
export const CAPTURED = 0;
/** Castling rights, four bits. */
export const RIGHTS = 1;
/** The en passant target, only when a legal capture exists. */
export const EP_SQUARE = 2;
/** Plies since the last capture or pawn move. */
export const HALFMOVES = 3;
/** How many plies back the position could possibly have occurred: nothing before an irreversible
 *  move (lost castling rights included) or a null move counts, nor before the known history. */
export const REVERSIBLE = 4;
/** Enemy pieces giving check to the side to move. Found when first asked for: see checkersIndex. */
export const CHECKERS = 5;
/** The side to move's pieces pinned to its king. Found along with the checkers. */
export const PINNED = 7;
/** 1 once checkers and pins have been found. */
export const CHECKS_KNOWN = 9;
export const FRAME = 16;

/** The light squares, in either half of the board. */
export const LIGHT = 0x55aa55aa;

/** What of a `Position` its own parts may use: where the pieces are, and who is to move. */
export interface Placement {
  readonly bitboards: Int32Array;
  readonly states: Int32Array;
  readonly turn: Color;
  kingSquare(color: Color): Square;
}
