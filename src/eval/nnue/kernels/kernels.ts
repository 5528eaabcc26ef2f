/**
 * The hot arithmetic of the network, which works on one block of memory: in WebAssembly with SIMD
 * (assembly/index.ts), or, where there is no such thing, in plain TypeScript, its twin below. Both
 * compute the same integers.
 *
 * Crossing from JavaScript into WebAssembly costs some ten nanoseconds, so a node is evaluated with
 * one call: a list says which accumulators to update, and how.
 */
import { QA } from '../networkFile.ts';

/** All addresses and lengths are in bytes, multiples of 64 for rows and accumulators. */
export interface Kernels {
  /**
   * Carries out the updates of a list and returns the sum of the output layer,
   * Σ clamp(own, 0, 255)² × weight + Σ clamp(opponent, 0, 255)² × weight.
   *
   * The list is 32-bit words, for each update: the accumulator to write, the accumulator to start
   * from (the same or another), how many rows to subtract, how many to add, then the rows' addresses
   * in that order. A 0 ends it. Sums wrap around at 16 bits.
   *
   * @param list where the list begins
   * @param own the accumulator of the side to move
   * @param opponent the other one
   * @param weights the bucket's output weights, `length` bytes for each accumulator
   * @param length of an accumulator
   */
  evaluate(list: number, own: number, opponent: number, weights: number, length: number): number;
}

/** A page of WebAssembly's memory, bytes. */
const PAGE = 65_536;

/**
 * Kernels with zeroed memory of a given size in bytes: those of the module (the bytes of `nnue.wasm`),
 * or their twin if there is no module or it cannot be compiled here.
 */
export function newKernels(
  bytes: number,
  module: Uint8Array<ArrayBuffer> | null,
): { kernels: Kernels; memory: ArrayBuffer } {
  const compiled = module === null ? null : compile(module);
  if (compiled === null) {
    const memory = new ArrayBuffer(bytes);
    return { kernels: new PlainKernels(memory), memory };
  }
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  return { kernels: exports as unknown as Kernels, memory: memory.buffer };
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

/** The twin in plain TypeScript. */
class PlainKernels implements Kernels {
  private readonly words: Int32Array;
  private readonly values: Int16Array;

  constructor(memory: ArrayBuffer) {
    this.words = new Int32Array(memory);
    this.values = new Int16Array(memory);
  }

  evaluate(list: number, own: number, opponent: number, weights: number, length: number): number {
    this.update(list >> 2, length >> 1);
    return (
      (this.half(own >> 1, weights >> 1, length >> 1) +
        this.half(opponent >> 1, (weights + length) >> 1, length >> 1)) |
      0
    );
  }

  /** From here on addresses are indices into `words` and `values`. */
  private update(at: number, length: number): void {
    const { words, values } = this;
    while (words[at] !== 0) {
      const to = words[at]! >> 1;
      const from = words[at + 1]! >> 1;
      const added = at + 4 + words[at + 2]!;
      const end = added + words[at + 3]!;
      if (to !== from) values.copyWithin(to, from, from + length);
      for (let row = at + 4; row < end; row++) {
        const weights = words[row]! >> 1;
        if (row < added) for (let j = 0; j < length; j++) values[to + j]! -= values[weights + j]!;
        else for (let j = 0; j < length; j++) values[to + j]! += values[weights + j]!;
      }
      at = end;
    }
  }

  private half(accumulator: number, weights: number, length: number): number {
    const { values } = this;
    let sum = 0;
    for (let j = 0; j < length; j++) {
      const value = values[accumulator + j]!;
      const v = value < 0 ? 0 : value > QA ? QA : value;
      sum = (sum + Math.imul(Math.imul(v, v), values[weights + j]!)) | 0;
    }
    return sum;
  }
}
