/** The initial parameters of training: random ones, or those of a network. */
import { KING, PAWN } from '../chess/board/types.ts';
import { Random } from '../chess/random.ts';
import { INPUTS } from '../eval/nnue/features.ts';
import { type Network, QA, QB } from '../eval/nnue/networkFile.ts';
import { BUCKETS } from './assembly/constants.ts';
import { hiddenWeightAt, parameterLayout } from './memory.ts';

/**
 * Small hidden weights, and a bias where the squared activation has a slope: with σ 0.03 and bias
 * 0.2 the validation error was a third lower than with 0.18 and 0.1.
 */
const HIDDEN_SIGMA = 0.03;
const HIDDEN_BIAS = 0.2;

/**
 * Whether an input is never active: own kings are on the files a to d, pawns never on the last
 * ranks.
 */
export function isUnusedInput(input: number): boolean {
  const type = (input >> 6) % 6;
  const square = input & 63;
  if (type === KING) return input < INPUTS / 2 && (square & 4) !== 0;
  return type === PAWN && (square < 8 || square >= 56);
}

/** Random parameters; the weights of inputs that are never active are 0 and stay 0. */
export function initialParameters(hidden: number, seed: number): Float32Array {
  const random = new Random(seed);
  const { hiddenBiases, outputWeights, outputBiases, count } = parameterLayout(hidden);
  const parameters = new Float32Array(count);
  for (let input = 0; input < INPUTS; input++) {
    if (isUnusedInput(input)) continue;
    for (let neuron = 0; neuron < hidden; neuron++) {
      parameters[hiddenWeightAt(input, neuron)] = HIDDEN_SIGMA * normal(random);
    }
  }
  parameters.fill(HIDDEN_BIAS, hiddenBiases, outputWeights);
  const sigma = 1 / Math.sqrt(2 * hidden);
  const row = 2 * hidden;
  for (let i = 0; i < row; i++) {
    // All buckets start with the same weights.
    const weight = sigma * normal(random);
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      parameters[outputWeights + bucket * row + i] = weight;
    }
  }
  parameters.fill(0, outputBiases);
  return parameters;
}

/**
 * The parameters of a network, for further training. It may be narrower than `hidden`, have fewer
 * output buckets, and another scale: its scores are the same. New neurons have random hidden weights
 * and output weights of zero. Throws a RangeError if the network is wider.
 */
export function parametersOf(
  network: Network,
  { hidden, scale, seed }: { hidden: number; scale: number; seed: number },
): Float32Array {
  if (network.hidden > hidden) throw new RangeError('the network is too wide');
  const parameters = initialParameters(hidden, seed);
  const { hiddenBiases, outputWeights, outputBiases } = parameterLayout(hidden);
  parameters.fill(0, outputWeights);
  for (let neuron = 0; neuron < network.hidden; neuron++) {
    parameters[hiddenBiases + neuron] = network.hiddenBiases[neuron]! / QA;
    for (let input = 0; input < INPUTS; input++) {
      const weight = network.hiddenWeights[input * network.hidden + neuron]!;
      parameters[hiddenWeightAt(input, neuron)] = weight / QA;
    }
  }
  // An output of 1.0 may stand for other centipawns than in the network.
  const unit = scale / network.scale;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const from = Math.floor((bucket * network.buckets) / BUCKETS);
    parameters[outputBiases + bucket] = network.outputBiases[from]! / (QA * QB * unit);
    for (let side = 0; side < 2; side++) {
      for (let neuron = 0; neuron < network.hidden; neuron++) {
        const weight = network.outputWeights[(from * 2 + side) * network.hidden + neuron]!;
        parameters[outputWeights + (bucket * 2 + side) * hidden + neuron] = weight / (QB * unit);
      }
    }
  }
  return parameters;
}

/** A normally distributed number (Box–Muller). */
function normal(random: Random): number {
  const uniform = () => (random.below(2 ** 32) + 0.5) / 2 ** 32;
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
