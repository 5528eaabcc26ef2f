/**
 * Explains why a move cannot be played, where parsers only say that it is illegal.
 *
 * The move is read as far as possible. The pieces it may refer to are then tested, from general reasons (no
 * such piece) to specific ones (pinned).
 */
import { quote } from '../../util/result.ts';
import { popcount64 } from '../board/bits.ts';
import { canReach } from '../board/legality.ts';
import { legalMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import {
  colorOf,
  fileOf,
  fromOf,
  KING,
  NO_PIECE,
  PAWN,
  type PieceType,
  pieceOf,
  ROOK,
  rankOf,
  type Square,
  sideName,
  squareFromName,
  squareName,
  toOf,
  typeOf,
  WHITE,
} from '../board/types.ts';
import { formatSan, readSan } from '../notation/san.ts';
import { PIECE_NAMES } from './moveDetails.ts';

/** Explains what is wrong with a move, in UCI notation or SAN, that a parser has rejected. */
export function explainIllegalMove(position: Position, text: string): string {
  const bare = text.trim();
  const san = readSan(bare);
  // In SAN case matters: B5c6 is a move of a bishop.
  const uci = /^([a-h][1-8])([a-h][1-8])([a-z])?$/.exec(san === null ? bare.toLowerCase() : bare);
  if (uci !== null) {
    const [from, to] = [squareFromName(uci[1]!), squareFromName(uci[2]!)];
    return explainFrom(position, from, to, uci[3] !== undefined);
  }
  if (san === null) return `not a move: ${quote(text)}`;
  if (san === 'O-O' || san === 'O-O-O') return explainCastling(position, san === 'O-O' ? 0 : 1);
  const { type, origin, to, promotion } = san;
  return explainPiece(position, type, origin, to, promotion !== null);
}

/** Explains a move given by its two squares. */
function explainFrom(position: Position, from: Square, to: Square, promotes: boolean): string {
  const piece = position.board[from]!;
  if (piece === NO_PIECE) return `there is no piece on ${squareName(from)}`;
  if (colorOf(piece) !== position.turn) {
    return `${describe(position, from)} is not ${sideName(position.turn)}'s`;
  }
  if (typeOf(piece) === KING && isCastling(position, from, to)) {
    return explainCastling(position, to > from ? 0 : 1);
  }
  return explainSquares(position, from, to, promotes);
}

/** Whether a king move must be meant as castling: onto its own rook, or a jump to the c or g file. */
function isCastling({ board, turn }: Position, from: Square, to: Square): boolean {
  const back = turn === WHITE ? 0 : 7;
  if (rankOf(from) !== back || rankOf(to) !== back) return false;
  if (board[to] === pieceOf(ROOK, turn)) return true;
  return Math.abs(from - to) > 1 && (fileOf(to) === 6 || fileOf(to) === 2);
}

/** Explains a move of a piece type; `hint` is the file, rank or square of its origin, or empty. */
function explainPiece(
  position: Position,
  type: PieceType,
  hint: string,
  to: Square,
  promotes: boolean,
): string {
  const name = PIECE_NAMES[type]!;
  const piece = pieceOf(type, position.turn);
  const pieces = Array.from(position.board.keys()).filter(
    (square) => position.board[square] === piece && squareName(square).includes(hint),
  );
  if (pieces.length === 0) {
    return `${sideName(position.turn)} has no ${name}${place(hint)}`;
  }
  const able = legalMoves(position).filter(
    (move) => toOf(move) === to && pieces.includes(fromOf(move)),
  );
  if (able.length > 1 && type !== PAWN) {
    return `ambiguous: ${able.map((move) => formatSan(position, move)).join(' or ')}`;
  }
  const reaching = pieces.filter((from) => canReach(position, from, to));
  const [candidate, ...others] = reaching.length > 0 ? reaching : pieces;
  if (reaching.length === 0 && others.length > 0) return `no ${name} can go to ${squareName(to)}`;
  return explainSquares(position, candidate!, to, promotes);
}

/** Where a square, file or rank is, as the end of a sentence; nothing for an empty hint. */
function place(hint: string): string {
  if (hint === '') return '';
  if (hint.length === 2) return ` on ${hint}`;
  return /[a-h]/.test(hint) ? ` on the ${hint}-file` : ` on rank ${hint}`;
}

/** Explains a move of one of the player's own pieces. */
function explainSquares(position: Position, from: Square, to: Square, promotes: boolean): string {
  const what = describe(position, from);
  const target = position.board[to]!;
  if (target !== NO_PIECE && colorOf(target) === position.turn) {
    return from === to ? `${what} is already there` : `${describe(position, to)} is in the way`;
  }
  if (!canReach(position, from, to)) return `${what} cannot go to ${squareName(to)}`;
  const type = typeOf(position.board[from]!);
  const isLegal = legalMoves(position).some((move) => fromOf(move) === from && toOf(move) === to);
  if (isLegal && type === PAWN && rankOf(to) % 7 === 0) {
    return `add the piece to promote to (queen, rook, bishop or knight): ${squareName(to)}=Q`;
  }
  if (isLegal && promotes) return `${what} does not promote on ${squareName(to)}`;
  if (type === KING) return `the king would be in check on ${squareName(to)}`;
  if (countCheckers(position) > 1) return 'double check: the king has to move';
  if (position.inCheck) return 'the king is in check, and this move does not stop it';
  return `${what} is pinned to its king`;
}

function explainCastling(position: Position, side: number): string {
  const right = position.turn * 2 + side;
  const name = side === 0 ? 'king side' : 'queen side';
  if (((position.rights >> right) & 1) === 0) {
    return `${sideName(position.turn)} can no longer castle on the ${name}`;
  }
  if (position.inCheck) return 'no castling out of check';
  const half = position.turn === WHITE ? 0 : 32;
  const path = position.castling.path[right]!;
  for (let i = 0; i < 32; i++) {
    const isOccupied = position.board[half + i] !== NO_PIECE;
    if (((path >> i) & 1) === 1 && isOccupied) {
      return `no castling: ${describe(position, half + i)} is in the way`;
    }
  }
  return 'no castling through or into check';
}

function countCheckers({ states, checkersIndex }: Position): number {
  return popcount64(states[checkersIndex]!, states[checkersIndex + 1]!);
}

/** `the knight on g1`. */
const describe = (position: Position, square: Square): string =>
  `the ${PIECE_NAMES[typeOf(position.board[square]!)]} on ${squareName(square)}`;
