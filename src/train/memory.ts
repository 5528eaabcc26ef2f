/**
 * The memory shared by all threads of the trainer: parameters, Adam's means and squares, and for
 * each thread a gradient and scratch space. Each thread has an instance of the kernels
 * (assembly/learn.ts) on this memory.
 *
 * Parameters are 32-bit floats in one row: hidden weights [tile of 32 neurons][feature][32], with the
 * features of all king buckets one after the other, hidden biases, output weights
 * [bucket][side to move, other][neuron], output biases.
 */
import { WHITE } from '../chess/board/types.ts';
import { MAX_FILES, MAX_PIECES, PACKED_BYTES } from '../datagen/packedPosition.ts';
import { kingBucket } from '../eval/nnue/features.ts';
import { BUCKETS, FEATURES, TILE } from './assembly/constants.ts';
import type { TrainSettings } from './trainSettings.ts';

/** Positions per kernel call: few enough for their activations to stay in the cache. */
export const MICRO_BATCH = 256;

const PAGE = 65_536;
/** The compiled kernels keep their static data below this address. */
const BASE = PAGE;
/** The alignment of all parts, so that threads never share a cache line. */
const ALIGNMENT = 128;
const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** The offsets of the parts of the parameters, in floats. */
export interface ParameterLayout {
  hiddenBiases: number;
  outputWeights: number;
  outputBiases: number;
  /** The number of parameters. */
  count: number;
}

/** What sets the number of parameters. */
export type LearnerShape = Pick<TrainSettings, 'hidden' | 'kingBuckets'>;

export function parameterLayout({ hidden, kingBuckets }: LearnerShape): ParameterLayout {
  const hiddenBiases = kingBuckets * FEATURES * hidden;
  const outputWeights = hiddenBiases + hidden;
  const outputBiases = outputWeights + BUCKETS * 2 * hidden;
  return { hiddenBiases, outputWeights, outputBiases, count: outputBiases + BUCKETS };
}

/** The index of a hidden weight among the parameters. */
export const hiddenWeightAt = (kingBuckets: number, feature: number, neuron: number): number =>
  (Math.floor(neuron / TILE) * kingBuckets * FEATURES + feature) * TILE + (neuron % TILE);

/** Byte addresses. */
export interface MemoryLayout {
  parameters: number;
  means: number;
  squares: number;
  /** The gradient of the first thread; the next thread's is {@link stride} bytes further. */
  gradients: number;
  stride: number;
  scratch: (thread: number) => number;
  /** Size of the whole memory in bytes. */
  end: number;
}

export function memoryLayout(shape: LearnerShape, threads: number): MemoryLayout {
  const stride = aligned(parameterLayout(shape).count * 4);
  const scratchBytes = aligned(scratchSize(shape));
  const means = BASE + stride;
  const squares = means + stride;
  const gradients = squares + stride;
  const scratch = gradients + threads * stride;
  return {
    parameters: BASE,
    means,
    squares,
    gradients,
    stride,
    scratch: (thread) => scratch + thread * scratchBytes,
    end: scratch + threads * scratchBytes,
  };
}

/**
 * Where the first features of the own king's bucket, by square, begin in a thread's scratch space: after λ
 * and weight of every file.
 */
const KING_ROWS_AT = MAX_FILES * 8;
/** Where its records begin. */
export const RECORDS_AT = KING_ROWS_AT + 64 * 2;

/** The size of what the kernels' `configure` allocates from `scratch`. */
const scratchSize = ({ hidden, kingBuckets }: LearnerShape): number =>
  RECORDS_AT +
  MICRO_BATCH * (PACKED_BYTES + 12 * MAX_PIECES + 2 * 4 + 16 + 3 * 4 + 2 * hidden * 4) +
  (kingBuckets * FEATURES + 4) * 4;

/** Zeroed memory of the required size. */
export function createMemory(shape: LearnerShape, threads: number): WebAssembly.Memory {
  const pages = Math.ceil(memoryLayout(shape, threads).end / PAGE);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

/** The functions of the compiled kernels; addresses are in bytes. See assembly/learn.ts. */
export interface TrainKernels {
  configure(
    hidden: number,
    kingBuckets: number,
    parameters: number,
    gradient: number,
    scratch: number,
    microBatch: number,
  ): number;
  train(count: number, scale: number, share: number): number;
  measure(count: number, scale: number): number;
  outputOf(i: number): number;
  adamw(
    from: number,
    to: number,
    means: number,
    squares: number,
    gradients: number,
    stride: number,
    threads: number,
    rate: number,
    spread: number,
    decayFactor: number,
    limit: number,
  ): void;
}

/** Instantiates the kernels for one thread. */
export function instantiateKernels(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  shape: LearnerShape,
  threads: number,
  thread: number,
): TrainKernels {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const kernels = exports as unknown as TrainKernels;
  const { parameters, gradients, stride, scratch } = memoryLayout(shape, threads);
  const { hidden, kingBuckets } = shape;
  const gradient = gradients + thread * stride;
  const at = scratch(thread);
  const end = kernels.configure(hidden, kingBuckets, parameters, gradient, at, MICRO_BATCH);
  if (end > scratch(thread + 1)) throw new Error('the kernels need more memory than memory.ts has');
  const kingRows = new Uint16Array(memory.buffer, at + KING_ROWS_AT, 64);
  for (let square = 0; square < 64; square++) {
    kingRows[square] = kingBucket(WHITE, square, kingBuckets) * FEATURES;
  }
  return kernels;
}
