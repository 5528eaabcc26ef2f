import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../src/chess/board/types.ts';
import { GLYPHS, severityOf } from '../../src/review/marks.ts';
import {
  factorOf,
  findSuspects,
  isSettled,
  ROUNDS,
  verdictOf,
} from '../../src/review/verification.ts';

const losses = fc.double({ min: 0, max: 100, noNaN: true });

describe('a verdict', () => {
  const signs = ['', '?!', '?', '??'];

  test('is that of the longest searches, and clear if and only if the shorter ones agree', () => {
    fc.assert(
      fc.property(fc.array(losses, { minLength: 2, maxLength: 4 }), losses, (found, last) => {
        const { glyph, isUnclear } = verdictOf(found, last);
        expect(signs.indexOf(glyph?.sign ?? '')).toBe(severityOf(last));
        const isOfOneMind = found.slice(-2).every((loss) => severityOf(loss) === severityOf(last));
        expect(isUnclear).toBe(severityOf(last) > 0 && !isOfOneMind);
      }),
    );
  });

  test('needs two searches before the last one', () => {
    for (const found of [[], [20]]) {
      expect(verdictOf(found, 20)).toEqual({ glyph: null, isUnclear: true });
      expect(verdictOf(found, 2)).toEqual({ glyph: null, isUnclear: false });
    }
    expect(verdictOf([20, 20], 20)).toEqual({ glyph: GLYPHS.BLUNDER, isUnclear: false });
  });

  test('is clear close to a limit too, if searches agree', () => {
    expect(verdictOf([5.2, 5.2], 5.2)).toEqual({ glyph: GLYPHS.INACCURACY, isUnclear: false });
    expect(verdictOf([10.2, 10.2], 10.2)).toEqual({ glyph: GLYPHS.MISTAKE, isUnclear: false });
    expect(verdictOf([4.9, 4.9], 5.2)).toEqual({ glyph: GLYPHS.INACCURACY, isUnclear: true });
    expect(verdictOf([9.9, 9.9], 10.2)).toEqual({ glyph: GLYPHS.MISTAKE, isUnclear: true });
  });

  test('is settled by two searches that agree, not near a limit', () => {
    expect(isSettled([20])).toBe(false);
    expect(isSettled([20, 30])).toBe(true);
    expect(isSettled([20, 13])).toBe(false);
    expect(isSettled([13, 12])).toBe(false);
    expect(isSettled([13, 13])).toBe(true);
    expect(isSettled([8, 1])).toBe(false);
    expect(isSettled([8, 1, 2])).toBe(true);
  });

  test('is sought longest where it is about a mistake', () => {
    expect(isSettled([6, 6])).toBe(true);
    expect(isSettled([4, 4])).toBe(true);
    expect(isSettled([8, 8])).toBe(false);
    expect(isSettled([12, 12])).toBe(false);
    expect(isSettled([4.7, 4.7])).toBe(false);
    expect(isSettled([14.5, 14.5])).toBe(false);
  });
});

describe('suspects', () => {
  test('are all moves that could be marked, and more', () => {
    fc.assert(
      fc.property(fc.array(losses, { minLength: 1, maxLength: 60 }), (all) => {
        const wins = Array.from({ length: all.length + 1 }, () => 50);
        const suspects = findSuspects(all, wins, WHITE);
        for (const [i, loss] of all.entries()) {
          if (severityOf(loss) > 0) expect(suspects).toContain(i);
          if (loss < 1) expect(suspects).not.toContain(i);
        }
      }),
    );
  });

  test('include moves that begin a loss some plies later', () => {
    const wins = [50, 48, 47, 45, 35, 35, 35];
    expect(findSuspects([2, 0, 2, 0, 0, 0], wins, WHITE)).toEqual([0, 2]);
    expect(findSuspects([2, 0, 2, 0, 0, 0], wins, BLACK)).toEqual([]);
    // Only up to four plies later.
    expect(findSuspects([2, 0, 0, 0, 0, 0], [50, 48, 48, 48, 48, 35, 35], WHITE)).toEqual([]);
  });
});

test('a round of verification stays within its budget, and is longer than the first pass', () => {
  fc.assert(
    fc.property(fc.nat(ROUNDS.length - 1), fc.nat(600), fc.nat(600), (round, positions, size) => {
      const factor = factorOf(round, Math.min(positions, size), size);
      expect(factor).toBeGreaterThan(1);
      expect(factor).toBeLessThanOrEqual(ROUNDS[round]!.factor);
      const most = Math.max(ROUNDS[round]!.budget, 1.5) * size;
      expect(factor * Math.min(positions, size)).toBeLessThanOrEqual(most + 1e-9);
    }),
  );
});
