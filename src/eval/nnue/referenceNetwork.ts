/**
 * The reference implementation of the network: evaluates one position from scratch, following the definition
 * (networkFile.ts) literally. Lazy accumulators and SIMD kernels are tested against it, and tools that look
 * at single positions use it.
 */
import { attacks } from '../../chess/board/legality.ts';
import { countPieces } from '../../chess/board/material.ts';
import { Position } from '../../chess/board/position.ts';
import type { Setup } from '../../chess/board/setup.ts';
import {
  type Color,
  KING,
  NO_PIECE,
  NO_SQUARE,
  type Square,
  typeOf,
} from '../../chess/board/types.ts';
import {
  ACTIVATION_ONE,
  DIRECT_SHIFT,
  LAYER1,
  LAYER1_ROWS,
  LAYER1_SHIFT,
  LAYER2,
  LAYER2_INPUTS,
  LAYER2_SHIFT,
  OUTPUT_ONE,
  PIECE_INPUTS,
  PRODUCT_SHIFT,
  QA,
} from './architecture.ts';
import { attackIndex, featureIndex, kingBucket, orientation, outputBucket } from './features.ts';
import type { Network } from './networkFile.ts';

/** Scores are clamped to this, in centipawns: far from mates and tablebase wins (search/score.ts). */
const MAX_EVALUATION = 15_000;

/** The squares of all pieces. */
const occupiedSquares = ({ board }: Position): Square[] =>
  [...board.keys()].filter((square) => board[square] !== NO_PIECE);

/** The rows of piece weights for a position, from a perspective. */
export function activeFeatures(
  position: Position,
  perspective: Color,
  kingBuckets: number,
): number[] {
  const king = position.kingSquare(perspective);
  const turned = orientation(perspective, king);
  const first = kingBucket(perspective, king, kingBuckets) * PIECE_INPUTS;
  return occupiedSquares(position).map(
    (square) => first + featureIndex(position.board[square]!, square, perspective, turned),
  );
}

/**
 * The rows of attack weights for a position, from a perspective. Attackers of the same kind on the same
 * piece have the same row, which is then listed several times.
 */
export function activeAttacks(position: Position, perspective: Color): number[] {
  const { board } = position;
  const turned = orientation(perspective, position.kingSquare(perspective));
  const squares = occupiedSquares(position);
  const attacked = squares.filter((square) => typeOf(board[square]!) !== KING);
  return squares.flatMap((from) =>
    attacked
      .filter((to) => attacks(position, from, to))
      .map((to) => attackIndex(board[from]!, board[to]!, to, perspective, turned)),
  );
}

/** The hidden layer before its activation: the sum of the biases and the rows of the inputs. */
export function accumulate(network: Network, position: Position, perspective: Color): Int16Array {
  const { hidden, pieceWeights, attackWeights, hiddenBiases } = network;
  const sums = hiddenBiases.slice();
  for (const row of activeFeatures(position, perspective, network.kingBuckets)) {
    for (let j = 0; j < hidden; j++) sums[j]! += pieceWeights[row * hidden + j]!;
  }
  for (const row of activeAttacks(position, perspective)) {
    for (let j = 0; j < hidden; j++) sums[j]! += attackWeights[row * hidden + j]!;
  }
  return sums;
}

const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(value, high));

/** The activation of the hidden layer: the products of the clipped neurons of each perspective. */
export function activate(own: Int16Array, opponent: Int16Array): number[] {
  return [own, opponent].flatMap((accumulator) => {
    const clipped = [...accumulator].map((value) => clamp(value, 0, QA));
    const half = clipped.length / 2;
    return clipped.slice(0, half).map((value, i) => (value * clipped[half + i]!) >> PRODUCT_SHIFT);
  });
}

/** A bias plus the dot product of inputs and the row of weights that starts at `at`. */
const dot = (bias: number, inputs: readonly number[], weights: Int16Array, at: number): number =>
  inputs.reduce((sum, input, i) => sum + input * weights[at + i]!, bias);

/** The products of the hidden layer for a position, side to move first. */
const hiddenLayer = (network: Network, position: Position): number[] =>
  activate(
    accumulate(network, position, position.turn),
    accumulate(network, position, position.turn ^ 1),
  );

/** The output of one bucket, for the products of the hidden layer. */
function forward(network: Network, products: readonly number[], bucket: number): number {
  const { hidden, weights1, weights2, weights3, biases1, biases2, biases3 } = network;
  const sums1 = Array.from({ length: LAYER1_ROWS }, (_, k) => {
    const row = bucket * LAYER1_ROWS + k;
    return dot(biases1[row]!, products, weights1, row * hidden);
  });
  const direct = sums1[LAYER1]!;
  const values = sums1
    .slice(0, LAYER1)
    .map((sum) => clamp(sum >> LAYER1_SHIFT, -ACTIVATION_ONE, ACTIVATION_ONE));
  const inputs2 = [
    ...values.map((value) => Math.max(value, 0)),
    ...values.map((value) => Math.floor((value * value) / ACTIVATION_ONE)),
  ];
  const inputs3 = Array.from({ length: LAYER2 }, (_, m) => {
    const row = bucket * LAYER2 + m;
    const sum = dot(biases2[row]!, inputs2, weights2, row * LAYER2_INPUTS);
    return clamp(sum >> LAYER2_SHIFT, 0, ACTIVATION_ONE);
  });
  return dot(biases3[bucket]!, inputs3, weights3, bucket * LAYER2) + (direct << DIRECT_SHIFT);
}

/** Centipawns for an output of the network. */
export function toCentipawns(output: number, scale: number): number {
  return clamp(Math.trunc((output * scale) / OUTPUT_ONE), -MAX_EVALUATION, MAX_EVALUATION);
}

/**
 * The network's score of a position by bucket, in centipawns for the side to move; optionally without
 * the piece on `removed`.
 */
export function evaluateBuckets(
  network: Network,
  position: Position,
  removed: Square = NO_SQUARE,
): number[] {
  const shown = removed === NO_SQUARE ? position : without(position, removed);
  const products = hiddenLayer(network, shown);
  return Array.from({ length: network.outputBuckets }, (_, bucket) =>
    toCentipawns(forward(network, products, bucket), network.scale),
  );
}

/** The pieces of a position without one of them: sliders then reach what is behind it. */
function without(position: Position, square: Square): Position {
  const setup = position.toSetup();
  setup.board[square] = NO_PIECE;
  // Rights may need the piece, and do not change the evaluation.
  const castlingRooks: Setup['castlingRooks'] = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
  return new Position({ ...setup, castlingRooks, epSquare: NO_SQUARE });
}

/** The output bucket for a position. */
export const bucketOf = (position: Position, buckets: number): number =>
  outputBucket(countPieces(position), buckets);

/** The network's score of a position, in centipawns for the side to move. */
export function evaluateByReference(network: Network, position: Position): number {
  const bucket = bucketOf(position, network.outputBuckets);
  return toCentipawns(forward(network, hiddenLayer(network, position), bucket), network.scale);
}
