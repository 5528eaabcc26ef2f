/** For tests of the trainer: positions of random games, and the network in plain arithmetic. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateMoves } from '../../src/chess/board/movegen.ts';
import { Position } from '../../src/chess/board/position.ts';
import {
  BLACK,
  type Color,
  colorOf,
  MAX_MOVES,
  NO_PIECE,
  typeOf,
} from '../../src/chess/board/types.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { LAYER1, LAYER1_ROWS, LAYER2 } from '../../src/eval/nnue/architecture.ts';
import { outputBucket } from '../../src/eval/nnue/features.ts';
import { activeAttacks, activeFeatures } from '../../src/eval/nnue/referenceNetwork.ts';
import { Barrier } from '../../src/train/barrier.ts';
import { Learner } from '../../src/train/learner.ts';
import {
  attackRow,
  createMemory,
  hiddenBiasAt,
  hiddenWeightAt,
  type LearnerShape,
  learnerLayout,
  parameterLayout,
} from '../../src/train/memory.ts';
import { TRAIN_DEFAULTS, type TrainSettings } from '../../src/train/trainSettings.ts';
import { Random } from '../../src/util/random.ts';
import { ROOT } from './runCli.ts';

export const KERNELS = new WebAssembly.Module(readFileSync(join(ROOT, 'dist/train.wasm')));

export interface Sample {
  position: Position;
  /** Centipawns for the side to move. */
  score: number;
  /** The number of its file; 0 if left out. */
  file?: number;
  /** Half points for White; null: unknown. */
  result: number | null;
  game: number;
}

const VALUES = [100, 300, 300, 500, 900, 0];

/** Material for the side to move, in centipawns. */
function materialOf({ board, turn }: Position): number {
  let sum = 0;
  for (const piece of board) {
    if (piece !== NO_PIECE) sum += VALUES[typeOf(piece)]! * (colorOf(piece) === turn ? 1 : -1);
  }
  return sum;
}

/** Positions of random games, one game after the other; scores are their material. */
export function samplePositions(count: number, seed: number): Sample[] {
  const random = new Random(seed);
  const moves = new Int32Array(MAX_MOVES);
  const samples: Sample[] = [];
  for (let game = 0; samples.length < count; game++) {
    const position = positionFromFen(START_FEN);
    const result = [0, 1, 2, null][random.below(4)]!;
    for (let ply = 0; ply < 150 && samples.length < count; ply++) {
      const legal = generateMoves(position, moves);
      if (legal === 0) break;
      position.make(moves[random.below(legal)]!);
      if (ply % 5 !== 4) continue;
      const copy = new Position(position.toSetup());
      samples.push({ position: copy, score: materialOf(copy), result, game });
    }
  }
  return samples;
}

/** Packs samples as described in datagen/trainingPositions.ts. */
export function packSamples(samples: readonly Sample[]): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(samples.length * 32);
  const view = new DataView(memory);
  for (const [i, { position, score, result, game, file = 0 }] of samples.entries()) {
    const at = i * 32;
    let pieces = 0;
    for (const [square, piece] of position.board.entries()) {
      if (piece === NO_PIECE) continue;
      const byte = at + (square >> 3);
      view.setUint8(byte, view.getUint8(byte) | (1 << (square & 7)));
      const half = at + 8 + (pieces >> 1);
      view.setUint8(half, view.getUint8(half) | (piece << ((pieces & 1) * 4)));
      pieces++;
    }
    view.setUint8(at + 24, (position.turn === BLACK ? 3 : 2) | (file << 2));
    view.setUint8(at + 25, result ?? 255);
    view.setInt16(at + 26, score, true);
    view.setUint32(at + 28, game, true);
  }
  return memory;
}

/** A learner of one thread on these positions, and its memory. */
export function newLearner(
  samples: readonly Sample[],
  options: Partial<TrainSettings>,
  validation: readonly Sample[] = [],
) {
  const settings = { ...TRAIN_DEFAULTS, threads: 1, hidden: 64, ...options };
  const memory = createMemory(settings, 1);
  const set = (samples: readonly Sample[]) => ({
    memory: packSamples(samples),
    count: samples.length,
  });
  const learner = new Learner({
    module: KERNELS,
    memory,
    barrier: Barrier.memory(),
    settings,
    thread: 0,
    training: set(samples),
    validation: set(validation),
  });
  const layout = learnerLayout(settings, 1);
  const { count } = parameterLayout(settings);
  const view = (address: number) => new Float32Array(memory.buffer, address, count);
  return {
    learner,
    settings,
    memory,
    parameters: view(layout.parameters),
    gradient: view(layout.gradients),
  };
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** The rows of hidden weights for a position by the reference, several times if they count so. */
export const plainRows = (
  position: Position,
  perspective: Color,
  kingBuckets: number,
): number[] => [
  ...activeFeatures(position, perspective, kingBuckets),
  ...activeAttacks(position, perspective).map((input) => attackRow(kingBuckets, input)),
];

const clamp = (x: number): number => Math.max(0, Math.min(x, 1));

/** The products of the hidden layer in double precision. */
function plainProducts(
  parameters: ArrayLike<number>,
  shape: LearnerShape,
  rows: readonly number[][],
): number[] {
  const { hiddenBiases } = parameterLayout(shape);
  const neuron = (rows: readonly number[], neuron: number) => {
    const first = hiddenWeightAt(shape, 0, neuron);
    const step = hiddenWeightAt(shape, 1, neuron) - first;
    const bias = parameters[hiddenBiases + hiddenBiasAt(shape, neuron)]!;
    let sum = bias;
    for (const row of rows) sum += parameters[first + row * step]!;
    return clamp(sum);
  };
  const half = shape.hidden / 2;
  return rows.flatMap((list) =>
    Array.from({ length: half }, (_, i) => neuron(list, i) * neuron(list, half + i)),
  );
}

/** The rows of a position for each perspective, side to move first; they take a while. */
const ROWS = new WeakMap<Position, Map<number, number[][]>>();

function rowsOf(position: Position, kingBuckets: number): number[][] {
  const known = ROWS.get(position) ?? new Map<number, number[][]>();
  ROWS.set(position, known);
  const rows =
    known.get(kingBuckets) ??
    [0, 1].map((side) => plainRows(position, position.turn ^ side, kingBuckets));
  known.set(kingBuckets, rows);
  return rows;
}

/** The output of the network in double precision, by its definition. */
export function plainOutput(
  parameters: ArrayLike<number>,
  shape: LearnerShape,
  position: Position,
): number {
  const { weights1, biases1, weights2, biases2, weights3, biases3 } = parameterLayout(shape);
  const pieces = position.board.filter((piece) => piece !== NO_PIECE).length;
  const bucket = outputBucket(pieces, 8);
  /** A row of weights, by its number among those of all buckets. */
  const sum = (inputs: readonly number[], weights: number, biases: number, row: number) =>
    inputs.reduce(
      (sum, input, i) => sum + input * parameters[weights + row * inputs.length + i]!,
      parameters[biases + row]!,
    );
  const products = plainProducts(parameters, shape, rowsOf(position, shape.kingBuckets));
  const y = Array.from({ length: LAYER1_ROWS }, (_, k) =>
    sum(products, weights1, biases1, bucket * LAYER1_ROWS + k),
  );
  const neurons = y.slice(0, LAYER1);
  const inputs2 = [...neurons.map(clamp), ...neurons.map((value) => clamp(value ** 2))];
  const z = Array.from({ length: LAYER2 }, (_, m) =>
    clamp(sum(inputs2, weights2, biases2, bucket * LAYER2 + m)),
  );
  return 2 * (sum(z, weights3, biases3, bucket) + y[LAYER1]!);
}

/** The target of a sample, from 0 to 1. */
function plainTarget(
  { position, score, result, file = 0 }: Sample,
  settings: TrainSettings,
): number {
  const { scoreShares, scale } = settings;
  const scoreShare = scoreShares[file]!;
  const expected = sigmoid(score / scale);
  if (result === null) return expected;
  const own = (position.turn === BLACK ? 2 - result : result) / 2;
  return scoreShare * expected + (1 - scoreShare) * own;
}

/** The weighted squared error of a sample. */
export const plainError = (
  parameters: ArrayLike<number>,
  sample: Sample,
  settings: TrainSettings,
): number =>
  settings.weights[sample.file ?? 0]! *
  (sigmoid(plainOutput(parameters, settings, sample.position)) - plainTarget(sample, settings)) **
    2;
