/**
 * Numbers that the kernels (learn.ts, AssemblyScript) and the trainer (TypeScript) share: both import
 * this file.
 */

/** Piece inputs of a perspective in one king bucket. */
export const PIECE_ROWS = 768;
/** Attack inputs of a perspective. */
export const ATTACK_ROWS = 7680;
/** Features of a perspective at most: 32 pieces, and no piece attacks more than eight others. */
export const MAX_FEATURES = 32 + 32 * 8;
/** Output buckets. */
export const BUCKETS = 8;
/** Neurons of a tile of the hidden layer: eight pairs, whose products are its outputs. */
export const TILE = 16;
/** Neurons of layer 1, and its rows of weights: the last one is the direct output. */
export const LAYER1 = 16;
export const LAYER1_ROWS = 17;
/** Neurons of layer 2, and its inputs: two for each neuron of layer 1. */
export const LAYER2 = 32;
export const LAYER2_INPUTS = 32;
/** Bytes of the attack sets that the kernels look up: eight rays, knight, king and two pawns. */
export const ATTACK_SET_BYTES = 12 * 64 * 8;
/** Adam's decay rates: of the mean of gradients, and of the mean of their squares. */
export const BETA1 = 0.9;
export const BETA2 = 0.999;
