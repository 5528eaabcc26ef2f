/** Reviews as plain data, and its description. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reviewToJson } from '../../src/report/reviewJson.ts';
import { PHASES } from '../../src/review/gamePhases.ts';
import { reviewGame } from '../../src/review/reviewGame.ts';
import { isMateScore } from '../../src/search/score.ts';
import { allStarts } from '../support/games.ts';
import { reviewAnyhow, ShallowEngine, samples } from '../support/reviews.ts';

const percent = (x: number | null) => (x === null ? null : Number(x.toFixed(1)));
/** A score that is no mate. */
const centipawns = (cp: number) => (isMateScore(cp) ? { mate: expect.any(Number) } : { cp });

test('a review is plain data for programs', async () => {
  await fc.assert(
    fc.asyncProperty(samples(allStarts, 16), async (sample) => {
      const review = await reviewAnyhow(sample);
      const json = reviewToJson(review);
      expect(JSON.parse(JSON.stringify(json))).toEqual({ ...json });
      expect(json.winAtStart).toBe(percent(review.winAtStart));
      expect(json.sides.map(({ color }) => color)).toEqual(['White', 'Black']);
      for (const [i, { accuracy, phases }] of json.sides.entries()) {
        const side = review.sides[i]!;
        expect(accuracy).toBe(percent(side.accuracy));
        for (const phase of PHASES) expect(phases[phase]).toBe(percent(side.phases[phase]));
      }
      for (const [i, move] of review.moves.entries()) {
        const { ply, fen, san, phase, isBook, isUnclear, best, glyph } = move;
        expect(json.moves[i]).toMatchObject({
          ...{ ply, fen, san, phase, isBook, isUnclear, best, mark: glyph?.sign ?? null },
          before: centipawns(move.scoreBefore),
          after: centipawns(move.score),
          winBefore: percent(move.winBefore),
          win: percent(move.win),
          loss: percent(move.loss),
          accuracy: percent(move.accuracy),
          isFault: ['?!', '?', '??'].includes(glyph?.sign ?? ''),
        });
      }
    }),
    { numRuns: 25 },
  );
});

test('mates are data too, negative where Black mates', async () => {
  const options = { engines: [new ShallowEngine(3)], limits: { depth: 3 } };
  const { moves } = reviewToJson(await reviewGame('1. f3 e5 2. g4 Qh4# 0-1', options));
  expect(moves.slice(2).map(({ before, after }) => [before, after])).toEqual([
    [{ cp: expect.any(Number) }, { mate: -1 }],
    [{ mate: -1 }, { mate: 0 }],
  ]);
});

test('docs/analysis.md describes all fields', async () => {
  const options = { engines: [new ShallowEngine(1)], limits: { depth: 1 } };
  const review = await reviewGame('1. e4 {[%clk 0:01:00]} e5 {[%clk 0:01:00]} 2. Nf3 *', options);
  const json = reviewToJson(review);
  const objects = [json, json.opening!, ...json.sides, json.sides[0]!.trouble!, ...json.moves];
  const [text] = /^`--json` writes.*?\n\n.*?\n\n/ms.exec(readFileSync('docs/analysis.md', 'utf8'))!;
  const missing = objects.flatMap(Object.keys).filter((name) => !text.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
