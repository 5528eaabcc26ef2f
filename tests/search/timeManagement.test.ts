import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isLegal } from '../../src/chess/board/legality.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { DEFAULT_SETTINGS } from '../../src/search/limits.ts';
import type { SearchInfo } from '../../src/search/search.ts';
import { planTime } from '../../src/search/timeManagement.ts';
import { STARTS } from '../support/games.ts';
import { freshSearch } from '../support/search.ts';

const OVERHEAD = 10;

const limits = fc.record(
  {
    wtime: fc.integer({ min: 0, max: 10_000_000 }),
    btime: fc.integer({ min: 0, max: 10_000_000 }),
    winc: fc.integer({ min: 0, max: 60_000 }),
    binc: fc.integer({ min: 0, max: 60_000 }),
    movestogo: fc.integer({ min: 0, max: 100 }),
  },
  { requiredKeys: ['wtime', 'btime'] },
);

test('no move may ever take the time that is on the clock', () => {
  fc.assert(
    fc.property(limits, fc.nat({ max: 1 }), (given, turn) => {
      const { soft, hard } = planTime(given, turn, OVERHEAD);
      const clock = turn === 0 ? given.wtime : given.btime;
      expect(soft).toBeGreaterThan(0);
      expect(soft).toBeLessThanOrEqual(hard);
      expect(hard).toBeLessThanOrEqual(Math.max(1, clock));
    }),
    { numRuns: 2000 },
  );
});

test('more time on the clock never means less time for the move', () => {
  fc.assert(
    fc.property(limits, fc.integer({ min: 1, max: 100_000 }), (given, more) => {
      const richer = { ...given, wtime: given.wtime + more };
      expect(planTime(richer, 0, OVERHEAD).soft).toBeGreaterThanOrEqual(
        planTime(given, 0, OVERHEAD).soft,
      );
      expect(planTime(richer, 0, OVERHEAD).hard).toBeGreaterThanOrEqual(
        planTime(given, 0, OVERHEAD).hard,
      );
    }),
    { numRuns: 2000 },
  );
});

test('with soft limits the time lasts two hundred moves', () => {
  let clock = 60_000;
  for (let move = 0; move < 200; move++) {
    clock -= planTime({ wtime: clock, btime: clock, winc: 0, binc: 0 }, 0, OVERHEAD).soft;
    expect(clock).toBeGreaterThan(0);
  }
});

test('without a clock there is no limit, with movetime exactly that', () => {
  expect(planTime({ depth: 5 }, 0, OVERHEAD).hard).toBe(Number.POSITIVE_INFINITY);
  expect(planTime({ infinite: true, wtime: 5, btime: 5 }, 0, OVERHEAD).hard).toBe(
    Number.POSITIVE_INFINITY,
  );
  const { soft, hard } = planTime({ movetime: 1000 }, 1, OVERHEAD);
  expect(soft).toBe(Number.POSITIVE_INFINITY);
  expect(hard).toBeLessThanOrEqual(1000);
  expect(hard).toBeGreaterThan(900);
});

test('with movetime an easy move takes as long as any other', () => {
  // A single legal move; and a hanging queen, on which all depths agree.
  for (const fen of ['k7/8/8/8/8/8/7K/1R6 b - - 0 1', 'k7/p7/8/3q4/4P3/8/8/K7 w - - 0 1']) {
    const { info } = freshSearch(1).search.run(positionFromFen(fen), { movetime: 200 });
    expect(info.time).toBeGreaterThanOrEqual(200 - DEFAULT_SETTINGS.moveOverhead);
  }
});

describe('a ponderhit', () => {
  afterEach(() => vi.restoreAllMocks());

  /** How many nodes are searched after it, if it comes `share` of the hard limit after the start. */
  function nodesAfter(share: number): number {
    const { search, signals } = freshSearch(16);
    signals.reset(true);
    const limits = { wtime: 60_000, btime: 60_000, nodes: 400_000 };
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    let before = 0;
    let looks = 0;
    const onInfo = ({ depth, nodes }: SearchInfo) => {
      if (depth !== 13 || before > 0) return;
      before = nodes;
      now.mockImplementation(() => {
        // The expected move is played when the next iteration has begun.
        if (++looks === 2) signals.ponderHit();
        return share * planTime(limits, 0, DEFAULT_SETTINGS.moveOverhead).hard;
      });
    };
    const { info } = search.run(positionFromFen(STARTS[0]!), limits, { onInfo });
    return info.nodes - before;
  }

  test('stops a search that has used its time at once', () => {
    expect(nodesAfter(0.99)).toBeLessThan(10_000);
  });

  test('lets a search with time left go on', () => {
    expect(nodesAfter(0.1)).toBeGreaterThan(10_000);
  });
});

describe('with a few milliseconds on the clock', () => {
  afterEach(() => vi.restoreAllMocks());

  // The one with sixteen pawns about to promote has a huge quiescence search.
  const starts = STARTS.filter((fen) => !fen.startsWith('8/PPPPPPPP'));

  /** Searches all starts while each poll of the clock takes this many milliseconds. */
  function searchAll(clock: number, perLook: number): SearchInfo[] {
    const { search } = freshSearch(1);
    return starts.map((fen) => {
      const position = positionFromFen(fen);
      let now = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => (now += perLook));
      const { best, info } = search.run(position, { wtime: clock, btime: clock });
      vi.restoreAllMocks();
      expect(isLegal(position, best!.move)).toBe(true);
      return info;
    });
  }

  test.each([1, 5, 10, 20])('%i: the first searched move is sent at once', (clock) => {
    // The search polls every 16 nodes: 320 nodes per millisecond, as once it is compiled.
    for (const { depth, time } of searchAll(clock, 0.05)) {
      expect(depth).toBeGreaterThanOrEqual(1);
      expect(depth).toBeLessThanOrEqual(2);
      expect(time).toBeLessThan(2);
    }
  });

  test.each([1, 5, 10, 20])('%i, and a machine that stalls: a move at the next poll', (clock) => {
    for (const { nodes } of searchAll(clock, 1)) expect(nodes).toBeLessThanOrEqual(16);
  });
});
