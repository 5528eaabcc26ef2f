/** Converts the trainer's floats to the integers of a network file. */
import {
  ATTACK_INPUTS,
  LAYER1_ROWS,
  LAYER2,
  LAYER2_INPUTS,
  PIECE_INPUTS,
  QA,
} from '../eval/nnue/architecture.ts';
import type { Network } from '../eval/nnue/networkFile.ts';
import { BUCKETS } from './assembly/sharedConstants.ts';
import { attackRow, hiddenBiasAt, hiddenWeightAt, parameterLayout } from './memory.ts';

/** The 1.0 of the parameters of each layer, in the units of a network file. */
export const WEIGHT1_ONE = 2 ** 26 / QA ** 2;
export const BIAS1_ONE = 2 ** 17;
export const WEIGHT2_ONE = 2 ** 12;
export const BIAS2_ONE = 2 ** 20;

/** Quantizes parameters ({@link parameterLayout}). */
export function quantize(
  parameters: Float32Array,
  {
    hidden,
    kingBuckets,
    scale,
    origin,
  }: Pick<Network, 'hidden' | 'kingBuckets' | 'scale' | 'origin'>,
): Network {
  const shape = { hidden, kingBuckets };
  const layout = parameterLayout(shape);
  const hiddenWeights = <T extends Int16Array | Int8Array>(weights: T, firstRow: number): T => {
    for (let i = 0; i < weights.length; i++) {
      const row = firstRow + Math.floor(i / hidden);
      weights[i] = Math.round(parameters[hiddenWeightAt(shape, row, i % hidden)]! * QA);
    }
    return weights;
  };
  const rounded = (from: number, length: number, unit: number) =>
    Array.from({ length }, (_, i) => Math.round(parameters[from + i]! * unit));
  const { weights1, biases1, weights2, biases2, weights3, biases3 } = layout;
  const biases = rounded(layout.hiddenBiases, hidden, QA);
  const rows1 = BUCKETS * LAYER1_ROWS;
  const rows2 = BUCKETS * LAYER2;
  return {
    hidden,
    kingBuckets,
    outputBuckets: BUCKETS,
    scale,
    origin,
    pieceWeights: hiddenWeights(new Int16Array(kingBuckets * PIECE_INPUTS * hidden), 0),
    attackWeights: hiddenWeights(new Int8Array(ATTACK_INPUTS * hidden), attackRow(kingBuckets, 0)),
    hiddenBiases: Int16Array.from(biases, (_, neuron) => biases[hiddenBiasAt(shape, neuron)]!),
    weights1: Int16Array.from(rounded(weights1, rows1 * hidden, WEIGHT1_ONE)),
    biases1: Int32Array.from(rounded(biases1, rows1, BIAS1_ONE)),
    weights2: Int16Array.from(rounded(weights2, rows2 * LAYER2_INPUTS, WEIGHT2_ONE)),
    biases2: Int32Array.from(rounded(biases2, rows2, BIAS2_ONE)),
    weights3: Int16Array.from(rounded(weights3, rows2, WEIGHT2_ONE)),
    biases3: Int32Array.from(rounded(biases3, BUCKETS, BIAS2_ONE)),
  };
}
