import { expect, test } from 'vitest';
import { formatClock, formatDuration, formatPgnClock } from '../../src/util/durations.ts';

test('a clock shows hours only if there are any, and tenths when time is short', () => {
  const times = [-5, 0, 9560, 10_500, 65_000, 3_600_000, 7_325_000];
  expect(times.map((time) => formatClock(time))).toEqual([
    ...['0:00.0', '0:00.0', '0:09.5', '0:10', '1:05', '1:00:00', '2:02:05'],
  ]);
  expect(formatClock(9000, false)).toBe('0:09');
});

test('the clock of a PGN comment has hours, minutes, seconds and tenths', () => {
  expect([0, 299_380, 3_661_000].map(formatPgnClock)).toEqual([
    ...['0:00:00.0', '0:04:59.3', '1:01:01.0'],
  ]);
});

test('a duration in words has its two largest units, and never less time than there is', () => {
  const times = [0, 1, 12_000, 59_001, 200_000, 3_599_500, 7_500_000];
  expect(times.map(formatDuration)).toEqual([
    ...['0 s', '1 s', '12 s', '1 min 0 s', '3 min 20 s', '1 h 0 min', '2 h 5 min'],
  ]);
});
