/**
 * Where everything lies in the memory of the trainer, in bytes: the parameters, and this thread's
 * gradient and scratch space. memory.ts has the same order.
 */
import { PACKED_BYTES } from '../../datagen/packedPosition';
import {
  ATTACK_INPUTS,
  LAYER2_INPUTS,
  LAYER2 as NEURONS2,
  PIECE_INPUTS as PIECES,
  LAYER1_ROWS as ROWS1,
} from '../../eval/nnue/architecture';
import {
  ATTACK_SETS_AT,
  BUCKETS as BUCKET_COUNT,
  KING_ROWS_AT,
  MAX_FEATURES,
  RECORDS_AT,
  SUMS1_BYTES as SUMS1_SIZE,
  TILE,
} from './sharedConstants';

// With their type, so that they can be multiplied by addresses.
export const LAYER1_ROWS: usize = ROWS1;
export const LAYER2: usize = NEURONS2;
const BUCKETS: usize = BUCKET_COUNT;
const PIECE_INPUTS: usize = PIECES;
/** Bytes of a row of a tile: four registers. */
export const ROW: usize = TILE * 4;
/** Bytes of the features of one perspective, 16 bits each. */
export const SIDE_BYTES: usize = MAX_FEATURES * 2;
export const SUMS1_BYTES: usize = SUMS1_SIZE;
/** Bytes of the inputs of layer 2, and of the outputs of layer 2, of a position. */
export const INPUTS2_BYTES: usize = LAYER2_INPUTS * 4;
export const OUTPUTS2_BYTES: usize = LAYER2 * 4;

export let hidden: usize;
export let tiles: usize;
/** Rows of a tile: the piece inputs of all king buckets, then the attack inputs. */
export let rowCount: usize;
export let tileBytes: usize;
/** Parameters. */
export let rows: usize;
export let hiddenBiases: usize;
export let weights1: usize;
export let biases1: usize;
export let weights2: usize;
export let biases2: usize;
export let weights3: usize;
export let biases3: usize;
/** The distance from a parameter to this thread's gradient for it. */
export let toGradient: usize;
/** The inputs, which memory.ts and learner.ts write: see sharedConstants.ts. */
export let files: usize;
export let kingRows: usize;
export let attackSets: usize;
export let records: usize;
/** Features of the pieces of one position by square: see unpack.ts. */
export let attacked: usize;
/** Features of one position: of the side to move, and {@link SIDE_BYTES} later of the other. */
export let unpacked: usize;
/** Features of all perspectives, two for each position, side to move first. */
export let features: usize;
/** Where the features of each perspective begin, and after the last one their end. */
export let lists: usize;
export let buckets: usize;
export let targets: usize;
export let positionWeights: usize;
export let outputs: usize;
/** Gradients of outputs. */
export let slopes: usize;
/** Sums of layer 1, inputs and outputs of layer 2. */
export let sums1: usize;
export let inputs2: usize;
export let outputs2: usize;
/** Products of the hidden layer, side to move first; later their gradients. */
export let products: usize;
/** Places where the entries of each feature end; rows with entries; and entries: see hiddenLayer.ts. */
export let ends: usize;
export let activeRows: usize;
export let entries: usize;
/** Activations of the hidden layer, [tile][position][perspective][neuron]; later their gradients. */
export let activations: usize;

/** Sets all addresses: once, before everything else. Returns the end of the scratch space. */
export function configure(
  width: usize,
  kingBuckets: usize,
  parameters: usize,
  gradient: usize,
  scratch: usize,
  microBatch: usize,
): usize {
  hidden = width;
  tiles = width / TILE;
  rowCount = PIECE_INPUTS * kingBuckets + ATTACK_INPUTS;
  tileBytes = rowCount * ROW;
  rows = parameters;
  hiddenBiases = rows + tiles * tileBytes;
  weights1 = hiddenBiases + width * 4;
  biases1 = weights1 + BUCKETS * LAYER1_ROWS * width * 4;
  weights2 = biases1 + BUCKETS * LAYER1_ROWS * 4;
  biases2 = weights2 + BUCKETS * LAYER2 * INPUTS2_BYTES;
  weights3 = biases2 + BUCKETS * LAYER2 * 4;
  biases3 = weights3 + BUCKETS * LAYER2 * 4;
  toGradient = gradient - parameters;
  files = scratch;
  kingRows = scratch + KING_ROWS_AT;
  attackSets = scratch + ATTACK_SETS_AT;
  records = scratch + RECORDS_AT;
  attacked = records + microBatch * PACKED_BYTES;
  unpacked = attacked + 64 * 4;
  features = unpacked + 2 * SIDE_BYTES;
  lists = features + microBatch * 2 * SIDE_BYTES;
  buckets = lists + (microBatch * 2 + 1) * 4;
  targets = buckets + microBatch * 4;
  positionWeights = targets + microBatch * 4;
  outputs = positionWeights + microBatch * 4;
  slopes = outputs + microBatch * 4;
  sums1 = slopes + microBatch * 4;
  inputs2 = sums1 + microBatch * SUMS1_BYTES;
  outputs2 = inputs2 + microBatch * INPUTS2_BYTES;
  products = outputs2 + microBatch * OUTPUTS2_BYTES;
  ends = products + microBatch * width * 4;
  activeRows = ends + (rowCount + 4) * 4;
  entries = activeRows + (rowCount + 4) * 8;
  activations = entries + microBatch * 2 * MAX_FEATURES * 4;
  return activations + microBatch * 2 * width * 4;
}
