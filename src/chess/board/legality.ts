/**
 * Whether a move that may come from another position, such as one of the transposition table, is legal here.
 * Nothing is generated, and any 16-bit number may be passed.
 */
import {
  BETWEEN,
  bishopAttacks,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  LINE,
  PAWN_ATTACKS,
  rookAttacks,
  SLIDER_ATTACKS,
} from './attacks.ts';
import { lowestSquare } from './bits.ts';
import { canCastle } from './castling.ts';
import { isAttacked } from './checks.ts';
import { isEnPassantLegal } from './enPassant.ts';
import type { Position } from './position.ts';
import { ALL, CHECKERS, PINNED } from './positionLayout.ts';
import {
  BISHOP,
  CAPTURE,
  CASTLING,
  type Color,
  DOUBLE_PUSH,
  EN_PASSANT,
  KING,
  KNIGHT,
  type Move,
  NO_PIECE,
  PAWN,
  PROMOTION,
  QUEEN,
  QUIET,
  ROOK,
  type Square,
  WHITE,
} from './types.ts';

/** Whether a move, given as any 16-bit number, is legal in this position. */
export function isLegal(position: Position, move: Move): boolean {
  const us = position.turn;
  const from = move & 63;
  const to = (move >> 6) & 63;
  const flag = move >> 12;
  const piece = position.board[from]!;
  if (piece === NO_PIECE || (piece & 1) !== us) return false;
  const type = piece >> 1;

  if (flag === CASTLING) {
    if (type !== KING || position.inCheck) return false;
    const right = us * 2 + (to > from ? 0 : 1);
    return to === position.castlingRooks[right] && canCastle(position, right);
  }
  if (flag === EN_PASSANT) {
    if (type !== PAWN || to !== position.epSquare) return false;
    const p = us * 128 + from * 2 + (to >> 5);
    return ((PAWN_ATTACKS[p]! >> to) & 1) === 1 && isEnPassantLegal(position, from, to);
  }

  const taken = position.board[to]!;
  if ((flag & CAPTURE) !== 0) {
    if (taken === NO_PIECE || (taken & 1) === us) return false;
  } else if (taken !== NO_PIECE) {
    return false;
  }
  if (type === PAWN) {
    if (!isPawnMove(position, us, from, to, flag)) return false;
  } else {
    if (flag !== QUIET && flag !== CAPTURE) return false;
    if (!reaches(position, type, from, to)) return false;
  }

  const bb = position.bitboards;
  if (type === KING) {
    const occupiedLo = (bb[ALL]! | bb[ALL + 2]!) & (from < 32 ? ~(1 << from) : -1);
    const occupiedHi = (bb[ALL + 1]! | bb[ALL + 3]!) & (from < 32 ? -1 : ~(1 << from));
    return !isAttacked(position, to, us ^ 1, occupiedLo, occupiedHi);
  }
  const half = to >> 5;
  const king = position.kingSquare(us);
  const checkers = position.checkersIndex;
  const checkersLo = position.states[checkers]!;
  const checkersHi = position.states[checkers + 1]!;
  if ((checkersLo | checkersHi) !== 0) {
    if (checkersLo !== 0 && checkersHi !== 0) return false;
    if ((checkersLo & (checkersLo - 1)) !== 0 || (checkersHi & (checkersHi - 1)) !== 0)
      return false;
    const between = (king * 64 + lowestSquare(checkersLo, checkersHi)) * 2;
    const block = BETWEEN[between + half]! | (half === 0 ? checkersLo : checkersHi);
    if (((block >> to) & 1) === 0) return false;
  }
  const pinned = position.states[checkers + PINNED - CHECKERS + (from >> 5)]!;
  if (((pinned >> from) & 1) === 0) return true;
  return ((LINE[(king * 64 + from) * 2 + half]! >> to) & 1) === 1;
}

/**
 * Whether the piece on `from` can move to `to` pseudo-legally, castling aside. Unlike
 * {@link isLegal} this does not test whether its king would be left in check.
 */
export function canReach(position: Position, from: Square, to: Square): boolean {
  const piece = position.board[from]!;
  const taken = position.board[to]!;
  if (piece === NO_PIECE || (taken !== NO_PIECE && (taken & 1) === (piece & 1))) return false;
  const type = piece >> 1;
  if (type !== PAWN) return reaches(position, type, from, to);
  const takes = taken !== NO_PIECE || to === position.epSquare;
  const flags = takes ? [CAPTURE] : [QUIET, DOUBLE_PUSH];
  const promotion = to >> 3 === 0 || to >> 3 === 7 ? PROMOTION : 0;
  return flags.some((flag) => isPawnMove(position, piece & 1, from, to, flag | promotion));
}

/** Pawn geometry. The caller has checked that captures capture and pushes do not. */
function isPawnMove(
  position: Position,
  us: Color,
  from: Square,
  to: Square,
  flag: number,
): boolean {
  const isLastRank = to >> 3 === (us === WHITE ? 7 : 0);
  if (isLastRank !== ((flag & PROMOTION) !== 0)) return false;
  if ((flag & CAPTURE) !== 0) {
    if (flag !== CAPTURE && (flag & PROMOTION) === 0) return false;
    return ((PAWN_ATTACKS[us * 128 + from * 2 + (to >> 5)]! >> to) & 1) === 1;
  }
  const forward = us === WHITE ? 8 : -8;
  if (flag === DOUBLE_PUSH) {
    return (
      from >> 3 === (us === WHITE ? 1 : 6) &&
      to === from + 2 * forward &&
      position.board[from + forward] === NO_PIECE
    );
  }
  return (flag === QUIET || (flag & PROMOTION) !== 0) && to === from + forward;
}

/** Whether there is a piece on `from` that attacks `to`, whatever is there. */
export function attacks(position: Position, from: Square, to: Square): boolean {
  const piece = position.board[from]!;
  if (piece === NO_PIECE) return false;
  if (piece >> 1 !== PAWN) return reaches(position, piece >> 1, from, to);
  return ((PAWN_ATTACKS[(piece & 1) * 128 + from * 2 + (to >> 5)]! >> to) & 1) === 1;
}

/** Whether a piece other than a pawn attacks `to` from `from`. */
function reaches(position: Position, type: number, from: Square, to: Square): boolean {
  const half = to >> 5;
  if (type === KNIGHT) return ((KNIGHT_ATTACKS[from * 2 + half]! >> to) & 1) === 1;
  if (type === KING) return ((KING_ATTACKS[from * 2 + half]! >> to) & 1) === 1;
  const bb = position.bitboards;
  const occupiedLo = bb[ALL]! | bb[ALL + 2]!;
  const occupiedHi = bb[ALL + 1]! | bb[ALL + 3]!;
  if (type === BISHOP || type === QUEEN) {
    const i = bishopAttacks(from, occupiedLo, occupiedHi);
    if (((SLIDER_ATTACKS[i + half]! >> to) & 1) === 1) return true;
  }
  if (type === ROOK || type === QUEEN) {
    const i = rookAttacks(from, occupiedLo, occupiedHi);
    return ((SLIDER_ATTACKS[i + half]! >> to) & 1) === 1;
  }
  return false;
}
