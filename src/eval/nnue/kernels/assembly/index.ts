/**
 * The hot arithmetic of the network in AssemblyScript with SIMD; kernels.ts says what each function
 * does, and plainKernels.ts is its twin in plain TypeScript. Compiled by `npm run build` to `nnue.wasm`.
 * https://www.assemblyscript.org/stdlib/globals.html#webassembly-simd
 */
import { accumulate } from './accumulate';
import { collect } from './difference';
import { cache, layers, layersSize, length, states, views } from './layout';
import { ACCUMULATORS, BOARDS, KING_BOARDS } from './offsets';
import { propagate } from './propagate';

export { configure } from './layout';

export function evaluate(state: usize, turn: usize, bucket: usize): i32 {
  const previous = state - (length * 2 + ACCUMULATORS);
  if (previous >= states && load<u32>(previous) === 0) update(previous);
  update(state);
  const own = state + ACCUMULATORS + turn * length;
  const opponent = state + ACCUMULATORS + (turn ^ 1) * length;
  return propagate(own, opponent, layers + bucket * layersSize);
}

/** Brings both accumulators of a state up to date. */
function update(state: usize): void {
  const white = <u32>load<u8>(views + <usize>ctz(load<u64>(state, KING_BOARDS)));
  const black = <u32>load<u8>(views + <usize>ctz(load<u64>(state, KING_BOARDS + 8)), 64);
  const fromWhite = nearest(state, 0, white);
  const fromBlack = nearest(state, 2, black);
  if (fromWhite !== state) {
    if (fromWhite === 0) {
      refresh(state, 0, white);
    } else {
      collect(fromWhite, state);
      accumulate(fromWhite + ACCUMULATORS, state + ACCUMULATORS, 0, white);
    }
    store<u16>(state, white + 1);
  }
  if (fromBlack !== state) {
    if (fromBlack === 0) {
      refresh(state, 1, black);
    } else {
      if (fromBlack !== fromWhite) collect(fromBlack, state);
      const accumulator = length + ACCUMULATORS;
      accumulate(fromBlack + accumulator, state + accumulator, 1, black);
    }
    store<u16>(state, black + 1, 2);
  }
}

/**
 * The nearest state with a computed accumulator if it has the same view, otherwise 0. `offset` is that
 * of the perspective's view in a state.
 */
function nearest(state: usize, offset: usize, view: u32): usize {
  const size = length * 2 + ACCUMULATORS;
  for (; state >= states; state -= size) {
    const computed = <u32>load<u16>(state + offset);
    if (computed !== 0) return computed === view + 1 ? state : 0;
  }
  return 0;
}

/** Updates a view's cache entry to the position of a state, and copies its accumulator to the state. */
function refresh(state: usize, perspective: u32, view: u32): void {
  const entry = cache + <usize>view * (length + ACCUMULATORS);
  const accumulator = state + ACCUMULATORS + <usize>perspective * length;
  collect(entry, state);
  accumulate(entry + ACCUMULATORS, accumulator, perspective, view);
  memory.copy(entry + BOARDS, state + BOARDS, ACCUMULATORS - BOARDS);
  memory.copy(entry + ACCUMULATORS, accumulator, length);
}
