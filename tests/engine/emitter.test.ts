import { expect, test } from 'vitest';
import { Emitter } from '../../src/engine/emitter.ts';

class Bell extends Emitter<{ ring: [number]; rest: [] }> {
  constructor() {
    super(['ring', 'rest']);
  }

  ring(count: number): void {
    this.emit('ring', count);
  }
}

test('listeners are called in order, with the arguments of the event', () => {
  const bell = new Bell();
  const calls: string[] = [];
  bell.on('ring', (n) => calls.push(`a${n}`)).on('ring', (n) => calls.push(`b${n}`));
  bell.ring(1);
  expect(calls).toEqual(['a1', 'b1']);
});

test('a once listener is called once, even if it emits the event itself', () => {
  const bell = new Bell();
  const calls: number[] = [];
  bell.once('ring', (n) => {
    calls.push(n);
    bell.ring(n + 1);
  });
  bell.ring(1);
  expect(calls).toEqual([1]);
});

test('once removes its own registration, not another one of the same listener', () => {
  const bell = new Bell();
  let calls = 0;
  const listener = () => calls++;
  bell.once('ring', listener).on('ring', listener);
  for (const expected of [2, 3, 4]) {
    bell.ring(1);
    expect(calls).toBe(expected);
  }
});

test('removing a listener takes effect at the next event', () => {
  const bell = new Bell();
  const calls: string[] = [];
  const last = () => calls.push('last');
  bell.on('ring', () => bell.off('ring', last)).on('ring', last);
  bell.ring(1);
  bell.ring(2);
  expect(calls).toEqual(['last']);
});

test('off removes one of several registrations; removeAllListeners removes the rest', () => {
  const bell = new Bell();
  let calls = 0;
  const listener = () => calls++;
  bell.on('ring', listener).on('ring', listener).off('ring', listener);
  bell.ring(1);
  expect(calls).toBe(1);
  bell.removeAllListeners('ring');
  bell.ring(1);
  expect(calls).toBe(1);
});

test('of several registrations of a listener off removes the last one', () => {
  const bell = new Bell();
  const calls: string[] = [];
  const listener = () => calls.push('a');
  bell
    .on('ring', listener)
    .on('ring', () => calls.push('b'))
    .on('ring', listener);
  bell.off('ring', listener).ring(1);
  expect(calls).toEqual(['a', 'b']);
});

test('an unknown event: the error lists those there are', () => {
  expect(() => new Bell().on('bestmove' as never, () => {})).toThrow(
    "no such event: 'bestmove' (only ring, rest)",
  );
  expect(() => new Bell().once(Symbol('ring') as never, () => {})).toThrow(/^no such event: /);
});
