/** `refrain match` and `refrain sprt` as users run them, a few tiny games each. */
import { type ExecFileException, execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parsePgn } from '../../src/chess/notation/pgnReader.ts';
import { unwrap } from '../../src/util/result.ts';
import { fakeEngine as fake } from '../support/fakeEngines.ts';
import { ChessJs } from '../support/oracles.ts';
import { fail } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';

const FOLDER = temporaryFolder();
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

/** Runs to the end, or sends a signal once a condition holds. */
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

const TWO = ['--engine', `${fake('seed=1')} name=One`, '--engine', `${fake('seed=2')} name=Two`];
const openings = join(FOLDER, 'openings.epd');
writeFileSync(openings, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n');
const QUICK = ['--nodes', '10', '--max-moves', '6', '--openings', openings];

async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}

const gamesIn = () => unwrap(parsePgn(existsSync(pgn) ? readFileSync(pgn, 'utf8') : ''));

test('a match against itself: lines, tables, a PGN that chess.js reads, JSON', async () => {
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

test('--verbose shows a line for each game; a game lost on time is always shown', async () => {
  const args = ['match', ...TWO, ...QUICK, '--rounds', '1'];
  const { out } = await refrain([...args, '--verbose']);
  expect(out).toMatch(
    /^1\.1 {2}One – Two {2}1\/2-1\/2 {2}6 moves {2}Draw at the limit of 6 moves$/m,
  );
  expect(out).toMatch(/^1\.2 {2}Two – One {2}/m);
  // A single pair shows next to nothing.
  expect(out).toMatch(/0\.0 \(-440\.9 to \+440\.9\)/);
  expect((await refrain(args)).out).not.toMatch(/^1\.1 /m);
  const slow = ['--engine', `${fake('fault=slow')} name=Slow`, ...TWO.slice(0, 2)];
  const timed = await refrain([
    'match',
    ...slow,
    '--movetime',
    '100',
    '--rounds',
    '1',
    '--openings',
    openings,
    '--max-moves',
    '2',
  ]);
  expect(timed.out).toMatch(/^1\.1 {2}Slow – One {2}0-1 {2}.*White is out of time$/m);
});

describe('interrupted and started again', () => {
  const args = ['match', ...TWO, ...QUICK, '--concurrency', '2', '--pgn', pgn];

  test.each(['SIGKILL', 'SIGINT'] as const)('%s: no game is lost or repeated', async (name) => {
    for (const games of [1, 3]) {
      const until = () => existsSync(pgn) && gamesIn().length >= games;
      // More rounds than are ever played: the match does not end by itself.
      const { code } = await refrain([...args, '--rounds', '10000'], { name, until });
      expect(code).toBe(name === 'SIGINT' ? 130 : null);
    }
    const before = gamesIn().length;
    const left = Math.ceil(before / 2) + 2;
    const { code, err } = await refrain([...args, '--rounds', `${left}`, '--json', json]);
    expect({ code, err }).toEqual({ code: 0, err: `continuing after ${before} games\n` });
    const rounds = gamesIn().map(({ tags }) => tags.get('Round'));
    expect(rounds).toHaveLength(2 * left);
    expect(new Set(rounds).size).toBe(2 * left);
    expect(JSON.parse(readFileSync(json, 'utf8')).games).toBe(2 * left);
  });
});

test('a match that fails shows what was played', async () => {
  const dying = `${fake(`fault=crash starts=1 pids=${join(FOLDER, 'starts')}`)} name=Dying`;
  const engines = ['--engine', dying, ...TWO.slice(0, 2)];
  const json = join(FOLDER, 'failed.json');
  const args = [...QUICK, '--rounds', '20', '--json', json];
  const { code, out, err } = await refrain(['match', ...engines, ...args]);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^refrain: 'Dying' failed to start 5 times in a row: .*\n$/),
  });
  expect(out).toMatch(/│ Dying +│ +0 │ +5 │/);
  expect(JSON.parse(readFileSync(json, 'utf8')).games).toBe(5);
  const missing = ['--engine', 'cmd=/no/such/program name=None', ...TWO.slice(0, 2)];
  const failed = await refrain(['match', ...missing, ...QUICK]);
  expect([failed.code, failed.out]).toEqual([1, '']);
});

test('the exit code of a test is 0 for H1, 2 for H0, 3 if undecided', async () => {
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

describe('engines that are hard to kill', () => {
  const pids = join(FOLDER, 'pids');
  const noted = () =>
    existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : [];
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  beforeEach(() => {
    for (const path of [pids, `${pids}.stalled`]) rmSync(path, { force: true });
  });
  afterEach(() => {
    for (const pid of noted()) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });

  test('one that leaves a process with its pipes behind does not block the end of the match', async () => {
    const engine = `${fake(`child=1 pids=${pids}`)} name=Parent`;
    const { code, err } = await refrain([
      'match',
      '--engine',
      engine,
      ...TWO.slice(0, 2),
      ...QUICK,
      '--rounds',
      '1',
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(noted()).toHaveLength(2);
  });

  test('one that exits during a game and leaves a process behind counts as crashed at once', async () => {
    const engine = `${fake(`child=1 pids=${pids} fault=crash`)} name=Parent`;
    const { code } = await refrain([
      'match',
      '--engine',
      engine,
      ...TWO.slice(0, 2),
      ...QUICK,
      '--rounds',
      '1',
      '--pgn',
      pgn,
      '--patience',
      '600',
    ]);
    expect(code).toBe(0);
    expect(gamesIn()[0]!.tags.get('Reason')).toMatch(/crashes: exit code 3/);
  });

  test.each(['SIGHUP', 'SIGTERM', 'SIGINT'] as const)('%s ends one that hangs', async (name) => {
    const engine = `${fake(`fault=stall pids=${pids}`)} name=Stuck`;
    const until = () => existsSync(`${pids}.stalled`);
    const { code } = await refrain(
      ['match', '--engine', engine, ...TWO.slice(0, 2), ...QUICK, '--patience', '600'],
      { name, until },
    );
    expect(code).toBe(130);
    for (const pid of noted()) await waitUntil(() => !isRunning(pid));
  });
});

test('engine output cannot control the terminal', async () => {
  const name = encodeURIComponent('Evil\x1b]0;title\x07\u202e').replaceAll('%', '%');
  const engine = fake(`name=${name} fault=illegal`);
  const args = [
    'match',
    '--engine',
    engine,
    ...TWO.slice(0, 2),
    ...QUICK,
    '--rounds',
    '1',
    '--pgn',
    pgn,
  ];
  const first = await refrain(args);
  const again = await refrain(args);
  for (const { code, out, err } of [first, again]) {
    expect(code).toBe(0);
    expect(`${out}${err}`).toContain('Evil\\x1b]0;title\\x07\\u202e');
    expect(`${out}${err}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  }
});

test.each<[string, RegExp, string[]]>([
  [
    'an engine that does not start',
    /'Broken' does not start: exit code 1, 'licence expired'/,
    ['match', ...QUICK, ...TWO, '--engine', `${fake('fault=refuse')} name=Broken`],
  ],
  [
    'a value beyond the bounds of an option',
    /'One': option 'Hash' must be a whole number from 1 to 64, not '0'/,
    ['match', ...QUICK, ...TWO, '--each', 'option.Hash=0'],
  ],
  ['--plies of positions', /--plies has no effect: /, ['match', ...TWO, ...QUICK, '--plies', '5']],
  [
    '--margin with nodes only',
    /--margin has no effect: /,
    ['match', ...TWO, ...QUICK, '--margin', '9'],
  ],
  [
    '--patience with clocks only',
    /--patience has no effect: /,
    ['match', ...TWO, '--patience', '9'],
  ],
  ['a gauntlet of two', /--gauntlet has no effect: /, ['match', ...TWO, ...QUICK, '--gauntlet']],
  [
    'a seed of no random order',
    /--seed has no effect: the order is sequential/,
    ['match', ...TWO, ...QUICK, '--order', 'sequential', '--seed', '2'],
  ],
  [
    'a limit that no engine needs',
    /--nodes has no effect: every engine has a limit of its own/,
    ['match', ...TWO, ...QUICK, '--each', 'depth=1'],
  ],
  ['one engine', /two engines/, ['match', '--engine', 'self']],
  ['a test of nothing', /less than elo1/, ['sprt', ...TWO, '--elo0', '5', '--elo1', '5']],
  ['a test of too much', /from -200 to 200/, ['sprt', ...TWO, '--elo1', '300']],
  ['a rule that counts to 0', /count must be at least 1/, ['match', ...TWO, '--resign', 'count=0']],
  [
    'a PGN that cannot be',
    /no such file or folder/,
    ['match', ...QUICK, ...TWO, '--pgn', '/no/such/x.pgn'],
  ],
  [
    'a PGN that is a device',
    /is not a file but a device/,
    ['match', ...QUICK, ...TWO, '--pgn', '/dev/full'],
  ],
  [
    'JSON that cannot be',
    /no such file or folder/,
    ['match', ...QUICK, ...TWO, '--json', '/no/such/x.json'],
  ],
  [
    'an option that an engine has not',
    /no option .Hsah/,
    ['match', ...QUICK, ...TWO, '--each', 'option.Hsah=64'],
  ],
  ['openings that are not there', /no such file/, ['match', ...TWO, '--openings', '/no/such/file']],
  [
    'an unknown commit',
    /no such commit/,
    ['match', ...QUICK, ...TWO, '--engine', 'commit=nothing'],
  ],
  [
    'a network that is not there',
    /'Typo': EvalFile 'nope\.nnue' cannot be read .*; the evaluation is unchanged$/m,
    ['match', ...QUICK, ...TWO.slice(0, 2), '--engine', 'self name=Typo option.EvalFile=nope.nnue'],
  ],
])('%s is refused with a line', async (_, reason, args) => {
  expect(await fail(...args)).toMatch(reason);
});

test('a foreign file is not changed', async () => {
  writeFileSync(pgn, '[Event "mine"]\n\n1. e4 *\n');
  expect(await fail('match', ...TWO, ...QUICK, '--pgn', pgn)).toMatch(/something other/);
  expect(readFileSync(pgn, 'utf8')).toBe('[Event "mine"]\n\n1. e4 *\n');
});

test.skipIf(process.platform === 'win32')(
  'SIGTERM during the build of a commit ends it, and removes its folder',
  async () => {
    const temporary = join(FOLDER, 'builds');
    mkdirSync(temporary);
    const engines = ['--engine', 'commit=HEAD name=Old', '--engine', 'self name=New'];
    const installs = () =>
      readdirSync(temporary).some((build) => existsSync(join(temporary, build, 'node_modules')));
    const child = execFile(PROGRAM, [...PROGRAM_ARGUMENTS, 'match', ...engines, '--nodes', '10'], {
      // The npm of newer Nodes would keep what it compiles there.
      env: { ...process.env, TMPDIR: temporary, NODE_DISABLE_COMPILE_CACHE: '1' },
    });
    const said = text(child.stderr!);
    while (!installs() && child.exitCode === null) await sleep(20);
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect({ code, said: await said }).toEqual({
      code: 130,
      said: expect.stringMatching(/^building [0-9a-f]{10}\n$/),
    });
    expect(readdirSync(temporary)).toEqual([]);
  },
);
