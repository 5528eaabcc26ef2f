/** Converts the trainer's floats to the integers of a network file. */
import { INPUTS } from '../eval/nnue/features.ts';
import { type Network, QA, QB } from '../eval/nnue/networkFile.ts';
import { BUCKETS } from './assembly/constants.ts';
import { hiddenWeightAt, parameterLayout } from './memory.ts';

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
  const { hiddenBiases, outputWeights, outputBiases } = parameterLayout({ hidden, kingBuckets });
  const inputs = kingBuckets * INPUTS;
  const hiddenWeights = new Int16Array(inputs * hidden);
  for (let input = 0; input < inputs; input++) {
    for (let neuron = 0; neuron < hidden; neuron++) {
      const weight = parameters[hiddenWeightAt(kingBuckets, input, neuron)]!;
      hiddenWeights[input * hidden + neuron] = Math.round(weight * QA);
    }
  }
  const rounded = (from: number, to: number, unit: number) =>
    Array.from(parameters.subarray(from, to), (value) => Math.round(value * unit));
  return {
    hidden,
    kingBuckets,
    outputBuckets: BUCKETS,
    scale,
    origin,
    hiddenWeights,
    hiddenBiases: Int16Array.from(rounded(hiddenBiases, outputWeights, QA)),
    outputWeights: Int16Array.from(rounded(outputWeights, outputBiases, QB)),
    outputBiases: Int32Array.from(rounded(outputBiases, outputBiases + BUCKETS, QA * QB)),
  };
}
