/** The values that `refrain tune` compares. */
import { describe, expect, test } from 'vitest';
import { parseFactor } from '../../src/commands/tuneCommand.ts';
import { suggest } from '../../src/match/factorialScreen.ts';
import { PARAMETERS } from '../../src/search/parameters.ts';

describe('an option to tune', () => {
  test('is a parameter of the search, a step down and a step up', () => {
    const [center, , , step] = PARAMETERS.lmrBase;
    const [minus, plus] = [`${center - step}`, `${center + step}`];
    expect(parseFactor('lmrBase')).toEqual({ name: 'lmrBase', minus, plus, center });
  });

  test.each([
    ['Hash=1,3', 2],
    ['Contempt=-9,0', -4],
    ['Ponder=false,true', null],
  ])('%s: the middle is %s', (text, center) => {
    expect(parseFactor(text).center).toBe(center);
  });

  test.each([
    ['Hash=1,2', '1', '2'],
    ['Hash=2,1', '2', '1'],
    ['Contempt=-1,0', '-1', '0'],
  ])('%s: with no value in between, the better one is suggested', (text, minus, plus) => {
    const factor = parseFactor(text);
    expect(suggest(factor, { elo: 9, error: 2 })).toBe(plus);
    expect(suggest(factor, { elo: -9, error: 2 })).toBe(minus);
  });
});
