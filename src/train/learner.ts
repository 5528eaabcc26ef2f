/**
 * One thread of the trainer. Every batch is divided among the threads: each computes the gradient
 * of its positions, they wait for each other, and each updates its share of the weights from all
 * gradients. Gradients are added in the order of the threads, so runs are reproducible to the bit.
 *
 * AdamW: https://arxiv.org/abs/1711.05101
 */
import { derivedSeed } from '../chess/random.ts';
import { PACKED_WORDS } from '../datagen/packedPosition.ts';
import { MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT_SUM, QB } from '../eval/nnue/networkFile.ts';
import { BETA1, BETA2, BUCKETS } from './assembly/constants.ts';
import { Barrier } from './barrier.ts';
import { learningRate } from './learningRate.ts';
import {
  instantiateKernels,
  type MemoryLayout,
  MICRO_BATCH,
  memoryLayout,
  type ParameterLayout,
  parameterLayout,
  RECORDS_AT,
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

/** Hidden weights within ±1.98 keep accumulators of 32 pieces far inside 16 bits. */
const MAX_HIDDEN_WEIGHT = 1.98;
const MAX_HIDDEN_BIAS = 16;
const MAX_OUTPUT_BIAS = 1000;

/**
 * The share of the batches after which the output weights are rounded as in the file, and stay: the hidden
 * layer learns to make up for it. They are coarse, some 13 units of 1/{@link QB} on average.
 */
const UNROUNDED = 0.9;

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
  private readonly layout: MemoryLayout;
  private readonly parameters: ParameterLayout;
  private readonly total: number;
  /** From this batch on the output weights are rounded. */
  private readonly roundedFrom: number;
  private readonly segments: Segment[];
  /** Views of the whole memory, and this thread's index for records in it. */
  private readonly words: Int32Array;
  private readonly floats: Float32Array;
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
    this.layout = memoryLayout(settings, threads);
    this.parameters = parameterLayout(settings);
    this.total = totalBatches(settings, training.count);
    this.roundedFrom = Math.ceil(this.total * UNROUNDED);
    this.segments = this.findSegments();
    this.words = new Int32Array(memory.buffer);
    this.floats = new Float32Array(memory.buffer);
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
      if (from === this.parameters.outputWeights && batch >= this.roundedFrom) continue;
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
    if (!this.isLast) return;
    this.limitOutputSums();
    if (batch + 1 === this.roundedFrom) this.roundOutputWeights();
  }

  private get isLast(): boolean {
    return this.thread === this.settings.threads - 1;
  }

  /** The hidden weights are divided among all threads; the last one also has everything else. */
  private findSegments(): Segment[] {
    const { hiddenBiases, outputWeights, outputBiases, count } = this.parameters;
    const [from, to] = this.partOf(hiddenBiases / 4);
    const rows = { from: from * 4, to: to * 4, limit: MAX_HIDDEN_WEIGHT, decays: true };
    if (!this.isLast) return [rows];
    const limit = MAX_OUTPUT_WEIGHT / QB;
    return [
      rows,
      { from: hiddenBiases, to: outputWeights, limit: MAX_HIDDEN_BIAS, decays: false },
      { from: outputWeights, to: outputBiases, limit, decays: true },
      { from: outputBiases, to: count, limit: MAX_OUTPUT_BIAS, decays: false },
    ];
  }

  /**
   * Scales the output weights of a bucket down if the sum of the positive or of the negative ones
   * is so large that the quantized sum might not fit 32 bits. Rounding may add half a unit to each.
   */
  private limitOutputSums(): void {
    const { floats } = this;
    const row = 2 * this.settings.hidden;
    const most = (MAX_OUTPUT_WEIGHT_SUM - row / 2) / QB;
    const first = this.layout.parameters / 4 + this.parameters.outputWeights;
    for (let at = first; at < first + BUCKETS * row; at += row) {
      let positive = 0;
      let negative = 0;
      for (let i = at; i < at + row; i++) {
        if (floats[i]! > 0) positive += floats[i]!;
        else negative -= floats[i]!;
      }
      if (Math.max(positive, negative) <= most) continue;
      for (let i = at; i < at + row; i++) {
        const sum = floats[i]! > 0 ? positive : negative;
        if (sum > most) floats[i]! *= most / sum;
      }
    }
  }

  private roundOutputWeights(): void {
    const { outputWeights, outputBiases } = this.parameters;
    const first = this.layout.parameters / 4;
    const weights = this.floats.subarray(first + outputWeights, first + outputBiases);
    for (const [i, weight] of weights.entries()) weights[i] = Math.round(weight * QB) / QB;
  }
}
