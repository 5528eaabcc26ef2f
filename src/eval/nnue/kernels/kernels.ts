/**
 * The hot arithmetic of the network, which works on one block of memory (memoryLayout.ts): in WebAssembly with
 * SIMD (assembly/index.ts), or, where that is not available, in plain TypeScript (plainKernels.ts). Both
 * compute the same integers.
 *
 * Crossing from JavaScript into WebAssembly costs about ten nanoseconds, so a node is evaluated in one call,
 * which finds out how the position differs from an earlier one, updates the accumulators and computes the
 * output.
 */
import type { MemoryLayout } from './memoryLayout.ts';
import { PlainKernels } from './plainKernels.ts';

export interface Kernels {
  /**
   * Updates both accumulators of a state whose bitboards are set, and returns the output of the network
   * for the side to move. If neither accumulator of the state before is computed, its bitboards must be set
   * too, and its accumulators are updated first.
   *
   * The update starts from the nearest earlier state with a computed accumulator, if it has the same view,
   * and from the view's cache entry otherwise. Sums wrap around at 16 bits.
   *
   * @param state its address
   * @param turn the side to move
   * @param bucket the output bucket
   */
  evaluate(state: number, turn: number, bucket: number): number;
}

/** What `nnue.wasm` exports: assembly/layout.ts has the order of the addresses. */
interface Exports extends Kernels {
  configure(...addresses: number[]): void;
}

/** A page of WebAssembly's memory, bytes. */
const PAGE = 65_536;

/**
 * Kernels with zeroed memory of a given layout: those of the module (the bytes of `nnue.wasm`),
 * or their twin if there is no module or it cannot be compiled here.
 */
export function newKernels(
  layout: MemoryLayout,
  module: Uint8Array<ArrayBuffer> | null,
): { kernels: Kernels; memory: ArrayBuffer } {
  const compiled = module === null ? null : compile(module);
  if (compiled === null) {
    const memory = new ArrayBuffer(layout.end);
    return { kernels: new PlainKernels(memory, layout), memory };
  }
  const memory = new WebAssembly.Memory({ initial: Math.ceil(layout.end / PAGE) });
  const instance = new WebAssembly.Instance(compiled, { env: { memory } });
  const exports = instance.exports as unknown as Exports;
  exports.configure(
    layout.hidden,
    layout.pieceBases,
    layout.attackWeights,
    layout.layers,
    layout.layersSize,
    layout.views,
    layout.steps,
    layout.lines,
    layout.slides,
    layout.scratch,
    layout.cache,
    layout.states,
  );
  return { kernels: exports, memory: memory.buffer };
}

/**
 * Compiles a module; null where this is not possible: without WebAssembly or SIMD, or where the
 * Content-Security-Policy of a page forbids it, which only shows when it is tried.
 */
export function compile(module: Uint8Array<ArrayBuffer>): WebAssembly.Module | null {
  if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(module)) return null;
  try {
    return new WebAssembly.Module(module);
  } catch {
    return null;
  }
}
