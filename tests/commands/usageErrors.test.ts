/** What the command line says about options and arguments that it does not have. */
import { expect, test } from 'vitest';
import { describeUsageError } from '../../src/commands/usageErrors.ts';

const NAMES = ['commands', 'rounds', 'lines'];

test.each([
  ["error: unknown option '--loud'\n", "unknown option '--loud'"],
  [
    "error: unknown option '--round'\n(Did you mean --rounds?)\n",
    "unknown option '--round'; did you mean --rounds?",
  ],
  [
    "error: unknown option '--round'\n(Did you mean one of --rounds, --round2?)",
    "unknown option '--round'; did you mean one of --rounds, --round2?",
  ],
  [
    "error: unknown option '-concurrency'",
    "unknown option '-concurrency'; names of options begin with two dashes",
  ],
  [
    "error: unknown option '-games'",
    "unknown option '-games'; the number of games is given by --rounds, with two games in each",
  ],
  ["error: unknown option '--multipv'", "unknown option '--multipv'; did you mean --lines?"],
  ["error: unknown option '-v'", "unknown option '-v'; did you mean --version?"],
  [
    "error: option '--depth <plies>' argument 'x' is invalid. Not a whole number.",
    "--depth: 'x' is not a whole number",
  ],
  ["error: option '--fen <fen>' argument missing", "option '--fen <fen>' argument missing"],
])('%j', (text, line) => {
  expect(describeUsageError(text, NAMES)).toBe(line);
});

test.each([
  ['--depth', ['limits'], 'limits are words here, as in refrain go depth 12'],
  ['--depth', ['depth'], 'the depth is an argument here, without --depth'],
  ['--nodes', ['depth'], null],
  ['--fen', ['source', 'json'], 'the FEN is an argument here, without --fen'],
  ['--fen', ['suites'], null],
  ['--games', ['count'], null],
])('%s of a command with %j', (flag, names, hint) => {
  const line = `unknown option '${flag}'${hint === null ? '' : `; ${hint}`}`;
  expect(describeUsageError(`error: unknown option '${flag}'`, names)).toBe(line);
});

test.each([
  [
    ['engine', 'each'],
    '; words of an engine or a rule need quotes: --each "tc=8+0.08 option.Hash=16"',
  ],
  [['depth', 'fen', 'divide'], '; the FEN is given by --fen, in quotes'],
  [['white', 'black', 'fen', 'book'], '; the FEN is given by --fen, in quotes'],
  [['book', 'fen', 'moves'], '; a FEN needs quotes'],
  [['depth', 'eval-file'], ''],
])('more arguments than a command with %j takes', (names, hint) => {
  const text = "error: too many arguments for 'x'. Expected 1 argument but got 2.\n";
  const line = `too many arguments for 'x': expected 1 argument but got 2${hint}`;
  expect(describeUsageError(text, names)).toBe(line);
});
