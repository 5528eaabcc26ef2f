/**
 * Late move reductions: how much shallower the later moves of a node are searched, by a formula that
 * grows with the logarithms of depth and move number. https://www.chessprogramming.org/Late_Move_Reductions
 */
import { tuned } from './parameters.ts';

/** One ply, in the units of {@link lateMoveReduction}. */
export const PLY = 1024;

const reductions = new Int32Array(64 * 64);

/** Fills the table of late move reductions. To be called again when its parameters change. */
export function tabulateReductions(): void {
  for (let depth = 1; depth < 64; depth++) {
    for (let count = 1; count < 64; count++) {
      reductions[depth * 64 + count] =
        tuned.lmrBase + (Math.log(depth) * Math.log(count) * PLY * 1000) / tuned.lmrDivisor;
    }
  }
}
tabulateReductions();

/** The reduction of the `count`th move at a depth, in 1024ths of a ply. */
export function lateMoveReduction(depth: number, count: number): number {
  return reductions[Math.min(depth, 63) * 64 + Math.min(count, 63)]!;
}
