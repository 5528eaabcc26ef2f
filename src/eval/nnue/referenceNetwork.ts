/**
 * The reference implementation of the network: evaluates one position from scratch, following the definition
 * (networkFile.ts) literally. Lazy accumulators and SIMD kernels are tested against it, and tools that look
 * at single positions use it.
 */
import { countPieces } from '../../chess/board/material.ts';
import type { Position } from '../../chess/board/position.ts';
import {
  BLACK,
  type Color,
  NO_PIECE,
  NO_SQUARE,
  type Square,
  WHITE,
} from '../../chess/board/types.ts';
import { featureIndex, INPUTS, kingBucket, orientation, outputBucket } from './features.ts';
import { type Network, QA, QB } from './networkFile.ts';

/** Scores are clamped to this, in centipawns: far from mates and tablebase wins (search/score.ts). */
const MAX_EVALUATION = 15_000;

/**
 * The rows of hidden weights for a position, from a perspective; optionally without the piece on
 * `removed`.
 */
export function activeFeatures(
  position: Position,
  perspective: Color,
  kingBuckets: number,
  removed: Square = NO_SQUARE,
): number[] {
  const king = position.kingSquare(perspective);
  const turned = orientation(perspective, king);
  const first = kingBucket(perspective, king, kingBuckets) * INPUTS;
  return [...position.board].flatMap((piece, square) =>
    piece === NO_PIECE || square === removed
      ? []
      : first + featureIndex(piece, square, perspective, turned),
  );
}

/** The hidden layer before its activation: the sum of the biases and the rows of the inputs. */
function accumulate(network: Network, features: readonly number[]): Int16Array {
  const { hidden, kingBuckets, hiddenWeights, hiddenBiases } = network;
  const sums = hiddenBiases.slice();
  for (const feature of features) {
    if (!(feature >= 0 && feature < kingBuckets * INPUTS)) {
      throw new RangeError(`not an input: ${feature}`);
    }
    for (let j = 0; j < hidden; j++) sums[j]! += hiddenWeights[feature * hidden + j]!;
  }
  return sums;
}

/** The output of one bucket, in units of 1 / (QA × QB), for the side whose accumulator is `own`. */
function forward(
  { hidden, outputWeights, outputBiases }: Network,
  own: Int16Array,
  opponent: Int16Array,
  bucket: number,
): number {
  let sum = 0;
  for (const [half, accumulator] of [own, opponent].entries()) {
    const row = (bucket * 2 + half) * hidden;
    for (let j = 0; j < hidden; j++) {
      const value = Math.max(0, Math.min(accumulator[j]!, QA));
      sum += value * value * outputWeights[row + j]!;
    }
  }
  return Math.trunc(sum / QA) + outputBiases[bucket]!;
}

/** Centipawns for an output in units of 1 / (QA × QB). */
export function toCentipawns(output: number, scale: number): number {
  const score = Math.trunc((output * scale) / (QA * QB));
  return Math.max(-MAX_EVALUATION, Math.min(MAX_EVALUATION, score));
}

/**
 * The network's score of a position by bucket, in centipawns from the side to move; optionally without
 * the piece on `removed`.
 */
export function evaluateBuckets(
  network: Network,
  position: Position,
  removed: Square = NO_SQUARE,
): number[] {
  const [white, black] = [WHITE, BLACK].map((perspective) =>
    accumulate(network, activeFeatures(position, perspective, network.kingBuckets, removed)),
  ) as [Int16Array, Int16Array];
  const [own, opponent] = position.turn === WHITE ? [white, black] : [black, white];
  return Array.from({ length: network.outputBuckets }, (_, bucket) =>
    toCentipawns(forward(network, own, opponent, bucket), network.scale),
  );
}

/** The output bucket for a position. */
export const bucketOf = (position: Position, buckets: number): number =>
  outputBucket(countPieces(position), buckets);

/** The network's score of a position, in centipawns from the side to move. */
export function evaluateByReference(network: Network, position: Position): number {
  return evaluateBuckets(network, position)[bucketOf(position, network.outputBuckets)]!;
}
