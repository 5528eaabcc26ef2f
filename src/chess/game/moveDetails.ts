/** A move spelled out for other programs and people, instead of a 16-bit integer. */
import { landingSquare } from '../board/castling.ts';
import { capturedBy } from '../board/material.ts';
import type { Position } from '../board/position.ts';
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

/** Names in the order of the colours. */
export const COLOR_NAMES = ['white', 'black'] as const;
/** A colour by name. */
export type ColorName = (typeof COLOR_NAMES)[number];
/** Names in the order of the piece types. */
export const PIECE_NAMES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
/** A type of piece by name. */
export type PieceName = (typeof PIECE_NAMES)[number];

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
  /** Squares, such as `e2`. Of castling, those of the king. */
  from: string;
  to: string;
  /** The piece that is taken, also en passant; null if there is none. */
  captured: PieceName | null;
  /** The piece that a pawn becomes; null for other moves. */
  promotion: PieceName | null;
  castling: 'kingside' | 'queenside' | null;
  san: string;
  uci: string;
}

/** Describes a legal move of a position. */
export function describeMove(position: Position, move: Move): MoveDetails {
  const [from, to] = [fromOf(move), toOf(move)];
  const captured = capturedBy(position, move);
  return {
    color: COLOR_NAMES[position.turn]!,
    piece: PIECE_NAMES[typeOf(position.board[from]!)]!,
    from: squareName(from),
    to: squareName(landingSquare(move)),
    captured: captured === null ? null : PIECE_NAMES[captured]!,
    promotion: isPromotion(move) ? PIECE_NAMES[promotionOf(move)]! : null,
    castling: flagOf(move) === CASTLING ? (to > from ? 'kingside' : 'queenside') : null,
    san: formatSan(position, move),
    uci: formatUciMove(move, position.chess960),
  };
}
