/** The initial parameters of training: random ones, or those of a network. */
import { KING, PAWN, WHITE } from '../chess/board/types.ts';
import {
  ATTACK_INPUTS,
  LAYER1,
  LAYER1_ROWS,
  LAYER2,
  LAYER2_INPUTS,
  PIECE_INPUTS,
  QA,
} from '../eval/nnue/architecture.ts';
import { kingBucket } from '../eval/nnue/features.ts';
import type { Network } from '../eval/nnue/networkFile.ts';
import { Random } from '../util/random.ts';
import { BUCKETS } from './assembly/sharedConstants.ts';
import {
  attackRow,
  hiddenBiasAt,
  hiddenWeightAt,
  type LearnerShape,
  parameterLayout,
} from './memory.ts';
import { BIAS1_ONE, BIAS2_ONE, WEIGHT1_ONE, WEIGHT2_ONE } from './quantize.ts';

/** Small hidden weights, and a bias with which nearly all neurons are active, but none is clipped to 1. */
const PIECE_SIGMA = 0.03;
const ATTACK_SIGMA = 0.01;
const HIDDEN_BIAS = 0.2;

/**
 * Whether a piece input is never active: own kings are on the files a to d and on the squares of the king
 * bucket, pawns never on the last ranks. `input` counts through all king buckets.
 */
export function isUnusedInput(input: number, kingBuckets: number): boolean {
  const bucket = Math.floor(input / PIECE_INPUTS);
  const feature = input % PIECE_INPUTS;
  const type = (feature >> 6) % 6;
  const square = feature & 63;
  if (type === KING) {
    const isOwn = feature < PIECE_INPUTS / 2;
    return isOwn && ((square & 4) !== 0 || kingBucket(WHITE, square, kingBuckets) !== bucket);
  }
  return type === PAWN && (square < 8 || square >= 56);
}

/**
 * Whether an attack input is never active: pawns are never on the last ranks and attack forwards, and own
 * kings stand on the files a to d.
 */
export function isUnusedAttack(input: number): boolean {
  // Own pieces come before the opponent's; attackers may be kings, attacked pieces not (features.ts).
  const attacked = (input >> 6) % (2 * KING);
  const attacker = Math.floor((input >> 6) / (2 * KING));
  const square = input & 63;
  if (attacked % KING === PAWN && (square < 8 || square >= 56)) return true;
  if (attacker === KING) return (square & 7) > 4;
  if (attacker % (KING + 1) !== PAWN) return false;
  return attacker === PAWN ? square < 16 : square >= 48;
}

/**
 * Random parameters. The weights of inputs that are never active are 0 and stay 0. All king buckets and
 * all output buckets start with the same weights.
 */
export function initialParameters(shape: LearnerShape, seed: number): Float32Array {
  const random = new Random(seed);
  const { hidden, kingBuckets } = shape;
  const layout = parameterLayout(shape);
  const parameters = new Float32Array(layout.count);
  for (let input = 0; input < PIECE_INPUTS; input++) {
    for (let neuron = 0; neuron < hidden; neuron++) {
      const weight = PIECE_SIGMA * normal(random);
      for (let row = input; row < kingBuckets * PIECE_INPUTS; row += PIECE_INPUTS) {
        if (isUnusedInput(row, kingBuckets)) continue;
        parameters[hiddenWeightAt(shape, row, neuron)] = weight;
      }
    }
  }
  for (let input = 0; input < ATTACK_INPUTS; input++) {
    if (isUnusedAttack(input)) continue;
    const row = attackRow(kingBuckets, input);
    for (let neuron = 0; neuron < hidden; neuron++) {
      parameters[hiddenWeightAt(shape, row, neuron)] = ATTACK_SIGMA * normal(random);
    }
  }
  const { hiddenBiases } = layout;
  parameters.fill(HIDDEN_BIAS, hiddenBiases, hiddenBiases + hidden);
  const fillLayer = (from: number, rows: number, inputs: number) => {
    const sigma = 1 / Math.sqrt(inputs);
    for (let i = 0; i < rows * inputs; i++) {
      const weight = sigma * normal(random);
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        parameters[from + bucket * rows * inputs + i] = weight;
      }
    }
  };
  fillLayer(layout.weights1, LAYER1_ROWS, hidden);
  fillLayer(layout.weights2, LAYER2, LAYER2_INPUTS);
  fillLayer(layout.weights3, 1, LAYER2);
  return parameters;
}

/**
 * The parameters of a network, for further training. It may have fewer output buckets, a single king
 * bucket, and another scale: its scores are the same. Throws a RangeError if it has another number of
 * neurons, or several king buckets and not those wanted.
 */
export function parametersOf(
  network: Network,
  { scale, ...shape }: LearnerShape & { scale: number },
): Float32Array {
  const { hidden, kingBuckets } = shape;
  if (network.hidden !== hidden) throw new RangeError('another number of neurons');
  if (!canSplitInto(network, kingBuckets)) throw new RangeError('other king buckets');
  const layout = parameterLayout(shape);
  const parameters = new Float32Array(layout.count);
  for (let neuron = 0; neuron < hidden; neuron++) {
    const bias = network.hiddenBiases[neuron]! / QA;
    parameters[layout.hiddenBiases + hiddenBiasAt(shape, neuron)] = bias;
    for (let input = 0; input < kingBuckets * PIECE_INPUTS; input++) {
      if (isUnusedInput(input, kingBuckets)) continue;
      const row = input % (network.kingBuckets * PIECE_INPUTS);
      const weight = network.pieceWeights[row * hidden + neuron]! / QA;
      parameters[hiddenWeightAt(shape, input, neuron)] = weight;
    }
    for (let input = 0; input < ATTACK_INPUTS; input++) {
      if (isUnusedAttack(input)) continue;
      const weight = network.attackWeights[input * hidden + neuron]! / QA;
      parameters[hiddenWeightAt(shape, attackRow(kingBuckets, input), neuron)] = weight;
    }
  }
  /** Copies a part: for each output bucket, `size` weights of the network's bucket for these pieces. */
  const copy = (to: number, weights: ArrayLike<number>, size: number, unit: number) => {
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const from = Math.floor((bucket * network.outputBuckets) / BUCKETS) * size;
      for (let i = 0; i < size; i++) parameters[to + bucket * size + i] = weights[from + i]! / unit;
    }
  };
  const { weights1, biases1, weights2, biases2, weights3, biases3 } = layout;
  // An output of 1.0 may stand for other centipawns than in the network.
  const unit = scale / network.scale;
  copy(weights1, network.weights1, LAYER1_ROWS * hidden, WEIGHT1_ONE);
  copy(biases1, network.biases1, LAYER1_ROWS, BIAS1_ONE);
  copy(weights2, network.weights2, LAYER2 * LAYER2_INPUTS, WEIGHT2_ONE);
  copy(biases2, network.biases2, LAYER2, BIAS2_ONE);
  copy(weights3, network.weights3, LAYER2, WEIGHT2_ONE * unit);
  copy(biases3, network.biases3, 1, BIAS2_ONE * unit);
  for (let row = LAYER1; row < BUCKETS * LAYER1_ROWS; row += LAYER1_ROWS) {
    parameters[biases1 + row]! /= unit;
    for (let i = 0; i < hidden; i++) parameters[weights1 + row * hidden + i]! /= unit;
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
