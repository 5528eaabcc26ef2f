/** A move spelled out for other programs and people, instead of a 16-bit integer. */
import { fail, ok, quote, type Result } from '../../util/result.ts';
import { landingSquare } from '../board/castling.ts';
import { capturedBy } from '../board/material.ts';
import { legalMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import { COLOR_NAMES } from '../board/setup.ts';
import {
  CASTLING,
  colorOf,
  flagOf,
  fromOf,
  isPromotion,
  type Move,
  NO_PIECE,
  type Piece,
  promotionOf,
  squareName,
  toOf,
  typeOf,
} from '../board/types.ts';
import { formatSan } from '../notation/san.ts';
import { formatUciMove } from '../notation/uciMove.ts';

/** A colour by name. */
export type ColorName = (typeof COLOR_NAMES)[number];
/** Names in the order of the piece types. */
export const PIECE_NAMES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
/** A type of piece by name. */
export type PieceName = (typeof PIECE_NAMES)[number];

const PROMOTIONS: readonly PieceName[] = ['queen', 'rook', 'bishop', 'knight'];
const CASTLING_SIDES: readonly MoveDetails['castling'][] = ['kingside', 'queenside'];

/** A piece on a square. */
export interface GamePiece {
  color: ColorName;
  type: PieceName;
}

/** Null for an empty square. */
export const describePiece = (piece: Piece): GamePiece | null =>
  piece === NO_PIECE
    ? null
    : { color: COLOR_NAMES[colorOf(piece)]!, type: PIECE_NAMES[typeOf(piece)]! };

/** A move in detail, as text. */
export interface MoveDetails {
  /** The side that moves. */
  color: ColorName;
  piece: PieceName;
  /** The square that the piece leaves, such as `e2`. */
  from: string;
  /** The square that it goes to; for castling, the king's. */
  to: string;
  /** The piece that is taken, also en passant; null if there is none. */
  captured: PieceName | null;
  /** The piece that a pawn becomes; null for other moves. */
  promotion: PieceName | null;
  /** The side to which the king castles; null for other moves. */
  castling: 'kingside' | 'queenside' | null;
  san: string;
  uci: string;
}

function castlingSide(move: Move): MoveDetails['castling'] {
  if (flagOf(move) !== CASTLING) return null;
  return toOf(move) > fromOf(move) ? 'kingside' : 'queenside';
}

/** Describes a legal move of a position. */
export function describeMove(position: Position, move: Move): MoveDetails {
  const from = fromOf(move);
  const captured = capturedBy(position, move);
  return {
    color: COLOR_NAMES[position.turn]!,
    piece: PIECE_NAMES[typeOf(position.board[from]!)]!,
    from: squareName(from),
    to: squareName(landingSquare(move)),
    captured: captured === null ? null : PIECE_NAMES[captured]!,
    promotion: isPromotion(move) ? PIECE_NAMES[promotionOf(move)]! : null,
    castling: castlingSide(move),
    san: formatSan(position, move),
    uci: formatUciMove(move, position.chess960),
  };
}

/** A move as a board on the screen reports it. {@link MoveDetails} are one, too. */
export interface MoveSquares {
  /** A square, such as `e2`. */
  from: string;
  /** For castling, the square of the king or of the rook that it takes. */
  to: string;
  /** The piece that a pawn becomes on the last rank; ignored for other moves. */
  promotion?: PieceName | null | undefined;
  /** For Chess960, where the king may also move to the square to which it castles. */
  castling?: MoveDetails['castling'] | undefined;
}

/** Finds the legal move with these squares. */
export function findMove(
  position: Position,
  { from, to, promotion = null, castling = null }: MoveSquares,
): Result<Move> {
  if (typeof from !== 'string' || typeof to !== 'string') {
    return fail("a move is text, such as 'Nf3', or { from: 'g1', to: 'f3' }");
  }
  if (promotion !== null && !PROMOTIONS.includes(promotion)) {
    return fail(`promotion must be queen, rook, bishop or knight, not ${quote(promotion)}`);
  }
  if (castling !== null && !CASTLING_SIDES.includes(castling)) {
    return fail(`castling must be kingside or queenside, not ${quote(castling)}`);
  }
  const fits = (move: Move) =>
    squareName(fromOf(move)) === from &&
    [toOf(move), landingSquare(move)].some((square) => squareName(square) === to) &&
    (castling === null || castlingSide(move) === castling) &&
    (promotion === null || !isPromotion(move) || PIECE_NAMES[promotionOf(move)] === promotion);
  const moves = legalMoves(position).filter(fits);
  const move = moves.find((move) => castlingSide(move) === castling) ?? moves[0];
  if (move === undefined) return fail(`illegal move: ${quote(from + to)}`);
  return isPromotion(move) && promotion === null
    ? fail(`${from + to} promotes a pawn, but promotion is missing`)
    : ok(move);
}
