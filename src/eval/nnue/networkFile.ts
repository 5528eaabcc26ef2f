/**
 * The network's file format, and the bounds that a valid network keeps.
 *
 * All numbers are little-endian. A file is its header, the text padded with zeros up to the header's
 * length, the weights, and nothing after them:
 *
 * | offset | type | what |
 * |---|---|---|
 * | 0 | 8 bytes | magic, `refrNNUE` |
 * | 8 | u32 | format, 3 |
 * | 12 | u32 | bytes before the weights: a multiple of 16 |
 * | 16 | u32 | CRC-32 of everything from offset 20 to the end |
 * | 20 | u32 | piece inputs per perspective in a king bucket, 768 (features.ts) |
 * | 24 | u32 | hidden neurons H: a multiple of 64 up to 512 |
 * | 28 | u32 | king buckets K: 1, 2 or 4 |
 * | 32 | u32 | output buckets B: 1, 2, 4 or 8 |
 * | 36 | u32 | QA, 255: the quantized 1.0 of the hidden layer |
 * | 40 | u32 | attack inputs per perspective, 7680 (features.ts) |
 * | 44 | u32 | scale: centipawns for an output of 2^19, from 1 to 65535 |
 * | 48 | u32 | bytes of the text |
 * | 52 | UTF-8 | the text: where the network comes from |
 * | header's length | i32 × B × 17 | biases of layer 1, in units of 2^-17 |
 * | | i32 × B × 32 | biases of layer 2, in units of 2^-20 |
 * | | i32 × B | output biases, in units of 2^-20 |
 * | | i16 × B × 17 × H | weights of layer 1: for each bucket a row of H for each neuron |
 * | | i16 × B × 32 × 32 | weights of layer 2, likewise, in units of 2^-12 |
 * | | i16 × B × 32 | output weights, in units of 2^-12 |
 * | | i16 × H | hidden biases |
 * | | packed | K × 768 × H piece weights: for each king bucket a row of H for each input |
 * | | packed | 7680 × H attack weights: a row of H for each input |
 *
 * packedRows.ts says how rows are packed.
 *
 * All arithmetic is on integers, so every implementation computes identical scores. For each perspective
 * p, with h = H / 2 and output bucket b:
 *
 *     acc[p][j] = hidden bias[j] + the sum of piece weight[king bucket of p][input][j] over the pieces
 *                                + the sum of attack weight[input][j] over the attacks
 *     c[p][j]   = min(max(acc[p][j], 0), 255)
 *     x[i]      = (c[own][i] × c[own][h + i]) >> 9                                        for i < h
 *     x[h + i]  = (c[opponent][i] × c[opponent][h + i]) >> 9
 *     s1[k]     = bias1[b][k] + Σi x[i] × weight1[b][k][i]                                for k < 17
 *     y[k]      = min(max(s1[k] >> 9, -256), 256)                                         for k < 16
 *     a[k]      = max(y[k], 0), a[16 + k] = (y[k] × y[k]) >> 8
 *     s2[m]     = bias2[b][m] + Σk a[k] × weight2[b][m][k]                                for m < 32
 *     z[m]      = min(max(s2[m] >> 12, 0), 256)
 *     output    = bias3[b] + Σm z[m] × weight3[b][m] + (s1[16] << 3)
 *     score     = trunc(output × scale / 2^19), centipawns for the side to move
 *
 * where `>>` rounds down and trunc towards zero. The 17th row of layer 1 goes straight to the output.
 * Within the bounds of {@link findNetworkProblem} nothing can overflow: accumulators fit 16 bits, all
 * sums fit 32 bits.
 * https://www.chessprogramming.org/NNUE
 */
import { counted } from '../../util/counts.ts';
import { crc32 } from '../../util/crc32.ts';
import { printable } from '../../util/printable.ts';
import { ChessError, fail, ok, type Result } from '../../util/result.ts';
import {
  ACTIVATION_ONE,
  ATTACK_INPUTS,
  DIRECT_SHIFT,
  LAYER1,
  LAYER1_ROWS,
  LAYER2,
  LAYER2_INPUTS,
  PIECE_INPUTS,
  PRODUCT_SHIFT,
  QA,
} from './architecture.ts';
import { KING_BUCKET_COUNTS, MAX_ATTACKS, MAX_PIECES } from './features.ts';
import { packRows, unpackRows } from './packedRows.ts';

/** The number of hidden neurons is a multiple of this: the kernels update this many at a time. */
export const HIDDEN_STEP = 64;
export const MAX_HIDDEN = 512;
const OUTPUT_BUCKET_COUNTS: readonly number[] = [1, 2, 4, 8];
export const MAX_SCALE = 65_535;

/** The largest output of the hidden layer. */
const MAX_PRODUCT = (QA * QA) >> PRODUCT_SHIFT;
/** The largest absolute sum of a row of layer 1 in any position. */
const MAX_LAYER1_SUM = 2 ** 27;
/** The largest absolute sum of a neuron of layer 2 in any position. */
const MAX_LAYER2_SUM = 2 ** 30;
/** The largest absolute output in any position. */
const MAX_OUTPUT_SUM = 2 ** 31 - 1;

/** The size of a network's layers. */
interface NetworkShape {
  /** Hidden neurons, H. */
  hidden: number;
  /** Sets of piece weights, K. */
  kingBuckets: number;
  /** Sets of weights of the layers after the hidden one, B. */
  outputBuckets: number;
}

/** A network in memory. */
export interface Network extends NetworkShape {
  /** Centipawns for an output of 2^19. */
  scale: number;
  /** Where the network comes from. */
  origin: string;
  /** K sets of 768 rows of H, in units of 1 / QA. */
  pieceWeights: Int16Array;
  /** 7680 rows of H, in units of 1 / QA. */
  attackWeights: Int8Array;
  /** H, in units of 1 / QA. */
  hiddenBiases: Int16Array;
  /** B sets of 17 rows of H, side to move first; a product of 127 times a weight is in units of 2^-17. */
  weights1: Int16Array;
  /** B sets of 17, in units of 2^-17. */
  biases1: Int32Array;
  /** B sets of 32 rows of 32: the clipped outputs of layer 1, then the squares. In units of 2^-12. */
  weights2: Int16Array;
  /** B sets of 32, in units of 2^-20. */
  biases2: Int32Array;
  /** B rows of 32, in units of 2^-12. */
  weights3: Int16Array;
  /** B, in units of 2^-20. */
  biases3: Int32Array;
}

const MAGIC = 'refrNNUE';
const FORMAT = 3;
const CHECKED_FROM = 20;
const TEXT_FROM = 52;
/** The attack weights are within ± this. */
const MAX_ATTACK_WEIGHT = 127;
/** The largest |value| of an accumulator. */
const MAX_ACCUMULATOR = 32_767;
/** The maximum length of the text in bytes. */
export const MAX_TEXT = 65_536;

/** The size in bytes of a header with a text of this size. */
const paddedHeader = (textBytes: number): number => Math.ceil((TEXT_FROM + textBytes) / 16) * 16;

/** The number of weights of each array of a network. */
function weightCounts({ hidden, kingBuckets, outputBuckets }: NetworkShape) {
  return {
    biases1: outputBuckets * LAYER1_ROWS,
    biases2: outputBuckets * LAYER2,
    biases3: outputBuckets,
    weights1: outputBuckets * LAYER1_ROWS * hidden,
    weights2: outputBuckets * LAYER2 * LAYER2_INPUTS,
    weights3: outputBuckets * LAYER2,
    hiddenBiases: hidden,
    pieceWeights: kingBuckets * PIECE_INPUTS * hidden,
    attackWeights: ATTACK_INPUTS * hidden,
  };
}

type WeightCounts = ReturnType<typeof weightCounts>;

/** The arrays before the packed weights, in the order of the file. */
const PLAIN_32 = ['biases1', 'biases2', 'biases3'] as const;
const PLAIN_16 = ['weights1', 'weights2', 'weights3', 'hiddenBiases'] as const;

/** The size in bytes of the arrays before the packed weights. */
function plainBytes(shape: NetworkShape): number {
  const counts = weightCounts(shape);
  const words = PLAIN_32.reduce((sum, name) => sum + counts[name], 0);
  return 4 * words + 2 * PLAIN_16.reduce((sum, name) => sum + counts[name], 0);
}

/**
 * What is wrong with a network, or null: an impossible shape, or weights with which the integers could
 * overflow in some position. The bounds are
 * - for each hidden neuron, |bias| plus 32 times its largest |piece weight| plus 224 times its largest
 *   |attack weight| at most 32767: no position has more pieces or attacks;
 * - attack weights within ±127;
 * - the largest possible |sum| of each row of layer 1 at most {@link MAX_LAYER1_SUM}, of each neuron of
 *   layer 2 at most {@link MAX_LAYER2_SUM}, and of each output at most {@link MAX_OUTPUT_SUM}.
 */
export function findNetworkProblem(network: Network): string | null {
  return findShapeProblem(network) ?? findHiddenOverflow(network) ?? findLayerOverflow(network);
}

function findShapeProblem({ scale, ...network }: Network): string | null {
  const { hidden, kingBuckets, outputBuckets } = network;
  if (!(hidden % HIDDEN_STEP === 0 && hidden >= HIDDEN_STEP && hidden <= MAX_HIDDEN)) {
    return `${hidden} hidden neurons, not a multiple of ${HIDDEN_STEP} up to ${MAX_HIDDEN}`;
  }
  if (!KING_BUCKET_COUNTS.includes(kingBuckets)) {
    return `${kingBuckets} king buckets, not ${KING_BUCKET_COUNTS.join(', ')}`;
  }
  if (!OUTPUT_BUCKET_COUNTS.includes(outputBuckets)) {
    return `${outputBuckets} output buckets, not ${OUTPUT_BUCKET_COUNTS.join(', ')}`;
  }
  if (!(Number.isInteger(scale) && scale >= 1 && scale <= MAX_SCALE)) {
    return `a scale of ${scale}, not from 1 to ${MAX_SCALE}`;
  }
  const counts = Object.entries(weightCounts(network)) as [keyof WeightCounts, number][];
  const isComplete = counts.every(([name, count]) => network[name].length === count);
  return isComplete ? null : `not the weights of ${describeShape(network)}`;
}

/** Such as `768+7680x64, 2 king buckets, 8 output buckets`. */
export const describeShape = ({ hidden, kingBuckets, outputBuckets }: NetworkShape): string =>
  `${PIECE_INPUTS}+${ATTACK_INPUTS}x${hidden}, ${counted(kingBuckets, 'king bucket')}, ${counted(outputBuckets, 'output bucket')}`;

/** The shape of a network and the first line of its origin. */
export function describeNetwork(network: Readonly<Network>): string {
  const [line] = network.origin.trim().split('\n');
  return `${describeShape(network)}: ${printable(line!.trim())}`;
}

/** The largest |weight| of each neuron, of rows of `hidden` weights. */
function largestWeights(weights: Int8Array | Int16Array, hidden: number): Int32Array {
  const largest = new Int32Array(hidden);
  for (let i = 0; i < weights.length; ) {
    for (let neuron = 0; neuron < hidden; neuron++, i++) {
      const weight = Math.abs(weights[i]!);
      if (weight > largest[neuron]!) largest[neuron] = weight;
    }
  }
  return largest;
}

/**
 * The largest |attack weight| with which each hidden neuron cannot overflow, given its bias and piece weights.
 * Below 0 if it can without any.
 */
export const attackLimits = ({ hidden, hiddenBiases, pieceWeights }: Network): Int32Array =>
  largestWeights(pieceWeights, hidden).map((piece, neuron) => {
    const others = Math.abs(hiddenBiases[neuron]!) + MAX_PIECES * piece;
    return Math.floor((MAX_ACCUMULATOR - others) / MAX_ATTACKS);
  });

function findHiddenOverflow(network: Network): string | null {
  const attacks = largestWeights(network.attackWeights, network.hidden);
  const largest = Math.max(...attacks);
  if (largest > MAX_ATTACK_WEIGHT) return `an attack weight of -${largest}`;
  const limits = attackLimits(network);
  const neuron = attacks.findIndex((weight, j) => weight > limits[j]!);
  return neuron < 0 ? null : `hidden neuron ${neuron} can overflow`;
}

function findLayerOverflow({ hidden, outputBuckets, ...network }: Network): string | null {
  const { weights1, weights2, weights3, biases1, biases2, biases3 } = network;
  const layer1 = largestSums(weights1, biases1, hidden, MAX_PRODUCT);
  const row = layer1.findIndex((sum) => sum > MAX_LAYER1_SUM);
  if (row >= 0) return `row ${row % LAYER1_ROWS} of layer 1 can overflow`;
  const layer2 = largestSums(weights2, biases2, LAYER2_INPUTS, ACTIVATION_ONE);
  const neuron = layer2.findIndex((sum) => sum > MAX_LAYER2_SUM);
  if (neuron >= 0) return `neuron ${neuron % LAYER2} of layer 2 can overflow`;
  const output = largestSums(weights3, biases3, LAYER2, ACTIVATION_ONE);
  for (let bucket = 0; bucket < outputBuckets; bucket++) {
    const direct = layer1[bucket * LAYER1_ROWS + LAYER1]! * (1 << DIRECT_SHIFT);
    if (output[bucket]! + direct > MAX_OUTPUT_SUM) return `output bucket ${bucket} can overflow`;
  }
  return null;
}

/** The largest possible |sum| of each row of `length` weights whose inputs are at most `limit`. */
const largestSums = (
  weights: Int16Array,
  biases: Int32Array,
  length: number,
  limit: number,
): number[] =>
  Array.from(biases, (bias, row) =>
    weights
      .subarray(row * length, (row + 1) * length)
      .reduce((sum, weight) => sum + limit * Math.abs(weight), Math.abs(bias)),
  );

/** Writes a network file. Throws a ChessError for an invalid network ({@link findNetworkProblem}). */
export function encodeNetwork(network: Network): Uint8Array<ArrayBuffer> {
  const problem = findNetworkProblem(network);
  if (problem !== null) throw new ChessError(`invalid network: ${problem}`);
  const { hidden, kingBuckets, outputBuckets, scale } = network;
  const text = new TextEncoder().encode(network.origin);
  if (text.length > MAX_TEXT)
    throw new ChessError(`the network's text is too long: ${text.length} bytes`);
  const headerBytes = paddedHeader(text.length);
  const shape = [PIECE_INPUTS, hidden, kingBuckets, outputBuckets];
  const words = [FORMAT, headerBytes, 0, ...shape, QA, ATTACK_INPUTS, scale, text.length];
  const arrays = [
    ...[...PLAIN_32, ...PLAIN_16].map((name) => network[name]),
    packRows(network.pieceWeights, hidden),
    packRows(network.attackWeights, hidden),
  ];
  const bytes = new Uint8Array(
    arrays.reduce((sum, { byteLength }) => sum + byteLength, headerBytes),
  );
  const header = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  for (const [i, word] of words.entries()) header.setUint32(8 + i * 4, word, true);
  bytes.set(text, TEXT_FROM);
  let at = headerBytes;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  header.setUint32(16, crc32(bytes.subarray(CHECKED_FROM)), true);
  return bytes;
}

/**
 * Reads a network file. Whatever the bytes are, the result is a valid network, or an error that says what
 * is wrong with them.
 */
export function decodeNetwork(bytes: Uint8Array): Result<Network> {
  const header = readHeader(bytes);
  if (!header.ok) return header;
  const { headerBytes, ...described } = header.value;
  const weights = readWeights(bytes, headerBytes, described);
  if (weights === null) {
    return fail(`${bytes.length} bytes, not a network of ${describeShape(described)}`);
  }
  const network: Network = { ...described, ...weights };
  const problem = findNetworkProblem(network);
  return problem === null ? ok(network) : fail(`invalid network: ${problem}`);
}

/** What the header of a file says. */
type Header = NetworkShape & Pick<Network, 'scale' | 'origin'> & { headerBytes: number };

/** Reads the header and the text, and checks that the file is not damaged. */
function readHeader(bytes: Uint8Array): Result<Header> {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) return fail('not a network file');
  if (bytes.length < TEXT_FROM) return fail(`a truncated network file: ${bytes.length} bytes`);
  const header = new DataView(bytes.buffer, bytes.byteOffset, TEXT_FROM);
  const word = (offset: number) => header.getUint32(offset, true);
  const format = word(8);
  if (format !== FORMAT) {
    const older = format < FORMAT ? ', which is older' : '';
    return fail(`a network file of format ${format}${older}, not ${FORMAT}`);
  }
  if (crc32(bytes.subarray(CHECKED_FROM)) !== word(16)) {
    return fail('a damaged network file: its checksum does not match');
  }
  if (word(20) !== PIECE_INPUTS || word(36) !== QA || word(40) !== ATTACK_INPUTS) {
    return fail(`an unsupported network: ${word(20)}+${word(40)} inputs, QA ${word(36)}`);
  }
  const headerBytes = word(12);
  const textBytes = word(48);
  if (textBytes > MAX_TEXT || headerBytes !== paddedHeader(textBytes)) {
    return fail('a damaged network file: its header has the wrong length');
  }
  const text = new Uint8Array(bytes.subarray(TEXT_FROM, TEXT_FROM + textBytes));
  return ok({
    hidden: word(24),
    kingBuckets: word(28),
    outputBuckets: word(32),
    scale: word(44),
    origin: new TextDecoder().decode(text),
    headerBytes,
  });
}

/** Reads the weights from the bytes from `from` on; null if a network of this shape has other bytes. */
function readWeights(
  bytes: Uint8Array,
  from: number,
  shape: NetworkShape,
): Pick<Network, keyof WeightCounts> | null {
  const { hidden } = shape;
  const counts = weightCounts(shape);
  const packedFrom = from + plainBytes(shape);
  // Before memory is allocated: a weight has at least a bit.
  if (packedFrom + (counts.pieceWeights + counts.attackWeights) / 8 > bytes.length) return null;
  const pieceWeights = new Int16Array(counts.pieceWeights);
  const attackWeights = new Int8Array(counts.attackWeights);
  const attacksFrom = unpackRows(bytes, packedFrom, pieceWeights, hidden);
  if (attacksFrom < 0) return null;
  if (unpackRows(bytes, attacksFrom, attackWeights, hidden) !== bytes.length) return null;
  const next = arrayReader(bytes.subarray(from, packedFrom));
  // In the order of the file.
  return {
    biases1: next(Int32Array, counts.biases1),
    biases2: next(Int32Array, counts.biases2),
    biases3: next(Int32Array, counts.biases3),
    weights1: next(Int16Array, counts.weights1),
    weights2: next(Int16Array, counts.weights2),
    weights3: next(Int16Array, counts.weights3),
    hiddenBiases: next(Int16Array, counts.hiddenBiases),
    pieceWeights,
    attackWeights,
  };
}

/** Reads one array after the other from a copy of `bytes`, so that they are aligned and not shared. */
function arrayReader(bytes: Uint8Array) {
  // Not by `slice`: that of Node's Buffer is a view.
  const { buffer } = new Uint8Array(bytes);
  let at = 0;
  return <A extends { byteLength: number }>(
    type: new (buffer: ArrayBuffer, offset: number, length: number) => A,
    length: number,
  ): A => {
    const array = new type(buffer, at, length);
    at += array.byteLength;
    return array;
  };
}
