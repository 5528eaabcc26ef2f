/**
 * The layers after the hidden one, and the loss. For every output bucket they have their own weights.
 *
 * From the products x of the hidden layer: y = W1 x + b1; a = clamp(y, 0, 1) and clamp(y², 0, 1), 16
 * each; z = clamp(W2 a + b2, 0, 1); output = 2 (W3 z + b3 + y[16]).
 */

import { LAYER1 as NEURONS1 } from '../../eval/nnue/architecture';
import {
  biases1,
  biases2,
  biases3,
  buckets,
  hidden,
  INPUTS2_BYTES,
  inputs2,
  LAYER1_ROWS,
  LAYER2,
  OUTPUTS2_BYTES,
  outputs,
  outputs2,
  positionWeights,
  products,
  SUMS1_BYTES,
  slopes,
  sums1,
  targets,
  toGradient,
  weights1,
  weights2,
  weights3,
} from './addresses';

export const ZERO = f32x4.splat(0);
const ONE = f32x4.splat(1);

const LAYER1: usize = NEURONS1;
/** Bytes of the clipped outputs of layer 1, before the squared ones. */
const LAYER1_BYTES: usize = LAYER1 * 4;

/** By which the sum of the last layer is multiplied: see above. */
const OUTPUT_FACTOR: f32 = 2;

export function sigmoid(x: f32): f32 {
  return 1 / (1 + NativeMathf.exp(-x));
}

export function clamp(x: v128): v128 {
  return f32x4.min(f32x4.max(x, ZERO), ONE);
}

/** All bits set where a value is neither clipped to 0 nor to 1. */
export function isBetween(x: v128): v128 {
  return v128.and(f32x4.gt(x, ZERO), f32x4.lt(x, ONE));
}

function sumOf(x: v128): f32 {
  return (
    f32x4.extract_lane(x, 0) +
    f32x4.extract_lane(x, 1) +
    (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3))
  );
}

/** The dot product of inputs and a row of weights. */
function dot(inputs: usize, bytes: usize, row: usize): f32 {
  let sum = ZERO;
  for (let at: usize = 0; at < bytes; at += 16) {
    sum = f32x4.add(sum, f32x4.mul(v128.load(inputs + at), v128.load(row + at)));
  }
  return sumOf(sum);
}

/** The dot products of inputs and four rows of weights of the same size. */
function dotFour(inputs: usize, bytes: usize, row: usize): v128 {
  let s0 = ZERO;
  let s1 = ZERO;
  let s2 = ZERO;
  let s3 = ZERO;
  const row2 = row + 2 * bytes;
  for (let at: usize = 0; at < bytes; at += 16) {
    const x = v128.load(inputs + at);
    s0 = f32x4.add(s0, f32x4.mul(x, v128.load(row + at)));
    s1 = f32x4.add(s1, f32x4.mul(x, v128.load(row + bytes + at)));
    s2 = f32x4.add(s2, f32x4.mul(x, v128.load(row2 + at)));
    s3 = f32x4.add(s3, f32x4.mul(x, v128.load(row2 + bytes + at)));
  }
  const s01 = f32x4.add(
    v128.shuffle<f32>(s0, s1, 0, 4, 1, 5),
    v128.shuffle<f32>(s0, s1, 2, 6, 3, 7),
  );
  const s23 = f32x4.add(
    v128.shuffle<f32>(s2, s3, 0, 4, 1, 5),
    v128.shuffle<f32>(s2, s3, 2, 6, 3, 7),
  );
  return f32x4.add(
    v128.shuffle<f32>(s01, s23, 0, 1, 4, 5),
    v128.shuffle<f32>(s01, s23, 2, 3, 6, 7),
  );
}

/** The outputs of a micro-batch, 1 standing for the scale in centipawns. */
export function forwardLayers(count: usize): void {
  const width = hidden * 4;
  for (let i: usize = 0; i < count; i++) {
    const bucket = <usize>load<u32>(buckets + (i << 2));
    const x = products + i * width;
    const y = sums1 + i * SUMS1_BYTES;
    const w1 = weights1 + bucket * LAYER1_ROWS * width;
    const b1 = biases1 + bucket * LAYER1_ROWS * 4;
    const a = inputs2 + i * INPUTS2_BYTES;
    for (let at: usize = 0; at < LAYER1_BYTES; at += 16) {
      const sum = f32x4.add(dotFour(x, width, w1 + (at >> 2) * width), v128.load(b1 + at));
      v128.store(y + at, sum);
      v128.store(a + at, clamp(sum));
      v128.store(a + at, f32x4.min(f32x4.mul(sum, sum), ONE), LAYER1_BYTES);
    }
    const direct = dot(x, width, w1 + LAYER1 * width) + load<f32>(b1 + LAYER1_BYTES);
    const w2 = weights2 + bucket * LAYER2 * INPUTS2_BYTES;
    const b2 = biases2 + bucket * LAYER2 * 4;
    const z = outputs2 + i * OUTPUTS2_BYTES;
    for (let at: usize = 0; at < OUTPUTS2_BYTES; at += 16) {
      const sum = dotFour(a, INPUTS2_BYTES, w2 + (at >> 2) * INPUTS2_BYTES);
      v128.store(z + at, clamp(f32x4.add(sum, v128.load(b2 + at))));
    }
    const last = dot(z, OUTPUTS2_BYTES, weights3 + bucket * OUTPUTS2_BYTES);
    const sum = last + load<f32>(biases3 + (bucket << 2)) + direct;
    store<f32>(outputs + (i << 2), OUTPUT_FACTOR * sum);
  }
}

/** Sums the weighted squared errors of a micro-batch, and stores the gradient of the batch's mean error. */
export function compare(count: usize, share: f32): f64 {
  let loss: f64 = 0;
  for (let i: usize = 0; i < count; i++) {
    const expected = sigmoid(load<f32>(outputs + (i << 2)));
    const error = expected - load<f32>(targets + (i << 2));
    const weight = load<f32>(positionWeights + (i << 2));
    loss += <f64>weight * <f64>error * <f64>error;
    store<f32>(slopes + (i << 2), 2 * share * weight * error * expected * (1 - expected));
  }
  return loss;
}

/**
 * Adds the gradients of all weights of these layers, and replaces the products of the hidden layer by
 * their gradients.
 */
export function backwardLayers(count: usize): void {
  const width = hidden * 4;
  for (let i: usize = 0; i < count; i++) {
    const bucket = <usize>load<u32>(buckets + (i << 2));
    const slope = OUTPUT_FACTOR * load<f32>(slopes + (i << 2));
    const splat = f32x4.splat(slope);
    addTo(biases3 + (bucket << 2), slope);
    const w3 = weights3 + bucket * OUTPUTS2_BYTES;
    const b2 = biases2 + bucket * LAYER2 * 4;
    const z = outputs2 + i * OUTPUTS2_BYTES;
    for (let at: usize = 0; at < OUTPUTS2_BYTES; at += 16) {
      const value = v128.load(z + at);
      addVectorTo(w3 + at, f32x4.mul(splat, value));
      const d = v128.and(f32x4.mul(splat, v128.load(w3 + at)), isBetween(value));
      v128.store(z + at, d);
      addVectorTo(b2 + at, d);
    }
    const a = inputs2 + i * INPUTS2_BYTES;
    const w2 = weights2 + bucket * LAYER2 * INPUTS2_BYTES;
    backwardRows(a, INPUTS2_BYTES, z, LAYER2, w2);
    const y = sums1 + i * SUMS1_BYTES;
    const b1 = biases1 + bucket * LAYER1_ROWS * 4;
    for (let at: usize = 0; at < LAYER1_BYTES; at += 16) {
      const value = v128.load(y + at);
      const clipped = v128.and(v128.load(a + at), isBetween(value));
      const ofSquare = f32x4.mul(v128.load(a + at, LAYER1_BYTES), f32x4.add(value, value));
      const squared = v128.and(ofSquare, f32x4.lt(f32x4.abs(value), ONE));
      const d = f32x4.add(clipped, squared);
      v128.store(y + at, d);
      addVectorTo(b1 + at, d);
    }
    store<f32>(y + LAYER1_BYTES, slope);
    addTo(b1 + LAYER1_BYTES, slope);
    const w1 = weights1 + bucket * LAYER1_ROWS * width;
    backwardRows(products + i * width, width, y, LAYER1_ROWS, w1);
  }
}

function addTo(parameter: usize, gradient: f32): void {
  const at = parameter + toGradient;
  store<f32>(at, load<f32>(at) + gradient);
}

function addVectorTo(parameter: usize, gradient: v128): void {
  const at = parameter + toGradient;
  v128.store(at, f32x4.add(v128.load(at), gradient));
}

/**
 * For a matrix of weights with `rowCount` rows, given the gradients of its outputs: adds the gradients of the
 * weights, and replaces the inputs by their gradients.
 */
function backwardRows(
  inputs: usize,
  bytes: usize,
  gradients: usize,
  rowCount: usize,
  matrix: usize,
): void {
  const end = gradients + rowCount * 4;
  for (let at: usize = 0; at < bytes; at += 32) {
    const x0 = v128.load(inputs + at);
    const x1 = v128.load(inputs + at, 16);
    let d0 = ZERO;
    let d1 = ZERO;
    let row = matrix + at;
    for (let from = gradients; from < end; from += 4) {
      const g = v128.load32_splat(from);
      const w = row + toGradient;
      v128.store(w, f32x4.add(v128.load(w), f32x4.mul(g, x0)));
      v128.store(w, f32x4.add(v128.load(w, 16), f32x4.mul(g, x1)), 16);
      d0 = f32x4.add(d0, f32x4.mul(g, v128.load(row)));
      d1 = f32x4.add(d1, f32x4.mul(g, v128.load(row, 16)));
      row += bytes;
    }
    v128.store(inputs + at, d0);
    v128.store(inputs + at, d1, 16);
  }
}
