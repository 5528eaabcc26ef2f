/**
 * Numbers that the kernels (learn.ts, AssemblyScript) and the trainer (TypeScript) share: both import
 * this file. The sizes of the network are those of eval/nnue/architecture.ts.
 */

/** Features of a perspective at most: 32 pieces, and no piece attacks more than eight others. */
export const MAX_FEATURES = 32 + 32 * 8;
/** Output buckets. */
export const BUCKETS = 8;
/** Neurons of a tile of the hidden layer: eight pairs, whose products are its outputs. */
export const TILE = 16;
/** Bytes of the attack sets that the kernels look up: eight rays, knight, king and two pawns. */
export const ATTACK_SET_BYTES = 12 * 64 * 8;
/** Adam's decay rates: of the mean of gradients, and of the mean of their squares. */
export const BETA1 = 0.9;
export const BETA2 = 0.999;
