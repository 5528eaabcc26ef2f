/**
 * One thread of the trainer. Every batch is divided among the threads: each computes the gradient
 * of its positions, they wait for each other, and each updates its share of the weights from all
 * gradients. Gradients are added in the order of the threads, so runs are reproducible to the bit.
 *
 * AdamW: https://arxiv.org/abs/1711.05101
 */
import { PACKED_WORDS } from '../datagen/packedPosition.ts';
import { QA } from '../eval/nnue/architecture.ts';
import { derivedSeed } from '../util/random.ts';
import { BETA1, BETA2, RECORDS_AT, TILE } from './assembly/sharedConstants.ts';
import { Barrier } from './barrier.ts';
import { learningRate } from './learningRate.ts';
import {
  attackRow,
  hiddenRows,
  instantiateKernels,
  type LearnerLayout,
  type LearnerShape,
  learnerLayout,
  MICRO_BATCH,
  parameterLayout,
  type TrainKernels,
} from './memory.ts';
import { Permutation } from './permutation.ts';
import type { PositionSet } from './splitPositions.ts';
import { type TrainSettings, totalBatches } from './trainSettings.ts';

/** The data that a thread is started with. */
export interface LearnerTask {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  barrier: SharedArrayBuffer;
  settings: TrainSettings;
  training: PositionSet;
  validation: PositionSet;
  /** The index of this thread. */
  thread: number;
}

/** A command for a thread: train on some batches, or measure the validation loss. */
export type LearnerCommand = { type: 'train'; from: number; to: number } | { type: 'validate' };

/**
 * The bounds of weights and biases. With them the integers of the quantized network cannot overflow
 * in any position (networkFile.ts):
 * - a neuron of the hidden layer is at most 255 + 32 × 336 + 224 × 96 = 32,511;
 * - a row of layer 1 adds up to at most {@link MAX_SUM1} plus its bias, and 1024 would fit: rounding adds
 *   less than 1;
 * - a neuron of layer 2 to 32 × 7.9 plus its bias, and 1024 would fit; the output to as much plus a row of
 *   layer 1, and 2048 would fit.
 */
const MAX_PIECE_WEIGHT = 336.4 / QA;
const MAX_ATTACK_WEIGHT = 96.4 / QA;
const MAX_HIDDEN_BIAS = 1;
const MAX_WEIGHT1 = 3.9;
const MAX_SUM1 = 1000;
const MAX_WEIGHT2 = 7.9;
const MAX_BIAS = 16;

/** A range of parameters, in floats, with their bound. */
interface Segment {
  from: number;
  to: number;
  limit: number;
  decays: boolean;
}

export class Learner {
  private readonly kernels: TrainKernels;
  private readonly barrier: Barrier;
  private readonly settings: TrainSettings;
  private readonly training: PositionSet;
  private readonly validation: PositionSet;
  private readonly thread: number;
  private readonly layout: LearnerLayout;
  private readonly total: number;
  private readonly segments: Segment[];
  /** A view of the whole memory, and this thread's index for records in it. */
  private readonly words: Int32Array;
  private readonly recordsAt: number;
  private readonly trainingWords: Int32Array;
  private readonly validationWords: Int32Array;
  private permutation: Permutation | null = null;
  private permutationEpoch = -1;

  constructor(task: LearnerTask) {
    const { module, memory, settings, training, validation, thread } = task;
    const { threads } = settings;
    this.kernels = instantiateKernels(module, memory, settings, threads, thread);
    this.barrier = new Barrier(task.barrier, threads);
    this.settings = settings;
    this.training = training;
    this.validation = validation;
    this.thread = thread;
    this.layout = learnerLayout(settings, threads);
    this.total = totalBatches(settings, training.count);
    this.segments = this.findSegments();
    this.words = new Int32Array(memory.buffer);
    const scratch = this.layout.scratch(thread);
    this.recordsAt = (scratch + RECORDS_AT) / 4;
    const files = new Float32Array(memory.buffer, scratch, 2 * settings.scoreShares.length);
    for (const [file, scoreShare] of settings.scoreShares.entries()) {
      files[2 * file] = scoreShare;
      files[2 * file + 1] = settings.weights[file]!;
    }
    this.trainingWords = new Int32Array(training.memory);
    this.validationWords = new Int32Array(validation.memory);
  }

  /** Executes a command. Returns the weighted sum of the squared errors of this thread's positions. */
  execute(command: LearnerCommand): number {
    if (command.type === 'validate') return this.validate();
    let sum = 0;
    for (let batch = command.from; batch < command.to; batch++) sum += this.train(batch);
    return sum;
  }

  private train(batch: number): number {
    const { batch: size, scale } = this.settings;
    const [from, to] = this.partOf(size);
    let sum = 0;
    for (let at = from; at < to; at += MICRO_BATCH) {
      const count = Math.min(MICRO_BATCH, to - at);
      this.gather(batch * size + at, count);
      sum += this.kernels.train(count, scale, 1 / size);
    }
    this.barrier.wait();
    this.updateWeights(batch);
    this.barrier.wait();
    return sum;
  }

  private validate(): number {
    const { scale } = this.settings;
    const [from, to] = this.partOf(this.validation.count);
    let sum = 0;
    for (let at = from; at < to; at += MICRO_BATCH) {
      const count = Math.min(MICRO_BATCH, to - at);
      const records = this.validationWords.subarray(at * PACKED_WORDS, (at + count) * PACKED_WORDS);
      this.words.set(records, this.recordsAt);
      sum += this.kernels.measure(count, scale);
    }
    return sum;
  }

  /** The range of `count` items that this thread works on. */
  private partOf(count: number): [from: number, to: number] {
    const { threads } = this.settings;
    const part = (thread: number) => Math.floor((count * thread) / threads);
    return [part(this.thread), part(this.thread + 1)];
  }

  /** Copies positions to the kernels' input; `first` counts through all epochs. */
  private gather(first: number, count: number): void {
    const { words, trainingWords, recordsAt } = this;
    for (let i = 0; i < count; i++) {
      const epoch = Math.floor((first + i) / this.training.count);
      const from = this.orderOf(epoch).at(first + i - epoch * this.training.count) * PACKED_WORDS;
      const to = recordsAt + i * PACKED_WORDS;
      for (let word = 0; word < PACKED_WORDS; word++)
        words[to + word] = trainingWords[from + word]!;
    }
  }

  /** The order of the positions in an epoch. */
  private orderOf(epoch: number): Permutation {
    if (this.permutation === null || epoch !== this.permutationEpoch) {
      const seed = derivedSeed(this.settings.seed, epoch);
      this.permutation = new Permutation(this.training.count, seed);
      this.permutationEpoch = epoch;
    }
    return this.permutation;
  }

  /** Updates this thread's share of the weights. */
  private updateWeights(batch: number): void {
    const { parameters, means, squares, gradients, stride } = this.layout;
    const { threads, decay } = this.settings;
    const rate = learningRate(this.settings, batch, this.total);
    // Bias correction, since Adam's means start at zero.
    const meanRate = rate / (1 - BETA1 ** (batch + 1));
    const spread = 1 / Math.sqrt(1 - BETA2 ** (batch + 1));
    for (const { from, to, limit, decays } of this.segments) {
      const decayFactor = decays ? 1 - rate * decay : 1;
      this.kernels.adamw(
        parameters + from * 4,
        parameters + to * 4,
        means,
        squares,
        gradients,
        stride,
        threads,
        meanRate,
        spread,
        decayFactor,
        limit,
      );
    }
  }

  /** This thread's share of the parameters. */
  private findSegments(): Segment[] {
    const parts = segmentsOf(this.settings);
    // The kernels update four parameters at a time.
    const [first, end] = this.partOf(parts.at(-1)!.to / 4);
    return parts
      .map((part) => ({
        ...part,
        from: Math.max(part.from, first * 4),
        to: Math.min(part.to, end * 4),
      }))
      .filter(({ from, to }) => from < to);
  }
}

/** All parameters. */
function segmentsOf(shape: LearnerShape): Segment[] {
  const { hiddenBiases, weights1, biases1, weights2, biases2, weights3, biases3, count } =
    parameterLayout(shape);
  const tile = hiddenRows(shape) * TILE;
  const pieces = attackRow(shape.kingBuckets, 0) * TILE;
  const segments: Segment[] = [];
  for (let at = 0; at < hiddenBiases; at += tile) {
    segments.push(
      { from: at, to: at + pieces, limit: MAX_PIECE_WEIGHT, decays: true },
      { from: at + pieces, to: at + tile, limit: MAX_ATTACK_WEIGHT, decays: true },
    );
  }
  const limit1 = Math.min(MAX_WEIGHT1, MAX_SUM1 / shape.hidden);
  return [
    ...segments,
    { from: hiddenBiases, to: weights1, limit: MAX_HIDDEN_BIAS, decays: false },
    { from: weights1, to: biases1, limit: limit1, decays: true },
    { from: biases1, to: weights2, limit: MAX_BIAS, decays: false },
    { from: weights2, to: biases2, limit: MAX_WEIGHT2, decays: true },
    { from: biases2, to: weights3, limit: MAX_BIAS, decays: false },
    { from: weights3, to: biases3, limit: MAX_WEIGHT2, decays: true },
    { from: biases3, to: count, limit: MAX_BIAS, decays: false },
  ];
}
