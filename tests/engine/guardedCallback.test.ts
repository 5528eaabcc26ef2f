import { expect, test } from 'vitest';
import { GuardedCallback } from '../../src/engine/guardedCallback.ts';

test('a callback that has thrown stops the work once, is not called again, and its error is kept', () => {
  const called: number[] = [];
  let stops = 0;
  const guarded = new GuardedCallback<[number]>(
    (n) => {
      called.push(n);
      if (n > 1) throw new Error(`${n}`);
    },
    () => stops++,
  );
  guarded.call(1);
  expect(() => guarded.rethrow()).not.toThrow();
  for (const n of [2, 3]) guarded.call(n);
  expect(called).toEqual([1, 2]);
  expect(stops).toBe(1);
  expect(() => guarded.rethrow()).toThrow(/^2$/);
});

test('an error may be anything that can be thrown', () => {
  const guarded = new GuardedCallback(
    () => {
      throw undefined;
    },
    () => {},
  );
  guarded.call();
  let caught: unknown = 'nothing';
  try {
    guarded.rethrow();
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeUndefined();
});
