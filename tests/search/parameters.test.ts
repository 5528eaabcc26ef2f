/** The ranges of parameters, which tuners go through. */
import { afterEach, expect, test } from 'vitest';
import { isLegal } from '../../src/chess/board/legality.ts';
import { DEFAULT_VALUES, PARAMETER_NAMES, PARAMETERS, tune } from '../../src/search/parameters.ts';
import { positionAfter } from '../support/games.ts';
import { renewedSearch } from '../support/search.ts';

afterEach(() => tune(DEFAULT_VALUES));

test('a step up or down stays within the range', () => {
  const clipped = PARAMETER_NAMES.filter((name) => {
    const [value, min, max, step] = PARAMETERS[name];
    return value - step < min || value + step > max;
  });
  expect(clipped).toEqual([]);
});

test('no update of correction history is larger than its largest value', () => {
  expect(PARAMETERS.correctionUpdateMax[2]).toBeLessThanOrEqual(PARAMETERS.correctionMax[1]);
});

test.each(PARAMETER_NAMES)('%s: the search finds a move at both ends of the range', (name) => {
  const position = positionAfter('e2e4 e7e5 g1f3 b8c6 f1b5');
  for (const value of [PARAMETERS[name][1], PARAMETERS[name][2]]) {
    tune({ [name]: value });
    const { best } = renewedSearch().run(position, { nodes: 1000 });
    expect(isLegal(position, best!.move)).toBe(true);
  }
});
