import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meanAccuracy, moveAccuracy, moveWeights } from '../../src/review/accuracy.ts';
import { glyphOf, isFault, lostResult, severityOf } from '../../src/review/marks.ts';
import { boundedCentipawns, winPercent } from '../../src/review/winPercent.ts';
import { MATE } from '../../src/search/score.ts';

const scores = fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.constantFrom(MATE - 3, 4 - MATE));
const percents = fc.double({ min: 0, max: 100, noNaN: true });

describe('accuracy', () => {
  test('follows the published formula', () => {
    // https://lichess.org/page/accuracy
    for (const lost of [1, 10, 40]) {
      const published = 103.1668 * Math.exp(-0.04354 * lost) - 3.1669;
      expect(moveAccuracy(lost)).toBeCloseTo(published + 1, 2);
    }
  });

  test('of a move is between 0 and 100 and decreases with its loss', () => {
    fc.assert(
      fc.property(percents, percents, (a, b) => {
        expect(moveAccuracy(a)).toBeGreaterThanOrEqual(0);
        expect(moveAccuracy(a)).toBeLessThanOrEqual(100);
        if (a <= b) expect(moveAccuracy(a)).toBeGreaterThanOrEqual(moveAccuracy(b));
      }),
    );
    expect(moveAccuracy(0)).toBe(100);
  });

  test('of a side is between those of its worst and its best move', () => {
    const move = fc.record({
      accuracy: fc.double({ min: 1, max: 100, noNaN: true }),
      weight: fc.double({ min: 0.5, max: 12, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 60 }), (moves) => {
        const all = moves.map(({ accuracy }) => accuracy);
        const mean = meanAccuracy(moves)!;
        expect(mean).toBeGreaterThanOrEqual(Math.min(...all) - 1e-9);
        expect(mean).toBeLessThanOrEqual(Math.max(...all) + 1e-9);
      }),
    );
    expect(meanAccuracy([])).toBeNull();
  });

  test('of a side is the mean of a weighted and a harmonic mean, in which no move is below 1', () => {
    const moves = [
      { accuracy: 100, weight: 1 },
      { accuracy: 50, weight: 3 },
    ];
    expect(meanAccuracy(moves)).toBeCloseTo((62.5 + 200 / 3) / 2, 9);
    const lost = { accuracy: 0, weight: 1 };
    expect(meanAccuracy([lost, ...moves.slice(0, 1)])).toBeCloseTo((50 + 2 / 1.01) / 2, 9);
  });

  test('the weights are the deviations in the windows of Lichess', () => {
    // https://github.com/lichess-org/lila/blob/master/modules/analyse/src/main/AccuracyPercent.scala
    fc.assert(
      fc.property(fc.array(percents, { maxLength: 130, size: 'max' }), (wins) => {
        const size = Math.min(8, Math.max(2, Math.floor((wins.length - 1) / 10)));
        const sliding = wins.slice(size - 1).map((_, i) => wins.slice(i, i + size));
        const windows = [...Array<number[]>(size - 2).fill(sliding[0]!), ...sliding];
        const expected = windows.map((window) => {
          const mean = window.reduce((sum, x) => sum + x, 0) / size;
          const variance = window.reduce((sum, x) => sum + (x - mean) ** 2, 0) / size;
          return Math.min(12, Math.max(0.5, Math.sqrt(variance)));
        });
        expect(moveWeights(wins)).toEqual(expected);
      }),
    );
  });
});

describe('the win percentage', () => {
  test('of both sides adds up to 100', () => {
    fc.assert(
      fc.property(scores, (score) => {
        expect(winPercent(score) + winPercent(-score)).toBeCloseTo(100, 9);
        expect(boundedCentipawns(-score) + boundedCentipawns(score)).toBe(0);
      }),
    );
    expect(winPercent(0)).toBe(50);
  });

  test('never decreases with the score; a mate counts as the largest score', () => {
    fc.assert(
      fc.property(scores, scores, (a, b) => {
        if (a <= b) expect(winPercent(a)).toBeLessThanOrEqual(winPercent(b));
      }),
    );
    expect(winPercent(MATE - 5)).toBe(winPercent(3000));
    expect([winPercent(MATE), winPercent(-MATE)]).toEqual([100, 0]);
  });
});

describe('the mark of a move', () => {
  const signOf = (loss: number) => glyphOf(severityOf(loss))?.sign ?? '';

  test('never gets milder with a greater loss; there is none without a loss', () => {
    fc.assert(
      fc.property(percents, percents, (a, b) => {
        if (a <= b) expect(severityOf(a)).toBeLessThanOrEqual(severityOf(b));
      }),
    );
    expect(severityOf(0)).toBe(0);
  });

  test('begins exactly at 5, 10 and 15 points of win percentage', () => {
    // The last ones are a little less than 5, 10 and 15 in binary.
    const losses = [4.9, 5, 9.9, 10, 14.9, 15, 100, 16.4 - 11.4, 32.3 - 22.3, 30.4 - 15.4];
    expect(losses.map(signOf)).toEqual(['', '?!', '?!', '?', '?', '??', '??', '?!', '?', '??']);
  });

  test('is written as its numeric annotation glyph', () => {
    const nags = [5, 10, 15].map((loss) => glyphOf(severityOf(loss))!.nag);
    expect(nags).toEqual([6, 2, 4]);
    expect([5, 10, 15].every((loss) => isFault(glyphOf(severityOf(loss))))).toBe(true);
  });
});

describe('a result given away', () => {
  test.each([
    [80, 20, 'win to loss'],
    [80, 55, 'win'],
    [70, 60, 'win'],
    [50, 20, 'level position'],
    [44, 30, 'level position'],
    [56, 30, 'level position'],
    // Some 90 centipawns are no level position.
    [43, 30, 'tenable position'],
    [40, 30, 'tenable position'],
    [57, 30, 'advantage'],
    [65, 25, 'advantage'],
    // A slightly worse score gives nothing away.
    [75, 65, null],
    [72, 61, null],
    [60, 45, null],
    [36, 15, null],
    [10, 0, null],
  ] as const)('from %d to %d is %s', (had, has, lost) => {
    expect(lostResult(had, has)).toBe(lost);
  });

  test('is not milder if the position was better before or is worse after', () => {
    const weight = (had: number, has: number) =>
      ({
        none: 0,
        'tenable position': 1,
        'level position': 1,
        win: 1,
        advantage: 1,
        'win to loss': 2,
      })[lostResult(had, has) ?? 'none'];
    fc.assert(
      fc.property(percents, percents, percents, (a, b, c) => {
        const [low, middle, high] = [a, b, c].toSorted((x, y) => x - y) as [number, number, number];
        expect(weight(middle, low)).toBeLessThanOrEqual(weight(high, low));
        expect(weight(high, middle)).toBeLessThanOrEqual(weight(high, low));
      }),
    );
  });
});
