/**
 * A middlegame and an endgame score in one integer, middlegame in the upper half, so that adding up
 * terms adds up both. https://www.chessprogramming.org/Score
 *
 * The lower half may be negative and then borrows one from the upper; taking them apart gives it back.
 */

export const pack = (mg: number, eg: number): number => (mg << 16) + eg;
export const middlegame = (packed: number): number => (packed + 0x8000) >> 16;
export const endgame = (packed: number): number => (packed << 16) >> 16;
