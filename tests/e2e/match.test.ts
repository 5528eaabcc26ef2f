/** `refrain match` and `refrain sprt` as a person runs them, a few tiny games each. */
import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { parsePgn } from '../../src/chess/notation/pgnReader.ts';
import { unwrap } from '../../src/chess/result.ts';
import { ChessJs } from '../support/oracles.ts';
import { PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';

const FAKE = fileURLToPath(new URL('../support/fakeEngine.mjs', import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), 'refrain-e2e-match-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));
const pgn = join(FOLDER, 'games.pgn');
const json = join(FOLDER, 'end.json');
beforeEach(() => {
  for (const path of [pgn, json]) rmSync(path, { force: true });
});

interface Run {
  code: number | null;
  out: string;
  err: string;
}

/** Runs to the end, or until it is killed after so many milliseconds. */
function refrain(args: readonly string[], signal?: { name: NodeJS.Signals; until: () => boolean }) {
  return new Promise<Run>((resolve) => {
    const done = (error: ExecFileException | null, out: string, err: string) =>
      resolve({
        code: error === null ? 0 : ((error.code as number | undefined) ?? null),
        out,
        err,
      });
    const child = execFile(PROGRAM, [...PROGRAM_ARGUMENTS, ...args], { timeout: 60_000 }, done);
    if (signal === undefined) return;
    void (async () => {
      while (!signal.until() && child.exitCode === null) await sleep(20);
      child.kill(signal.name);
    })();
  });
}

/** An engine that plays at random. */
const fake = (words: string) =>
  `cmd=${process.execPath} arg=${FAKE} ${words.replace(/(^| )(?=\w)/g, '$1arg=')}`;
const TWO = ['--engine', `${fake('seed=1')} name=One`, '--engine', `${fake('seed=2')} name=Two`];
const openings = join(FOLDER, 'openings.epd');
writeFileSync(openings, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n');
const QUICK = ['--nodes', '10', '--max-moves', '6', '--openings', openings];

const gamesIn = () => unwrap(parsePgn(existsSync(pgn) ? readFileSync(pgn, 'utf8') : ''));

test('a match of ourselves: lines, tables, a PGN that chess.js reads, JSON', async () => {
  const engines = ['--engine', 'self name=One', '--engine', 'self name=Two nodes=20'];
  const files = ['--pgn', pgn, '--json', json, '--every', '1'];
  const { code, out, err } = await refrain([
    'match',
    ...engines,
    '--depth',
    '1',
    '--rounds',
    '1',
    '--max-moves',
    '10',
    ...files,
  ]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^1\/2 games .*\n2\/2 games .*Elo.*games\/min\n/);
  expect(out).toMatch(/│ One +│/);
  const texts = readFileSync(pgn, 'utf8').split(/\n\n(?=\[)/);
  const headers = texts.map((text) => {
    const chess = new ChessJs();
    chess.loadPgn(text, { strict: true });
    return chess.getHeaders();
  });
  expect(headers).toMatchObject([
    { White: 'One', WhiteTimeControl: 'depth 1', BlackTimeControl: '20 nodes', Round: '1.1' },
    { White: 'Two', WhiteTimeControl: '20 nodes', BlackTimeControl: 'depth 1', Round: '1.2' },
  ]);
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
    games: 2,
    scheduled: 2,
    isFinished: true,
    pairings: [{ first: 'One', second: 'Two', games: 2 }],
  });
});

describe('broken off and started again', () => {
  const args = ['match', ...TWO, ...QUICK, '--rounds', '6', '--concurrency', '2', '--pgn', pgn];

  test.each(['SIGKILL', 'SIGINT'] as const)(
    '%s: no game is lost, none comes twice',
    async (name) => {
      for (const games of [1, 4]) {
        const until = () => existsSync(pgn) && gamesIn().length >= games;
        const { code } = await refrain(args, { name, until });
        expect(code).toBe(name === 'SIGINT' ? 130 : null);
        expect(gamesIn().length).toBeLessThan(12);
      }
      const before = gamesIn().length;
      const { code, err } = await refrain([...args, '--json', json]);
      expect({ code, err }).toEqual({ code: 0, err: `goes on after ${before} games\n` });
      const rounds = gamesIn().map(({ tags }) => tags.get('Round'));
      expect(rounds).toHaveLength(12);
      expect(new Set(rounds).size).toBe(12);
      expect(JSON.parse(readFileSync(json, 'utf8')).games).toBe(12);
    },
  );
});

test('a test tells its verdict by its exit code: 0 for H1, 2 for H0, 3 for neither', async () => {
  const worse = `${fake('score=-900')} name=Worse`;
  const better = `${fake('seed=3')} name=Better`;
  const test = (first: string, second: string, ...more: string[]) =>
    refrain([
      ...['sprt', '--engine', first, '--engine', second, '--elo1', '200', ...QUICK],
      ...['--resign', 'count=1', ...more],
    ]);
  const results = await Promise.all([
    test(better, worse),
    test(worse, better),
    test(better, worse, '--rounds', '1'),
  ]);
  expect(results.map(({ code }) => code)).toEqual([0, 2, 3]);
  expect(results[0].out).toMatch(/LLR \+[\d.]+ \(-2\.94, 2\.94\) \[0, 200\] nElo, H1 accepted/);
  expect(results[1].out).toMatch(/H0 accepted/);
  expect(results[2].out).not.toMatch(/accepted/);
});

test.each<[string, RegExp, string[]]>([
  ['one engine', /two engines/, ['match', '--engine', 'self']],
  ['a test of nothing', /less than elo1/, ['sprt', ...TWO, '--elo0', '5', '--elo1', '5']],
  ['a test of too much', /from -200 to 200/, ['sprt', ...TWO, '--elo1', '300']],
  ['a rule that counts to 0', /count is 1 or more/, ['match', ...TWO, '--resign', 'count=0']],
  ['a PGN that cannot be', /ENOENT/, ['match', ...QUICK, ...TWO, '--pgn', '/no/such/x.pgn']],
  ['JSON that cannot be', /ENOENT/, ['match', ...QUICK, ...TWO, '--json', '/no/such/x.json']],
  [
    'an option that an engine has not',
    /no option .Hsah/,
    ['match', ...QUICK, ...TWO, '--each', 'option.Hsah=64'],
  ],
  ['openings that are not there', /cannot read/, ['match', ...TWO, '--openings', '/no/such/file']],
  [
    'an unknown commit',
    /no such commit/,
    ['match', ...QUICK, ...TWO, '--engine', 'commit=nothing'],
  ],
  ['an unknown program', /ENOENT/, ['match', ...QUICK, ...TWO, '--engine', 'no-such-engine']],
])('%s is refused with a line', async (_, reason, args) => {
  const { code, err } = await refrain(args);
  expect(code).toBe(1);
  expect(err).toMatch(reason);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
});

test('a file of something else is not touched', async () => {
  writeFileSync(pgn, '[Event "mine"]\n\n1. e4 *\n');
  const { code, err } = await refrain(['match', ...TWO, ...QUICK, '--pgn', pgn]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/something else/) });
  expect(readFileSync(pgn, 'utf8')).toBe('[Event "mine"]\n\n1. e4 *\n');
});
