/** Detection of dead workers, with a fake clock. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Watchdog } from '../../../src/hosts/browser/watchdog.ts';
import { Signals } from '../../../src/search/signals.ts';

const MINUTE = 60_000;

let pings: number;
let deaths: number;
let dog: Watchdog;
beforeEach(() => {
  vi.useFakeTimers();
  pings = deaths = 0;
  dog = new Watchdog(
    () => pings++,
    () => deaths++,
  );
});
afterEach(() => {
  dog.rest();
  vi.useRealTimers();
});

test('a worker that never starts counts as dead after minutes, not before', () => {
  dog.sent({ type: 'newGame', isTtUsed: false });
  vi.advanceTimersByTime(MINUTE);
  expect(deaths).toBe(0);
  vi.advanceTimersByTime(2 * MINUTE);
  expect(deaths).toBe(1);
  expect(pings).toBe(0);
});

test('a worker that works is asked for a sign of life, and lives as long as it gives one', () => {
  dog.sent({ type: 'newGame', isTtUsed: false });
  dog.heard({ type: 'pong' });
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1000);
    dog.heard({ type: 'pong' });
  }
  expect(pings).toBeGreaterThan(60);
  expect(deaths).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(deaths).toBe(1);
});

test.each([
  ['lives while it counts nodes', 1, 0],
  ['is dead even if other threads count nodes', 0, 1],
])('a worker that sends nothing %s', (_, thread, expected) => {
  const memory = new SharedArrayBuffer(Signals.bytes(2));
  const signals = new Signals(memory);
  dog.heard({ type: 'pong' });
  dog.sent({ type: 'memory', thread, threads: 2, tt: memory, signals: memory });
  for (let second = 1; second < 60; second++) {
    signals.setNodes(1, 1000 * second);
    vi.advanceTimersByTime(1000);
  }
  expect(deaths).toBe(expected);
});

test('a worker that has nothing to do is left alone', () => {
  dog.sent({ type: 'newGame', isTtUsed: false });
  dog.heard({ type: 'ready' });
  vi.advanceTimersByTime(10 * MINUTE);
  expect([pings, deaths]).toEqual([0, 0]);
});

test('a check ends with the answer, or with the worker', async () => {
  dog.heard({ type: 'pong' });
  const answered = dog.checkAlive();
  dog.heard({ type: 'pong' });
  await answered;
  expect(deaths).toBe(0);
  const silent = dog.checkAlive();
  vi.advanceTimersByTime(10_000);
  await silent;
  expect(deaths).toBe(1);
});
