import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AspirationWindow } from '../../src/search/aspirationWindow.ts';
import { tuned } from '../../src/search/parameters.ts';
import { DECISIVE, INFINITE, MATE } from '../../src/search/score.ts';

const score = fc.integer({ min: -MATE, max: MATE });
const evaluation = fc.integer({ min: 1 - DECISIVE, max: DECISIVE - 1 });
const depth = fc.integer({ min: tuned.aspirationDepth, max: 60 });

test('the first window is open at low depths, without a score, and around a proven one', () => {
  const { aspirationDepth } = tuned;
  for (const window of [
    new AspirationWindow(aspirationDepth - 1, 10),
    new AspirationWindow(aspirationDepth, -INFINITE),
    new AspirationWindow(aspirationDepth, MATE - 5),
  ]) {
    expect([window.alpha, window.beta]).toEqual([-INFINITE, INFINITE]);
  }
});

test('the first window is around the last score', () => {
  fc.assert(
    fc.property(depth, evaluation, (depth, last) => {
      const { alpha, beta, searchDepth } = new AspirationWindow(depth, last);
      expect([last - alpha, beta - last]).toEqual([tuned.aspirationWindow, tuned.aspirationWindow]);
      expect(searchDepth).toBe(depth);
    }),
  );
});

test('whatever the scores, the window is never empty and in the end includes the score', () => {
  fc.assert(
    fc.property(depth, evaluation, fc.infiniteStream(score), (depth, last, scores) => {
      const window = new AspirationWindow(depth, last);
      for (let searches = 0; ; searches++) {
        expect(window.alpha).toBeLessThan(window.beta);
        expect(window.searchDepth).toBeGreaterThan(0);
        expect(window.searchDepth).toBeLessThanOrEqual(depth);
        const found: number = scores.next().value;
        if (found <= window.alpha) window.failLow(found);
        else if (found >= window.beta) window.failHigh(found);
        else break;
        expect(searches).toBeLessThan(40);
      }
    }),
  );
});
