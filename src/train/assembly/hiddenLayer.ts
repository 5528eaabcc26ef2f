/**
 * The hidden layer, in tiles of 16 neurons: eight neurons and their partners, h = H / 2 neurons later. Its
 * outputs are the products of clipped pairs. A tile's weights, [feature][16], are about half a
 * megabyte, of which a micro-batch needs a part: they stay in the processor's cache for the whole
 * micro-batch.
 *
 * The gradient of a feature's row is the sum over the positions that have the feature. A micro-batch
 * is sorted by feature first, so that a row is loaded and stored once and the sum stays in registers.
 *
 * Sums are kept in four registers of the processor, no more: V8 loads all operands before it adds
 * them, and what then does not fit goes through the stack, at a third of the speed.
 */
import {
  activations,
  activeRows,
  ends,
  entries,
  hidden,
  hiddenBiases,
  lists,
  products,
  ROW,
  rowCount,
  rows,
  tileBytes,
  tiles,
  toGradient,
} from './addresses';
import { clamp, isBetween } from './layers';

/** Bytes of half a row: the neurons, or their partners. */
const HALF: usize = ROW / 2;

/** The activations of a micro-batch and their products. */
export function forwardHidden(count: usize): void {
  const side = hidden * 2;
  for (let tile: usize = 0; tile < tiles; tile++) {
    const table = rows + tile * tileBytes;
    const bias = hiddenBiases + tile * ROW;
    let activation = activations + tile * count * 2 * ROW;
    let product = products + tile * HALF;
    for (let entry: usize = 0; entry < 2 * count; entry++) {
      let list = <usize>load<u32>(lists + (entry << 2));
      const end = <usize>load<u32>(lists + (entry << 2), 4);
      let a0 = v128.load(bias);
      let a1 = v128.load(bias, 16);
      let a2 = v128.load(bias, 32);
      let a3 = v128.load(bias, 48);
      const last = end - 2;
      while (list < last) {
        const r0 = table + ((<usize>load<u16>(list)) << 6);
        const r1 = table + ((<usize>load<u16>(list, 2)) << 6);
        a0 = f32x4.add(a0, f32x4.add(v128.load(r0), v128.load(r1)));
        a1 = f32x4.add(a1, f32x4.add(v128.load(r0, 16), v128.load(r1, 16)));
        a2 = f32x4.add(a2, f32x4.add(v128.load(r0, 32), v128.load(r1, 32)));
        a3 = f32x4.add(a3, f32x4.add(v128.load(r0, 48), v128.load(r1, 48)));
        list += 4;
      }
      while (list < end) {
        const r0 = table + ((<usize>load<u16>(list)) << 6);
        a0 = f32x4.add(a0, v128.load(r0));
        a1 = f32x4.add(a1, v128.load(r0, 16));
        a2 = f32x4.add(a2, v128.load(r0, 32));
        a3 = f32x4.add(a3, v128.load(r0, 48));
        list += 2;
      }
      a0 = clamp(a0);
      a1 = clamp(a1);
      a2 = clamp(a2);
      a3 = clamp(a3);
      v128.store(activation, a0);
      v128.store(activation, a1, 16);
      v128.store(activation, a2, 32);
      v128.store(activation, a3, 48);
      v128.store(product, f32x4.mul(a0, a2));
      v128.store(product, f32x4.mul(a1, a3), 16);
      activation += ROW;
      product += side;
    }
  }
}

/**
 * Sorts the perspectives of the micro-batch's positions by feature: a counting sort. An entry is the
 * offset of the perspective's activations within a tile. Returns the end of the list of rows that
 * have entries.
 */
function sortByFeature(count: usize): usize {
  memory.fill(ends, 0, rowCount * 4);
  for (let entry: usize = 0; entry < 2 * count; entry++) {
    let list = <usize>load<u32>(lists + (entry << 2));
    const end = <usize>load<u32>(lists + (entry << 2), 4);
    for (; list < end; list += 2) {
      const at = ends + ((<usize>load<u16>(list)) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
  // From here on each feature has the place of its next entry; after the last one, its end.
  let sum: u32 = 0;
  let rowsEnd = activeRows;
  for (let row: usize = 0; row < rowCount; row++) {
    const at = ends + (row << 2);
    const size = load<u32>(at);
    store<u32>(at, <u32>entries + (sum << 2));
    if (size === 0) continue;
    sum += size;
    store<u32>(rowsEnd, <u32>(row * ROW));
    store<u32>(rowsEnd, <u32>entries + (sum << 2), 4);
    rowsEnd += 8;
  }
  for (let entry: usize = 0; entry < 2 * count; entry++) {
    let list = <usize>load<u32>(lists + (entry << 2));
    const end = <usize>load<u32>(lists + (entry << 2), 4);
    for (; list < end; list += 2) {
      const at = ends + ((<usize>load<u16>(list)) << 2);
      const place = load<u32>(at);
      store<u32>(at, place + 4);
      store<u32>(place, <u32>(entry * ROW));
    }
  }
  return rowsEnd;
}

/**
 * Adds the micro-batch's part to this thread's gradient of the hidden layer, given the gradients of its
 * products. Overwrites the activations.
 */
export function backwardHidden(count: usize): void {
  const rowsEnd = sortByFeature(count);
  for (let tile: usize = 0; tile < tiles; tile++) {
    const deltas = activations + tile * count * 2 * ROW;
    activationSlopes(count, tile, deltas);
    addToRows(rows + toGradient + tile * tileBytes, deltas, rowsEnd);
  }
}

/** Replaces the activations of a tile by their gradients, and adds those to the gradient of the biases. */
function activationSlopes(count: usize, tile: usize, deltas: usize): void {
  const side = hidden * 2;
  const bias = hiddenBiases + toGradient + tile * ROW;
  const end = deltas + count * 2 * ROW;
  for (let at: usize = 0; at < HALF; at += 16) {
    let product = products + tile * HALF + at;
    let sum0 = v128.load(bias + at);
    let sum1 = v128.load(bias + at, HALF);
    for (let delta = deltas + at; delta < end; delta += ROW) {
      const a0 = v128.load(delta);
      const a1 = v128.load(delta, HALF);
      const d = v128.load(product);
      const d0 = v128.and(f32x4.mul(d, a1), isBetween(a0));
      const d1 = v128.and(f32x4.mul(d, a0), isBetween(a1));
      v128.store(delta, d0);
      v128.store(delta, d1, HALF);
      sum0 = f32x4.add(sum0, d0);
      sum1 = f32x4.add(sum1, d1);
      product += side;
    }
    v128.store(bias + at, sum0);
    v128.store(bias + at, sum1, HALF);
  }
}

/** Adds the gradients of a tile's activations to those of the rows that have entries. */
function addToRows(gradient: usize, deltas: usize, rowsEnd: usize): void {
  let list = entries;
  for (let active = activeRows; active < rowsEnd; active += 8) {
    const row = gradient + <usize>load<u32>(active);
    const end = <usize>load<u32>(active, 4);
    let a0 = v128.load(row);
    let a1 = v128.load(row, 16);
    let a2 = v128.load(row, 32);
    let a3 = v128.load(row, 48);
    const last = end - 4;
    while (list < last) {
      const r0 = deltas + <usize>load<u32>(list);
      const r1 = deltas + <usize>load<u32>(list, 4);
      a0 = f32x4.add(a0, f32x4.add(v128.load(r0), v128.load(r1)));
      a1 = f32x4.add(a1, f32x4.add(v128.load(r0, 16), v128.load(r1, 16)));
      a2 = f32x4.add(a2, f32x4.add(v128.load(r0, 32), v128.load(r1, 32)));
      a3 = f32x4.add(a3, f32x4.add(v128.load(r0, 48), v128.load(r1, 48)));
      list += 8;
    }
    while (list < end) {
      const r0 = deltas + <usize>load<u32>(list);
      a0 = f32x4.add(a0, v128.load(r0));
      a1 = f32x4.add(a1, v128.load(r0, 16));
      a2 = f32x4.add(a2, v128.load(r0, 32));
      a3 = f32x4.add(a3, v128.load(r0, 48));
      list += 4;
    }
    v128.store(row, a0);
    v128.store(row, a1, 16);
    v128.store(row, a2, 32);
    v128.store(row, a3, 48);
  }
}
