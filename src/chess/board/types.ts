/**
 * The words everything else is written in: colours, pieces, squares and moves, all small integers.
 *
 * Pieces interleave the colours (white pawn 0, black pawn 1, white knight 2, …) so that
 * `piece * 2` is at once the index of the piece's bitboard pair. Moves are 16 bits:
 * from (6), to (6) and a flag (4), the layout described at
 * https://www.chessprogramming.org/Encoding_Moves
 */

export type Color = number;
export type PieceType = number;
export type Piece = number;
export type Square = number;
export type Move = number;

export const WHITE: Color = 0;
export const BLACK: Color = 1;

/** As messages have it. */
export const colorName = (color: Color): string => (color === WHITE ? 'White' : 'Black');

export const PAWN: PieceType = 0;
export const KNIGHT: PieceType = 1;
export const BISHOP: PieceType = 2;
export const ROOK: PieceType = 3;
export const QUEEN: PieceType = 4;
export const KING: PieceType = 5;

/** What the mailbox holds for an empty square, and the captured piece of a quiet move. */
export const NO_PIECE: Piece = 12;
/** "No square", for the en passant target. */
export const NO_SQUARE: Square = 64;

/** A piece is made of type and colour, and taken apart again; {@link NO_PIECE} has neither. */
export const pieceOf = (type: PieceType, color: Color): Piece => type * 2 + color;
export const typeOf = (piece: Piece): PieceType => piece >> 1;
export const colorOf = (piece: Piece): Color => piece & 1;

/** Piece letters as in FEN, indexed by piece. */
export const PIECE_LETTERS = 'PpNnBbRrQqKk';

/** Files and ranks count from 0. */
export const fileOf = (square: Square): number => square & 7;
export const rankOf = (square: Square): number => square >> 3;
export const squareOf = (file: number, rank: number): Square => rank * 8 + file;
/** Moves of a king from one square to another on an empty board. */
export const kingSteps = (a: Square, b: Square): number =>
  Math.max(Math.abs((a & 7) - (b & 7)), Math.abs((a >> 3) - (b >> 3)));

const FILES = 'abcdefgh';

/** `0` → `a1`, `63` → `h8`. */
export const squareName = (square: Square): string =>
  `${FILES[fileOf(square)]}${rankOf(square) + 1}`;

/** `a1` → `0`; anything that is not a square's name gives {@link NO_SQUARE}. */
export function squareFromName(name: string): Square {
  if (!/^[a-h][1-8]$/.test(name)) return NO_SQUARE;
  return squareOf(name.charCodeAt(0) - 97, name.charCodeAt(1) - 49);
}

/** "No move": from a1 to a1, which no generator ever writes. */
export const NO_MOVE: Move = 0;

export const QUIET = 0;
export const DOUBLE_PUSH = 1;
/** Castling is stored as the king taking its own rook, so Chess960 is the general case. */
export const CASTLING = 2;
export const CAPTURE = 4;
export const EN_PASSANT = 5;
/** Promotions are this bit plus the piece (knight 0 … queen 3), plus {@link CAPTURE} if they take. */
export const PROMOTION = 8;

/** The parts of a move: 6 bits from, 6 bits to, 4 bits of flag. */
export const fromOf = (move: Move): Square => move & 63;
export const toOf = (move: Move): Square => (move >> 6) & 63;
export const flagOf = (move: Move): number => move >> 12;
export const isCapture = (move: Move): boolean => ((move >> 12) & CAPTURE) !== 0;
export const isPromotion = (move: Move): boolean => ((move >> 12) & PROMOTION) !== 0;
/** Captures and promotions: the moves that quiescence looks at. */
export const isNoisy = (move: Move): boolean => ((move >> 12) & (CAPTURE | PROMOTION)) !== 0;
/** The piece type a promoting move turns its pawn into; meaningless for other moves. */
export const promotionOf = (move: Move): PieceType => ((move >> 12) & 3) + KNIGHT;

/**
 * No position that `parseFen` accepts has more legal moves than 218, the known maximum for
 * sixteen pieces (https://www.chessprogramming.org/Chess_Position), so one list needs no more.
 */
export const MAX_MOVES = 256;
