/** Clocks of a match. */
import { describe, expect, test } from 'vitest';
import { MatchClock } from '../../src/match/matchClock.ts';

describe('a clock', () => {
  test('the increment is added after the move, the time of a period at its end', () => {
    const clock = new MatchClock({ moves: 3, base: 1000, increment: 100 });
    const seen: (number | null)[] = [];
    for (const spent of [300, 200, 100, 50]) {
      seen.push(clock.movesToGo, clock.remaining);
      expect(clock.press(spent, 0)).toBe(false);
    }
    expect(seen).toEqual([3, 1000, 2, 800, 1, 700, 3, 1700]);
  });

  test('a flag falls when the time and the margin are used up', () => {
    const clock = () => new MatchClock({ moves: 0, base: 1000, increment: 50 });
    expect(clock().press(1000, 0)).toBe(false);
    expect(clock().press(1000.5, 0)).toBe(true);
    expect(clock().press(1010, 10)).toBe(false);
    const overdrawn = clock();
    overdrawn.press(1010, 10);
    expect(overdrawn.remaining).toBe(50);
  });
});
