/** Networks for tests: seeded random weights, with scores like those of a real one. */
import { readFileSync } from 'node:fs';
import { Random } from '../../src/chess/random.ts';
import { INPUTS } from '../../src/eval/nnue/features.ts';
import type { Network } from '../../src/eval/nnue/networkFile.ts';

/** `range` is the largest hidden weight: with 200, neurons sometimes saturate at both ends. */
export function randomNetwork(
  seed: number,
  { hidden = 64, kingBuckets = 2, outputBuckets = 8, range = 60 } = {},
): Network {
  const random = new Random(seed);
  const between = (limit: number) => random.below(2 * limit + 1) - limit;
  return {
    hidden,
    kingBuckets,
    outputBuckets,
    scale: 400,
    origin: `random weights, seed ${seed}`,
    hiddenWeights: Int16Array.from({ length: kingBuckets * INPUTS * hidden }, () => between(range)),
    hiddenBiases: Int16Array.from({ length: hidden }, () => between(100)),
    outputWeights: Int16Array.from({ length: outputBuckets * 2 * hidden }, () => between(40)),
    outputBiases: Int32Array.from({ length: outputBuckets }, () => between(2000)),
  };
}

/** The kernels from the build. */
export const KERNELS = new Uint8Array(
  readFileSync(new URL('../../dist/nnue.wasm', import.meta.url)),
);
