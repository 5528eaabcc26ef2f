/**
 * Dead positions (FIDE Laws 5.2.2): no sequence of legal moves leads to mate, so the game is drawn at once.
 *
 * Two kinds are recognized: insufficient material, and blocked pawns that keep both sides apart, with nothing but
 * kings and bishops behind them.
 * https://en.wikipedia.org/wiki/Rules_of_chess#Dead_position
 */
import { pawnAttacksHi, pawnAttacksLo } from '../board/attacks.ts';
import type { Position } from '../board/position.ts';
import {
  BISHOPS,
  FILE_A,
  FILE_H,
  KINGS,
  KNIGHTS,
  LIGHT,
  PAWNS,
  QUEENS,
  ROOKS,
} from '../board/positionLayout.ts';
import { BLACK, type Color, NO_SQUARE, WHITE } from '../board/types.ts';

const DARK = ~LIGHT;

/** Whether the position is known to be dead, unless the side to move is checkmated. */
export const isDead = (position: Position): boolean =>
  hasInsufficientMaterial(position) || isBlocked(position);

/**
 * Whether no sequence of legal moves can mate: bare kings, one knight, or bishops that are all on
 * squares of one colour. Two knights can mate if the opponent cooperates, so they do not count.
 */
export function hasInsufficientMaterial(position: Position): boolean {
  const bb = position.bitboards;
  for (let half = 0; half < 2; half++) {
    const mating =
      bb[PAWNS + half]! |
      bb[PAWNS + 2 + half]! |
      bb[ROOKS + half]! |
      bb[ROOKS + 2 + half]! |
      bb[QUEENS + half]! |
      bb[QUEENS + 2 + half]!;
    if (mating !== 0) return false;
  }
  const knightsLo = bb[KNIGHTS]! | bb[KNIGHTS + 2]!;
  const knightsHi = bb[KNIGHTS + 1]! | bb[KNIGHTS + 3]!;
  const bishopsLo = bb[BISHOPS]! | bb[BISHOPS + 2]!;
  const bishopsHi = bb[BISHOPS + 1]! | bb[BISHOPS + 3]!;
  if ((knightsLo | knightsHi) === 0) {
    return ((bishopsLo | bishopsHi) & LIGHT) === 0 || ((bishopsLo | bishopsHi) & DARK) === 0;
  }
  if ((bishopsLo | bishopsHi) !== 0) return false;
  // One knight in all: one half holds none, the other a single bit.
  if (knightsLo !== 0 && knightsHi !== 0) return false;
  const knights = knightsLo | knightsHi;
  return (knights & (knights - 1)) === 0;
}

/**
 * Whether only kings and bishops can ever move, and no bishop can ever give check: every pawn has another in front of
 * it and none can be captured, in any sequence of moves. So neither king can be mated, unless it is already. Squares
 * count as reachable if only another piece is in the way, so not all such positions are found.
 */
export function isBlocked({ bitboards: bb, epSquare }: Position): boolean {
  const whiteLo = bb[PAWNS]!;
  const whiteHi = bb[PAWNS + 1]!;
  const blackLo = bb[PAWNS + 2]!;
  const blackHi = bb[PAWNS + 3]!;
  const pawnsLo = whiteLo | blackLo;
  const pawnsHi = whiteHi | blackHi;
  const aheadLo = (whiteLo << 8) | (blackLo >>> 8) | (blackHi << 24);
  const aheadHi = (whiteHi << 8) | (whiteLo >>> 24) | (blackHi >>> 8);
  if (((aheadLo & ~pawnsLo) | (aheadHi & ~pawnsHi)) !== 0 || epSquare !== NO_SQUARE) return false;
  for (let at = 0; at < 4; at++) {
    if ((bb[KNIGHTS + at]! | bb[ROOKS + at]! | bb[QUEENS + at]!) !== 0) return false;
  }
  return !canBreakThrough(bb, WHITE) && !canBreakThrough(bb, BLACK);
}

/**
 * Whether, with all pawns standing still, a pawn of this colour or its king can ever capture one, or a pawn a bishop;
 * or whether a bishop of the opponent can capture a pawn or give check.
 */
function canBreakThrough(bb: Int32Array, color: Color): boolean {
  const us = color * 2;
  const them = 2 - us;
  const ownLo = bb[PAWNS + us]!;
  const ownHi = bb[PAWNS + us + 1]!;
  const otherLo = bb[PAWNS + them]!;
  const otherHi = bb[PAWNS + them + 1]!;
  const attackedLo = pawnAttacksLo(color, ownLo, ownHi);
  const attackedHi = pawnAttacksHi(color, ownLo, ownHi);
  if (((attackedLo & otherLo) | (attackedHi & otherHi)) !== 0) return true;

  // The squares that the king can reach: https://www.chessprogramming.org/Fill_Algorithms
  let openLo = ~(ownLo | pawnAttacksLo(color ^ 1, otherLo, otherHi));
  let openHi = ~(ownHi | pawnAttacksHi(color ^ 1, otherLo, otherHi));
  let lo = 0;
  let hi = 0;
  let nextLo = bb[KINGS + us]!;
  let nextHi = bb[KINGS + us + 1]!;
  while (nextLo !== lo || nextHi !== hi) {
    lo = nextLo;
    hi = nextHi;
    const rowsLo = lo | besides(lo);
    const rowsHi = hi | besides(hi);
    nextLo |= (rowsLo | (rowsLo << 8) | (rowsLo >>> 8) | (rowsHi << 24)) & openLo;
    nextHi |= (rowsHi | (rowsHi << 8) | (rowsHi >>> 8) | (rowsLo >>> 24)) & openHi;
  }
  if (((lo & otherLo) | (hi & otherHi)) !== 0) return true;

  // The squares that the opponent's bishops can reach and attack, a diagonal step at a time. No pawn of ours and no
  // square of our king may be attacked, and no pawn may capture a bishop.
  const targetsLo = lo | ownLo;
  const targetsHi = hi | ownHi;
  openLo = ~(ownLo | otherLo);
  openHi = ~(ownHi | otherHi);
  nextLo = bb[BISHOPS + them]!;
  nextHi = bb[BISHOPS + them + 1]!;
  lo = 0;
  hi = 0;
  while (nextLo !== lo || nextHi !== hi) {
    lo = nextLo;
    hi = nextHi;
    const stepsLo = pawnAttacksLo(WHITE, lo, hi) | pawnAttacksLo(BLACK, lo, hi);
    const stepsHi = pawnAttacksHi(WHITE, lo, hi) | pawnAttacksHi(BLACK, lo, hi);
    if (((stepsLo & targetsLo) | (stepsHi & targetsHi)) !== 0) return true;
    nextLo |= stepsLo & openLo;
    nextHi |= stepsHi & openHi;
  }
  return ((lo & attackedLo) | (hi & attackedHi)) !== 0;
}

/** The squares to the left and right of those in one half of the board. */
const besides = (half: number): number => ((half << 1) & ~FILE_A) | ((half >>> 1) & ~FILE_H);
