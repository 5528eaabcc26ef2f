/** The activation of the hidden layer, and the small layers after it. networkFile.ts has the definition. */
import {
  ACTIVATION_ONE,
  DIRECT_SHIFT,
  LAYER1_SHIFT,
  LAYER2_SHIFT,
  PRODUCT_SHIFT,
  QA,
} from '../../architecture';
import { inputs2, length, masks, products } from './layout';
import {
  BIASES1,
  BIASES2,
  DIRECT_BIAS,
  DIRECT_WEIGHTS,
  OUTPUT_BIAS,
  WEIGHTS2,
  WEIGHTS3,
} from './offsets';

/** The output of a set of layers for two accumulators, that of the side to move first. */
export function propagate(own: usize, opponent: usize, weights: usize): i32 {
  const half = length >> 1;
  // Layer 1: the direct output is dense, the neurons skip pairs of inputs that are zero.
  const direct =
    activate(own, products, masks, weights + DIRECT_WEIGHTS) +
    activate(opponent, products + half, masks + (half >> 5), weights + DIRECT_WEIGHTS + half) +
    load<i32>(weights, DIRECT_BIAS);
  let s0 = v128.load(weights, BIASES1);
  let s1 = v128.load(weights, BIASES1 + 16);
  let s2 = v128.load(weights, BIASES1 + 32);
  let s3 = v128.load(weights, BIASES1 + 48);
  const pairs = weights + DIRECT_WEIGHTS + length;
  for (let at: usize = 0; at < length; at += 256) {
    // Masks after those of the last products are zero.
    for (let mask = load<u64>(masks + (at >> 5)); mask !== 0; mask &= mask - 1) {
      const pair = at + ((<usize>ctz(mask)) << 2);
      const inputs = v128.load32_splat(products + pair);
      const row = pairs + (pair << 4);
      s0 = i32x4.add(s0, i32x4.dot_i16x8_s(inputs, v128.load(row)));
      s1 = i32x4.add(s1, i32x4.dot_i16x8_s(inputs, v128.load(row, 16)));
      s2 = i32x4.add(s2, i32x4.dot_i16x8_s(inputs, v128.load(row, 32)));
      s3 = i32x4.add(s3, i32x4.dot_i16x8_s(inputs, v128.load(row, 48)));
    }
  }
  const y0 = i16x8.narrow_i32x4_s(value(s0), value(s1));
  const y1 = i16x8.narrow_i32x4_s(value(s2), value(s3));
  const zero = i16x8.splat(0);
  v128.store(inputs2, i16x8.max_s(y0, zero));
  v128.store(inputs2, i16x8.max_s(y1, zero), 16);
  v128.store(inputs2, square(y0), 32);
  v128.store(inputs2, square(y1), 48);

  // Layer 2.
  let t0 = v128.load(weights, BIASES2);
  let t1 = v128.load(weights, BIASES2 + 16);
  let t2 = v128.load(weights, BIASES2 + 32);
  let t3 = v128.load(weights, BIASES2 + 48);
  let t4 = v128.load(weights, BIASES2 + 64);
  let t5 = v128.load(weights, BIASES2 + 80);
  let t6 = v128.load(weights, BIASES2 + 96);
  let t7 = v128.load(weights, BIASES2 + 112);
  for (let pair: usize = 0; pair < 64; pair += 4) {
    const inputs = v128.load32_splat(inputs2 + pair);
    const row = weights + WEIGHTS2 + (pair << 5);
    t0 = i32x4.add(t0, i32x4.dot_i16x8_s(inputs, v128.load(row)));
    t1 = i32x4.add(t1, i32x4.dot_i16x8_s(inputs, v128.load(row, 16)));
    t2 = i32x4.add(t2, i32x4.dot_i16x8_s(inputs, v128.load(row, 32)));
    t3 = i32x4.add(t3, i32x4.dot_i16x8_s(inputs, v128.load(row, 48)));
    t4 = i32x4.add(t4, i32x4.dot_i16x8_s(inputs, v128.load(row, 64)));
    t5 = i32x4.add(t5, i32x4.dot_i16x8_s(inputs, v128.load(row, 80)));
    t6 = i32x4.add(t6, i32x4.dot_i16x8_s(inputs, v128.load(row, 96)));
    t7 = i32x4.add(t7, i32x4.dot_i16x8_s(inputs, v128.load(row, 112)));
  }
  const z0 = clipped(t0, t1);
  const z1 = clipped(t2, t3);
  const z2 = clipped(t4, t5);
  const z3 = clipped(t6, t7);
  const sum01 = i32x4.add(
    i32x4.dot_i16x8_s(z0, v128.load(weights, WEIGHTS3)),
    i32x4.dot_i16x8_s(z1, v128.load(weights, WEIGHTS3 + 16)),
  );
  const sum23 = i32x4.add(
    i32x4.dot_i16x8_s(z2, v128.load(weights, WEIGHTS3 + 32)),
    i32x4.dot_i16x8_s(z3, v128.load(weights, WEIGHTS3 + 48)),
  );
  return (
    load<i32>(weights, OUTPUT_BIAS) + total(i32x4.add(sum01, sum23)) + (direct << DIRECT_SHIFT)
  );
}

/**
 * Stores the products of both halves of an accumulator, and a bit for each pair of them that is not
 * zero. Returns their part of the direct output.
 */
function activate(accumulator: usize, to: usize, mask: usize, weights: usize): i32 {
  const half = length >> 1;
  let sums = i32x4.splat(0);
  for (let at: usize = 0; at < half; at += 32) {
    const a = accumulator + at;
    const x0 = product(v128.load(a), v128.load(a + half));
    const x1 = product(v128.load(a, 16), v128.load(a + half, 16));
    v128.store(to + at, x0);
    v128.store(to + at, x1, 16);
    store<u8>(mask + (at >> 5), nonZero(x0) | (nonZero(x1) << 4));
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(x0, v128.load(weights + at)));
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(x1, v128.load(weights + at, 16)));
  }
  return total(sums);
}

/** Products of clipped neurons. They fit 16 bits without a sign. */
function product(a: v128, b: v128): v128 {
  const zero = i16x8.splat(0);
  const one = i16x8.splat(<i16>QA);
  const x = i16x8.min_s(i16x8.max_s(a, zero), one);
  const y = i16x8.min_s(i16x8.max_s(b, zero), one);
  return i16x8.shr_u(i16x8.mul(x, y), PRODUCT_SHIFT);
}

/** A bit for each of four pairs of products that is not zero. Products are not negative. */
function nonZero(inputs: v128): u32 {
  return <u32>i32x4.bitmask(i32x4.gt_s(inputs, i32x4.splat(0)));
}

function total(sums: v128): i32 {
  const halves = i32x4.add(sums, i64x2.shuffle(sums, sums, 1, 0));
  return i32x4.extract_lane(halves, 0) + i32x4.extract_lane(halves, 1);
}

/** The values of neurons of layer 1 for their sums, within ±256. */
function value(sums: v128): v128 {
  const values = i32x4.shr_s(sums, LAYER1_SHIFT);
  const one = i32x4.splat(ACTIVATION_ONE);
  return i32x4.min_s(i32x4.max_s(values, i32x4.splat(-ACTIVATION_ONE)), one);
}

/** Squares of values within ±256: the square of 256 wraps to 0, so it is restored. */
function square(values: v128): v128 {
  const squares = i16x8.shr_u(i16x8.mul(values, values), 8);
  const one = i16x8.splat(<i16>ACTIVATION_ONE);
  const isOne = i16x8.eq(i16x8.abs(values), one);
  return v128.or(squares, v128.and(isOne, one));
}

/** The outputs of eight neurons of layer 2 for their sums. */
function clipped(a: v128, b: v128): v128 {
  const values = i16x8.narrow_i32x4_s(i32x4.shr_s(a, LAYER2_SHIFT), i32x4.shr_s(b, LAYER2_SHIFT));
  return i16x8.min_s(i16x8.max_s(values, i16x8.splat(0)), i16x8.splat(<i16>ACTIVATION_ONE));
}
