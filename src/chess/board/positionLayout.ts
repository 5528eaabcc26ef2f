/**
 * The layout of the typed arrays of a `Position`: its bitboards, and its stack with one state
 * per ply. Kept out of position.ts so that the modules which `Position` uses can import it.
 */
import type { Color, Piece, Square } from './types.ts';

/**
 * Offsets into `Position.bitboards`: add `color * 2`, then 0 for `lo` and 1 for `hi`.
 * (A piece's own bitboard is also at `piece * 2`. `ALL` holds all pieces of a colour.)
 */
export const PAWNS = 0;
export const KNIGHTS = 4;
export const BISHOPS = 8;
export const ROOKS = 12;
export const QUEENS = 16;
export const KINGS = 20;
export const ALL = 24;

// Offsets into a state of the stack; each ply has one.
/** The piece captured by the move that led here. */
export const CAPTURED = 0;
/** Castling rights, four bits. */
export const RIGHTS = 1;
/** The en passant target square, set only when a legal capture exists. */
export const EP_SQUARE = 2;
/** Plies since the last capture or pawn move. */
export const HALFMOVES = 3;
/**
 * How many plies back this position could have occurred: plies since the last irreversible move
 * (including a lost castling right), null move, or start of the known history.
 */
export const REVERSIBLE = 4;
/** Enemy pieces giving check to the side to move. Computed on demand, see `checkersIndex`. */
export const CHECKERS = 5;
/** The side to move's pieces pinned to its king. Computed along with the checkers. */
export const PINNED = 7;
/** 1 once checkers and pins have been computed. */
export const CHECKS_KNOWN = 9;
/** The low half of the Zobrist key of all pawns. */
export const PAWN_KEY = 10;
/** The low halves of the Zobrist keys of White's and of Black's other pieces. */
export const NON_PAWN_KEYS = 11;
/** Integers of a state: 64 bytes, one cache line. */
export const STATE_SIZE = 16;

/** Which of {@link PAWN_KEY} and {@link NON_PAWN_KEYS} a piece belongs to. */
export function partialKeyOf(piece: Piece): number {
  return piece < KNIGHTS / 2 ? PAWN_KEY : NON_PAWN_KEYS + (piece & 1);
}

/** The outer files; the same in both halves of the board. */
export const FILE_A = 0x01010101;
export const FILE_H = 0x80808080 | 0;

/** The light squares; the pattern is the same in both halves of the board. */
export const LIGHT = 0x55aa55aa;

/** The part of `Position` that attack detection needs. */
export interface Placement {
  readonly bitboards: Int32Array;
  readonly states: Int32Array;
  readonly turn: Color;
  kingSquare(color: Color): Square;
}
