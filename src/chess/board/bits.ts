/**
 * Bit operations on 32-bit halves. JavaScript has `Math.clz32`, which compiles to one instruction,
 * but nothing to count trailing zeros or set bits.
 */

/**
 * The number of set bits in a bitboard.
 * https://www.chessprogramming.org/Population_Count#SWAR-Popcount
 */
export function popcount64(lo: number, hi: number): number {
  // The halves are added as soon as the sums fit: four bits can hold up to eight.
  lo -= (lo >>> 1) & 0x55555555;
  hi -= (hi >>> 1) & 0x55555555;
  const x =
    (lo & 0x33333333) + ((lo >>> 2) & 0x33333333) + (hi & 0x33333333) + ((hi >>> 2) & 0x33333333);
  return Math.imul((x & 0x0f0f0f0f) + ((x >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/** The index of the lowest set bit; `x` must not be zero. */
export const lowestBit = (x: number): number => 31 - Math.clz32(x & -x);

/** The lowest square of a bitboard, which must not be empty. */
export const lowestSquare = (lo: number, hi: number): number =>
  lo !== 0 ? lowestBit(lo) : 32 + lowestBit(hi);
