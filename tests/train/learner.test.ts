/** The arithmetic of the trainer compared with plain formulas, and learning. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { LAYER1, LAYER1_ROWS } from '../../src/eval/nnue/architecture.ts';
import { findNetworkProblem } from '../../src/eval/nnue/networkFile.ts';
import { evaluateByReference } from '../../src/eval/nnue/referenceNetwork.ts';
import { RECORDS_AT } from '../../src/train/assembly/sharedConstants.ts';
import {
  initialParameters,
  isUnusedAttack,
  isUnusedInput,
  parametersOf,
} from '../../src/train/initialize.ts';
import { learningRate } from '../../src/train/learningRate.ts';
import {
  attackRow,
  createMemory,
  hiddenBiasAt,
  hiddenRows,
  hiddenWeightAt,
  instantiateKernels,
  learnerLayout,
  parameterLayout,
} from '../../src/train/memory.ts';
import { quantize } from '../../src/train/quantize.ts';
import { totalBatches } from '../../src/train/trainSettings.ts';
import { Random } from '../../src/util/random.ts';
import { randomNetwork } from '../support/networks.ts';
import {
  KERNELS,
  newLearner,
  packSamples,
  plainError,
  plainOutput,
  plainRows,
  samplePositions,
} from '../support/training.ts';

const SHAPE = { hidden: 64, kingBuckets: 2 };

/** Weights large enough for neurons to be clipped at both ends, in all layers. */
function liveParameters(seed: number): Float32Array {
  const random = new Random(seed);
  const layout = parameterLayout(SHAPE);
  const between = (limit: number) => (random.below(2 ** 24) / 2 ** 23 - 1) * limit;
  return Float32Array.from({ length: layout.count }, (_, i) => {
    if (i < layout.hiddenBiases) return between(0.15);
    if (i < layout.weights1) return 0.3 + between(0.3);
    if (i < layout.weights2) return between(0.7);
    if (i < layout.weights3) return between(0.5);
    return between(0.4);
  });
}

/** The allowed error of a quantized network in centipawns: maximum, and root mean square. */
const MAX_ROUNDING = 40;
const MEAN_ROUNDING = 10;

const neutral = { ...SHAPE, scale: 400, origin: '' };

test('kernels and plain arithmetic give the same outputs', () => {
  const samples = samplePositions(256, 1);
  const options = { ...SHAPE, scoreShares: [0.7], weights: [1.3] };
  const { parameters, settings, memory } = newLearner(samples, options);
  parameters.set(liveParameters(2));
  const kernels = instantiateKernels(KERNELS, memory, SHAPE, 1, 0);
  const { scratch } = learnerLayout(SHAPE, 1);
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

test('the features of a position are those of the reference', () => {
  const queens = [
    'kbqqqqqq/rnqqnbrq/8/8/8/8/QRBNQQNR/QQQQQQBK w - - 0 1',
    'kbqqqqqq/rnqqnbrq/8/8/8/8/QRBNQQNR/QQQQQQBK b - - 0 1',
    '3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk b - - 0 1',
    'k7/P1P1P1P1/1p1p1p1p/2N1R3/3q1B2/2n1r3/p1p1p1p1/4K3 w - - 0 1',
  ].map((fen) => ({ position: positionFromFen(fen), score: 0, result: null, game: 0 }));
  for (const kingBuckets of [1, 2, 4]) {
    const samples = [...queens, ...samplePositions(252, 20 + kingBuckets)];
    // Each weight of a neuron and its partner is a number of its own: sums of rows tell which they are.
    const shape = { hidden: 64, kingBuckets };
    const { parameters, memory } = newLearner(samples, shape);
    const layout = parameterLayout(shape);
    const kernels = instantiateKernels(KERNELS, memory, shape, 1, 0);
    const { scratch } = learnerLayout(shape, 1);
    new Uint8Array(memory.buffer, scratch(0) + RECORDS_AT).set(
      new Uint8Array(packSamples(samples)),
    );
    const random = new Random(kingBuckets);
    const first = hiddenWeightAt(shape, 0, 0);
    const step = hiddenWeightAt(shape, 1, 0) - first;
    for (const side of [0, 1]) {
      parameters.fill(0);
      // A neuron that adds up multiples of 2^-20 exactly, with a partner of 1, straight to the output.
      const values = Array.from({ length: hiddenRows(shape) }, () => random.below(256) / 2 ** 20);
      for (const [row, value] of values.entries()) parameters[first + row * step] = value;
      parameters[layout.hiddenBiases + hiddenBiasAt(shape, shape.hidden / 2)] = 1;
      for (let bucket = 0; bucket < 8; bucket++) {
        const direct = bucket * LAYER1_ROWS + LAYER1;
        parameters[layout.weights1 + direct * shape.hidden + side * (shape.hidden / 2)] = 1;
      }
      kernels.measure(samples.length, 250);
      for (const [i, { position }] of samples.entries()) {
        const rows = plainRows(position, position.turn ^ side, kingBuckets);
        const sum = rows.reduce((sum, row) => sum + values[row]!, 0);
        expect(kernels.outputOf(i)).toBe(2 * sum);
      }
    }
  }
});

test('the gradient agrees with finite differences', () => {
  // From three files with results that count differently, and weights.
  const samples = samplePositions(120, 3).map((sample, i) => ({ ...sample, file: i % 3 }));
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
  const means = new Float32Array(memory.buffer, learnerLayout(SHAPE, 1).means, count);
  // After the first batch Adam's mean is a tenth of the gradient.
  const gradientOf = (i: number) => means[i]! / 0.1;
  const random = new Random(5);
  const oneOf = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
  /** A hidden weight that a sample uses. */
  const hiddenWeight = (isWanted: (row: number) => boolean) => {
    const { position } = oneOf(samples);
    const rows = plainRows(position, oneOf([0, 1]), SHAPE.kingBuckets).filter(isWanted);
    return hiddenWeightAt(SHAPE, oneOf(rows), random.below(SHAPE.hidden));
  };
  const attacks = attackRow(SHAPE.kingBuckets, 0);
  const starts = [...Object.values(parts), count];
  const groups = [
    () => hiddenWeight((row) => row < attacks),
    () => hiddenWeight((row) => row >= attacks),
    ...Object.values(parts).map((from, part) => () => {
      return from + random.below(starts[part + 1]! - from);
    }),
  ];
  expect(groups).toHaveLength(9);
  for (const group of groups) {
    let moving = 0;
    for (let n = 0; n < 14; n++) {
      const i = group();
      const step = 1e-6;
      const shifted = before.slice();
      shifted[i]! += step;
      const above = mean(shifted);
      shifted[i]! -= 2 * step;
      const slope = (above - mean(shifted)) / (2 * step);
      if (Math.abs(slope) > 1e-6) moving++;
      // A neuron may cross a kink of the activation within the step.
      expect(Math.abs(gradientOf(i) - slope)).toBeLessThan(2e-6 + 0.02 * Math.abs(slope));
    }
    expect(moving).toBeGreaterThan(3);
  }
});

test('a batch updates the weights by AdamW', () => {
  const samples = samplePositions(128, 6);
  const options = { hidden: 64, batch: 64, epochs: 20, warmUp: 0, rate: 0.01, decay: 0.1 };
  const { learner, parameters, settings, memory } = newLearner(samples, options);
  parameters.set(initialParameters(settings, 7));
  const { count, ...parts } = parameterLayout(settings);
  const layout = learnerLayout(settings, 1);
  const view = (address: number) => new Float32Array(memory.buffer, address, count);
  const means = view(layout.means);
  const squares = view(layout.squares);
  const total = totalBatches(settings, samples.length);
  for (let batch = 0; batch < 3; batch++) {
    const before = [parameters, means, squares].map((values) => Float64Array.from(values));
    learner.execute({ type: 'train', from: batch, to: batch + 1 });
    const rate = learningRate(settings, batch, total);
    let squareError = 0;
    let weightError = 0;
    for (let i = 0; i < count; i += 7) {
      const gradient = (means[i]! - 0.9 * before[1]![i]!) / 0.1;
      const square = 0.999 * before[2]![i]! + 0.001 * gradient ** 2;
      squareError = Math.max(squareError, Math.abs(squares[i]! - square));
      const isBias =
        (i >= parts.hiddenBiases && i < parts.weights1) ||
        (i >= parts.biases1 && i < parts.weights2) ||
        (i >= parts.biases2 && i < parts.weights3) ||
        i >= parts.biases3;
      const mean = means[i]! / (1 - 0.9 ** (batch + 1));
      const size = Math.sqrt(squares[i]! / (1 - 0.999 ** (batch + 1))) + 1e-8;
      const kept = before[0]![i]! * (isBias ? 1 : 1 - rate * 0.1);
      const weight = kept - (rate * mean) / size;
      weightError = Math.max(weightError, Math.abs(parameters[i]! - weight));
    }
    expect(squareError).toBeLessThan(5e-10);
    expect(weightError).toBeLessThan(1e-5);
  }
});

test.each([64, 256, 512])(
  'the weights of %d neurons stay within the bounds of the network file, whatever the gradient',
  (hidden) => {
    const samples = samplePositions(64, 8);
    const shape = { hidden, kingBuckets: 1 };
    const { learner, parameters } = newLearner(samples, { ...shape, batch: 64, rate: 1 });
    const network = { ...neutral, ...shape };
    parameters.fill(1e6);
    learner.execute({ type: 'train', from: 0, to: 1 });
    expect(findNetworkProblem(quantize(parameters, network))).toBeNull();
    parameters.fill(-1e6);
    learner.execute({ type: 'train', from: 1, to: 2 });
    expect(findNetworkProblem(quantize(parameters, network))).toBeNull();
  },
);

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
  const restored = quantize(parametersOf(network, described), described);
  expect(isDeepStrictEqual(restored, network)).toBe(true);
});

test.each([
  { kingBuckets: 1, outputBuckets: 1 },
  { kingBuckets: 1, outputBuckets: 2 },
  { kingBuckets: 1, outputBuckets: 4 },
  { kingBuckets: 2, outputBuckets: 8 },
  { kingBuckets: 4, outputBuckets: 8 },
])('a network with %o goes on with the same scores, with more buckets too', (buckets) => {
  const hidden = 128;
  const network = { ...randomNetwork(7, { hidden, ...buckets }), scale: 400 };
  const counts = buckets.kingBuckets === 1 ? [1, 2, 4] : [buckets.kingBuckets];
  for (const kingBuckets of counts) {
    const shape = { hidden, kingBuckets };
    const parameters = parametersOf(network, { ...shape, scale: 250 });
    for (const { position } of samplePositions(100, 17)) {
      const score = plainOutput(parameters, shape, position) * 250;
      expect(Math.abs(score - evaluateByReference(network, position))).toBeLessThan(MAX_ROUNDING);
    }
  }
});

test('a network goes on only in the same width, and with its king buckets', () => {
  const network = randomNetwork(7, { hidden: 64, kingBuckets: 2 });
  const start = (hidden: number, kingBuckets: number) => () =>
    parametersOf(network, { hidden, kingBuckets, scale: 250 });
  expect(start(128, 2)).toThrow(RangeError);
  expect(start(64, 1)).toThrow(RangeError);
  expect(start(64, 4)).toThrow(RangeError);
});

test('learns material within seconds, for both sides and unseen positions', () => {
  const samples = samplePositions(40_000, 12);
  const unseen = samplePositions(1000, 13);
  const run = newLearner(
    samples,
    { batch: 256, epochs: 6, rate: 0.003, warmUp: 20, scale: 400 },
    unseen,
  );
  run.parameters.set(initialParameters(run.settings, 14));
  const before = run.learner.execute({ type: 'validate' }) / unseen.length;
  const total = totalBatches(run.settings, samples.length);
  run.learner.execute({ type: 'train', from: 0, to: total });
  const after = run.learner.execute({ type: 'validate' }) / unseen.length;
  expect(after).toBeLessThan(before / 20);
  const network = quantize(run.parameters, { ...run.settings, origin: '' });
  const score = (fen: string) => evaluateByReference(network, positionFromFen(fen));
  const queenless = 'rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
  expect(score(`${queenless} w - - 0 1`)).toBeGreaterThan(600);
  expect(score(`${queenless} b - - 0 1`)).toBeLessThan(-600);
  expect(Math.abs(score('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'))).toBeLessThan(60);
});

test('more threads than memory is an error', () => {
  expect(() => createMemory({ hidden: 512, kingBuckets: 4 }, 256)).toThrow(
    /^256 threads with 512 neurons need more than 4 GiB$/,
  );
});

test('weights of inputs that never occur stay 0', () => {
  const samples = samplePositions(2000, 15);
  const kingBuckets = 2;
  const { learner, parameters, settings } = newLearner(samples, { batch: 256, kingBuckets });
  parameters.set(initialParameters(settings, 16));
  learner.execute({ type: 'train', from: 0, to: 20 });
  const isMoved = (row: number) =>
    Array.from(
      { length: settings.hidden },
      (_, neuron) => parameters[hiddenWeightAt(settings, row, neuron)]!,
    ).some((weight) => weight !== 0);
  const pieceRows = attackRow(kingBuckets, 0);
  const isUnused = (row: number) =>
    row < pieceRows ? isUnusedInput(row, kingBuckets) : isUnusedAttack(row - pieceRows);
  const rows = Array.from({ length: hiddenRows(settings) }, (_, row) => row);
  expect(rows.filter((row) => isUnused(row) === isMoved(row))).toEqual([]);
});
