import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { evalNoise, MAX_ELO, MIN_ELO, strengthOf } from '../../src/search/evalNoise.ts';
import { DEFAULT_SETTINGS } from '../../src/search/limits.ts';
import { winDrawLoss } from '../../src/search/winDrawLoss.ts';
import { checkGames, classicalStarts, plies } from '../support/games.ts';
import { freshSearch } from '../support/search.ts';

test('a higher level has more nodes and less noise', () => {
  for (let elo = MIN_ELO; elo + 50 <= MAX_ELO; elo += 50) {
    expect(strengthOf(elo + 50).nodes).toBeGreaterThan(strengthOf(elo).nodes);
    expect(strengthOf(elo + 50).noise).toBeLessThanOrEqual(strengthOf(elo).noise);
  }
});

test('evaluation noise depends on the position and is bounded', () => {
  const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  let sum = 0;
  let largest = 0;
  const runs = 5000;
  fc.assert(
    fc.property(fc.noBias(int32), fc.noBias(int32), (lo, hi) => {
      const error = evalNoise(lo, hi, 300);
      expect(evalNoise(lo, hi, 300)).toBe(error);
      expect(Math.abs(error)).toBeLessThanOrEqual(300);
      sum += error;
      largest = Math.max(largest, Math.abs(error));
    }),
    { numRuns: runs },
  );
  expect(Math.abs(sum / runs)).toBeLessThan(10);
  expect(largest).toBeGreaterThan(250);
});

test('a weak level keeps its node limit, and its noise differs between games', () => {
  const scores = [1, 2, 3, 4].map((seed) => {
    const settings = { ...DEFAULT_SETTINGS, elo: 1000, seed };
    const { info } = freshSearch().search.run(positionFromFen(START_FEN), {}, { settings });
    expect(info.nodes).toBeLessThanOrEqual(strengthOf(1000).nodes);
    return info.score;
  });
  expect(new Set(scores).size).toBeGreaterThan(1);
});

test('win, draw and loss sum to 1000, grow with the score, and agree for both sides', () => {
  checkGames(classicalStarts, { games: 40, plies: 60 }, (game) => {
    for (const { position } of plies(game)) {
      let before = -1;
      for (let score = -1500; score <= 1500; score += 100) {
        const { win, draw, loss } = winDrawLoss(score, position);
        expect(win + draw + loss).toBe(1000);
        expect(Math.min(win, draw, loss)).toBeGreaterThanOrEqual(0);
        expect(win).toBeGreaterThanOrEqual(before);
        expect(winDrawLoss(-score, position)).toEqual({ win: loss, draw, loss: win });
        before = win;
      }
    }
  });
});
