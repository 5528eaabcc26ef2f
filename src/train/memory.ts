/**
 * The memory shared by all threads of the trainer: parameters, Adam's means and squares, and for
 * each thread a gradient and scratch space. Each thread has an instance of the kernels
 * (assembly/learn.ts) on this memory.
 *
 * Parameters are 32-bit floats in one row: hidden weights [tile of 16 neurons][row][16], where the rows
 * are the piece inputs of all king buckets, then the attack inputs; hidden biases, in the same order
 * of neurons; then the weights and biases of layers 1 to 3 as in a network (networkFile.ts).
 */
import { KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS } from '../chess/board/attacks.ts';
import { type Directions, slideAttacks } from '../chess/board/sliding.ts';
import { WHITE } from '../chess/board/types.ts';
import { PACKED_BYTES } from '../datagen/packedPosition.ts';
import {
  ATTACK_INPUTS,
  LAYER1_ROWS,
  LAYER2,
  LAYER2_INPUTS,
  PIECE_INPUTS,
} from '../eval/nnue/architecture.ts';
import { kingBucket } from '../eval/nnue/features.ts';
import { ChessError } from '../util/result.ts';
import {
  ATTACK_SETS_AT,
  BUCKETS,
  KING_ROWS_AT,
  MAX_FEATURES,
  RECORDS_AT,
  SUMS1_BYTES,
  TILE,
} from './assembly/sharedConstants.ts';
import type { TrainSettings } from './trainSettings.ts';

/**
 * Positions per kernel call: so many that reading a tile's weights into the cache costs little, and so few
 * that the lists of features and the activations of a tile stay there.
 */
export const MICRO_BATCH = 1024;

const PAGE = 65_536;
/** The most that 32-bit addresses reach. */
const MAX_PAGES = 65_536;
/** The compiled kernels keep their static data below this address. */
const BASE = PAGE;
/** The alignment of all parts, so that threads never share a cache line. */
const ALIGNMENT = 128;
const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** The parts of the parameters after the hidden weights, in their order. */
const PARTS = [
  'hiddenBiases',
  'weights1',
  'biases1',
  'weights2',
  'biases2',
  'weights3',
  'biases3',
] as const;

type Part = (typeof PARTS)[number];

/** The offsets of the parts of the parameters, in floats. */
interface ParameterLayout extends Record<Part, number> {
  /** The number of parameters. */
  count: number;
}

/** What sets the number of parameters. */
export type LearnerShape = Pick<TrainSettings, 'hidden' | 'kingBuckets'>;

/** Where each part of the parameters begins, and how many there are. */
export function parameterLayout(shape: LearnerShape): ParameterLayout {
  const { hidden } = shape;
  const sizes: Record<Part, number> = {
    hiddenBiases: hidden,
    weights1: BUCKETS * LAYER1_ROWS * hidden,
    biases1: BUCKETS * LAYER1_ROWS,
    weights2: BUCKETS * LAYER2 * LAYER2_INPUTS,
    biases2: BUCKETS * LAYER2,
    weights3: BUCKETS * LAYER2,
    biases3: BUCKETS,
  };
  let count = hidden * hiddenRows(shape);
  const offsets = PARTS.map((part) => {
    const offset = count;
    count += sizes[part];
    return [part, offset] as const;
  });
  return { ...(Object.fromEntries(offsets) as Record<Part, number>), count };
}

/** The number of rows of hidden weights. */
export const hiddenRows = ({ kingBuckets }: LearnerShape): number =>
  attackRow(kingBuckets, 0) + ATTACK_INPUTS;

/** The row of hidden weights of an attack input; those of the piece inputs come before. */
export const attackRow = (kingBuckets: number, input: number): number =>
  kingBuckets * PIECE_INPUTS + input;

/** The index of a neuron's bias among the hidden biases: a tile has neurons and their partners. */
export function hiddenBiasAt({ hidden }: LearnerShape, neuron: number): number {
  const pairs = TILE / 2;
  const pair = neuron % (hidden / 2);
  const isPartner = neuron >= hidden / 2;
  return Math.floor(pair / pairs) * TILE + (isPartner ? pairs : 0) + (pair % pairs);
}

/** The index of a hidden weight among the parameters. */
export function hiddenWeightAt(shape: LearnerShape, row: number, neuron: number): number {
  const at = hiddenBiasAt(shape, neuron);
  const lane = at % TILE;
  return (at - lane) * hiddenRows(shape) + row * TILE + lane;
}

/** What lies where in the memory, in bytes. */
export interface LearnerLayout {
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

/** The layout of the memory for a number of threads. */
export function learnerLayout(shape: LearnerShape, threads: number): LearnerLayout {
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

/** The size of what the kernels' `configure` allocates from `scratch`. */
function scratchSize(shape: LearnerShape): number {
  const lists = 2 * MAX_FEATURES * (2 + 4);
  const numbers = 7 + LAYER2_INPUTS + LAYER2 + 3 * shape.hidden;
  const fixed = RECORDS_AT + 65 * 4 + 4 * MAX_FEATURES + 12 * (hiddenRows(shape) + 4);
  return fixed + MICRO_BATCH * (PACKED_BYTES + lists + SUMS1_BYTES + 4 * numbers);
}

/** The directions of rays that the kernels look up, as files and ranks, in their order. */
const RAYS: Directions = [
  [0, 1],
  [1, 0],
  [1, 1],
  [-1, 1],
  [0, -1],
  [-1, 0],
  [-1, -1],
  [1, -1],
];

/** The attack sets that the kernels look up: eight rays, knight, king, and pawns of both colours. */
function attackSets(): Int32Array {
  const rays = RAYS.flatMap((direction) =>
    Array.from({ length: 64 }, (_, square) => slideAttacks(square, [direction], 0, 0)),
  );
  const steps = [KNIGHT_ATTACKS, KING_ATTACKS, PAWN_ATTACKS].flatMap((table) => [...table]);
  return Int32Array.of(...rays.flatMap(({ lo, hi }) => [lo, hi]), ...steps);
}

/** Zeroed memory of the required size. Throws a ChessError if that is too much for WebAssembly. */
export function createMemory(shape: LearnerShape, threads: number): WebAssembly.Memory {
  const pages = Math.ceil(learnerLayout(shape, threads).end / PAGE);
  if (pages > MAX_PAGES) {
    throw new ChessError(`${threads} threads with ${shape.hidden} neurons need more than 4 GiB`);
  }
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
  const { parameters, gradients, stride, scratch } = learnerLayout(shape, threads);
  const { hidden, kingBuckets } = shape;
  const gradient = gradients + thread * stride;
  const at = scratch(thread);
  const end = kernels.configure(hidden, kingBuckets, parameters, gradient, at, MICRO_BATCH);
  if (end > scratch(thread + 1)) throw new Error('the kernels need more memory than memory.ts has');
  const kingRows = new Uint16Array(memory.buffer, at + KING_ROWS_AT, 64);
  for (let square = 0; square < 64; square++) {
    kingRows[square] = kingBucket(WHITE, square, kingBuckets) * PIECE_INPUTS;
  }
  new Int32Array(memory.buffer, at + ATTACK_SETS_AT).set(attackSets());
  return kernels;
}
