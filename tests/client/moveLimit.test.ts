/** Limits of a move, and the commands for engines. */
import { expect, test } from 'vitest';
import { WHITE } from '../../src/chess/board/types.ts';
import { formatGo, formatLimit } from '../../src/client/moveLimit.ts';
import { MatchClock } from '../../src/match/matchClock.ts';

test('limits are formatted for humans and for PGN', () => {
  expect(formatLimit({ clock: { moves: 40, base: 4000, increment: 20 } })).toBe('40/4+0.02');
  expect(formatLimit({ movetime: 1500, nodes: 5000, depth: 9 })).toBe(
    '1.5 s/move, 5000 nodes, depth 9',
  );
});

test('both clocks are sent; a side without one gets that of the other', () => {
  const control = { moves: 40, base: 4000, increment: 20 };
  const own = new MatchClock(control);
  const other = new MatchClock({ moves: 0, base: 1000, increment: 0 });
  expect(formatGo({}, WHITE, own, other)).toBe(
    'go wtime 4000 btime 1000 winc 20 binc 0 movestogo 40',
  );
  expect(formatGo({ nodes: 5 }, WHITE, null, other)).toBe('go nodes 5');
  expect(formatGo({ depth: 3 }, 1, own, null)).toBe(
    'go wtime 4000 btime 4000 winc 20 binc 20 movestogo 40 depth 3',
  );
});

test('a clock that has run out within the margin is not sent as 0, which means no clock to some engines', () => {
  const [own, other] = [0, 1].map(() => new MatchClock({ moves: 0, base: 1000, increment: 0 }));
  expect(own!.press(1005, 20)).toBe(false);
  expect(formatGo({}, WHITE, own!, other!)).toBe('go wtime 1 btime 1000 winc 0 binc 0');
});
