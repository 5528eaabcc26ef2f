/**
 * The architecture of the network in numbers; networkFile.ts defines the arithmetic. AssemblyScript imports
 * this file too, so it has plain constants only.
 */

/** Piece inputs of a perspective in one king bucket: own or opposing, six types, 64 squares. */
export const PIECE_INPUTS = 2 * 6 * 64;
/** Attack inputs of a perspective: twelve attackers, ten attacked pieces, 64 squares. */
export const ATTACK_INPUTS = 12 * 10 * 64;

/** Neurons of layer 1. Each has two outputs: its value clipped, and the square of its value. */
export const LAYER1 = 16;
/** Rows of weights of layer 1: its neurons, then the direct output. */
export const LAYER1_ROWS = LAYER1 + 1;
/** Inputs of layer 2: both outputs of each neuron of layer 1. */
export const LAYER2_INPUTS = 2 * LAYER1;
/** Neurons of layer 2. */
export const LAYER2 = 32;

/** The quantized 1.0 of the hidden layer. */
export const QA = 255;
/** A product of two neurons is divided by 2 to the power of this. */
export const PRODUCT_SHIFT = 9;
/** The 1.0 of the outputs of layers 1 and 2. */
export const ACTIVATION_ONE = 256;
/** Shifts from the sums of layer 1 and of layer 2 to units of 1 / {@link ACTIVATION_ONE}. */
export const LAYER1_SHIFT = 9;
export const LAYER2_SHIFT = 12;
/** The shift from the sum of the direct output to units of the output. */
export const DIRECT_SHIFT = 3;
/** The output that stands for `scale` centipawns. */
export const OUTPUT_ONE = 1 << 19;
