/**
 * Numbers that the kernels (learn.ts, AssemblyScript) and the trainer (TypeScript) share: both import
 * this file.
 */

/** Inputs of a perspective. */
export const FEATURES = 768;
/** Output buckets. */
export const BUCKETS = 8;
/** Neurons of a tile. */
export const TILE = 32;
/** How slowly Adam's averages of gradients and of their squares move. */
export const MOMENTUM = 0.9;
export const SQUARES = 0.999;
