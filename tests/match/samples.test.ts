/** Measurements of a match: the quantiles of the latest ones. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Samples } from '../../src/match/samples.ts';

function samplesOf(values: readonly number[]): Samples {
  const samples = new Samples();
  for (const value of values) samples.add(value);
  return samples;
}

test('a quantile is the smallest measurement that a share of all does not exceed', () => {
  const value = fc.double({ min: -10, max: 1000, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 300 }),
      fc.constantFrom(0.5, 0.99, 1),
      (values, share) => {
        const sorted = values.toSorted((a, b) => a - b);
        const expected = sorted.find((_, i) => i + 1 >= share * values.length) ?? 0;
        expect(samplesOf(values).quantile(share)).toBe(expected);
      },
    ),
  );
});

test('after many measurements the first ones no longer matter, but are counted', () => {
  const samples = samplesOf([...Array(20).fill(9), ...Array(1 << 14).fill(1)]);
  expect(samples.quantile(1)).toBe(1);
  expect(samples.count).toBe((1 << 14) + 20);
});
