/**
 * The hot arithmetic of the network in AssemblyScript with SIMD; kernels.ts says what each function
 * does, and plainKernels.ts is its twin in plain TypeScript. Compiled by `npm run build` to `nnue.wasm`.
 * https://www.assemblyscript.org/stdlib/globals.html#webassembly-simd
 */
import { accumulate } from './accumulate';
import { collect } from './difference';
import { cache, frames, layers, layersSize, length, views } from './layout';
import { ACCUMULATORS, BOARDS, KING_BOARDS } from './offsets';
import { propagate } from './propagate';

export { configure } from './layout';

export function evaluate(frame: usize, turn: usize, bucket: usize): i32 {
  const previous = frame - (length * 2 + ACCUMULATORS);
  if (previous >= frames && load<u32>(previous) === 0) update(previous);
  update(frame);
  const own = frame + ACCUMULATORS + turn * length;
  const opponent = frame + ACCUMULATORS + (turn ^ 1) * length;
  return propagate(own, opponent, layers + bucket * layersSize);
}

/** Brings both accumulators of a frame up to date. */
function update(frame: usize): void {
  const white = <u32>load<u8>(views + <usize>ctz(load<u64>(frame, KING_BOARDS)));
  const black = <u32>load<u8>(views + <usize>ctz(load<u64>(frame, KING_BOARDS + 8)), 64);
  const fromWhite = nearest(frame, 0, white);
  const fromBlack = nearest(frame, 2, black);
  if (fromWhite !== frame) {
    if (fromWhite === 0) {
      refresh(frame, 0, white);
    } else {
      collect(fromWhite, frame);
      accumulate(fromWhite + ACCUMULATORS, frame + ACCUMULATORS, 0, white);
    }
    store<u16>(frame, white + 1);
  }
  if (fromBlack !== frame) {
    if (fromBlack === 0) {
      refresh(frame, 1, black);
    } else {
      if (fromBlack !== fromWhite) collect(fromBlack, frame);
      const accumulator = length + ACCUMULATORS;
      accumulate(fromBlack + accumulator, frame + accumulator, 1, black);
    }
    store<u16>(frame, black + 1, 2);
  }
}

/**
 * The nearest frame with a computed accumulator if it has the same view, otherwise 0. `offset` is that
 * of the perspective's view in a frame.
 */
function nearest(frame: usize, offset: usize, view: u32): usize {
  const size = length * 2 + ACCUMULATORS;
  for (; frame >= frames; frame -= size) {
    const computed = <u32>load<u16>(frame + offset);
    if (computed !== 0) return computed === view + 1 ? frame : 0;
  }
  return 0;
}

/** Updates a view's cache entry to the position of a frame, and copies its accumulator to the frame. */
function refresh(frame: usize, perspective: u32, view: u32): void {
  const entry = cache + <usize>view * (length + ACCUMULATORS);
  const accumulator = frame + ACCUMULATORS + <usize>perspective * length;
  collect(entry, frame);
  accumulate(entry + ACCUMULATORS, accumulator, perspective, view);
  memory.copy(entry + BOARDS, frame + BOARDS, ACCUMULATORS - BOARDS);
  memory.copy(entry + ACCUMULATORS, accumulator, length);
}
