/** Networks for tests: seeded random weights, with scores like those of a real one. */
import { readFileSync } from 'node:fs';
import {
  ATTACK_INPUTS,
  LAYER1_ROWS,
  LAYER2,
  LAYER2_INPUTS,
  PIECE_INPUTS,
} from '../../src/eval/nnue/architecture.ts';
import { MAX_ATTACKS, MAX_PIECES } from '../../src/eval/nnue/features.ts';
import type { Network } from '../../src/eval/nnue/networkFile.ts';
import { Random } from '../../src/util/random.ts';

/** `range` is the largest piece weight: with 200, neurons sometimes saturate at both ends. */
export function randomNetwork(
  seed: number,
  { hidden = 64, kingBuckets = 2, outputBuckets = 8, range = 60 } = {},
): Network {
  const random = new Random(seed);
  const between = (limit: number) => random.below(2 * limit + 1) - limit;
  // A loop: `from` with a function takes ten times as long.
  const filled = <A extends Int8Array | Int16Array | Int32Array>(weights: A, limit: number): A => {
    for (let i = 0; i < weights.length; i++) weights[i] = between(limit);
    return weights;
  };
  const int16 = (length: number, limit: number) => filled(new Int16Array(length), limit);
  const int32 = (length: number, limit: number) => filled(new Int32Array(length), limit);
  // Within the bounds of findNetworkProblem.
  const room = (32_767 - 100 - MAX_PIECES * range) / MAX_ATTACKS;
  const attackRange = Math.floor(Math.min(range / 2, 60, room));
  return {
    hidden,
    kingBuckets,
    outputBuckets,
    scale: 400,
    origin: `random weights, seed ${seed}`,
    pieceWeights: int16(kingBuckets * PIECE_INPUTS * hidden, range),
    attackWeights: filled(new Int8Array(ATTACK_INPUTS * hidden), attackRange),
    hiddenBiases: int16(hidden, 100),
    weights1: int16(outputBuckets * LAYER1_ROWS * hidden, 400),
    biases1: int32(outputBuckets * LAYER1_ROWS, 30_000),
    weights2: int16(outputBuckets * LAYER2 * LAYER2_INPUTS, 2000),
    biases2: int32(outputBuckets * LAYER2, 300_000),
    weights3: int16(outputBuckets * LAYER2, 2000),
    biases3: int32(outputBuckets, 100_000),
  };
}

/** The kernels from the build. */
export const KERNELS = new Uint8Array(
  readFileSync(new URL('../../dist/nnue.wasm', import.meta.url)),
);
