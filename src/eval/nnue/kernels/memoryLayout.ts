/**
 * The memory that the kernels work on: the network's weights in the order in which the kernels read
 * them, tables for attacks, and the accumulators. The network is copied once; later only states,
 * cache entries and scratch space are written.
 *
 * A state (AccumulatorState in Stockfish) holds a position: at `BOARDS` a bitboard for each piece, at
 * `MAILBOX` the piece on each occupied square, at `ACCUMULATORS` the accumulators of both perspectives,
 * and at its start, for each perspective, the view of its accumulator plus one as a 16-bit number, or 0
 * if the accumulator is not computed. A view is what orients the inputs of a perspective: its colour,
 * half of the board and king bucket. For each view there is a cache entry, which is like a state but
 * has only one accumulator.
 *
 * Inputs are numbered so that the perspectives differ by an XOR: a piece input is `piece * 64 + square`,
 * an attack input `(attacked * 16 + attacker) * 64 + square`, with the piece numbers of types.ts as seen
 * by White. For Black's perspective all colours and ranks are flipped.
 */
import { KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS } from '../../../chess/board/attacks.ts';
import {
  BISHOP_DIRECTIONS,
  type Directions,
  ROOK_DIRECTIONS,
  slideAttacks,
} from '../../../chess/board/sliding.ts';
import {
  BISHOP,
  BLACK,
  KING,
  KNIGHT,
  PAWN,
  QUEEN,
  ROOK,
  type Square,
  typeOf,
  WHITE,
} from '../../../chess/board/types.ts';
import { LAYER1, LAYER1_ROWS, LAYER2, LAYER2_INPUTS, PIECE_INPUTS } from '../architecture.ts';
import { attackIndex, featureIndex, kingBucket, orientation } from '../features.ts';
import type { Network } from '../networkFile.ts';
import {
  ACCUMULATORS,
  BIASES1,
  BIASES2,
  DIRECT_BIAS,
  DIRECT_WEIGHTS,
  LOW_BYTE_OFFSET,
  OUTPUT_BIAS,
  PRODUCTS,
  WEIGHTS2,
  WEIGHTS3,
} from './assembly/offsets.ts';

/** Attack inputs as numbered here: ten attacked pieces, 16 codes of attackers. */
export const ATTACK_CODES = 10 * 16 * 64;

/** Addresses in bytes. */
export interface MemoryLayout {
  hidden: number;
  pieceWeights: number;
  /** For each view, the address of the piece weights of its king bucket. */
  pieceBases: number;
  attackWeights: number;
  layers: number;
  /** Bytes of a set of layers. */
  layersSize: number;
  /** The view of each perspective by the square of its king: bytes, index `perspective * 64 + square`. */
  views: number;
  /** Squares attacked by a pawn, knight or king: 64 bits, index `piece * 64 + square`. */
  steps: number;
  /** For each square four lines (rank, file, diagonals): their squares below it, and above. */
  lines: number;
  /** For each piece: all bits if it moves along diagonals; all bits if along ranks and files. */
  slides: number;
  /** Lists of codes and the inputs of the layers: assembly/offsets.ts. */
  scratch: number;
  cache: number;
  states: number;
  end: number;
}

/** Bytes of a state. */
export const stateSize = (hidden: number): number => ACCUMULATORS + 2 * 2 * hidden;
/** Bytes of a cache entry. */
export const entrySize = (hidden: number): number => ACCUMULATORS + 2 * hidden;

/** The addresses for a network, with `states` states. */
export function memoryLayout(
  { hidden, kingBuckets, outputBuckets }: Network,
  states: number,
): MemoryLayout {
  // Address 0 means "none".
  let end = 64;
  const reserve = (bytes: number): number => {
    const address = end;
    end += Math.ceil(bytes / 64) * 64;
    return address;
  };
  const layersSize = DIRECT_WEIGHTS + 2 * LAYER1_ROWS * hidden;
  return {
    hidden,
    pieceWeights: reserve(kingBuckets * PIECE_INPUTS * hidden * 2),
    attackWeights: reserve(ATTACK_CODES * hidden),
    layers: reserve(outputBuckets * layersSize),
    layersSize,
    pieceBases: reserve(4 * 4 * kingBuckets),
    views: reserve(128),
    steps: reserve(12 * 64 * 8),
    lines: reserve(64 * 64),
    slides: reserve(12 * 16),
    scratch: reserve(PRODUCTS + 2 * hidden),
    cache: reserve(4 * kingBuckets * entrySize(hidden)),
    states: reserve(states * stateSize(hidden)),
    end,
  };
}

/** Copies the network into the memory, and fills the tables. */
export function fillMemory(memory: ArrayBuffer, layout: MemoryLayout, network: Network): void {
  copyInputWeights(memory, layout, network);
  for (let bucket = 0; bucket < network.outputBuckets; bucket++) {
    copyLayers(memory, layout.layers + bucket * layout.layersSize, network, bucket);
  }
  const { hidden, kingBuckets } = network;
  const views = new Uint8Array(memory, layout.views, 128);
  const bases = new Int32Array(memory, layout.pieceBases, 4 * kingBuckets);
  for (const perspective of [WHITE, BLACK]) {
    for (let king = 0; king < 64; king++) {
      const bucket = kingBucket(perspective, king, kingBuckets);
      const view = (perspective * kingBuckets + bucket) * 2 + ((king & 4) >> 2);
      views[perspective * 64 + king] = view;
      bases[view] = layout.pieceWeights + bucket * PIECE_INPUTS * hidden * 2;
    }
  }
  for (let view = 0; view < 4 * kingBuckets; view++) {
    const accumulator = layout.cache + view * entrySize(hidden) + ACCUMULATORS;
    new Int16Array(memory, accumulator, hidden).set(network.hiddenBiases);
  }
  fillAttackTables(memory, layout);
}

/** The rows of the inputs, in the order of their codes. */
function copyInputWeights(memory: ArrayBuffer, layout: MemoryLayout, network: Network): void {
  const { hidden, kingBuckets, pieceWeights, attackWeights } = network;
  const turned = orientation(WHITE, 0);
  const rows = new Int16Array(memory, layout.pieceWeights, pieceWeights.length);
  for (let bucket = 0; bucket < kingBuckets; bucket++) {
    for (let code = 0; code < PIECE_INPUTS; code++) {
      const index = featureIndex(code >> 6, code & 63, WHITE, turned);
      const from = (bucket * PIECE_INPUTS + index) * hidden;
      const to = (bucket * PIECE_INPUTS + code) * hidden;
      rows.set(pieceWeights.subarray(from, from + hidden), to);
    }
  }
  const bytes = new Int8Array(memory, layout.attackWeights, ATTACK_CODES * hidden);
  for (let code = 0; code < ATTACK_CODES; code++) {
    const attacker = (code >> 6) & 15;
    if (typeOf(attacker) > KING) continue;
    const row = attackIndex(attacker, code >> 10, code & 63, WHITE, turned) * hidden;
    for (let i = 0; i < hidden; i++) {
      // Neurons 0 to 7 of sixteen are low bytes, 8 to 15 high bytes.
      const at = (i & ~15) | ((i & 7) << 1) | ((i >> 3) & 1);
      const offset = (i & 8) === 0 ? LOW_BYTE_OFFSET : 0;
      bytes[code * hidden + at] = attackWeights[row + i]! + offset;
    }
  }
}

function copyLayers(memory: ArrayBuffer, to: number, network: Network, bucket: number): void {
  const { hidden, weights1, weights2, weights3, biases1, biases2, biases3 } = network;
  const words = new Int32Array(memory, to, WEIGHTS3 / 4);
  words.set(biases1.subarray(bucket * LAYER1_ROWS, bucket * LAYER1_ROWS + LAYER1), BIASES1 / 4);
  words.set(biases2.subarray(bucket * LAYER2, (bucket + 1) * LAYER2), BIASES2 / 4);
  words[DIRECT_BIAS / 4] = biases1[bucket * LAYER1_ROWS + LAYER1]!;
  words[OUTPUT_BIAS / 4] = biases3[bucket]!;
  const values = new Int16Array(memory, to, DIRECT_WEIGHTS / 2 + LAYER1_ROWS * hidden);
  values.set(weights3.subarray(bucket * LAYER2, (bucket + 1) * LAYER2), WEIGHTS3 / 2);
  const first1 = bucket * LAYER1_ROWS * hidden;
  const direct = first1 + LAYER1 * hidden;
  values.set(weights1.subarray(direct, direct + hidden), DIRECT_WEIGHTS / 2);
  const pairs1 = values.subarray(DIRECT_WEIGHTS / 2 + hidden);
  copyPairs(pairs1, weights1.subarray(first1, direct), LAYER1, hidden);
  const first2 = bucket * LAYER2 * LAYER2_INPUTS;
  const rows2 = weights2.subarray(first2, first2 + LAYER2 * LAYER2_INPUTS);
  copyPairs(values.subarray(WEIGHTS2 / 2), rows2, LAYER2, LAYER2_INPUTS);
}

/** Rows of `inputs` weights, one for each neuron, to pairs of weights for each pair of inputs. */
function copyPairs(to: Int16Array, rows: Int16Array, neurons: number, inputs: number): void {
  for (let neuron = 0; neuron < neurons; neuron++) {
    for (let input = 0; input < inputs; input++) {
      to[((input >> 1) * neurons + neuron) * 2 + (input & 1)] = rows[neuron * inputs + input]!;
    }
  }
}

function fillAttackTables(memory: ArrayBuffer, layout: MemoryLayout): void {
  const steps = new Int32Array(memory, layout.steps, 12 * 128);
  steps.set(PAWN_ATTACKS, PAWN * 2 * 128);
  for (const color of [WHITE, BLACK]) {
    steps.set(KNIGHT_ATTACKS, (KNIGHT * 2 + color) * 128);
    steps.set(KING_ATTACKS, (KING * 2 + color) * 128);
  }
  const slides = new Int32Array(memory, layout.slides, 12 * 4);
  for (const type of [BISHOP, ROOK, QUEEN]) {
    for (const color of [WHITE, BLACK]) {
      const at = (type * 2 + color) * 4;
      if (type !== ROOK) slides.fill(-1, at, at + 2);
      if (type !== BISHOP) slides.fill(-1, at + 2, at + 4);
    }
  }
  const lines = new Int32Array(memory, layout.lines, 64 * 16);
  for (let square = 0; square < 64; square++) lines.set(linesOf(square), square * 16);
}

/** The squares of each line through a square, below it and above: first ranks and files. */
function linesOf(square: Square): number[] {
  const isLower = ([file, rank]: Directions[number]) => rank < 0 || (rank === 0 && file < 0);
  return [...ROOK_DIRECTIONS, ...BISHOP_DIRECTIONS].filter(isLower).flatMap(([file, rank]) => {
    const below = slideAttacks(square, [[file, rank]], 0, 0);
    const above = slideAttacks(square, [[-file, -rank]], 0, 0);
    return [below.lo, below.hi, above.lo, above.hi];
  });
}
