import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeySet } from '../../src/datagen/keySet.ts';

test('different keys are counted once each, also beyond the first size of the table', () => {
  // Few different halves: keys repeat, and share their first slot.
  const half = fc.constantFrom(-0x80000000, -1, 0, 1, 2, 512, 0x7fffffff);
  const key = fc.oneof(fc.tuple(half, half), fc.tuple(fc.integer(), fc.integer()));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 3000, size: 'max' }), (keys) => {
      const counted = keys.filter(([lo, hi]) => lo !== 0 || hi !== 0);
      const set = new KeySet();
      for (const [lo, hi] of counted) set.add(lo, hi);
      expect(set.size).toBe(new Set(counted.map(String)).size);
    }),
    { numRuns: 50 },
  );
});
