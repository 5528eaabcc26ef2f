/**
 * Late move reductions: how much shallower the later moves of a node are searched, by a formula that
 * grows with the logarithms of depth and move number. Step 15 of tree.ts adjusts it to the move.
 * https://www.chessprogramming.org/Late_Move_Reductions
 */
import { derive, tuned } from './parameters.ts';

/** One ply, in the units of {@link lateMoveReduction}. */
export const PLY = 1024;

const reductions = new Int32Array(64 * 64);

derive(() => {
  const { lmrBase, lmrDivisor } = tuned;
  for (let depth = 1; depth < 64; depth++) {
    for (let count = 1; count < 64; count++) {
      const logarithms = Math.log(depth) * Math.log(count);
      reductions[depth * 64 + count] = lmrBase + (logarithms * PLY * 1000) / lmrDivisor;
    }
  }
});

/** The reduction of the `count`th move at a depth, in 1024ths of a ply. */
export function lateMoveReduction(depth: number, count: number): number {
  return reductions[Math.min(depth, 63) * 64 + Math.min(count, 63)]!;
}

/**
 * By how many plies the quiet root move of this index, from 0, is reduced. A wrong reduction costs more at
 * the root than below it, so it is less than there.
 */
export function rootReduction(depth: number, index: number): number {
  if (depth < tuned.rootReductionDepth || index < tuned.rootReductionFrom) return 0;
  const reduction = lateMoveReduction(depth, index) - tuned.rootReductionLess;
  return Math.max(0, (reduction / PLY) | 0);
}
