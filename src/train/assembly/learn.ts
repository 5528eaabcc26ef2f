/**
 * The inner loops of training, in float32 with SIMD: forward, loss, backward and the AdamW step.
 *
 * A batch is processed in micro-batches of some hundred positions, and each of these in tiles of 32
 * hidden neurons: the weights of a tile are 96 KiB for each king bucket, so they stay in the processor's
 * cache for the whole micro-batch. Weights therefore lie tile by tile, [tile][feature][32].
 *
 * The gradient of a feature's row is the sum over the positions that have the feature. A micro-batch
 * is sorted by feature first, so that a row is loaded and stored once and the sum stays in registers.
 *
 * Sums are kept in four registers of the processor, not more: V8 loads all operands before it adds
 * them, and what then does not fit goes through the stack, at a third of the speed.
 *
 * All threads share one memory. Addresses are bytes; memory.ts says what lies where.
 * AssemblyScript: https://www.assemblyscript.org/
 */
import {
  FILE_SHIFT,
  FLAGS_AT,
  MAX_FILES,
  MAX_PIECES,
  PACKED_BYTES,
  RESULT_AT,
  SCORE_AT,
} from '../../datagen/packedPosition';
import {
  BETA1,
  BETA2,
  BUCKETS as BUCKET_COUNT,
  FEATURES as FEATURE_COUNT,
  TILE as TILE_NEURONS,
} from './constants';

const TILE: usize = TILE_NEURONS;
/** Bytes of a row of a tile. */
const ROW: usize = TILE * 4;
const BUCKETS: usize = BUCKET_COUNT;
/** Bytes of a row that four registers hold. */
const PART: usize = 64;
const RECORD: usize = PACKED_BYTES;
/** Features of a position, 16 bits each, of one perspective. */
const SIDE_BYTES: usize = MAX_PIECES * 2;

const ZERO = f32x4.splat(0);
const ONE = f32x4.splat(1);

let hidden: usize;
let tiles: usize;
/** Rows of a tile: the features of all king buckets. */
let rowCount: usize;
let tileBytes: usize;
/** Parameters. */
let rows: usize;
let biases: usize;
let outputWeights: usize;
let outputBiases: usize;
/** The distance in bytes from a parameter to this thread's gradient for it. */
let toGradient: usize;
/** λ and weight of every file of labels, as floats. */
let files: usize;
/** The first feature of the own king's bucket by the king's square, 16 bits each. */
let kingRows: usize;
/** This thread's scratch space: see memory.ts. */
let records: usize;
let features: usize;
let counts: usize;
let buckets: usize;
let outputs: usize;
let slopes: usize;
let targets: usize;
let weights: usize;
let starts: usize;
let entries: usize;
let activations: usize;

/** Sets all addresses. Called once per instance. Returns the end of the scratch space. */
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
  rowCount = FEATURE_COUNT * kingBuckets;
  tileBytes = rowCount * ROW;
  rows = parameters;
  biases = rows + rowCount * width * 4;
  outputWeights = biases + width * 4;
  outputBiases = outputWeights + BUCKETS * 2 * width * 4;
  toGradient = gradient - parameters;
  files = scratch;
  kingRows = files + MAX_FILES * 8;
  records = kingRows + 64 * 2;
  features = records + microBatch * RECORD;
  counts = features + microBatch * 2 * SIDE_BYTES;
  buckets = counts + microBatch * 4;
  outputs = buckets + microBatch * 4;
  slopes = outputs + microBatch * 16;
  targets = slopes + microBatch * 4;
  weights = targets + microBatch * 4;
  starts = weights + microBatch * 4;
  entries = starts + (rowCount + 4) * 4;
  activations = entries + microBatch * 2 * MAX_PIECES * 4;
  return activations + microBatch * 2 * width * 4;
}

/** Unpacks the first `count` records into lists of features, and targets between 0 and 1. */
function unpack(count: usize, scale: f32): void {
  for (let i: usize = 0; i < count; i++) {
    const record = records + i * RECORD;
    const occupied = load<u64>(record);
    const flags = load<u8>(record, FLAGS_AT);
    const file = files + ((<usize>flags >> FILE_SHIFT) << 3);
    store<f32>(weights + (i << 2), load<f32>(file, 4));
    const black = <u32>(flags & 1);
    const pieces = <u32>popcnt(occupied);
    const own = features + i * 2 * SIDE_BYTES;
    const other = own + SIDE_BYTES;
    // First pass: where the kings are.
    let kings: u32 = 0;
    let bits = occupied;
    for (let n: u32 = 0; n < pieces; n++) {
      const square = <u32>ctz(bits);
      bits &= bits - 1;
      const code = (<u32>load<u8>(record + (n >> 1), 8) >> ((n & 1) << 2)) & 15;
      if (code >= 10) kings |= square << ((code & 1) << 3);
    }
    const ownKing = (kings >> (black << 3)) & 63;
    const otherKing = (kings >> ((black ^ 1) << 3)) & 63;
    const ownFlip = (black * 56) ^ (ownKing & 4 ? 7 : 0);
    const otherFlip = ((black ^ 1) * 56) ^ (otherKing & 4 ? 7 : 0);
    const ownFirst = <u32>load<u16>(kingRows + ((<usize>ownKing ^ ownFlip) << 1));
    const otherFirst = <u32>load<u16>(kingRows + ((<usize>otherKing ^ otherFlip) << 1));
    bits = occupied;
    for (let n: u32 = 0; n < pieces; n++) {
      const square = <u32>ctz(bits);
      bits &= bits - 1;
      const code = (<u32>load<u8>(record + (n >> 1), 8) >> ((n & 1) << 2)) & 15;
      const type = (code >> 1) << 6;
      const isOther = (code & 1) ^ black;
      store<u16>(own + (n << 1), <u16>(ownFirst + isOther * 384 + type + (square ^ ownFlip)));
      store<u16>(
        other + (n << 1),
        <u16>(otherFirst + (isOther ^ 1) * 384 + type + (square ^ otherFlip)),
      );
    }
    store<u32>(counts + (i << 2), pieces);
    store<u32>(buckets + (i << 2), (pieces - 2) >> 2);
    const score = sigmoid(<f32>load<i16>(record, SCORE_AT) / scale);
    const half = <u32>load<u8>(record, RESULT_AT);
    let target = score;
    if (half <= 2) {
      const scoreShare = load<f32>(file);
      const won: u32 = black ? 2 - half : half;
      const result = <f32>won * 0.5;
      target = scoreShare * score + (1 - scoreShare) * result;
    }
    store<f32>(targets + (i << 2), target);
  }
}

function sigmoid(x: f32): f32 {
  return 1 / (1 + NativeMathf.exp(-x));
}

/** The activations of a micro-batch, and the network's output for each position. */
function forward(count: usize): void {
  for (let i: usize = 0; i < count; i++) v128.store(outputs + (i << 4), ZERO);
  for (let tile: usize = 0; tile < tiles; tile++) {
    const table = rows + tile * tileBytes;
    const bias = biases + tile * ROW;
    let activation = activations + tile * count * 2 * ROW;
    for (let i: usize = 0; i < count; i++) {
      const pieces = (<usize>load<u32>(counts + (i << 2))) << 1;
      let weights =
        outputWeights + <usize>load<u32>(buckets + (i << 2)) * 2 * hidden * 4 + tile * ROW;
      let sum = v128.load(outputs + (i << 4));
      for (let side: usize = 0; side < 2; side++) {
        const first = features + (i * 2 + side) * SIDE_BYTES;
        const end = first + pieces;
        for (let at: usize = 0; at < ROW; at += PART) {
          const part = table + at;
          let list = first;
          let a0 = v128.load(bias + at);
          let a1 = v128.load(bias + at, 16);
          let a2 = v128.load(bias + at, 32);
          let a3 = v128.load(bias + at, 48);
          const last = end - 2;
          while (list < last) {
            const r0 = part + ((<usize>load<u16>(list)) << 7);
            const r1 = part + ((<usize>load<u16>(list, 2)) << 7);
            a0 = f32x4.add(a0, f32x4.add(v128.load(r0), v128.load(r1)));
            a1 = f32x4.add(a1, f32x4.add(v128.load(r0, 16), v128.load(r1, 16)));
            a2 = f32x4.add(a2, f32x4.add(v128.load(r0, 32), v128.load(r1, 32)));
            a3 = f32x4.add(a3, f32x4.add(v128.load(r0, 48), v128.load(r1, 48)));
            list += 4;
          }
          while (list < end) {
            const r0 = part + ((<usize>load<u16>(list)) << 7);
            a0 = f32x4.add(a0, v128.load(r0));
            a1 = f32x4.add(a1, v128.load(r0, 16));
            a2 = f32x4.add(a2, v128.load(r0, 32));
            a3 = f32x4.add(a3, v128.load(r0, 48));
            list += 2;
          }
          a0 = clamp(a0);
          v128.store(activation + at, a0);
          a1 = clamp(a1);
          v128.store(activation + at, a1, 16);
          a2 = clamp(a2);
          v128.store(activation + at, a2, 32);
          a3 = clamp(a3);
          v128.store(activation + at, a3, 48);
          sum = f32x4.add(sum, term(a0, v128.load(weights + at)));
          sum = f32x4.add(sum, term(a1, v128.load(weights + at, 16)));
          sum = f32x4.add(sum, term(a2, v128.load(weights + at, 32)));
          sum = f32x4.add(sum, term(a3, v128.load(weights + at, 48)));
        }
        activation += ROW;
        weights += hidden * 4;
      }
      v128.store(outputs + (i << 4), sum);
    }
  }
}

function clamp(x: v128): v128 {
  return f32x4.min(f32x4.max(x, ZERO), ONE);
}

function term(activation: v128, weight: v128): v128 {
  return f32x4.mul(f32x4.mul(activation, activation), weight);
}

/** The output of a position, 1 standing for the scale in centipawns. */
function output(i: usize): f32 {
  const sum = v128.load(outputs + (i << 4));
  const bias = load<f32>(outputBiases + ((<usize>load<u32>(buckets + (i << 2))) << 2));
  return (
    f32x4.extract_lane(sum, 0) +
    f32x4.extract_lane(sum, 1) +
    (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)) +
    bias
  );
}

/** Sums the weighted squared errors of a micro-batch, and stores the gradient of the batch's mean error. */
function compare(count: usize, share: f32): f64 {
  let loss: f64 = 0;
  for (let i: usize = 0; i < count; i++) {
    const expected = sigmoid(output(i));
    const error = expected - load<f32>(targets + (i << 2));
    const weight = load<f32>(weights + (i << 2));
    loss += <f64>weight * <f64>error * <f64>error;
    store<f32>(slopes + (i << 2), 2 * share * weight * error * expected * (1 - expected));
  }
  return loss;
}

/** Sorts the sides of the micro-batch's positions by feature: a counting sort. */
function sortByFeature(count: usize): void {
  memory.fill(starts, 0, (rowCount + 1) * 4);
  for (let i: usize = 0; i < count; i++) {
    const pieces = (<usize>load<u32>(counts + (i << 2))) << 1;
    for (let side: usize = 0; side < 2; side++) {
      let list = features + (i * 2 + side) * SIDE_BYTES;
      const end = list + pieces;
      for (; list < end; list += 2) {
        const at = starts + ((<usize>load<u16>(list)) << 2);
        store<u32>(at, load<u32>(at) + 1);
      }
    }
  }
  // Now each feature's end; filled from the back, it becomes the start.
  let sum: u32 = 0;
  for (let f: usize = 0; f <= rowCount; f++) {
    sum += load<u32>(starts + (f << 2));
    store<u32>(starts + (f << 2), sum);
  }
  for (let i: usize = count; i-- > 0; ) {
    const pieces = (<usize>load<u32>(counts + (i << 2))) << 1;
    for (let side: usize = 0; side < 2; side++) {
      const entry = i * 2 + side;
      let list = features + entry * SIDE_BYTES;
      const end = list + pieces;
      for (; list < end; list += 2) {
        const at = starts + ((<usize>load<u16>(list)) << 2);
        const place = load<u32>(at) - 1;
        store<u32>(at, place);
        store<u32>(entries + ((<usize>place) << 2), <u32>(entry * ROW));
      }
    }
  }
}

/** Adds the micro-batch's part to this thread's gradient. Overwrites the activations. */
function backward(count: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const at = outputBiases + toGradient + ((<usize>load<u32>(buckets + (i << 2))) << 2);
    store<f32>(at, load<f32>(at) + load<f32>(slopes + (i << 2)));
  }
  for (let tile: usize = 0; tile < tiles; tile++) {
    const deltas = activations + tile * count * 2 * ROW;
    activationSlopes(count, tile, deltas);
    addToRows(tile, deltas);
  }
}

function activationSlopes(count: usize, tile: usize, deltas: usize): void {
  let delta = deltas;
  const bias = biases + toGradient + tile * ROW;
  for (let i: usize = 0; i < count; i++) {
    const slope = f32x4.splat(load<f32>(slopes + (i << 2)));
    const twice = f32x4.add(slope, slope);
    let weight = outputWeights + <usize>load<u32>(buckets + (i << 2)) * 2 * hidden * 4 + tile * ROW;
    for (let side: usize = 0; side < 2; side++) {
      for (let at: usize = 0; at < ROW; at += 16) {
        const a = v128.load(delta + at);
        const gradient = weight + toGradient + at;
        v128.store(gradient, f32x4.add(v128.load(gradient), f32x4.mul(slope, f32x4.mul(a, a))));
        // The gradient is zero where a neuron is clipped or at zero.
        const d = v128.and(
          f32x4.mul(f32x4.mul(twice, a), v128.load(weight + at)),
          f32x4.lt(a, ONE),
        );
        v128.store(delta + at, d);
        v128.store(bias + at, f32x4.add(v128.load(bias + at), d));
      }
      delta += ROW;
      weight += hidden * 4;
    }
  }
}

function addToRows(tile: usize, deltas: usize): void {
  let row = rows + toGradient + tile * tileBytes;
  let from = load<u32>(starts);
  for (let f: usize = 1; f <= rowCount; f++, row += ROW) {
    const to = load<u32>(starts + (f << 2));
    if (from === to) continue;
    const first = entries + ((<usize>from) << 2);
    const end = entries + ((<usize>to) << 2);
    for (let at: usize = 0; at < ROW; at += PART) {
      const part = deltas + at;
      let list = first;
      let a0 = v128.load(row + at);
      let a1 = v128.load(row + at, 16);
      let a2 = v128.load(row + at, 32);
      let a3 = v128.load(row + at, 48);
      const last = end - 4;
      while (list < last) {
        const r0 = part + <usize>load<u32>(list);
        const r1 = part + <usize>load<u32>(list, 4);
        a0 = f32x4.add(a0, f32x4.add(v128.load(r0), v128.load(r1)));
        a1 = f32x4.add(a1, f32x4.add(v128.load(r0, 16), v128.load(r1, 16)));
        a2 = f32x4.add(a2, f32x4.add(v128.load(r0, 32), v128.load(r1, 32)));
        a3 = f32x4.add(a3, f32x4.add(v128.load(r0, 48), v128.load(r1, 48)));
        list += 8;
      }
      while (list < end) {
        const r0 = part + <usize>load<u32>(list);
        a0 = f32x4.add(a0, v128.load(r0));
        a1 = f32x4.add(a1, v128.load(r0, 16));
        a2 = f32x4.add(a2, v128.load(r0, 32));
        a3 = f32x4.add(a3, v128.load(r0, 48));
        list += 4;
      }
      v128.store(row + at, a0);
      v128.store(row + at, a1, 16);
      v128.store(row + at, a2, 32);
      v128.store(row + at, a3, 48);
    }
    from = to;
  }
}

/** Forward and backward over the first records. Returns the sum of their weighted squared errors. */
export function train(count: usize, scale: f32, share: f32): f64 {
  unpack(count, scale);
  forward(count);
  const loss = compare(count, share);
  sortByFeature(count);
  backward(count);
  return loss;
}

/** Forward only. Returns the sum of the weighted squared errors; {@link outputOf} gives the outputs. */
export function measure(count: usize, scale: f32): f64 {
  unpack(count, scale);
  forward(count);
  return compare(count, 0);
}

/** The output for a position of the last call of {@link measure}. */
export function outputOf(i: usize): f32 {
  return output(i);
}

/**
 * AdamW on the parameters between two addresses: sums the threads' gradients and clears them.
 * `rate` and `spread` contain Adam's bias corrections, of the mean and of the root of the squares.
 * https://arxiv.org/abs/1711.05101
 */
export function adamw(
  from: usize,
  to: usize,
  means: usize,
  squares: usize,
  gradients: usize,
  stride: usize,
  threads: i32,
  rate: f32,
  spread: f32,
  decayFactor: f32,
  limit: f32,
): void {
  const rates = f32x4.splat(rate);
  const spreads = f32x4.splat(spread);
  const keeps = f32x4.splat(decayFactor);
  const most = f32x4.splat(limit);
  const least = f32x4.splat(-limit);
  const beta1 = f32x4.splat(<f32>BETA1);
  const rest1 = f32x4.splat(<f32>(1 - BETA1));
  const beta2 = f32x4.splat(<f32>BETA2);
  const rest2 = f32x4.splat(<f32>(1 - BETA2));
  const epsilon = f32x4.splat(1e-8);
  const base = rows;
  for (let at = from; at < to; at += 16) {
    let gradient = gradients + (at - base);
    let g = v128.load(gradient);
    v128.store(gradient, ZERO);
    for (let t = 1; t < threads; t++) {
      gradient += stride;
      g = f32x4.add(g, v128.load(gradient));
      v128.store(gradient, ZERO);
    }
    const mean = means + (at - base);
    const square = squares + (at - base);
    const m = f32x4.add(f32x4.mul(v128.load(mean), beta1), f32x4.mul(g, rest1));
    const v = f32x4.add(f32x4.mul(v128.load(square), beta2), f32x4.mul(f32x4.mul(g, g), rest2));
    v128.store(mean, m);
    v128.store(square, v);
    const size = f32x4.add(f32x4.mul(f32x4.sqrt(v), spreads), epsilon);
    const change = f32x4.div(f32x4.mul(m, rates), size);
    const w = f32x4.sub(f32x4.mul(v128.load(at), keeps), change);
    v128.store(at, f32x4.min(f32x4.max(w, least), most));
  }
}
