/** The arithmetic of the trainer compared with plain formulas, and learning. */
import { expect, test } from 'vitest';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { Random } from '../../src/chess/random.ts';
import { findNetworkProblem, QB } from '../../src/eval/nnue/networkFile.ts';
import { evaluateByReference } from '../../src/eval/nnue/referenceNetwork.ts';
import { initialParameters, isUnusedInput, parametersOf } from '../../src/train/initialize.ts';
import { learningRate } from '../../src/train/learningRate.ts';
import {
  hiddenWeightAt,
  instantiateKernels,
  memoryLayout,
  parameterLayout,
  RECORDS_AT,
} from '../../src/train/memory.ts';
import { quantize } from '../../src/train/quantize.ts';
import { totalBatches } from '../../src/train/trainSettings.ts';
import { randomNetwork } from '../support/networks.ts';
import {
  KERNELS,
  newLearner,
  packSamples,
  plainError,
  plainOutput,
  samplePositions,
} from '../support/training.ts';

const SHAPE = { hidden: 64, kingBuckets: 2 };

/** Weights large enough for neurons to be clipped at both ends. */
function liveParameters(seed: number): Float32Array {
  const random = new Random(seed);
  const { hiddenBiases, outputWeights, count } = parameterLayout(SHAPE);
  const between = (limit: number) => (random.below(2 ** 24) / 2 ** 23 - 1) * limit;
  return Float32Array.from({ length: count }, (_, i) => {
    if (i < hiddenBiases) return between(0.3);
    return i < outputWeights ? 0.3 + between(0.3) : between(0.4);
  });
}

/**
 * The allowed error of a quantized network in centipawns: maximum, and root mean square. An output
 * weight is off by at most 1/128, randomly in either direction.
 */
const MAX_ROUNDING = 40;
const MEAN_ROUNDING = 10;

const neutral = { ...SHAPE, scale: 400, origin: '' };

test('kernels and plain arithmetic give the same outputs', () => {
  const samples = samplePositions(256, 1);
  const options = { ...SHAPE, scoreShares: [0.7], weights: [1.3] };
  const { parameters, settings, memory } = newLearner(samples, options);
  parameters.set(liveParameters(2));
  const kernels = instantiateKernels(KERNELS, memory, SHAPE, 1, 0);
  const { scratch } = memoryLayout(SHAPE, 1);
  const records = new Uint8Array(memory.buffer, scratch(0) + RECORDS_AT);
  records.set(new Uint8Array(packSamples(samples)));
  const sum = kernels.measure(samples.length, settings.scale);
  let errors = 0;
  for (const [i, sample] of samples.entries()) {
    expect(kernels.outputOf(i)).toBeCloseTo(plainOutput(parameters, SHAPE, sample.position), 4);
    errors += plainError(parameters, sample, settings);
  }
  expect(sum).toBeCloseTo(errors, 4);
});

test('the gradient agrees with finite differences', () => {
  // From three files with results that count differently, and weights.
  const samples = samplePositions(300, 3).map((sample, i) => ({ ...sample, file: i % 3 }));
  const batch = samples.length;
  // A tiny learning rate, so that the gradient can be read from Adam's means.
  const files = { scoreShares: [0.6, 1, 0.2], weights: [1, 0.3, 1.7] };
  const run = newLearner(samples, { ...SHAPE, batch, ...files, epochs: 1 });
  const { parameters, settings, memory } = run;
  parameters.set(liveParameters(4));
  const before = Float64Array.from(parameters);
  const mean = (weights: Float64Array) =>
    samples.reduce((sum, sample) => sum + plainError(weights, sample, settings), 0) / batch;
  const error = run.learner.execute({ type: 'train', from: 0, to: 1 }) / batch;
  expect(error).toBeCloseTo(mean(before), 6);
  const { count, ...parts } = parameterLayout(SHAPE);
  const means = new Float32Array(memory.buffer, memoryLayout(SHAPE, 1).means, count);
  // After the first batch Adam's mean is a tenth of the gradient.
  const gradientOf = (i: number) => means[i]! / 0.1;
  const random = new Random(5);
  const starts = [0, parts.hiddenBiases, parts.outputWeights, parts.outputBiases, count];
  let moving = 0;
  for (let part = 0; part < 4; part++) {
    const from = starts[part]!;
    for (let n = 0; n < 12; n++) {
      const i = from + random.below(starts[part + 1]! - from);
      const step = 1e-4;
      const shifted = before.slice();
      shifted[i]! += step;
      const above = mean(shifted);
      shifted[i]! -= 2 * step;
      const slope = (above - mean(shifted)) / (2 * step);
      if (Math.abs(slope) > 1e-7) moving++;
      // A neuron may cross a kink of the activation within the step.
      expect(Math.abs(gradientOf(i) - slope)).toBeLessThan(2e-6 + 0.02 * Math.abs(slope));
    }
  }
  expect(moving).toBeGreaterThan(24);
});

test('a batch updates the weights by AdamW', () => {
  const samples = samplePositions(128, 6);
  const options = { hidden: 32, batch: 64, epochs: 20, warmUp: 0, rate: 0.01, decay: 0.1 };
  const { learner, parameters, settings, memory } = newLearner(samples, options);
  parameters.set(initialParameters(settings, 7));
  const { count, hiddenBiases, outputWeights, outputBiases } = parameterLayout(settings);
  const layout = memoryLayout(settings, 1);
  const view = (address: number) => new Float32Array(memory.buffer, address, count);
  const means = view(layout.means);
  const squares = view(layout.squares);
  const total = totalBatches(settings, samples.length);
  for (let batch = 0; batch < 3; batch++) {
    const before = [parameters, means, squares].map((values) => Float64Array.from(values));
    learner.execute({ type: 'train', from: batch, to: batch + 1 });
    const rate = learningRate(settings, batch, total);
    for (let i = 0; i < count; i += 7) {
      const gradient = (means[i]! - 0.9 * before[1]![i]!) / 0.1;
      expect(squares[i]!).toBeCloseTo(0.999 * before[2]![i]! + 0.001 * gradient ** 2, 9);
      const isBias = (i >= hiddenBiases && i < outputWeights) || i >= outputBiases;
      const mean = means[i]! / (1 - 0.9 ** (batch + 1));
      const size = Math.sqrt(squares[i]! / (1 - 0.999 ** (batch + 1))) + 1e-8;
      const kept = before[0]![i]! * (isBias ? 1 : 1 - rate * 0.1);
      expect(Math.abs(parameters[i]! - (kept - (rate * mean) / size))).toBeLessThan(1e-5);
    }
  }
});

test('weights stay within the bounds of the network file, whatever the gradient', () => {
  const samples = samplePositions(64, 8);
  const { learner, parameters } = newLearner(samples, { ...SHAPE, batch: 64, rate: 1 });
  parameters.fill(1e6);
  learner.execute({ type: 'train', from: 0, to: 1 });
  expect(findNetworkProblem(quantize(parameters, neutral))).toBeNull();
  parameters.fill(-1e6);
  learner.execute({ type: 'train', from: 1, to: 2 });
  expect(findNetworkProblem(quantize(parameters, neutral))).toBeNull();
});

test('in the last tenth of a run the output weights are those of the file, and stay', () => {
  const samples = samplePositions(640, 17);
  const { learner, parameters, settings } = newLearner(samples, { ...SHAPE, batch: 64, epochs: 2 });
  parameters.set(initialParameters(settings, 18));
  const { outputWeights, outputBiases } = parameterLayout(settings);
  const weights = () => [...parameters.subarray(outputWeights, outputBiases)];
  const areRounded = () => weights().every((weight) => Number.isInteger(weight * QB));
  learner.execute({ type: 'train', from: 0, to: 17 });
  expect(areRounded()).toBe(false);
  learner.execute({ type: 'train', from: 17, to: 18 });
  expect(areRounded()).toBe(true);
  const [rounded, before] = [weights(), [...parameters.subarray(0, outputWeights)]];
  learner.execute({ type: 'train', from: 18, to: 20 });
  expect(weights()).toEqual(rounded);
  expect([...parameters.subarray(0, outputWeights)]).not.toEqual(before);
});

test('a quantized network differs by a few centipawns at most', () => {
  const samples = samplePositions(4000, 9);
  // A single king bucket, so that a few thousand positions are enough for all weights.
  const shape = { ...SHAPE, kingBuckets: 1 };
  const { learner, parameters, settings } = newLearner(samples, {
    ...shape,
    batch: 256,
    epochs: 20,
    rate: 0.005,
  });
  parameters.set(initialParameters(shape, 10));
  const total = totalBatches(settings, samples.length);
  learner.execute({ type: 'train', from: 0, to: total });
  const described = { ...neutral, ...shape };
  const network = quantize(parameters, described);
  let squares = 0;
  const unseen = samplePositions(500, 11);
  for (const { position } of unseen) {
    const exact = plainOutput(parameters, shape, position) * 400;
    const difference = Math.abs(evaluateByReference(network, position) - exact);
    expect(difference).toBeLessThan(MAX_ROUNDING);
    squares += difference ** 2;
  }
  expect(Math.sqrt(squares / unseen.length)).toBeLessThan(MEAN_ROUNDING);
  const restored = quantize(parametersOf(network, { ...described, seed: 1 }), described);
  expect(restored.hiddenWeights).toEqual(network.hiddenWeights);
  expect(restored.outputWeights).toEqual(network.outputWeights);
  expect(restored.outputBiases).toEqual(network.outputBiases);
});

test.each([
  { kingBuckets: 1, outputBuckets: 1 },
  { kingBuckets: 1, outputBuckets: 2 },
  { kingBuckets: 1, outputBuckets: 4 },
  { kingBuckets: 2, outputBuckets: 8 },
  { kingBuckets: 4, outputBuckets: 8 },
])('a network with %o goes on with the same scores, larger too', (buckets) => {
  const network = { ...randomNetwork(7, { hidden: 32, ...buckets }), scale: 400 };
  const counts = buckets.kingBuckets === 1 ? [1, 2, 4] : [buckets.kingBuckets];
  for (const kingBuckets of counts) {
    for (const hidden of [32, 96]) {
      const shape = { hidden, kingBuckets };
      const parameters = parametersOf(network, { ...shape, scale: 250, seed: 3 });
      for (const { position } of samplePositions(200, 17)) {
        const score = plainOutput(parameters, shape, position) * 250;
        expect(Math.abs(score - evaluateByReference(network, position))).toBeLessThan(2);
      }
      // New neurons can learn: their inputs differ.
      const first = hiddenWeightAt(kingBuckets, 70, 32);
      const fresh = parameters.subarray(first, first + hidden - 32);
      expect(new Set(fresh).size).toBe(hidden - 32);
    }
  }
});

test('a network goes on only if the wanted one has room for it', () => {
  const network = randomNetwork(7, { hidden: 64, kingBuckets: 2 });
  const start = (hidden: number, kingBuckets: number) => () =>
    parametersOf(network, { hidden, kingBuckets, scale: 250, seed: 3 });
  expect(start(32, 2)).toThrow(RangeError);
  expect(start(64, 1)).toThrow(RangeError);
  expect(start(64, 4)).toThrow(RangeError);
});

test('learns material within seconds, for both sides and unseen positions', () => {
  const samples = samplePositions(20_000, 12);
  const unseen = samplePositions(1000, 13);
  const run = newLearner(
    samples,
    { batch: 256, epochs: 6, rate: 0.005, warmUp: 20, scale: 400 },
    unseen,
  );
  run.parameters.set(initialParameters(run.settings, 14));
  const before = run.learner.execute({ type: 'validate' }) / unseen.length;
  const total = totalBatches(run.settings, samples.length);
  run.learner.execute({ type: 'train', from: 0, to: total });
  const after = run.learner.execute({ type: 'validate' }) / unseen.length;
  expect(after).toBeLessThan(before / 50);
  const network = quantize(run.parameters, { ...run.settings, origin: '' });
  const score = (fen: string) => evaluateByReference(network, positionFromFen(fen));
  const queenless = 'rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
  expect(score(`${queenless} w - - 0 1`)).toBeGreaterThan(600);
  expect(score(`${queenless} b - - 0 1`)).toBeLessThan(-600);
  expect(Math.abs(score('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'))).toBeLessThan(60);
});

test('weights of inputs that never occur stay 0', () => {
  const samples = samplePositions(2000, 15);
  const kingBuckets = 2;
  const { learner, parameters, settings } = newLearner(samples, { batch: 256, kingBuckets });
  parameters.set(initialParameters(settings, 16));
  learner.execute({ type: 'train', from: 0, to: 20 });
  const isMoved = (input: number) =>
    Array.from(
      { length: 32 },
      (_, neuron) => parameters[hiddenWeightAt(kingBuckets, input, neuron)]!,
    ).some((weight) => weight !== 0);
  const inputs = Array.from({ length: kingBuckets * 768 }, (_, input) => input);
  expect(inputs.filter((input) => isUnusedInput(input, kingBuckets) && isMoved(input))).toEqual([]);
  expect(inputs.filter((input) => !isUnusedInput(input, kingBuckets) && !isMoved(input))).toEqual(
    [],
  );
});
