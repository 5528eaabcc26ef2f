/** What is on the board: numbers of pieces, and material in points (a pawn is worth one). */
import { popcount64 } from './bits.ts';
import type { Position } from './position.ts';
import { ALL, BISHOPS, KNIGHTS, PAWNS, QUEENS, ROOKS } from './positionLayout.ts';
import {
  BISHOP,
  type Color,
  EN_PASSANT,
  flagOf,
  isCapture,
  KNIGHT,
  type Move,
  PAWN,
  type PieceType,
  QUEEN,
  ROOK,
  toOf,
  typeOf,
} from './types.ts';

/** Points by piece type: pawn, knight, bishop, rook, queen, king. */
export const PIECE_POINTS: readonly number[] = [1, 3, 3, 5, 9, 0];

/** The piece that a legal move captures; null if none. */
export function capturedBy(position: Position, move: Move): PieceType | null {
  if (!isCapture(move)) return null;
  return flagOf(move) === EN_PASSANT ? PAWN : typeOf(position.board[toOf(move)]!);
}

/** The pieces of both sides, kings and pawns included. */
export const countPieces = ({ bitboards: b }: Position): number =>
  popcount64(b[ALL]! | b[ALL + 2]!, b[ALL + 1]! | b[ALL + 3]!);

/** The pawns of both sides. */
export const countPawns = ({ bitboards: b }: Position): number =>
  popcount64(b[PAWNS]! | b[PAWNS + 2]!, b[PAWNS + 1]! | b[PAWNS + 3]!);

/** The pieces of a type (an offset of positionLayout.ts, such as {@link PAWNS}) that a side has. */
export function countOf({ bitboards: b }: Position, pieces: number, color: Color): number {
  const index = pieces + color * 2;
  return popcount64(b[index]!, b[index + 1]!);
}

/** The material of a side without its pawns, in points. */
export const pieceMaterial = (position: Position, color: Color): number =>
  PIECE_POINTS[KNIGHT]! * countOf(position, KNIGHTS, color) +
  PIECE_POINTS[BISHOP]! * countOf(position, BISHOPS, color) +
  PIECE_POINTS[ROOK]! * countOf(position, ROOKS, color) +
  PIECE_POINTS[QUEEN]! * countOf(position, QUEENS, color);

/** A difference of material, in points. */
interface MaterialBalance {
  all: number;
  /** Without pawns. */
  pieces: number;
}

/** A side's material minus the other side's. */
export function materialBalance(position: Position, color: Color): MaterialBalance {
  const pawns = countOf(position, PAWNS, color) - countOf(position, PAWNS, color ^ 1);
  const pieces = pieceMaterial(position, color) - pieceMaterial(position, color ^ 1);
  return { all: pawns + pieces, pieces };
}
