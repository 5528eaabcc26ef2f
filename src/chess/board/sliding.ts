/**
 * Slider attacks ray by ray: slow and obvious. They are used to find the magics, to fill the attack
 * tables, and to test both.
 */
import type { Square } from './types.ts';

export const ROOK_DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

export const BISHOP_DIRECTIONS = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

export type Directions = readonly (readonly [number, number])[];

export const KNIGHT_STEPS: Directions = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];

/** A bitboard as an object, for code that is not performance-critical. */
export interface Bitboard {
  lo: number;
  hi: number;
}

/** The squares a slider on `square` reaches, blockers included. */
export function slideAttacks(
  square: Square,
  directions: Directions,
  occupiedLo: number,
  occupiedHi: number,
): Bitboard {
  let lo = 0;
  let hi = 0;
  for (const [df, dr] of directions) {
    let file = (square & 7) + df;
    let rank = (square >> 3) + dr;
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
      const to = rank * 8 + file;
      const bit = 1 << to;
      if (to < 32) lo |= bit;
      else hi |= bit;
      if (((to < 32 ? occupiedLo : occupiedHi) & bit) !== 0) break;
      file += df;
      rank += dr;
    }
  }
  return { lo, hi };
}

/** The squares whose occupancy matters to a slider: its rays without their last squares. */
export function relevantOccupancy(square: Square, directions: Directions): Bitboard {
  let lo = 0;
  let hi = 0;
  for (const direction of directions) {
    const ray = slideAttacks(square, [direction], 0, 0);
    const [df, dr] = direction;
    // The last square of the ray is attacked, occupied or not.
    let file = square & 7;
    let rank = square >> 3;
    while (file + df >= 0 && file + df < 8 && rank + dr >= 0 && rank + dr < 8) {
      file += df;
      rank += dr;
    }
    const last = rank * 8 + file;
    if (last === square) continue;
    lo |= last < 32 ? ray.lo & ~(1 << last) : ray.lo;
    hi |= last < 32 ? ray.hi : ray.hi & ~(1 << last);
  }
  return { lo, hi };
}
