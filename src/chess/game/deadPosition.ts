/**
 * Dead positions (FIDE Laws 5.2.2): no sequence of legal moves leads to mate, so the game is drawn at once.
 *
 * Two kinds are recognized: insufficient material, and pawn endings in which only the kings can ever move, because
 * every pawn is blocked by another and neither king can get at one. Others are not, such as blocked pawns with
 * bishops that cannot reach them.
 * https://en.wikipedia.org/wiki/Rules_of_chess#Dead_position
 */
import { pawnAttacksHi, pawnAttacksLo } from '../board/attacks.ts';
import type { Position } from '../board/position.ts';
import {
  ALL,
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
  hasInsufficientMaterial(position) || areAllPawnsBlocked(position);

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
 * Whether only the kings can ever move: there are only kings and pawns, no pawn can advance or capture, and neither
 * king can get at one. Then no pawn gives check again. So neither king can be mated, unless it is already.
 */
export function areAllPawnsBlocked({ bitboards: bb, epSquare }: Position): boolean {
  const whiteLo = bb[PAWNS]!;
  const whiteHi = bb[PAWNS + 1]!;
  const blackLo = bb[PAWNS + 2]!;
  const blackHi = bb[PAWNS + 3]!;
  const pawnsLo = whiteLo | blackLo;
  const pawnsHi = whiteHi | blackHi;
  const othersLo = (bb[ALL]! | bb[ALL + 2]!) ^ pawnsLo ^ (bb[KINGS]! | bb[KINGS + 2]!);
  const othersHi = (bb[ALL + 1]! | bb[ALL + 3]!) ^ pawnsHi ^ (bb[KINGS + 1]! | bb[KINGS + 3]!);
  if ((othersLo | othersHi) !== 0 || epSquare !== NO_SQUARE) return false;

  const aheadLo = (whiteLo << 8) | (blackLo >>> 8) | (blackHi << 24);
  const aheadHi = (whiteHi << 8) | (whiteLo >>> 24) | (blackHi >>> 8);
  if (((aheadLo & ~pawnsLo) | (aheadHi & ~pawnsHi)) !== 0) return false;
  return !canCapturePawn(bb, WHITE) && !canCapturePawn(bb, BLACK);
}

/** Whether a pawn of this colour can capture one, or the king in any number of moves, all others standing still. */
function canCapturePawn(bb: Int32Array, color: Color): boolean {
  const us = color * 2;
  const them = 2 - us;
  const ownLo = bb[PAWNS + us]!;
  const ownHi = bb[PAWNS + us + 1]!;
  const targetsLo = bb[PAWNS + them]!;
  const targetsHi = bb[PAWNS + them + 1]!;
  const attackedLo = pawnAttacksLo(color, ownLo, ownHi) & targetsLo;
  const attackedHi = pawnAttacksHi(color, ownLo, ownHi) & targetsHi;
  if ((attackedLo | attackedHi) !== 0) return true;

  // The squares where the king can go: https://www.chessprogramming.org/Fill_Algorithms
  const openLo = ~(ownLo | pawnAttacksLo(color ^ 1, targetsLo, targetsHi));
  const openHi = ~(ownHi | pawnAttacksHi(color ^ 1, targetsLo, targetsHi));
  let lo = bb[KINGS + us]!;
  let hi = bb[KINGS + us + 1]!;
  while (((lo & targetsLo) | (hi & targetsHi)) === 0) {
    const rowsLo = lo | besides(lo);
    const rowsHi = hi | besides(hi);
    const stepsLo = rowsLo | (rowsLo << 8) | (rowsLo >>> 8) | (rowsHi << 24);
    const stepsHi = rowsHi | (rowsHi << 8) | (rowsHi >>> 8) | (rowsLo >>> 24);
    const nextLo = lo | (stepsLo & openLo);
    const nextHi = hi | (stepsHi & openHi);
    if (nextLo === lo && nextHi === hi) return false;
    lo = nextLo;
    hi = nextHi;
  }
  return true;
}

/** The squares to the left and right of those in one half of the board. */
const besides = (half: number): number => ((half << 1) & ~FILE_A) | ((half >>> 1) & ~FILE_H);
