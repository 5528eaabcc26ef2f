/**
 * Numbers that the kernels in AssemblyScript and their twin share: both import this file. memoryLayout.ts says
 * what lies where.
 */
import { LAYER1, LAYER2, LAYER2_INPUTS } from '../../architecture.ts';

// Offsets in a state or cache entry, in bytes.
/** The bitboards, 8 bytes for each piece. */
export const BOARDS = 16;
/** The bitboards of the kings. */
export const KING_BOARDS = BOARDS + 10 * 8;
export const MAILBOX = 128;
export const ACCUMULATORS = 192;

// Offsets in a set of weights of the layers after the hidden one, in bytes. The weights of two inputs are
// adjacent, for an instruction that multiplies two pairs and adds the products.
/** The biases of layer 1's neurons, of layer 2, then the bias of the direct output and of the output. */
export const BIASES1 = 0;
export const BIASES2 = BIASES1 + 4 * LAYER1;
export const DIRECT_BIAS = BIASES2 + 4 * LAYER2;
export const OUTPUT_BIAS = DIRECT_BIAS + 4;
export const WEIGHTS3 = DIRECT_BIAS + 64;
/** For each pair of inputs, both weights of each neuron. */
export const WEIGHTS2 = WEIGHTS3 + 2 * LAYER2;
/** The row of the direct output, followed by the pairs of layer 1. */
export const DIRECT_WEIGHTS = WEIGHTS2 + 2 * LAYER2_INPUTS * LAYER2;

// Offsets in the scratch space, in bytes: lists of codes of pieces and attacks that are removed and added.
/** No position, legal or not, has more attacks: 64 pieces with eight each. */
const LIST = 4 * 64 * 8;
export const PIECES_REMOVED = 0;
export const PIECES_ADDED = LIST;
export const ATTACKS_REMOVED = 2 * LIST;
export const ATTACKS_ADDED = 3 * LIST;
/** The inputs of layer 2. */
export const INPUTS2 = 4 * LIST;
/** A bit for each pair of products that is not zero. */
export const MASKS = INPUTS2 + 2 * LAYER2_INPUTS;
/** The products of the hidden layer. */
export const PRODUCTS = MASKS + 64;

/**
 * Attack weights of sixteen neurons are eight 16-bit numbers: the weight of a neuron plus this, and
 * 256 times the weight of the eighth neuron after it. So one load fetches sixteen weights, and a sum of
 * such numbers is taken apart once for all rows.
 */
export const LOW_BYTE_OFFSET = 128;

// What to XOR the codes of inputs with for Black's perspective: colours and ranks are flipped.
export const PIECE_FLIP = 64 + 56;
export const ATTACK_FLIP = 16 * 64 + PIECE_FLIP;
