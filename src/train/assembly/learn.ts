/**
 * The inner loops of training, in float32 with SIMD: forward, loss, backward and the AdamW step. A
 * batch is processed in micro-batches of a thousand positions.
 *
 * All threads share one memory. Addresses are bytes; addresses.ts says what lies where.
 * AssemblyScript: https://www.assemblyscript.org/
 */
import { outputs, rows } from './addresses';
import { backwardHidden, forwardHidden } from './hiddenLayer';
import { backwardLayers, compare, forwardLayers, ZERO } from './layers';
import { BETA1, BETA2 } from './sharedConstants';
import { unpack } from './unpack';

export { configure } from './addresses';

/** Forward and backward over the first records. Returns the sum of their weighted squared errors. */
export function train(count: usize, scale: f32, share: f32): f64 {
  const loss = forward(count, scale, share);
  backwardLayers(count);
  backwardHidden(count);
  return loss;
}

/** Forward only. Returns the sum of the weighted squared errors; {@link outputOf} gives the outputs. */
export function measure(count: usize, scale: f32): f64 {
  return forward(count, scale, 0);
}

function forward(count: usize, scale: f32, share: f32): f64 {
  unpack(count, scale);
  forwardHidden(count);
  forwardLayers(count);
  return compare(count, share);
}

/** The output for a position of the last call of {@link measure}. */
export function outputOf(i: usize): f32 {
  return load<f32>(outputs + (i << 2));
}

/**
 * Smaller means and squares become 0. Those of rare features would decay to subnormal numbers and stay
 * there, and arithmetic with them is several times slower.
 */
const SMALLEST: f32 = 1e-36;

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
  const smallest = f32x4.splat(SMALLEST);
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
    const newMean = f32x4.add(f32x4.mul(v128.load(mean), beta1), f32x4.mul(g, rest1));
    const m = v128.and(newMean, f32x4.gt(f32x4.abs(newMean), smallest));
    const g2 = f32x4.mul(f32x4.mul(g, g), rest2);
    const newSquare = f32x4.add(f32x4.mul(v128.load(square), beta2), g2);
    const v = v128.and(newSquare, f32x4.gt(newSquare, smallest));
    v128.store(mean, m);
    v128.store(square, v);
    const size = f32x4.add(f32x4.mul(f32x4.sqrt(v), spreads), epsilon);
    const change = f32x4.div(f32x4.mul(m, rates), size);
    const w = f32x4.sub(f32x4.mul(v128.load(at), keeps), change);
    v128.store(at, f32x4.min(f32x4.max(w, least), most));
  }
}
