/**
 * Numbers that the kernels (learn.ts, AssemblyScript) and the trainer (TypeScript) share: both import
 * this file.
 */

/** Inputs of a perspective in one king bucket. */
export const FEATURES = 768;
/** Output buckets. */
export const BUCKETS = 8;
/** Neurons of a tile. */
export const TILE = 32;
/** Adam's decay rates: of the mean of gradients, and of the mean of their squares. */
export const BETA1 = 0.9;
export const BETA2 = 0.999;
