/** Suggestions for mistyped commands. */
import { expect, test } from 'vitest';
import { similarName } from '../../src/util/similarName.ts';

const COMMANDS = ['uci', 'go', 'perft', 'bench', 'epd', 'match', 'sprt', 'analyze', 'play', 'tune'];

test.each([
  ['goo', 'go'],
  ['og', 'go'],
  ['analyse', 'analyze'],
  ['anaylze', 'analyze'],
  ['Match', 'match'],
  ['mach', 'match'],
  ['pref', 'perft'],
  ['ply', 'play'],
  ['xyz', null],
  ['position', null],
  ['', null],
])('%s: %s', (typed, meant) => {
  expect(similarName(typed, COMMANDS)).toBe(meant);
});

test('capitals do not count, of either word', () => {
  expect(similarName('mutlipv', ['Hash', 'MultiPV', 'UCI_Elo'])).toBe('MultiPV');
});
