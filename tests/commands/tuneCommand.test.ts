/** The values that `refrain tune` compares. */
import { describe, expect, test } from 'vitest';
import { parseFactor } from '../../src/commands/tuneCommand.ts';
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
    ['Hash=1,2', null],
    ['Hash=2,1', null],
    ['Contempt=-1,0', null],
    ['Ponder=false,true', null],
  ])('%s: both values as they are written, the middle is %s', (text, center) => {
    const [name, minus, plus] = text.split(/[=,]/);
    expect(parseFactor(text)).toEqual({ name, minus, plus, center });
  });
});
