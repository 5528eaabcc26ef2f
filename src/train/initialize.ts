/** The initial parameters of training: random ones, or those of a network. */
import { KING, PAWN, WHITE } from '../chess/board/types.ts';
import { Random } from '../chess/random.ts';
import { INPUTS, kingBucket } from '../eval/nnue/features.ts';
import { type Network, QA, QB } from '../eval/nnue/networkFile.ts';
import { BUCKETS } from './assembly/constants.ts';
import { hiddenWeightAt, type LearnerShape, parameterLayout } from './memory.ts';

/**
 * Small hidden weights, and a bias where the squared activation has a slope: with σ 0.03 and bias
 * 0.2 the validation error was a third lower than with 0.18 and 0.1.
 */
const HIDDEN_SIGMA = 0.03;
const HIDDEN_BIAS = 0.2;

/**
 * Whether an input is never active: own kings are on the files a to d and on the squares of the king
 * bucket, pawns never on the last ranks. `input` counts through all king buckets.
 */
export function isUnusedInput(input: number, kingBuckets: number): boolean {
  const bucket = Math.floor(input / INPUTS);
  const feature = input % INPUTS;
  const type = (feature >> 6) % 6;
  const square = feature & 63;
  if (type === KING) {
    const isOwn = feature < INPUTS / 2;
    return isOwn && ((square & 4) !== 0 || kingBucket(WHITE, square, kingBuckets) !== bucket);
  }
  return type === PAWN && (square < 8 || square >= 56);
}

/** Random parameters; the weights of inputs that are never active are 0 and stay 0. */
export function initialParameters(shape: LearnerShape, seed: number): Float32Array {
  const random = new Random(seed);
  const { hidden, kingBuckets } = shape;
  const { hiddenBiases, outputWeights, outputBiases, count } = parameterLayout(shape);
  const parameters = new Float32Array(count);
  for (let input = 0; input < kingBuckets * INPUTS; input++) {
    if (isUnusedInput(input, kingBuckets)) continue;
    for (let neuron = 0; neuron < hidden; neuron++) {
      parameters[hiddenWeightAt(kingBuckets, input, neuron)] = HIDDEN_SIGMA * normal(random);
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
 * output buckets, a single king bucket, and another scale: its scores are the same. New neurons have random
 * hidden weights and output weights of zero. Throws a RangeError if the network is wider, or has several
 * king buckets and not those wanted.
 */
export function parametersOf(
  network: Network,
  { scale, seed, ...shape }: LearnerShape & { scale: number; seed: number },
): Float32Array {
  const { hidden, kingBuckets } = shape;
  if (network.hidden > hidden) throw new RangeError('the network is too wide');
  if (!canSplitInto(network, kingBuckets)) throw new RangeError('other king buckets');
  const parameters = initialParameters(shape, seed);
  const { hiddenBiases, outputWeights, outputBiases } = parameterLayout(shape);
  parameters.fill(0, outputWeights);
  for (let neuron = 0; neuron < network.hidden; neuron++) {
    parameters[hiddenBiases + neuron] = network.hiddenBiases[neuron]! / QA;
    for (let input = 0; input < kingBuckets * INPUTS; input++) {
      if (isUnusedInput(input, kingBuckets)) continue;
      const row = input % (network.kingBuckets * INPUTS);
      const weight = network.hiddenWeights[row * network.hidden + neuron]!;
      parameters[hiddenWeightAt(kingBuckets, input, neuron)] = weight / QA;
    }
  }
  // An output of 1.0 may stand for other centipawns than in the network.
  const unit = scale / network.scale;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const from = Math.floor((bucket * network.outputBuckets) / BUCKETS);
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

/** Whether a network can be continued with this number of king buckets. */
export const canSplitInto = (network: Network, kingBuckets: number): boolean =>
  network.kingBuckets === 1 || network.kingBuckets === kingBuckets;

/** A normally distributed number (Box–Muller). */
function normal(random: Random): number {
  const uniform = () => (random.below(2 ** 32) + 0.5) / 2 ** 32;
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
