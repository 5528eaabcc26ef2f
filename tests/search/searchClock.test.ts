/** The clock of a search, time by nodes (`nodestime`), and `Slow Mover`. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WHITE } from '../../src/chess/board/types.ts';
import { DEFAULT_SETTINGS } from '../../src/search/limits.ts';
import { SearchClock } from '../../src/search/searchClock.ts';
import { Signals } from '../../src/search/signals.ts';
import { planTime } from '../../src/search/timeManagement.ts';
import { freshSearch, positionAfter } from '../support/search.ts';

const BY_NODES = { ...DEFAULT_SETTINGS, nodestime: 10 };
const HOUR = 3_600_000;

describe('the elapsed time of a search', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const begun = (requestedAt: number): SearchClock => {
    const clock = new SearchClock(new Signals());
    clock.begin({ movetime: 1000 }, WHITE, DEFAULT_SETTINGS, requestedAt);
    return clock;
  };

  test('includes the time from the request to its beginning', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const clock = begun(Date.now() - 700);
    vi.advanceTimersByTime(250);
    expect(clock.elapsed()).toBe(950);
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
  test('a search on a clock is the same every time, and as long as its nodes', () => {
    const nodes = [1, 2].map(() => {
      const limits = { wtime: 1000, btime: 1000 };
      return freshSearch().search.run(positionAfter(''), limits, { settings: BY_NODES }).info.nodes;
    });
    expect(nodes[0]).toBe(nodes[1]);
    const { hard } = planTime({ wtime: 1000, btime: 1000 }, 0, BY_NODES.moveOverhead);
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
      clock.begin(limits, turn, BY_NODES, 0);
      const { hard } = clock.budget;
      signals.setNodes(0, nodes);
      expect(clock.spent()).toBe(nodes / 10);
      clock.end(limits, turn);
      return hard;
    };
    const budget = (wtime: number) => planTime({ ...limits, wtime }, 0, 10).hard;
    expect(search(0, 50_000)).toBe(budget(60_000));
    // The clock of the GUI stands still: ours does not.
    expect(search(0, 0)).toBe(budget(60_000 - 5000 + 100));
    expect(search(0, 900_000)).toBe(budget(60_000 - 5000 + 200));
    // Used up: the increment is left.
    expect(search(0, 0)).toBe(budget(100));
    expect(search(1, 0)).toBe(planTime(limits, 1, 10).hard);
    clock.newGame();
    expect(search(0, 0)).toBe(budget(60_000));
  });
});

test('Slow Mover scales the time for a move, within what the clock allows', () => {
  const limits = { wtime: 60_000, btime: 60_000 };
  const usual = planTime(limits, 0, 10);
  expect(planTime(limits, 0, 10, 50).soft).toBeCloseTo(usual.soft / 2);
  expect(planTime(limits, 0, 10, 50).hard).toBeLessThan(usual.hard);
  expect(planTime(limits, 0, 10, 200).soft).toBeCloseTo(usual.soft * 2);
  expect(planTime(limits, 0, 10, 1000).hard).toBeLessThan(60_000);
  expect(planTime({ movetime: 500 }, 0, 10, 50)).toEqual(planTime({ movetime: 500 }, 0, 10));
});
