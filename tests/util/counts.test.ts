/** Counts as text. */
import { expect, test } from 'vitest';
import { counted } from '../../src/util/counts.ts';

test.each([
  [0, '0 games'],
  [1, '1 game'],
  [0.5, '0.5 games'],
  [20_791, '20,791 games'],
])('the count %d agrees with its noun', (count, text) => {
  expect(counted(count, 'game')).toBe(text);
});
