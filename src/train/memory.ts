/**
 * The memory that all threads of the trainer share: parameters, Adam's means and squares, and for
 * each thread its gradient and its working space. The kernels (assembly/learn.ts) are an instance a
 * thread over this one memory.
 *
 * Parameters are 32-bit floats in one row: hidden weights [tile of 32 neurons][feature][32], hidden
 * biases, output weights [bucket][side to move, other][neuron], output biases.
 */
import { TRAINING_BYTES } from '../datagen/trainingPositions.ts';
import { INPUTS } from '../eval/nnue/features.ts';

export const BUCKETS = 8;
/** Neurons of a tile. */
export const TILE = 32;
/** Positions that go through the kernels at a time: few enough for the cache to hold their activations. */
export const MICRO_BATCH = 256;

const PAGE = 65_536;
/** What the compiled kernels keep at the bottom of the memory fits below. */
const BASE = PAGE;
/** Parts begin at multiples of this, so that threads never share a cache line. */
const ALIGNMENT = 128;
const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** Where the parts of the parameters begin, counted in floats from the first of them. */
export interface ParameterLayout {
  hiddenBiases: number;
  outputWeights: number;
  outputBiases: number;
  /** The number of parameters. */
  count: number;
}

export function parameterLayout(hidden: number): ParameterLayout {
  const hiddenBiases = INPUTS * hidden;
  const outputWeights = hiddenBiases + hidden;
  const outputBiases = outputWeights + BUCKETS * 2 * hidden;
  return { hiddenBiases, outputWeights, outputBiases, count: outputBiases + BUCKETS };
}

/** The place of a hidden weight among the parameters. */
export const hiddenWeightAt = (feature: number, neuron: number): number =>
  ((neuron >> 5) * INPUTS + feature) * TILE + (neuron & (TILE - 1));

/** Byte addresses. */
export interface MemoryLayout {
  parameters: number;
  means: number;
  squares: number;
  /** Of the first thread; the next one's is {@link stride} bytes on. */
  gradients: number;
  stride: number;
  scratch: (thread: number) => number;
  /** Bytes of the whole memory. */
  end: number;
}

export function memoryLayout(hidden: number, threads: number): MemoryLayout {
  const stride = aligned(parameterLayout(hidden).count * 4);
  const scratchBytes = aligned(scratchSize(hidden));
  const means = BASE + stride;
  const squares = means + stride;
  const gradients = squares + stride;
  const scratch = gradients + threads * stride;
  return {
    ...{ parameters: BASE, means, squares, gradients, stride },
    scratch: (thread) => scratch + thread * scratchBytes,
    end: scratch + threads * scratchBytes,
  };
}

/** What `configure` of the kernels lays out behind the address it is given. */
const scratchSize = (hidden: number): number =>
  MICRO_BATCH * (TRAINING_BYTES + 2 * 64 + 4 + 4 + 16 + 4 + 4 + 2 * 32 * 4 + 2 * hidden * 4) +
  (INPUTS + 4) * 4;

/** A memory large enough, all zeros. */
export function createMemory(hidden: number, threads: number): WebAssembly.Memory {
  const pages = Math.ceil(memoryLayout(hidden, threads).end / PAGE);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

/** The functions of the compiled kernels; addresses are bytes. See assembly/learn.ts. */
export interface Kernels {
  configure(
    hidden: number,
    parameters: number,
    gradient: number,
    scratch: number,
    microBatch: number,
  ): number;
  train(count: number, scale: number, scoreShare: number, share: number): number;
  measure(count: number, scale: number, scoreShare: number): number;
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

/** The kernels of one thread. */
export function instantiateKernels(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  hidden: number,
  threads: number,
  thread: number,
): Kernels {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const kernels = exports as unknown as Kernels;
  const { parameters, gradients, stride, scratch } = memoryLayout(hidden, threads);
  kernels.configure(hidden, parameters, gradients + thread * stride, scratch(thread), MICRO_BATCH);
  return kernels;
}
