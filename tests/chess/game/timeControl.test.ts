/** Time controls: in seconds for engines, in minutes for humans. */
import { describe, expect, test } from 'vitest';
import { formatTimeControl, parseTimeControl } from '../../../src/chess/game/timeControl.ts';
import { unwrap } from '../../../src/util/result.ts';

describe('a time control', () => {
  test.each([
    ['8+0.08', { moves: 0, base: 8000, increment: 80 }],
    ['40/4+0', { moves: 40, base: 4000, increment: 0 }],
    ['1+0.01', { moves: 0, base: 1000, increment: 10 }],
    ['2:30+1', { moves: 0, base: 150_000, increment: 1000 }],
    ['40/90:00+30', { moves: 40, base: 5_400_000, increment: 30_000 }],
    ['0.5', { moves: 0, base: 500, increment: 0 }],
  ])('of engines, %s, is in seconds and survives formatting', (text, control) => {
    expect(unwrap(parseTimeControl(text, 'seconds'))).toEqual(control);
    expect(unwrap(parseTimeControl(formatTimeControl(control), 'seconds'))).toEqual(control);
  });

  test.each([
    ['5+3', { moves: 0, base: 300_000, increment: 3000 }],
    ['0.5', { moves: 0, base: 30_000, increment: 0 }],
    ['1+0.01', { moves: 0, base: 60_000, increment: 10 }],
    ['2:30', { moves: 0, base: 150_000, increment: 0 }],
  ])('of people, %s, is in minutes', (text, control) => {
    expect(unwrap(parseTimeControl(text, 'minutes'))).toEqual(control);
  });

  test.each(['', '0', '+1', '0+1', '-1', '1+', '1/2/3', 'a', '40/', '1e3', '5+0.1s', 'five'])(
    '%j is rejected',
    (text) => {
      for (const unit of ['seconds', 'minutes'] as const) {
        const control = parseTimeControl(text, unit);
        expect(control.ok ? '' : control.error.message).toMatch(/time/);
      }
    },
  );
});
