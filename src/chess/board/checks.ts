/**
 * Attack detection: checks, pins, attacked squares.
 *
 * Pins and checkers come from one pass over the enemy sliders that see the king on an empty board:
 * if nothing stands in between, it gives check; if a single piece does, that piece is pinned.
 * https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)
 */
import {
  BETWEEN,
  BISHOP_RAYS,
  bishopAttacks,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  PAWN_ATTACKS,
  ROOK_RAYS,
  rookAttacks,
  SLIDER_ATTACKS,
} from './attacks.ts';
import {
  ALL,
  BISHOPS,
  CHECKERS,
  CHECKS_KNOWN,
  KINGS,
  KNIGHTS,
  PAWNS,
  PINNED,
  type Placement,
  QUEENS,
  ROOKS,
} from './positionLayout.ts';
import type { Color, Square } from './types.ts';

/** Checkers and pins of the side to move, in one pass over the enemy sliders that see its king. */
export function findChecks(position: Placement, state: number): void {
  const bb = position.bitboards;
  const states = position.states;
  const us = position.turn * 2;
  const them = us ^ 2;
  const kingLo = bb[KINGS + us]!;
  const king = kingLo !== 0 ? 31 - Math.clz32(kingLo) : 63 - Math.clz32(bb[KINGS + us + 1]!);
  const k = king * 2;
  const p = us * 64 + k;
  let checkersLo =
    (KNIGHT_ATTACKS[k]! & bb[KNIGHTS + them]!) | (PAWN_ATTACKS[p]! & bb[PAWNS + them]!);
  let checkersHi =
    (KNIGHT_ATTACKS[k + 1]! & bb[KNIGHTS + them + 1]!) |
    (PAWN_ATTACKS[p + 1]! & bb[PAWNS + them + 1]!);
  let pinnedLo = 0;
  let pinnedHi = 0;

  const ownLo = bb[ALL + us]!;
  const ownHi = bb[ALL + us + 1]!;
  const occupiedLo = ownLo | bb[ALL + them]!;
  const occupiedHi = ownHi | bb[ALL + them + 1]!;
  let snipersLo =
    (ROOK_RAYS[k]! & (bb[ROOKS + them]! | bb[QUEENS + them]!)) |
    (BISHOP_RAYS[k]! & (bb[BISHOPS + them]! | bb[QUEENS + them]!));
  let snipersHi =
    (ROOK_RAYS[k + 1]! & (bb[ROOKS + them + 1]! | bb[QUEENS + them + 1]!)) |
    (BISHOP_RAYS[k + 1]! & (bb[BISHOPS + them + 1]! | bb[QUEENS + them + 1]!));
  while ((snipersLo | snipersHi) !== 0) {
    let sniper: Square;
    if (snipersLo !== 0) {
      sniper = 31 - Math.clz32(snipersLo & -snipersLo);
      snipersLo &= snipersLo - 1;
    } else {
      sniper = 63 - Math.clz32(snipersHi & -snipersHi);
      snipersHi &= snipersHi - 1;
    }
    const between = (king * 64 + sniper) * 2;
    const lo = BETWEEN[between]! & occupiedLo;
    const hi = BETWEEN[between + 1]! & occupiedHi;
    if ((lo | hi) === 0) {
      if (sniper < 32) checkersLo |= 1 << sniper;
      else checkersHi |= 1 << sniper;
    } else if (hi === 0 ? (lo & (lo - 1)) === 0 : lo === 0 && (hi & (hi - 1)) === 0) {
      pinnedLo |= lo & ownLo;
      pinnedHi |= hi & ownHi;
    }
  }
  states[state + CHECKERS] = checkersLo;
  states[state + CHECKERS + 1] = checkersHi;
  states[state + PINNED] = pinnedLo;
  states[state + PINNED + 1] = pinnedHi;
  states[state + CHECKS_KNOWN] = 1;
}

/**
 * Whether `by` attacks a square, given an occupancy that may differ from the board's. Pawns missing
 * from the occupancy do not attack, so that an en passant capture can be tried out.
 */
export function isAttacked(
  position: Placement,
  square: Square,
  by: Color,
  occupiedLo: number,
  occupiedHi: number,
): boolean {
  const bb = position.bitboards;
  const them = by * 2;
  const s = square * 2;
  const p = (by ^ 1) * 128 + s;
  if (
    ((KNIGHT_ATTACKS[s]! & bb[KNIGHTS + them]!) |
      (KNIGHT_ATTACKS[s + 1]! & bb[KNIGHTS + them + 1]!) |
      (KING_ATTACKS[s]! & bb[KINGS + them]!) |
      (KING_ATTACKS[s + 1]! & bb[KINGS + them + 1]!) |
      (PAWN_ATTACKS[p]! & bb[PAWNS + them]! & occupiedLo) |
      (PAWN_ATTACKS[p + 1]! & bb[PAWNS + them + 1]! & occupiedHi)) !==
    0
  ) {
    return true;
  }
  const diagonalLo = (bb[BISHOPS + them]! | bb[QUEENS + them]!) & BISHOP_RAYS[s]!;
  const diagonalHi = (bb[BISHOPS + them + 1]! | bb[QUEENS + them + 1]!) & BISHOP_RAYS[s + 1]!;
  if ((diagonalLo | diagonalHi) !== 0) {
    const i = bishopAttacks(square, occupiedLo, occupiedHi);
    if (((SLIDER_ATTACKS[i]! & diagonalLo) | (SLIDER_ATTACKS[i + 1]! & diagonalHi)) !== 0) {
      return true;
    }
  }
  const straightLo = (bb[ROOKS + them]! | bb[QUEENS + them]!) & ROOK_RAYS[s]!;
  const straightHi = (bb[ROOKS + them + 1]! | bb[QUEENS + them + 1]!) & ROOK_RAYS[s + 1]!;
  if ((straightLo | straightHi) !== 0) {
    const i = rookAttacks(square, occupiedLo, occupiedHi);
    if (((SLIDER_ATTACKS[i]! & straightLo) | (SLIDER_ATTACKS[i + 1]! & straightHi)) !== 0) {
      return true;
    }
  }
  return false;
}
