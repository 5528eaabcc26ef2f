/** The clock of a search, time by nodes (`nodestime`), and `Slow Mover`. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BLACK, WHITE } from '../../src/chess/board/types.ts';
import { DEFAULT_SETTINGS, type Limits } from '../../src/search/limits.ts';
import { SearchClock } from '../../src/search/searchClock.ts';
import { Signals } from '../../src/search/signals.ts';
import { planTime } from '../../src/search/timeManagement.ts';
import { positionAfter } from '../support/games.ts';
import { freshSearch } from '../support/search.ts';

const BY_NODES = { ...DEFAULT_SETTINGS, nodestime: 10 };
const HOUR = 3_600_000;
/** The first move of a game. */
const FIRST = { turn: WHITE, fullmove: 1 };

describe('the elapsed time of a search', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const begun = (requestedAt: number): SearchClock => {
    const clock = new SearchClock(new Signals());
    clock.begin({ movetime: 1000 }, FIRST, DEFAULT_SETTINGS, requestedAt);
    return clock;
  };

  test('includes the time from the request to its beginning', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const clock = begun(Date.now() - 700);
    vi.advanceTimersByTime(250);
    expect(clock.elapsed()).toBe(950);
  });

  test('leaves a millisecond for a search that begins after its time is up', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    expect(begun(Date.now() - 700).budget.hard).toBe(1000 - DEFAULT_SETTINGS.moveOverhead);
    expect(begun(Date.now() - 5000).budget.hard).toBe(5001);
  });

  test('is the same in a thread that was started after the machine was suspended', () => {
    const origin = performance.timeOrigin;
    vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(origin + HOUR);
    expect(begun(Date.now()).elapsed()).toBeLessThan(HOUR / 2);
  });

  test('runs on when the system time is set back', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const clock = begun(Date.now() + HOUR);
    vi.advanceTimersByTime(250);
    expect(clock.elapsed()).toBe(250);
  });
});

describe('with nodestime', () => {
  test('a new game begins with full clocks', () => {
    const { search } = freshSearch(1);
    const { clock } = search as unknown as { clock: SearchClock };
    const budget = () => {
      search.run(positionAfter(''), { wtime: 1000, btime: 1000 }, { settings: BY_NODES });
      return clock.budget;
    };
    const first = budget();
    expect(budget().hard).toBeLessThan(first.hard);
    search.forget();
    expect(budget()).toEqual(first);
  });

  test('a search on a clock is the same every time, and as long as its nodes', () => {
    const nodes = [1, 2].map(() => {
      const limits = { wtime: 1000, btime: 1000 };
      return freshSearch().search.run(positionAfter(''), limits, { settings: BY_NODES }).info.nodes;
    });
    expect(nodes[0]).toBe(nodes[1]);
    const { hard } = planTime({ wtime: 1000, btime: 1000 }, FIRST, BY_NODES.moveOverhead);
    expect(nodes[0]).toBeGreaterThan(100);
    // The clock is polled every 128 nodes.
    expect(nodes[0]).toBeLessThan(hard * BY_NODES.nodestime + 256);
  });

  test('movetime is as many nodes, however fast the machine', () => {
    const { search } = freshSearch();
    const { nodes } = search.run(positionAfter(''), { movetime: 110 }, { settings: BY_NODES }).info;
    expect(nodes).toBeGreaterThanOrEqual(1000);
    expect(nodes).toBeLessThan(1000 + 256);
  });

  test('each side has its clock, which nodes use up and increments fill', () => {
    const signals = new Signals();
    const clock = new SearchClock(signals);
    const limits = { wtime: 60_000, btime: 60_000, winc: 100, binc: 0 };
    const search = (turn: number, nodes: number): number => {
      clock.begin(limits, { ...FIRST, turn }, BY_NODES, 0);
      const { hard } = clock.budget;
      signals.setNodes(0, nodes);
      expect(clock.spent()).toBe(nodes / 10);
      clock.end(limits, turn);
      return hard;
    };
    const budget = (wtime: number) => planTime({ ...limits, wtime }, FIRST, 10).hard;
    expect(search(0, 50_000)).toBe(budget(60_000));
    // The clock of the GUI stands still: ours does not.
    expect(search(0, 0)).toBe(budget(60_000 - 5000 + 100));
    expect(search(0, 900_000)).toBe(budget(60_000 - 5000 + 200));
    // Used up: the increment is left.
    expect(search(0, 0)).toBe(budget(100));
    expect(search(1, 0)).toBe(planTime(limits, { ...FIRST, turn: BLACK }, 10).hard);
    clock.newGame();
    expect(search(0, 0)).toBe(budget(60_000));
  });

  describe('a clock of a game', () => {
    const CLOCKS = { wtime: 60_000, btime: 60_000, winc: 100, binc: 100 };
    const signals = new Signals();
    const clock = new SearchClock(signals);
    /** Searches 10,000 nodes, a second, for White; returns the hard limit. */
    const search = (limits: Limits): number => {
      signals.reset(limits.ponder ?? false);
      clock.begin(limits, FIRST, BY_NODES, 0);
      const { hard } = clock.budget;
      signals.setNodes(0, 10_000);
      clock.end(limits, WHITE);
      return hard;
    };
    const budget = (limits: Limits) => planTime(limits, FIRST, BY_NODES.moveOverhead).hard;
    beforeEach(() => clock.newGame());

    test('is not charged for searches that were no move of it', () => {
      search(CLOCKS);
      const after = budget({ ...CLOCKS, wtime: 60_000 - 1000 + 100 });
      // A ponder miss; analyses.
      search({ ...CLOCKS, ponder: true });
      search({ depth: 10 });
      search({ infinite: true });
      search({ ...CLOCKS, infinite: true });
      expect(search(CLOCKS)).toBe(after);
    });

    test('is charged for a ponder hit', () => {
      const limits = { ...CLOCKS, ponder: true };
      signals.reset(true);
      clock.begin(limits, FIRST, BY_NODES, 0);
      signals.ponderHit();
      signals.setNodes(0, 10_000);
      clock.end(limits, WHITE);
      expect(search(CLOCKS)).toBe(budget({ ...CLOCKS, wtime: 60_000 - 1000 + 100 }));
    });

    test('gets its time again when a time control is reached', () => {
      const limits = (movestogo: number) => ({ wtime: 10_000, btime: 10_000, movestogo });
      search(limits(2));
      expect(search(limits(1))).toBe(budget({ ...limits(1), wtime: 9000 }));
      expect(search(limits(2))).toBe(budget({ ...limits(2), wtime: 8000 + 10_000 }));
      expect(search(limits(1))).toBe(budget({ ...limits(1), wtime: 17_000 }));
    });
  });
});

test('Slow Mover scales the time for a move, within what the clock allows', () => {
  const limits = { wtime: 60_000, btime: 60_000 };
  const usual = planTime(limits, FIRST, 10);
  expect(planTime(limits, FIRST, 10, 50).soft).toBeCloseTo(usual.soft / 2);
  expect(planTime(limits, FIRST, 10, 50).hard).toBeLessThan(usual.hard);
  expect(planTime(limits, FIRST, 10, 200).soft).toBeCloseTo(usual.soft * 2);
  expect(planTime(limits, FIRST, 10, 1000).hard).toBeLessThan(60_000);
  expect(planTime({ movetime: 500 }, FIRST, 10, 50)).toEqual(
    planTime({ movetime: 500 }, FIRST, 10),
  );
});
