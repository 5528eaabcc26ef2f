/**
 * Numbers that the kernels (learn.ts, AssemblyScript) and the trainer (TypeScript) share: both import
 * this file. The sizes of the network are those of eval/nnue/architecture.ts.
 */
import { MAX_FILES } from '../../datagen/packedPosition.ts';
import { LAYER1_ROWS } from '../../eval/nnue/architecture.ts';

/** The maximum number of features of a perspective: 32 pieces, of which each attacks at most eight others. */
export const MAX_FEATURES = 32 + 32 * 8;
/** Output buckets. */
export const BUCKETS = 8;
/** Neurons of a tile of the hidden layer: eight pairs, whose products are its outputs. */
export const TILE = 16;
/** Bytes of the sums of layer 1 of a position: whole registers. */
export const SUMS1_BYTES = ((LAYER1_ROWS + 3) >> 2) * 16;

// Offsets in the scratch space of a thread, after λ and weight of every file as floats.
/** The first row of the own king's bucket by the king's square, 16 bits each. */
export const KING_ROWS_AT = MAX_FILES * 8;
/** Twelve attack sets for each square, 64 bits each: see unpack.ts. */
export const ATTACK_SETS_AT = KING_ROWS_AT + 64 * 2;
/** Packed positions. */
export const RECORDS_AT = ATTACK_SETS_AT + 12 * 64 * 8;

/** Adam's decay rates: of the mean of gradients, and of the mean of their squares. */
export const BETA1 = 0.9;
export const BETA2 = 0.999;
