/** Output that cannot be written is reported, and options without effect are rejected. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fail, ROOT, refrain, succeed } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';

const FOLDER = temporaryFolder();
const file = (name: string) => join(FOLDER, name);

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const games = file('games.data');
const DATAGEN = ['--games', '3', '--nodes', '50', '--opening-nodes', '50', '--hash', '1'];

/** Runs with standard output on a device that is always full. */
function onFullDisk(...args: string[]): Promise<{ code: unknown; err: string }> {
  return new Promise((resolve) => {
    const command = '"$@" > /dev/full';
    const shell = ['-c', command, 'sh', PROGRAM, ...PROGRAM_ARGUMENTS, ...args];
    execFile('/bin/sh', shell, { cwd: ROOT, timeout: 60_000 }, (error, _, err) => {
      resolve({ code: error?.code ?? 0, err });
    });
  });
}

describe.runIf(process.platform === 'linux')('a full disk', () => {
  test.each([
    ['openings', ['openings', '--count', '3', '--nodes', '100']],
    ['go', ['go', 'depth', '4']],
    ['perft', ['perft', '2', '--divide']],
    ['help', ['--help']],
  ])('is reported by refrain %s', async (_, args) => {
    const { code, err } = await onFullDisk(...args);
    expect(err).toMatch(/^refrain: cannot write: the disk is full\n$/);
    expect(code).toBe(1);
  });

  test('is reported by refrain data show', async () => {
    await refrain('datagen', games, ...DATAGEN);
    const { code, err } = await onFullDisk('data', 'show', games);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/cannot write: the disk is full/),
    });
  });
});

describe('no output destroys an input or another output', () => {
  const input = file('input.pgn');
  const engines = ['--engine', 'self', '--engine', 'self'];
  test.each([
    ['analyze --pgn', ['analyze', input, '--depth', '1', '--pgn', input]],
    ['analyze --json', ['analyze', input, '--depth', '1', '--json', input]],
    ['epd --json', ['epd', input, '--json', input]],
    ['analyze --journal', ['analyze', input, '--depth', '1', '--journal', input]],
    ['match --pgn --json', ['match', ...engines, '--pgn', input, '--json', input]],
    ['match --openings --json', ['match', ...engines, '--openings', input, '--json', input]],
    ['sprt --openings --pgn', ['sprt', ...engines, '--openings', input, '--pgn', input]],
    ['train --svg', ['train', input, '-o', file('net'), '--svg', input]],
    ['train --checkpoint', ['train', input, '-o', file('net'), '--checkpoint', input, '--resume']],
    ['train -o --svg', ['train', input, '-o', file('net'), '--svg', file('net')]],
  ])('%s', async (_, args) => {
    writeFileSync(input, '1. e4 e5 *\n');
    expect(await fail(...args)).toMatch(/is (both an input and an output|given for two outputs)$/);
    expect(readFileSync(input, 'utf8')).toBe('1. e4 e5 *\n');
  });
});

test.each([
  // Meant as an input.
  ['analyze --json', ['analyze', '--depth', '1', '--json']],
  ['analyze games --json', ['analyze', file('input.pgn'), '--depth', '1', '--json']],
  ['analyze --html', ['analyze', file('input.pgn'), '--depth', '1', '--html']],
  ['analyze --svg', ['analyze', file('input.pgn'), '--depth', '1', '--svg']],
  ['analyze --pgn', ['analyze', file('input.pgn'), '--depth', '1', '--pgn']],
  ['go --json', ['go', 'depth', '1', '--json']],
  ['epd --json', ['epd', 'positions/mates.epd', '--json']],
  ['match --json', ['match', '--engine', 'self', '--engine', 'self', '--json']],
  ['train --svg', ['train', file('input.pgn'), '-o', file('net'), '--svg']],
])('no %s destroys a file that holds something else', async (_, args) => {
  const kept = file('games.kept');
  writeFileSync(file('input.pgn'), '1. e4 e5 *\n');
  writeFileSync(kept, 'refrDATA of many hours');
  const message = `is not ${args.at(-1)!.slice(2).toUpperCase()}, and is not overwritten by ${args.at(-1)}`;
  expect(await fail(...args, kept)).toBe(`refrain: '${kept}' ${message}`);
  expect(readFileSync(kept, 'utf8')).toBe('refrDATA of many hours');
});

test('charts of several games do not replace the games', async () => {
  const input = file('chart-2.svg');
  writeFileSync(input, '1. e4 e5 *\n\n1. d4 d5 *\n');
  const words = ['analyze', input, '--all', '--depth', '1', '--svg', file('chart.svg')];
  expect(await fail(...words)).toMatch(/is both an input and an output$/);
  expect(existsSync(file('chart-1.svg'))).toBe(false);
});

describe('missing items are reported', () => {
  test('a game of a file', async () => {
    await refrain('datagen', games, ...DATAGEN);
    expect(await fail('data', 'show', games, '--game', '99')).toBe(
      'refrain: there is no game 99, only 3 games',
    );
    expect((await succeed('data', 'show', games, '--game', '2')).length).toBeGreaterThan(0);
  });

  test('the positions of a perft suite', async () => {
    writeFileSync(file('empty.epd'), '# nothing\n\n');
    expect(await fail('perft', '--suite', file('empty.epd'))).toMatch(/no position in .empty.epd/);
  });
});

test.each([
  ['--max-nodes without a suite', ['perft', '3', '--max-nodes', '9'], /--max-nodes needs --suite/],
  ['--divide with a suite', ['perft', '--suite', 'x', '--divide'], /with --suite/],
  ['--fen with a suite', ['perft', '--suite', 'x', '--fen', 'y'], /with --suite/],
  [
    'a report of a position',
    ['analyze', START, '--html', 'x'],
    /--html is for games, not for a pos/,
  ],
  ['a game of a position', ['analyze', '--game', '2'], /--game is for games/],
  ['no verification of a position', ['analyze', '--no-verify'], /--no-verify is for games/],
  [
    'lines of a game',
    ['analyze', 'x.pgn', '--lines', '2'],
    /--lines is for a position, not for ga/,
  ],
  ['more lines than moves', ['analyze', '--lines', '257'], /lines.* number from 1 to 256/],
  ['one and all games', ['analyze', 'x.pgn', '--all', '--game', '2'], /cannot be combined/],
  ['two files', ['analyze', 'x.pgn', 'README.md'], /analyze reads one PGN file at a time$/],
  ['positions', ['analyze', 'positions/bench.epd'], /bench.epd' has positions, not games: use/],
  ['what is neither file nor FEN', ['analyze', 'foo'], /neither a file nor a FEN: 'foo'/],
  ['an empty name', ['analyze', '', '--depth', '1'], /neither a file nor a FEN: ''$/],
  [
    'a program for engines that have their own',
    ['match', '--engine', 'self', '--engine', 'self', '--each', 'cmd=foo'],
    /the program in --each has no effect: every engine has its own$/,
  ],
  [
    'a folder of an engine that is not there',
    ['match', '--engine', 'self', '--engine', 'self dir=/no/such'],
    /^refrain: no such folder: '\/no\/such'$/,
  ],
  ['an opening of 999 plies', ['datagen', file('x'), '--plies', '999'], /number from 0 to 100/],
  [
    'a share without held-out games',
    ['data', 'import', 'x.pgn', '-o', 'y', '--share', '5'],
    /--share has no effect without --held-out$/,
  ],
  [
    'a seed without held-out games',
    ['data', 'import', 'x.pgn', '-o', 'y', '--seed', '5'],
    /--seed has no effect without --held-out$/,
  ],
  [
    'two shares for a file',
    ['train', 'x', '-o', 'y', '--lambda', '1,0.5'],
    /--lambda has 2 numbers for 1 file$/,
  ],
  ['a decay of 2', ['train', 'x', '-o', 'y', '--decay', '2'], /number from 0 to 1/],
  ['a parameter unknown to tune', ['tune', 'lmrBasis'], /not a parameter of the search.*lmrBasis/],
  ['a parameter given twice to tune', ['tune', 'lmrBase', 'lmrBase'], /'lmrBase' is given twice/],
  [
    'an option given twice to tune, in other case',
    ['tune', 'Hash=1,2', 'hash=4,8', '--engine', 'self'],
    /'hash' is given twice$/,
  ],
  [
    'an option that is tuned as a word of the engine',
    ['tune', 'Hash=1,2', '--engine', 'self', '--each', 'option.hash=8'],
    /option\.Hash has no effect: it is tuned$/,
  ],
  ['an option with one value', ['tune', 'Contempt=5,5'], /'Contempt' has the same value twice/],
  [
    'a name for the engine to tune',
    ['tune', 'Hash=1,2', '--engine', 'self name=X'],
    /name= has no effect: /,
  ],
  ['two engines to tune', ['tune', '--engine', 'self', '--engine', 'self'], /--engine once/],
  [
    'a folder as output',
    ['match', '--engine', 'self', '--engine', 'self', '--pgn', FOLDER],
    /it is a folder/,
  ],
])('%s is rejected', async (_, args, reason) => {
  expect(await fail(...args)).toMatch(reason);
});

describe('a file that cannot be read is named, with what is wrong', () => {
  const engines = ['--engine', 'self', '--engine', 'self', '--nodes', '9', '--rounds', '1'];
  test.each<[command: string[]]>([
    [['analyze']],
    [['epd']],
    [['data', 'measure']],
    [['data', 'label', '-o', 'x.labels']],
    [['train', '-o', 'x.nnue']],
    [['book', 'show']],
    [['bench', '--eval-file']],
    [['match', ...engines, '--openings']],
  ])('%j', async (command) => {
    const text = file('text.pgn');
    writeFileSync(text, 'no chess\n');
    expect(await fail(...command, text)).toContain('text.pgn');
    expect(await fail(...command, FOLDER)).toMatch(/'.*' is not a file but a folder$/);
    expect(await fail(...command, file('missing'))).toMatch(/'.*missing'/);
  });

  test.runIf(process.platform === 'linux')('a file that cannot be written', async () => {
    expect((await refrain('go', 'depth', '1', '--json', '/dev/full')).err).toEqual([
      "refrain: cannot write '/dev/full': the disk is full",
    ]);
  });

  test('a folder of tablebases', async () => {
    const fen = '8/8/8/8/8/k7/8/K6R w - - 0 1';
    expect(await fail('tablebases', fen, '--syzygy', file('missing'))).toMatch(
      /^refrain: '.*missing': no such file or folder$/,
    );
  });
});

test('a single executable made by make is ignored by git', async () => {
  const ignored = await new Promise((resolve) => {
    const names = ['Refrain-1234ABCD', 'refrain', 'refrain.exe'];
    execFile('git', ['check-ignore', ...names], { cwd: ROOT }, (_, out) => resolve(out));
  });
  expect(ignored).toBe('Refrain-1234ABCD\nrefrain\nrefrain.exe\n');
});
