/**
 * The network's file format, and the bounds that a valid network keeps.
 *
 * All numbers are little-endian. A file is its header, the text padded with zeros up to the header's
 * length, the weights, and nothing after them:
 *
 * | offset | type | what |
 * |---|---|---|
 * | 0 | 8 bytes | magic, `refrNNUE` |
 * | 8 | u32 | format, 2 |
 * | 12 | u32 | bytes before the weights: a multiple of 16 |
 * | 16 | u32 | CRC-32 of everything from offset 20 to the end |
 * | 20 | u32 | inputs per perspective in a king bucket, 768 (features.ts) |
 * | 24 | u32 | hidden neurons H: a multiple of 32, from 32 to 1024 |
 * | 28 | u32 | king buckets K: 1, 2 or 4 |
 * | 32 | u32 | output buckets B: 1, 2, 4 or 8 |
 * | 36 | u32 | QA, 255: the quantized 1.0 of the hidden layer |
 * | 40 | u32 | QB, 64: the quantized 1.0 of the output weights |
 * | 44 | u32 | scale: centipawns for an output of 1.0, from 1 to 65535 |
 * | 48 | u32 | bytes of the text |
 * | 52 | UTF-8 | the text: where the network comes from |
 * | header's length | i32 × B | output biases, in units of 1 / (QA × QB) |
 * | | i16 × B × 2H | output weights: a row for each bucket, H for the side to move, H for the other |
 * | | i16 × H | hidden biases |
 * | | packed | K × 768 × H hidden weights: for each king bucket a row of H for each input |
 *
 * A packed weight is one byte, signed, if it is within ±127; otherwise the byte −128 and an i16. Nearly
 * all are, so a file has half the size.
 *
 * All arithmetic is on integers, so every implementation computes identical scores:
 *
 *     acc[p][j] = hidden bias[j] + the sum over the pieces of hidden weight[king bucket of p][feature of p][j]
 *     v[p][j]   = min(max(acc[p][j], 0), 255)
 *     sum       = Σj v[own][j]² × w[bucket][j] + Σj v[opponent][j]² × w[bucket][H + j]
 *     output    = trunc(sum / 255) + output bias[bucket]
 *     score     = trunc(output × scale / (255 × 64)), centipawns for the side to move
 *
 * where trunc rounds towards zero. Within the bounds of {@link findNetworkProblem} nothing can overflow:
 * accumulators and `v × w` fit 16 bits, the sum fits 32 bits.
 * https://www.chessprogramming.org/NNUE
 */
import { counted } from '../../chess/counts.ts';
import { crc32 } from '../../chess/crc32.ts';
import { ChessError, fail, ok, type Result } from '../../chess/result.ts';
import { INPUTS, KING_BUCKET_COUNTS, MAX_PIECES } from './features.ts';

/** The quantized 1.0 of the hidden layer. */
export const QA = 255;
/** The quantized 1.0 of the output weights. */
export const QB = 64;

/** The number of hidden neurons is a multiple of this: two cache lines of 16-bit numbers. */
export const HIDDEN_STEP = 32;
export const MAX_HIDDEN = 1024;
const OUTPUT_BUCKET_COUNTS: readonly number[] = [1, 2, 4, 8];
export const MAX_SCALE = 65_535;

/** Output weights are within ± this, so that `v × w` fits 16 bits. */
export const MAX_OUTPUT_WEIGHT = 127;
/**
 * The largest sum of the positive output weights of a bucket, and of the absolute negative ones: with every
 * neuron saturated the sum still fits 32 bits.
 */
export const MAX_OUTPUT_WEIGHT_SUM = Math.floor((2 ** 31 - 1) / (QA * QA));
const MAX_OUTPUT_BIAS = 2 ** 30;

/** The size of a network's layers. */
interface NetworkShape {
  /** Hidden neurons, H. */
  hidden: number;
  /** Sets of hidden weights, K. */
  kingBuckets: number;
  /** Sets of output weights, B. */
  outputBuckets: number;
}

/** A network in memory. */
export interface Network extends NetworkShape {
  /** Centipawns for an output of 1.0. */
  scale: number;
  /** Where the network comes from. */
  origin: string;
  /** K sets of 768 rows of H, in units of 1 / QA. */
  hiddenWeights: Int16Array;
  /** H, in units of 1 / QA. */
  hiddenBiases: Int16Array;
  /** B rows of 2H, side to move first, in units of 1 / QB. */
  outputWeights: Int16Array;
  /** B, in units of 1 / (QA × QB). */
  outputBiases: Int32Array;
}

const MAGIC = 'refrNNUE';
const FORMAT = 2;
const CHECKED_FROM = 20;
const TEXT_FROM = 52;
/** The byte before a weight of 16 bits. */
const WIDE = -128;
/** The maximum length of the text in bytes. */
export const MAX_TEXT = 65_536;

/** The size in bytes of a header with a text of this size. */
const paddedHeader = (textBytes: number): number => Math.ceil((TEXT_FROM + textBytes) / 16) * 16;

/** The size in bytes of the weights that are not packed. */
const plainBytes = ({ hidden, outputBuckets }: NetworkShape): number =>
  4 * outputBuckets + 2 * (outputBuckets * 2 * hidden + hidden);

/**
 * What is wrong with a network, or null: an impossible shape, or weights with which the integers could
 * overflow in some position. The bounds are
 * - for each neuron, |bias| plus 32 times its largest |weight| at most 32767: no position has more
 *   pieces;
 * - output weights within ±{@link MAX_OUTPUT_WEIGHT}, the positive and the negative ones of each bucket
 *   adding up to at most {@link MAX_OUTPUT_WEIGHT_SUM} each;
 * - output biases within ±{@link MAX_OUTPUT_BIAS}.
 */
export function findNetworkProblem(network: Network): string | null {
  return findShapeProblem(network) ?? findOverflow(network);
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
  const isComplete =
    network.hiddenWeights.length === kingBuckets * INPUTS * hidden &&
    network.hiddenBiases.length === hidden &&
    network.outputWeights.length === outputBuckets * 2 * hidden &&
    network.outputBiases.length === outputBuckets;
  return isComplete ? null : `not the weights of ${describeShape(network)}`;
}

/** Such as `768x64, 2 king buckets, 8 output buckets`. */
export const describeShape = ({ hidden, kingBuckets, outputBuckets }: NetworkShape): string =>
  `${INPUTS}x${hidden}, ${counted(kingBuckets, 'king bucket')}, ${counted(outputBuckets, 'output bucket')}`;

function findOverflow({ hidden, outputBuckets, ...network }: Network): string | null {
  const { hiddenWeights, hiddenBiases, outputWeights, outputBiases } = network;
  const largest = new Int32Array(hidden);
  for (let i = 0; i < hiddenWeights.length; ) {
    for (let neuron = 0; neuron < hidden; neuron++, i++) {
      const weight = Math.abs(hiddenWeights[i]!);
      if (weight > largest[neuron]!) largest[neuron] = weight;
    }
  }
  const neuron = largest.findIndex((w, j) => Math.abs(hiddenBiases[j]!) + MAX_PIECES * w > 32767);
  if (neuron >= 0) return `hidden neuron ${neuron} can overflow`;
  for (let bucket = 0; bucket < outputBuckets; bucket++) {
    let positive = 0;
    let negative = 0;
    for (const weight of outputWeights.subarray(bucket * 2 * hidden, (bucket + 1) * 2 * hidden)) {
      if (Math.abs(weight) > MAX_OUTPUT_WEIGHT) return `an output weight of ${weight}`;
      if (weight > 0) positive += weight;
      else negative -= weight;
    }
    if (Math.max(positive, negative) > MAX_OUTPUT_WEIGHT_SUM) {
      return `output bucket ${bucket} can overflow`;
    }
    if (Math.abs(outputBiases[bucket]!) > MAX_OUTPUT_BIAS) {
      return `an output bias of ${outputBiases[bucket]}`;
    }
  }
  return null;
}

/** Writes a network file. Throws a ChessError for an invalid network ({@link findNetworkProblem}). */
export function encodeNetwork(network: Network): Uint8Array<ArrayBuffer> {
  const problem = findNetworkProblem(network);
  if (problem !== null) throw new ChessError(`invalid network: ${problem}`);
  const { hidden, kingBuckets, outputBuckets, scale } = network;
  const text = new TextEncoder().encode(network.origin);
  if (text.length > MAX_TEXT)
    throw new ChessError(`the network's text is too long: ${text.length} bytes`);
  const headerBytes = paddedHeader(text.length);
  const shape = [INPUTS, hidden, kingBuckets, outputBuckets];
  const words = [FORMAT, headerBytes, 0, ...shape, QA, QB, scale, text.length];
  const packed = packWeights(network.hiddenWeights);
  const bytes = new Uint8Array(headerBytes + plainBytes(network) + packed.length);
  const header = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  for (const [i, word] of words.entries()) header.setUint32(8 + i * 4, word, true);
  bytes.set(text, TEXT_FROM);
  let at = headerBytes;
  const { outputBiases, outputWeights, hiddenBiases } = network;
  for (const weights of [outputBiases, outputWeights, hiddenBiases]) {
    bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength), at);
    at += weights.byteLength;
  }
  bytes.set(packed, at);
  header.setUint32(16, crc32(bytes.subarray(CHECKED_FROM)), true);
  return bytes;
}

function packWeights(weights: Int16Array): Uint8Array {
  const bytes = new Uint8Array(3 * weights.length);
  let length = 0;
  for (const weight of weights) {
    if (Math.abs(weight) < -WIDE) {
      bytes[length++] = weight;
    } else {
      bytes[length++] = WIDE;
      bytes[length++] = weight;
      bytes[length++] = weight >> 8;
    }
  }
  return bytes.subarray(0, length);
}

/** The inverse of {@link packWeights}; null if the bytes are not those of `count` weights. */
function unpackWeights(bytes: Uint8Array, count: number): Int16Array | null {
  const weights = new Int16Array(count);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const weight = (bytes[at++]! << 24) >> 24;
    if (weight === WIDE) {
      weights[i] = bytes[at]! | (bytes[at + 1]! << 8);
      at += 2;
    } else {
      weights[i] = weight;
    }
  }
  return at === bytes.length ? weights : null;
}

/**
 * Reads a network file. Whatever the bytes are, the result is a valid network, or an error that says what
 * is wrong with them.
 */
export function decodeNetwork(bytes: Uint8Array): Result<Network> {
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
    return fail('a damaged or truncated network file: its checksum does not match');
  }
  if (word(20) !== INPUTS || word(36) !== QA || word(40) !== QB) {
    return fail(`an unsupported network: ${word(20)} inputs, QA ${word(36)}, QB ${word(40)}`);
  }
  const headerBytes = word(12);
  const textBytes = word(48);
  if (textBytes > MAX_TEXT || headerBytes !== paddedHeader(textBytes)) {
    return fail('a damaged network file: its header has the wrong length');
  }
  const [hidden, kingBuckets, outputBuckets] = [word(24), word(28), word(32)];
  const shape = { hidden, kingBuckets, outputBuckets };
  const wrongLength = fail(`${bytes.length} bytes, not a network of ${describeShape(shape)}`);
  const packedFrom = headerBytes + plainBytes(shape);
  const count = kingBuckets * INPUTS * hidden;
  // Before memory is allocated: a weight has at least a byte.
  if (packedFrom + count > bytes.length) return wrongLength;
  const hiddenWeights = unpackWeights(bytes.subarray(packedFrom), count);
  if (hiddenWeights === null) return wrongLength;
  // Copies, so that they are aligned and not shared. Not by `slice`: that of Node's Buffer is a view.
  const plain = new Uint8Array(bytes.subarray(headerBytes, packedFrom)).buffer;
  const text = new Uint8Array(bytes.subarray(TEXT_FROM, TEXT_FROM + textBytes));
  const outputFrom = 4 * outputBuckets;
  const network: Network = {
    ...shape,
    scale: word(44),
    origin: new TextDecoder().decode(text),
    hiddenWeights,
    hiddenBiases: new Int16Array(plain, outputFrom + 4 * outputBuckets * hidden, hidden),
    outputWeights: new Int16Array(plain, outputFrom, outputBuckets * 2 * hidden),
    outputBiases: new Int32Array(plain, 0, outputBuckets),
  };
  const problem = findNetworkProblem(network);
  return problem === null ? ok(network) : fail(`invalid network: ${problem}`);
}
