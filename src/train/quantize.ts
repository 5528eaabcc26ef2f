/** Converts the trainer's floats to the integers of a network file. */
import { INPUTS } from '../eval/nnue/features.ts';
import { type Network, QA, QB } from '../eval/nnue/networkFile.ts';
import { BUCKETS, hiddenWeightAt, parameterLayout } from './memory.ts';

/** Quantizes parameters ({@link parameterLayout}). */
export function quantize(
  parameters: Float32Array,
  { hidden, scale, origin }: Pick<Network, 'hidden' | 'scale' | 'origin'>,
): Network {
  const { hiddenBiases, outputWeights, outputBiases } = parameterLayout(hidden);
  const hiddenWeights = new Int16Array(INPUTS * hidden);
  for (let input = 0; input < INPUTS; input++) {
    for (let neuron = 0; neuron < hidden; neuron++) {
      const weight = parameters[hiddenWeightAt(input, neuron)]!;
      hiddenWeights[input * hidden + neuron] = Math.round(weight * QA);
    }
  }
  const rounded = (from: number, to: number, unit: number) =>
    Array.from(parameters.subarray(from, to), (value) => Math.round(value * unit));
  return {
    ...{ hidden, buckets: BUCKETS, scale, origin, hiddenWeights },
    hiddenBiases: Int16Array.from(rounded(hiddenBiases, outputWeights, QA)),
    outputWeights: Int16Array.from(rounded(outputWeights, outputBiases, QB)),
    outputBiases: Int32Array.from(rounded(outputBiases, outputBiases + BUCKETS, QA * QB)),
  };
}

/** The float parameters of a quantized network: the inverse of {@link quantize}, up to rounding. */
export function dequantize(network: Network): Float32Array {
  const { hidden, hiddenWeights } = network;
  const { hiddenBiases, outputWeights, outputBiases, count } = parameterLayout(hidden);
  const parameters = new Float32Array(count);
  for (let input = 0; input < INPUTS; input++) {
    for (let neuron = 0; neuron < hidden; neuron++) {
      parameters[hiddenWeightAt(input, neuron)] = hiddenWeights[input * hidden + neuron]! / QA;
    }
  }
  const copy = (values: Int16Array | Int32Array, to: number, unit: number) => {
    for (const [i, value] of values.entries()) parameters[to + i] = value / unit;
  };
  copy(network.hiddenBiases, hiddenBiases, QA);
  copy(network.outputWeights, outputWeights, QB);
  copy(network.outputBiases, outputBiases, QA * QB);
  return parameters;
}
