/** For tests of the trainer: positions of random games, and the network in plain arithmetic. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateMoves } from '../../src/chess/board/movegen.ts';
import { Position } from '../../src/chess/board/position.ts';
import { BLACK, colorOf, MAX_MOVES, NO_PIECE, typeOf } from '../../src/chess/board/types.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { Random } from '../../src/chess/random.ts';
import { outputBucket } from '../../src/eval/nnue/features.ts';
import { activeFeatures } from '../../src/eval/nnue/referenceNetwork.ts';
import { Barrier } from '../../src/train/barrier.ts';
import { Learner } from '../../src/train/learner.ts';
import {
  createMemory,
  hiddenWeightAt,
  type LearnerShape,
  memoryLayout,
  parameterLayout,
} from '../../src/train/memory.ts';
import { TRAIN_DEFAULTS, type TrainSettings } from '../../src/train/trainSettings.ts';
import { ROOT } from './runCli.ts';

export const KERNELS = new WebAssembly.Module(readFileSync(join(ROOT, 'dist/train.wasm')));

export interface Sample {
  position: Position;
  /** Centipawns from the side to move. */
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
  const settings = { ...TRAIN_DEFAULTS, threads: 1, hidden: 32, ...options };
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
  const layout = memoryLayout(settings, 1);
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

/** The output of the network in double precision, by its definition. */
export function plainOutput(
  parameters: ArrayLike<number>,
  shape: LearnerShape,
  position: Position,
): number {
  const { hidden, kingBuckets } = shape;
  const { hiddenBiases, outputWeights, outputBiases } = parameterLayout(shape);
  const pieces = position.board.filter((piece) => piece !== NO_PIECE).length;
  const bucket = outputBucket(pieces, 8);
  let output = parameters[outputBiases + bucket]!;
  for (const side of [0, 1]) {
    const features = activeFeatures(position, position.turn ^ side, kingBuckets);
    for (let neuron = 0; neuron < hidden; neuron++) {
      let sum = parameters[hiddenBiases + neuron]!;
      for (const feature of features) {
        sum += parameters[hiddenWeightAt(kingBuckets, feature, neuron)]!;
      }
      const activation = Math.max(0, Math.min(sum, 1));
      output +=
        activation ** 2 * parameters[outputWeights + (bucket * 2 + side) * hidden + neuron]!;
    }
  }
  return output;
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
