/** Adjudication of games by their scores. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Adjudicator,
  DATAGEN_RULES,
  parseDrawRule,
  parseResignRule,
} from '../../src/selfplay/adjudication.ts';
import { unwrap } from '../../src/util/result.ts';

const problem = (result: { ok: boolean; error?: Error }) =>
  result.ok ? '' : result.error!.message;

describe('adjudication', () => {
  const rules = { draw: null, resign: null, maxMoves: null };
  /** The verdict after each move, White first. */
  const judge = (adjudicator: Adjudicator, scores: (number | null)[], number = 40) =>
    scores.map((score, i) => adjudicator.judge((i % 2) as 0 | 1, score, number + (i >> 1)));

  test('a draw needs both sides, consecutive moves and a minimum move number', () => {
    const draw = unwrap(parseDrawRule('number=41 count=2 score=10'));
    const verdicts = judge(new Adjudicator({ ...rules, draw }), [0, 5, -10, 10, 0]);
    expect(verdicts.map((verdict) => verdict?.winner)).toEqual([
      undefined,
      undefined,
      undefined,
      null,
      null,
    ]);
    const disturbed = judge(new Adjudicator({ ...rules, draw }), [0, 5, 11, 10, 0, null, 0, 0]);
    expect(disturbed.every((verdict) => verdict === null)).toBe(true);
  });

  test('a side that reports a lost score often enough resigns', () => {
    const resign = unwrap(parseResignRule('count=2 score=500'));
    const verdicts = judge(new Adjudicator({ ...rules, resign }), [-600, 100, -500]);
    expect(verdicts.at(-1)).toEqual({ winner: 1, reason: 'White resigns' });
  });

  test('two-sided resignation needs both sides to agree', () => {
    const resign = unwrap(parseResignRule('count=2 score=500 twosided=1'));
    const adjudicator = () => new Adjudicator({ ...rules, resign });
    expect(judge(adjudicator(), [-600, 100, -500, 100]).at(-1)).toBeNull();
    expect(judge(adjudicator(), [-600, 600, -500, 700]).at(-1)?.winner).toBe(1);
  });

  test('only consecutive scores of a side count, up to the limit, and a move without one ends them', () => {
    const score = fc.constantFrom(-500, -500, -500, 500, 500, 500, -499, 499, null);
    const count = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(
        fc.array(score, { maxLength: 30 }),
        count,
        fc.boolean(),
        (scores, count, isTwoSided) => {
          const adjudicator = new Adjudicator({
            ...rules,
            resign: { count, score: 500, isTwoSided },
          });
          for (const [i, verdict] of judge(adjudicator, scores).entries()) {
            const latest = (side: number) =>
              scores.filter((_, ply) => ply <= i && ply % 2 === side).slice(-count);
            const all = (side: number, score: number) =>
              latest(side).length === count && latest(side).every((own) => own === score);
            const loser = [0, 1].find(
              (side) => all(side, -500) && (!isTwoSided || all(side ^ 1, 500)),
            );
            expect(verdict?.winner).toBe(loser === undefined ? undefined : loser ^ 1);
            if (verdict !== null) break;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a game is drawn at the move limit', () => {
    const verdicts = judge(new Adjudicator({ ...rules, maxMoves: 2 }), [0, 900, 0, 900]);
    expect(verdicts.map((verdict) => verdict?.winner)).toEqual([
      undefined,
      undefined,
      undefined,
      null,
    ]);
    expect(verdicts.at(-1)!.reason).toBe('Draw at the limit of 2 moves');
  });

  test('what a rule leaves out is that of matches, or of datagen', () => {
    const complete = (draw?: string, resign?: string) => [
      ...['count=9', 'number=9'].map((rule) => unwrap(parseDrawRule(rule, draw))),
      ...['score=9', 'count=9'].map((rule) => unwrap(parseResignRule(rule, resign))),
    ];
    expect(complete()).toEqual([
      { number: 34, count: 9, score: 10 },
      { number: 9, count: 8, score: 10 },
      { count: 3, score: 9, isTwoSided: false },
      { count: 9, score: 600, isTwoSided: false },
    ]);
    expect(complete(DATAGEN_RULES.draw, DATAGEN_RULES.resign)).toEqual([
      { number: 40, count: 9, score: 10 },
      { number: 9, count: 5, score: 10 },
      { count: 4, score: 9, isTwoSided: true },
      { count: 9, score: 1000, isTwoSided: true },
    ]);
  });

  test('two-sided is 0 or 1', () => {
    expect(problem(parseResignRule('twosided=2'))).toBe('resign: twosided must be 0 or 1');
  });

  test.each(['', ' ', 'count', 'count=x', 'moves=3', 'count=-1', 'count=1 score=2 count=1'])(
    '%j is not a rule',
    (text) => {
      expect(problem(parseDrawRule(text))).not.toBe('');
      expect(problem(parseResignRule(text))).not.toBe('');
    },
  );
});
