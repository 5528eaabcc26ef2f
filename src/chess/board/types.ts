/**
 * The basic types: colours, pieces, squares and moves, all small integers.
 *
 * Piece numbers alternate colours (white pawn 0, black pawn 1, white knight 2, …), so that
 * `piece * 2` is the index of the piece's bitboard pair. Moves are 16 bits: from (6), to (6) and a
 * flag (4), the layout described at
 * https://www.chessprogramming.org/Encoding_Moves
 */

/** {@link WHITE} or {@link BLACK}. */
export type Color = number;
/** {@link PAWN} to {@link KING}, without its colour. */
export type PieceType = number;
/** A piece type with its colour ({@link pieceOf}), or {@link NO_PIECE}. */
export type Piece = number;
/** 0 (a1), 1 (b1) to 63 (h8), or {@link NO_SQUARE}. */
export type Square = number;
/** A move in 16 bits, or {@link NO_MOVE}. */
export type Move = number;

/** White, as a {@link Color}. */
export const WHITE: Color = 0;
/** Black, as a {@link Color}; `color ^ 1` is the other one. */
export const BLACK: Color = 1;

/** The name of a side, in messages and in the tags of PGN: `White` or `Black`. */
export const sideName = (color: Color): string => (color === WHITE ? 'White' : 'Black');

export const PAWN: PieceType = 0;
export const KNIGHT: PieceType = 1;
export const BISHOP: PieceType = 2;
export const ROOK: PieceType = 3;
export const QUEEN: PieceType = 4;
export const KING: PieceType = 5;

/** An empty square in the mailbox, and the captured piece of a quiet move. */
export const NO_PIECE: Piece = 12;
/** No square: no en passant target, or no rook for a castling right. */
export const NO_SQUARE: Square = 64;

/** The piece of a type and a colour. */
export const pieceOf = (type: PieceType, color: Color): Piece => type * 2 + color;
/** The type of a piece; {@link NO_PIECE} has none. */
export const typeOf = (piece: Piece): PieceType => piece >> 1;
/** The colour of a piece; {@link NO_PIECE} has none. */
export const colorOf = (piece: Piece): Color => piece & 1;

/** Piece letters as in FEN, indexed by piece. */
export const PIECE_LETTERS = 'PpNnBbRrQqKk';

/** The file of a square: 0 for the a-file to 7 for the h-file. */
export const fileOf = (square: Square): number => square & 7;
/** The rank of a square, from 0 to 7. */
export const rankOf = (square: Square): number => square >> 3;
/** The square on a file and a rank, both from 0 to 7. */
export const squareOf = (file: number, rank: number): Square => rank * 8 + file;
/** King distance: the number of king moves between two squares on an empty board. */
export const kingDistance = (a: Square, b: Square): number =>
  Math.max(Math.abs((a & 7) - (b & 7)), Math.abs((a >> 3) - (b >> 3)));

const FILES = 'abcdefgh';

/** `0` → `a1`, `63` → `h8`. */
export const squareName = (square: Square): string =>
  `${FILES[fileOf(square)]}${rankOf(square) + 1}`;

/** `a1` → `0`; {@link NO_SQUARE} for anything that is not the name of a square. */
export function squareFromName(name: string): Square {
  if (!/^[a-h][1-8]$/.test(name)) return NO_SQUARE;
  return squareOf(name.charCodeAt(0) - 97, name.charCodeAt(1) - 49);
}

/** "No move": from a1 to a1, which is never generated. */
export const NO_MOVE: Move = 0;

// Flags of moves: one of these, or PROMOTION with its additions.

/** The flag of a move that is none of the others. */
export const QUIET = 0;
/** A pawn's move of two squares. */
export const DOUBLE_PUSH = 1;
/** Castling is stored as the king taking its own rook, so Chess960 is the general case. */
export const CASTLING = 2;
/** A capture other than en passant; the bit is set in the flags of all captures. */
export const CAPTURE = 4;
/** An en passant capture. */
export const EN_PASSANT = 5;
/** Promotions: this bit plus the piece (knight 0 … queen 3), plus {@link CAPTURE} for captures. */
export const PROMOTION = 8;

/** The square that a move starts from. */
export const fromOf = (move: Move): Square => move & 63;
/** The square that a move goes to; for castling, the rook's. */
export const toOf = (move: Move): Square => (move >> 6) & 63;
/** The flag of a move, such as {@link CASTLING}. */
export const flagOf = (move: Move): number => move >> 12;
/** Whether a move is a capture, en passant included. */
export const isCapture = (move: Move): boolean => ((move >> 12) & CAPTURE) !== 0;
/** Whether a move is a promotion, with or without a capture. */
export const isPromotion = (move: Move): boolean => ((move >> 12) & PROMOTION) !== 0;
/** Whether a move is noisy: a capture or a promotion. */
export const isNoisy = (move: Move): boolean => ((move >> 12) & (CAPTURE | PROMOTION)) !== 0;
/** The piece type that a pawn promotes to; meaningless for other moves. */
export const promotionOf = (move: Move): PieceType => ((move >> 12) & 3) + KNIGHT;

/**
 * The capacity of a move list. 218 legal moves is the known maximum for the positions that
 * `parseFen` accepts (https://www.chessprogramming.org/Chess_Position).
 */
export const MAX_MOVES = 256;
