import { afterEach, expect, test, vi } from 'vitest';
import { alignedMemory } from '../../src/search/alignedMemory.ts';

const MEBIBYTE = 1 << 20;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Both kinds of memory, with the class that each is of. */
const kinds = [
  [true, SharedArrayBuffer],
  [false, ArrayBuffer],
] as const;

test.each(kinds)('memory has the size asked for and is zeroed (shared: %s)', (isShared, kind) => {
  const memory = alignedMemory(3 * MEBIBYTE, isShared);
  expect(memory).toBeInstanceOf(kind);
  expect(memory.byteLength).toBe(3 * MEBIBYTE);
  expect(new Int32Array(memory).every((word) => word === 0)).toBe(true);
});

test.each(kinds)(
  'without address space for WebAssembly there is memory (shared: %s)',
  (isShared, kind) => {
    const Memory = vi.fn(function refuse() {
      throw new RangeError('could not allocate memory');
    });
    vi.stubGlobal('WebAssembly', { Memory });
    const memory = alignedMemory(MEBIBYTE, isShared);
    expect(Memory).toHaveBeenCalledOnce();
    expect(memory).toBeInstanceOf(kind);
    expect(memory.byteLength).toBe(MEBIBYTE);
  },
);

test('memory beyond any limit is refused by a RangeError', () => {
  expect(() => alignedMemory(2 ** 60, true)).toThrow(RangeError);
});
