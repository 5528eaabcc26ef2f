/** Whether a move gives check, directly or by discovery, found without making it. */
import {
  BETWEEN,
  BISHOP_RAYS,
  bishopAttacks,
  KNIGHT_ATTACKS,
  LINE,
  PAWN_ATTACKS,
  ROOK_RAYS,
  rookAttacks,
  SLIDER_ATTACKS,
} from './attacks.ts';
import type { Position } from './position.ts';
import { ALL, BISHOPS, QUEENS, ROOKS } from './positionLayout.ts';
import {
  BISHOP,
  CASTLING,
  EN_PASSANT,
  KING,
  KNIGHT,
  type Move,
  PAWN,
  PROMOTION,
  ROOK,
  type Square,
} from './types.ts';

/** Whether a legal move gives check. */
export function givesCheck(position: Position, move: Move): boolean {
  const flag = move >> 12;
  if (flag === CASTLING || flag === EN_PASSANT) {
    // Two pieces move, or one disappears: rare enough to make the move.
    position.make(move);
    const isCheck = position.inCheck;
    position.unmake(move);
    return isCheck;
  }
  const us = position.turn;
  const from = move & 63;
  const to = (move >> 6) & 63;
  const king = position.kingSquare(us ^ 1);
  const half = king >> 5;
  const type = (flag & PROMOTION) !== 0 ? (flag & 3) + KNIGHT : position.board[from]! >> 1;
  if (type === PAWN) {
    if (((PAWN_ATTACKS[us * 128 + to * 2 + half]! >> king) & 1) === 1) return true;
  } else if (type === KNIGHT) {
    if (((KNIGHT_ATTACKS[to * 2 + half]! >> king) & 1) === 1) return true;
  } else if (type !== KING) {
    const onDiagonal = type !== ROOK && ((BISHOP_RAYS[to * 2 + half]! >> king) & 1) === 1;
    const onStraight = type !== BISHOP && ((ROOK_RAYS[to * 2 + half]! >> king) & 1) === 1;
    if ((onDiagonal || onStraight) && isFree(position, from, to, king)) return true;
  }
  // Discovered: the piece leaves a line between the king and a slider of its own side.
  const leavesDiagonal = ((BISHOP_RAYS[from * 2 + half]! >> king) & 1) === 1;
  const leavesStraight = ((ROOK_RAYS[from * 2 + half]! >> king) & 1) === 1;
  if (!leavesDiagonal && !leavesStraight) return false;
  const line = (king * 64 + from) * 2;
  if (((LINE[line + (to >> 5)]! >> to) & 1) === 1) return false;
  const bb = position.bitboards;
  const sliders = (leavesDiagonal ? BISHOPS : ROOKS) + us * 2;
  const lo = (bb[sliders]! | bb[QUEENS + us * 2]!) & LINE[line]!;
  const hi = (bb[sliders + 1]! | bb[QUEENS + us * 2 + 1]!) & LINE[line + 1]!;
  if ((lo | hi) === 0) return false;
  const occupiedLo = (bb[ALL]! | bb[ALL + 2]!) & (from < 32 ? ~(1 << from) : -1);
  const occupiedHi = (bb[ALL + 1]! | bb[ALL + 3]!) & (from < 32 ? -1 : ~(1 << from));
  const i = leavesDiagonal
    ? bishopAttacks(king, occupiedLo, occupiedHi)
    : rookAttacks(king, occupiedLo, occupiedHi);
  return ((SLIDER_ATTACKS[i]! & lo) | (SLIDER_ATTACKS[i + 1]! & hi)) !== 0;
}

/** Whether the squares between two squares on a line are empty, ignoring a piece on `from`. */
function isFree({ bitboards: bb }: Position, from: Square, a: Square, b: Square): boolean {
  const between = (a * 64 + b) * 2;
  const lo = BETWEEN[between]! & (bb[ALL]! | bb[ALL + 2]!) & (from < 32 ? ~(1 << from) : -1);
  const hi =
    BETWEEN[between + 1]! & (bb[ALL + 1]! | bb[ALL + 3]!) & (from < 32 ? -1 : ~(1 << from));
  return (lo | hi) === 0;
}
