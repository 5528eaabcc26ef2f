import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isLegal } from '../../src/chess/board/legality.ts';
import { BLACK, WHITE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { DEFAULT_SETTINGS, type Limits } from '../../src/search/limits.ts';
import { DEFAULT_VALUES, tune } from '../../src/search/parameters.ts';
import type { SearchInfo } from '../../src/search/searchResult.ts';
import { planTime, softFactor } from '../../src/search/timeManagement.ts';
import { STARTS } from '../support/games.ts';
import { freshSearch } from '../support/search.ts';

const OVERHEAD = 10;
/** The first move of a game. */
const FIRST = { turn: WHITE, fullmove: 1 };

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
    fc.property(
      limits,
      fc.nat({ max: 1 }),
      fc.integer({ min: 1, max: 5900 }),
      (given, turn, fullmove) => {
        const { soft, hard } = planTime(given, { turn, fullmove }, OVERHEAD);
        const clock = turn === 0 ? given.wtime : given.btime;
        expect(soft).toBeGreaterThan(0);
        expect(soft).toBeLessThanOrEqual(hard);
        expect(hard).toBeLessThanOrEqual(Math.max(1, clock));
      },
    ),
    { numRuns: 2000 },
  );
});

test('more time on the clock never means less time for the move', () => {
  fc.assert(
    fc.property(limits, fc.integer({ min: 1, max: 100_000 }), (given, more) => {
      const richer = { ...given, wtime: given.wtime + more };
      expect(planTime(richer, FIRST, OVERHEAD).soft).toBeGreaterThanOrEqual(
        planTime(given, FIRST, OVERHEAD).soft,
      );
      expect(planTime(richer, FIRST, OVERHEAD).hard).toBeGreaterThanOrEqual(
        planTime(given, FIRST, OVERHEAD).hard,
      );
    }),
    { numRuns: 2000 },
  );
});

describe('the plan of a move', () => {
  const plan = (given: Limits, overhead = OVERHEAD, fullmove = 1) =>
    planTime(given, { turn: WHITE, fullmove }, overhead);
  const clock = (wtime: number, more: Limits = {}) => ({ wtime, btime: 1, ...more });
  const {
    timeMoves,
    timeMovesMin,
    timeMovesStep,
    timeIncrement,
    timeHard,
    timeHardClock,
    timeReserve,
  } = DEFAULT_VALUES;
  /** What is planned with: the overhead of this move and of some later ones is left out. */
  const spare = (wtime: number) => wtime - OVERHEAD - timeReserve * OVERHEAD;

  test('without an increment it is a part of the clock', () => {
    const { soft, hard } = plan(clock(60_000));
    expect(soft).toBeCloseTo(spare(60_000) / timeMoves);
    expect(hard).toBeCloseTo((soft * timeHard) / 100);
  });

  test('that part grows from move to move, to a maximum', () => {
    const parts = [1, 2, 10, 20, 30, 200, 5900].map(
      (fullmove) => spare(60_000) / plan(clock(60_000), OVERHEAD, fullmove).soft,
    );
    expect(parts[1]).toBeCloseTo(timeMoves - timeMovesStep / 100);
    expect(parts).toEqual(parts.toSorted((a, b) => b - a));
    expect(parts.at(-1)).toBeCloseTo(timeMovesMin);
  });

  test('most of the increment is added, less the overhead', () => {
    const { soft } = plan(clock(60_000, { winc: 1000 }));
    const increment = ((1000 - OVERHEAD) * timeIncrement) / 100;
    expect(soft).toBeCloseTo(spare(60_000) / timeMoves + increment);
    expect(plan(clock(60_000, { binc: 1000 }))).toEqual(plan(clock(60_000)));
    expect(plan(clock(60_000, { winc: OVERHEAD }))).toEqual(plan(clock(60_000)));
  });

  test('the clock is divided by the moves to go, but by no more than without', () => {
    expect(plan(clock(60_000, { movestogo: 10 })).soft).toBeCloseTo(spare(60_000) / 10);
    expect(plan(clock(60_000, { movestogo: 40 }))).toEqual(plan(clock(60_000)));
    expect(plan(clock(60_000, { movestogo: 0 }))).toEqual(plan(clock(60_000)));
  });

  test('the last move before the control leaves part of the clock', () => {
    const { soft, hard } = plan(clock(60_000, { movestogo: 1 }));
    expect(hard).toBeCloseTo((spare(60_000) * timeHardClock) / 100);
    expect(soft).toBe(hard);
  });

  test('a larger overhead leaves less time, and never none', () => {
    const overheads = [0, 10, 50, 200, 1000, 100_000];
    const plans = overheads.map((overhead) => plan(clock(5000, { winc: 100 }), overhead));
    for (const [i, { soft, hard }] of plans.entries()) {
      expect(soft).toBeGreaterThan(0);
      expect(hard).toBeGreaterThanOrEqual(1);
      if (i > 0) expect(hard).toBeLessThanOrEqual(plans[i - 1]!.hard);
    }
  });

  test('what is left for later overheads is at most half of the clock', () => {
    const overhead = 1000;
    expect(timeReserve * overhead).toBeGreaterThan(5000 / 2);
    expect(plan(clock(6000), overhead).soft).toBeCloseTo((6000 - overhead) / 2 / timeMoves);
  });

  test('movetime caps what the clock allows', () => {
    expect(plan(clock(60_000, { movetime: 300 }))).toEqual({ soft: 290, hard: 290 });
    expect(plan(clock(60_000, { movetime: 50_000 }))).toEqual(plan(clock(60_000)));
  });

  test('of movetime at least half is left, whatever the overhead', () => {
    for (const [movetime, overhead, expected] of [
      [1000, 300, 700],
      [600, 300, 300],
      [250, 300, 125],
      [250, 5000, 125],
      [1, 10, 1],
      [0, 10, 1],
    ] as const) {
      expect(plan({ movetime }, overhead).hard, `${movetime} - ${overhead}`).toBe(expected);
    }
  });

  test('each side has its own clock', () => {
    const given = { wtime: 60_000, btime: 10_000, winc: 0, binc: 500 };
    const swapped = { wtime: 10_000, btime: 60_000, winc: 500, binc: 0 };
    expect(planTime(given, { ...FIRST, turn: BLACK }, OVERHEAD)).toEqual(
      planTime(swapped, FIRST, OVERHEAD),
    );
  });
});

describe('the soft limit', () => {
  const calm = { stability: 5, drop: 0, nodeShare: 0.6 };

  test('shrinks while the best move stays the same, to a minimum', () => {
    const factors = [0, 1, 3, 6, 30].map((stability) => softFactor({ ...calm, stability }));
    expect(factors).toEqual(factors.toSorted((a, b) => b - a));
    expect(factors[0]).toBeGreaterThan(factors.at(-1)!);
    expect(softFactor({ ...calm, stability: 1000 })).toBe(factors.at(-1));
  });

  test('grows with a falling score, and shrinks with a rising one, within bounds', () => {
    const factors = [-1000, -20, 0, 20, 40, 1000].map((drop) => softFactor({ ...calm, drop }));
    expect(factors).toEqual(factors.toSorted((a, b) => a - b));
    const level = softFactor(calm);
    expect(factors[0]! / level).toBeCloseTo(DEFAULT_VALUES.timeDropMin / 100);
    expect(factors.at(-1)! / level).toBeCloseTo(DEFAULT_VALUES.timeDropMax / 100);
  });

  test('is longest when the nodes are spread over many moves', () => {
    const factors = [0, 0.3, 0.6, 0.9, 1].map((nodeShare) => softFactor({ ...calm, nodeShare }));
    expect(factors).toEqual(factors.toSorted((a, b) => b - a));
    expect(factors.at(-1)! / factors[0]!).toBeLessThan(0.5);
  });

  test('is about the planned share when nothing is special, a few times as much at most', () => {
    expect(softFactor(calm)).toBeGreaterThan(0.5);
    expect(softFactor(calm)).toBeLessThan(1.2);
    expect(softFactor({ stability: 0, drop: 1000, nodeShare: 0 })).toBeLessThan(5);
  });

  test('tuning the parameters changes the plan', () => {
    const before = planTime({ wtime: 60_000, btime: 1 }, FIRST, OVERHEAD).soft;
    tune({ timeMoves: DEFAULT_VALUES.timeMoves / 2 });
    const after = planTime({ wtime: 60_000, btime: 1 }, FIRST, OVERHEAD).soft;
    tune(DEFAULT_VALUES);
    expect(after).toBeCloseTo(2 * before);
  });
});

test('with soft limits the time lasts two hundred moves', () => {
  let clock = 60_000;
  for (let fullmove = 1; fullmove <= 200; fullmove++) {
    const position = { turn: WHITE, fullmove };
    clock -= planTime({ wtime: clock, btime: clock, winc: 0, binc: 0 }, position, OVERHEAD).soft;
    expect(clock).toBeGreaterThan(0);
  }
});

test('without a clock there is no limit, with movetime exactly that', () => {
  expect(planTime({ depth: 5 }, FIRST, OVERHEAD).hard).toBe(Number.POSITIVE_INFINITY);
  expect(planTime({ infinite: true, wtime: 5, btime: 5 }, FIRST, OVERHEAD).hard).toBe(
    Number.POSITIVE_INFINITY,
  );
  const { soft, hard } = planTime({ movetime: 1000 }, FIRST, OVERHEAD);
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
        return share * planTime(limits, FIRST, DEFAULT_SETTINGS.moveOverhead).hard;
      });
    };
    const { info } = search.run(positionFromFen(STARTS[0]!), limits, { onInfo });
    return info.nodes - before;
  }

  test('stops a search that has used its time at once', () => {
    expect(nodesAfter(0.99)).toBeLessThan(20_000);
  });

  test('lets a search with time left go on', () => {
    expect(nodesAfter(0.02)).toBeGreaterThan(20_000);
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
      vi.spyOn(Date, 'now').mockReturnValue(0);
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
      expect(depth).toBeLessThanOrEqual(3);
      expect(time).toBeLessThan(2);
    }
  });

  test.each([1, 5, 10, 20])('%i, and a machine that stalls: a move at the next poll', (clock) => {
    for (const { nodes } of searchAll(clock, 1)) expect(nodes).toBeLessThanOrEqual(16);
  });
});
