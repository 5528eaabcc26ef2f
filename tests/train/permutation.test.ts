import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Permutation } from '../../src/train/permutation.ts';

const order = (size: number, seed: number): number[] => {
  const permutation = new Permutation(size, seed);
  return Array.from({ length: size }, (_, place) => permutation.at(place));
};

describe('a random permutation without a table', () => {
  test('contains every number once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer(), (size, seed) => {
        const seen = new Set(order(size, seed));
        expect(seen.size).toBe(size);
        expect(Math.max(...seen)).toBe(size - 1);
      }),
    );
  });

  test('depends on the seed', () => {
    expect(order(1000, 7)).toEqual(order(1000, 7));
    expect(order(1000, 7)).not.toEqual(order(1000, 8));
  });

  test('has no bias by place, and separates neighbours', () => {
    const size = 100_000;
    const numbers = order(size, 3);
    const tenth = size / 10;
    for (let from = 0; from < size; from += tenth) {
      const part = numbers.slice(from, from + tenth);
      const mean = part.reduce((sum, number) => sum + number, 0) / tenth;
      // Four standard deviations of the mean.
      expect(Math.abs(mean - size / 2)).toBeLessThan((4 * size) / Math.sqrt(12 * tenth));
    }
    const together = numbers.filter((number, i) => Math.abs(number - numbers[i - 1]!) === 1).length;
    expect(together).toBeLessThan(20);
  });

  test('supports any size of data', () => {
    const permutation = new Permutation(2 ** 31, 1);
    const numbers = Array.from({ length: 1000 }, (_, place) => permutation.at(place));
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(2 ** 31);
    expect(new Set(numbers).size).toBe(1000);
  });
});
