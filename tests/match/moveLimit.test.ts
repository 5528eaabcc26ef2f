/** Clocks and limits of a match, and the commands for engines. */
import { describe, expect, test } from 'vitest';
import { WHITE } from '../../src/chess/board/types.ts';
import { Clock, formatGo, formatLimit } from '../../src/match/moveLimit.ts';

test('limits are formatted for humans and for PGN', () => {
  expect(formatLimit({ clock: { moves: 40, base: 4000, increment: 20 } })).toBe('40/4+0.02');
  expect(formatLimit({ movetime: 1500, nodes: 5000, depth: 9 })).toBe(
    '1.5 s/move, 5000 nodes, depth 9',
  );
});

describe('a clock', () => {
  test('the increment is added after the move, the time of a period at its end', () => {
    const clock = new Clock({ moves: 3, base: 1000, increment: 100 });
    const seen: (number | null)[] = [];
    for (const spent of [300, 200, 100, 50]) {
      seen.push(clock.movesToGo, clock.remaining);
      expect(clock.press(spent, 0)).toBe(false);
    }
    expect(seen).toEqual([3, 1000, 2, 800, 1, 700, 3, 1700]);
  });

  test('a flag falls when the time and the margin are used up', () => {
    const clock = () => new Clock({ moves: 0, base: 1000, increment: 50 });
    expect(clock().press(1000, 0)).toBe(false);
    expect(clock().press(1000.5, 0)).toBe(true);
    expect(clock().press(1010, 10)).toBe(false);
    const overdrawn = clock();
    overdrawn.press(1010, 10);
    expect(overdrawn.remaining).toBe(50);
  });

  test('both clocks are sent; a side without one gets that of the other', () => {
    const control = { moves: 40, base: 4000, increment: 20 };
    const own = new Clock(control);
    const other = new Clock({ moves: 0, base: 1000, increment: 0 });
    expect(formatGo({}, WHITE, own, other)).toBe(
      'go wtime 4000 btime 1000 winc 20 binc 0 movestogo 40',
    );
    expect(formatGo({ nodes: 5 }, WHITE, null, other)).toBe('go nodes 5');
    expect(formatGo({ depth: 3 }, 1, own, null)).toBe(
      'go wtime 4000 btime 4000 winc 20 binc 20 movestogo 40 depth 3',
    );
  });
});
