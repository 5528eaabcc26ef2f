import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRows, unpackRows } from '../../../src/eval/nnue/packedRows.ts';

const LENGTH = 32;

/** Rows of multiples of powers of two, small or as large as their type allows. */
const rowsOf = (min: number, max: number) =>
  fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(1, 9, 96, max))
      .chain(([shift, range]) =>
        fc.array(
          fc
            .integer({ min: Math.max(-range, min), max: range })
            .map((weight) => (weight >> shift) << shift),
          { minLength: LENGTH, maxLength: LENGTH },
        ),
      ),
    { minLength: 1, maxLength: 5 },
  );

describe('packed rows', () => {
  it('survive packing and unpacking, also between other bytes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          rowsOf(-32_768, 32_767).map((rows) => Int16Array.from(rows.flat())),
          rowsOf(-128, 127).map((rows) => Int8Array.from(rows.flat())),
        ),
        fc.uint8Array({ maxLength: 3 }),
        fc.uint8Array({ maxLength: 3 }),
        (weights, before, after) => {
          const packed = packRows(weights, LENGTH);
          const bytes = Uint8Array.from([...before, ...packed, ...after]);
          const unpacked = weights.slice().fill(1);
          const end = unpackRows(bytes, before.length, unpacked, LENGTH);
          expect(end).toBe(before.length + packed.length);
          expect(unpacked).toEqual(weights);
        },
      ),
    );
  });

  it('take few bits if the weights are small, or multiples of a power of two', () => {
    const zeros = new Int8Array(256);
    expect(packRows(zeros, 256)).toHaveLength(1 + 256 / 8);
    const small = Int8Array.from(zeros, (_, i) => (i % 5) - 2);
    const coarse = small.map((weight) => weight * 16);
    expect(packRows(coarse, 256)).toHaveLength(packRows(small, 256).length);
    expect(packRows(small, 256).length).toBeLessThan(100);
  });

  it('are not read if they end too early, or do not end with zeros', () => {
    const weights = Int16Array.from({ length: 2 * LENGTH }, (_, i) => i * 100 - 3000);
    const packed = packRows(weights, LENGTH);
    const read = (bytes: Uint8Array) => unpackRows(bytes, 0, weights.slice(), LENGTH);
    for (let length = 0; length < packed.length; length++) {
      expect(read(packed.subarray(0, length))).toBe(-1);
    }
    const odd = packRows(Int16Array.of(0), 1);
    expect(odd).toEqual(Uint8Array.of(0, 1));
    expect(unpackRows(Uint8Array.of(0, 0x81), 0, new Int16Array(1), 1)).toBe(-1);
  });

  it('are not read if a weight does not fit its type', () => {
    const packed = packRows(Int16Array.of(200, -200), 2);
    expect(unpackRows(packed, 0, new Int8Array(2), 2)).toBe(-1);
    expect(unpackRows(packed, 0, new Int16Array(2), 2)).toBe(packed.length);
  });

  it('are not read if a code has so many zeros that shifting them would overflow', () => {
    // S = 0 and K = 15; then 2^17 zeros, a one, and 15 low bits.
    const bytes = Uint8Array.from([0xf0, ...new Uint8Array(2 ** 14), 1, 0]);
    expect(unpackRows(bytes, 0, new Int16Array(1), 1)).toBe(-1);
  });

  it('whatever the bytes are, never read outside them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const end = unpackRows(bytes, 0, new Int16Array(2 * LENGTH), LENGTH);
        expect(end).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});
