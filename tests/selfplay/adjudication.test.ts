/** Adjudication of games by their scores. */
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { Adjudicator, parseDrawRule, parseResignRule } from '../../src/selfplay/adjudication.ts';

const fault = (result: { ok: boolean; error?: Error }) => (result.ok ? '' : result.error!.message);

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

  test('a game is drawn at the move limit', () => {
    const verdicts = judge(new Adjudicator({ ...rules, maxMoves: 2 }), [0, 900, 0, 900]);
    expect(verdicts.map((verdict) => verdict?.winner)).toEqual([
      undefined,
      undefined,
      undefined,
      null,
    ]);
  });

  test.each(['count', 'count=x', 'moves=3', 'count=-1'])('%j is not a rule', (text) => {
    expect(fault(parseDrawRule(text))).not.toBe('');
    expect(fault(parseResignRule(text))).not.toBe('');
  });
});
