/**
 * Updates of accumulators: rows of weights are subtracted and added. A block of 64 neurons
 * stays in registers while all rows are added.
 *
 * Rows of pieces are 16-bit numbers; rows of attacks are bytes, so that more of them stay in the caches.
 * A vector of bytes is read as eight 16-bit numbers, each of which holds the weights of two neurons, the
 * lower one plus 128. The numbers are added to the sum of the first neuron plus 256 times that of the
 * second, and their high bytes to that of the second, which in the end leaves both. It takes half as many
 * loads as widening the bytes.
 */

import { attacksAddedEnd, attacksRemovedEnd, piecesAddedEnd, piecesRemovedEnd } from './difference';
import {
  attacksAdded,
  attacksRemoved,
  attackWeights,
  length,
  pieceBases,
  piecesAdded,
  piecesRemoved,
} from './layout';
import { ATTACK_FLIP, LOW_BYTE_OFFSET, PIECE_FLIP } from './offsets';

/** Adds the listed differences, as seen in a view, to the accumulator `from`; `to` is the result. */
export function accumulate(from: usize, to: usize, perspective: u32, view: u32): void {
  const mirror = (view & 1) * 7;
  const pieceFlip = (perspective * PIECE_FLIP) ^ mirror;
  const attackFlip = (perspective * ATTACK_FLIP) ^ mirror;
  const base: usize = load<u32>(pieceBases + view * 4);
  const half = length >> 1;
  // For each row added, less those removed: four bytes in the list are a row.
  const added = <i32>(attacksAddedEnd - attacksAdded) - <i32>(attacksRemovedEnd - attacksRemoved);
  const offset = i16x8.splat(<i16>(added * (LOW_BYTE_OFFSET / 4)));
  for (let at: usize = 0; at < length; at += 128) {
    const pieces = base + at;
    const attacks = attackWeights + (at >> 1);
    let v0 = v128.load(from + at);
    let v1 = v128.load(from + at, 16);
    let v2 = v128.load(from + at, 32);
    let v3 = v128.load(from + at, 48);
    let v4 = v128.load(from + at, 64);
    let v5 = v128.load(from + at, 80);
    let v6 = v128.load(from + at, 96);
    let v7 = v128.load(from + at, 112);
    for (let i = piecesRemoved; i < piecesRemovedEnd; i += 4) {
      const row = pieces + <usize>(load<u32>(i) ^ pieceFlip) * length;
      v0 = i16x8.sub(v0, v128.load(row));
      v1 = i16x8.sub(v1, v128.load(row, 16));
      v2 = i16x8.sub(v2, v128.load(row, 32));
      v3 = i16x8.sub(v3, v128.load(row, 48));
      v4 = i16x8.sub(v4, v128.load(row, 64));
      v5 = i16x8.sub(v5, v128.load(row, 80));
      v6 = i16x8.sub(v6, v128.load(row, 96));
      v7 = i16x8.sub(v7, v128.load(row, 112));
    }
    for (let i = piecesAdded; i < piecesAddedEnd; i += 4) {
      const row = pieces + <usize>(load<u32>(i) ^ pieceFlip) * length;
      v0 = i16x8.add(v0, v128.load(row));
      v1 = i16x8.add(v1, v128.load(row, 16));
      v2 = i16x8.add(v2, v128.load(row, 32));
      v3 = i16x8.add(v3, v128.load(row, 48));
      v4 = i16x8.add(v4, v128.load(row, 64));
      v5 = i16x8.add(v5, v128.load(row, 80));
      v6 = i16x8.add(v6, v128.load(row, 96));
      v7 = i16x8.add(v7, v128.load(row, 112));
    }
    v0 = i16x8.add(v0, i16x8.shl(v1, 8));
    v2 = i16x8.add(v2, i16x8.shl(v3, 8));
    v4 = i16x8.add(v4, i16x8.shl(v5, 8));
    v6 = i16x8.add(v6, i16x8.shl(v7, 8));
    for (let i = attacksRemoved; i < attacksRemovedEnd; i += 4) {
      const row = attacks + <usize>(load<u32>(i) ^ attackFlip) * half;
      const w0 = v128.load(row);
      v0 = i16x8.sub(v0, w0);
      v1 = i16x8.sub(v1, i16x8.shr_s(w0, 8));
      const w2 = v128.load(row, 16);
      v2 = i16x8.sub(v2, w2);
      v3 = i16x8.sub(v3, i16x8.shr_s(w2, 8));
      const w4 = v128.load(row, 32);
      v4 = i16x8.sub(v4, w4);
      v5 = i16x8.sub(v5, i16x8.shr_s(w4, 8));
      const w6 = v128.load(row, 48);
      v6 = i16x8.sub(v6, w6);
      v7 = i16x8.sub(v7, i16x8.shr_s(w6, 8));
    }
    for (let i = attacksAdded; i < attacksAddedEnd; i += 4) {
      const row = attacks + <usize>(load<u32>(i) ^ attackFlip) * half;
      const w0 = v128.load(row);
      v0 = i16x8.add(v0, w0);
      v1 = i16x8.add(v1, i16x8.shr_s(w0, 8));
      const w2 = v128.load(row, 16);
      v2 = i16x8.add(v2, w2);
      v3 = i16x8.add(v3, i16x8.shr_s(w2, 8));
      const w4 = v128.load(row, 32);
      v4 = i16x8.add(v4, w4);
      v5 = i16x8.add(v5, i16x8.shr_s(w4, 8));
      const w6 = v128.load(row, 48);
      v6 = i16x8.add(v6, w6);
      v7 = i16x8.add(v7, i16x8.shr_s(w6, 8));
    }
    v0 = i16x8.sub(i16x8.sub(v0, i16x8.shl(v1, 8)), offset);
    v2 = i16x8.sub(i16x8.sub(v2, i16x8.shl(v3, 8)), offset);
    v4 = i16x8.sub(i16x8.sub(v4, i16x8.shl(v5, 8)), offset);
    v6 = i16x8.sub(i16x8.sub(v6, i16x8.shl(v7, 8)), offset);
    v128.store(to + at, v0);
    v128.store(to + at, v1, 16);
    v128.store(to + at, v2, 32);
    v128.store(to + at, v3, 48);
    v128.store(to + at, v4, 64);
    v128.store(to + at, v5, 80);
    v128.store(to + at, v6, 96);
    v128.store(to + at, v7, 112);
  }
}
