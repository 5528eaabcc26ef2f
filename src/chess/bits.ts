/**
 * Bit tricks on 32-bit halves. JavaScript has `Math.clz32`, which compiles to one instruction,
 * and nothing for the other end or for counting.
 */

/** The number of set bits. https://www.chessprogramming.org/Population_Count#SWAR-Popcount */
export function popcount(x: number): number {
  x -= (x >>> 1) & 0x55555555;
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The number of set bits in a bitboard. */
export const popcount64 = (lo: number, hi: number): number => popcount(lo) + popcount(hi);

/** The index of the lowest set bit of a half that is not zero. */
export const lowestBit = (x: number): number => 31 - Math.clz32(x & -x);

/** The lowest square of a bitboard that is not empty. */
export const lowestSquare = (lo: number, hi: number): number =>
  lo !== 0 ? lowestBit(lo) : 32 + lowestBit(hi);
