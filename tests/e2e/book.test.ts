/** `refrain book`, and engines that play from one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parsePgn } from '../../src/chess/notation/pgnReader.ts';
import { formatSans } from '../../src/chess/notation/san.ts';
import { unwrap } from '../../src/util/result.ts';
import { fakeEngine } from '../support/fakeEngines.ts';
import { fail, refrain, succeed } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { UciProcess } from '../support/uciProcess.ts';

const folder = temporaryFolder();
const pgn = join(folder, 'games.pgn');
const bin = join(folder, 'games.bin');

beforeAll(async () => {
  const game = (result: string, moves: string) => `[Result "${result}"]\n\n${moves} ${result}\n\n`;
  writeFileSync(
    pgn,
    game('1-0', '1. h4 a5 2. Rh3') +
      game('1/2-1/2', '1. h4 a5 2. Na3') +
      game('*', '1. e4') +
      game('1-0', '1. e4 e5 2. Ke3') +
      game('1-0', '1. e4 e5 {good 2. Nf3') +
      game('1-0', '1. f3 e5 2. g4 Qh4#'),
  );
  const { code, out, err } = await refrain('book', 'make', pgn, '-o', bin, '--min-games', '1');
  expect(code).toBe(0);
  expect(out).toEqual([`${bin}: 4 moves from 2 games`]);
  expect(err).toEqual([
    expect.stringMatching(/'.*games.pgn', game 4 skipped: move 2\. illegal move/),
    expect.stringContaining('game 5 skipped: the comment after 1... e5 is not closed'),
    expect.stringContaining('game 6 skipped: the result is 1-0, but the board says 0-1'),
    'refrain: 1 game without a result skipped',
  ]);
});

describe('refrain book', () => {
  it('shows the book that it has made', async () => {
    const [line] = await succeed('book', 'show', bin, '--moves', 'h4', 'a7a5', '--json');
    expect(JSON.parse(line!)).toMatchObject({
      entries: 4,
      moves: [
        { uci: 'h1h3', san: 'Rh3', weight: 2 },
        { uci: 'b1a3', san: 'Na3', weight: 1 },
      ],
    });
    const text = await succeed('book', 'show', bin);
    expect(text.join('\n')).toContain('100.0%');
    // With a file the text is still printed.
    const path = join(folder, 'moves.json');
    expect(await succeed('book', 'show', bin, '--json', path)).toEqual(text);
    expect(JSON.parse(readFileSync(path, 'utf8')).entries).toBe(4);
    expect(await succeed('book', 'show', bin, '8/8/8/8/8/k7/8/K7 w - - 0 1')).toHaveLength(1);
  });

  it.each([
    ['no book', ['show', pgn]],
    ['no file', ['show', '/no/such/file']],
    ['a bad position', ['show', bin, 'x']],
    ['a bad move', ['show', bin, '--moves', 'e5']],
    ['nothing to put in', ['make', pgn, '-o', join(folder, 'b.bin'), '--min-games', '9']],
  ])('%s: one line on standard error, the last', async (_, args) => {
    const { code, err } = await refrain('book', ...args);
    expect(code).toBe(1);
    expect(err.at(-1)).toMatch(/^refrain: /);
  });
});

describe('refrain book rejects', () => {
  it('an existing output, before any games are read', async () => {
    const { code, out, err } = await refrain('book', 'make', pgn, '-o', bin);
    expect({ code, out, err }).toEqual({
      code: 1,
      out: [],
      err: [`refrain: '${bin}' already exists`],
    });
  });

  it('standard input without a name for the book', async () => {
    const message = 'refrain: a book from standard input needs a name: give -o <file>';
    expect(await fail('book', 'make', '-')).toBe(message);
  });

  it('a file given twice: its games would count twice', async () => {
    const output = join(folder, 'twice.bin');
    const message = "refrain: 'games.pgn' is given twice";
    expect(await fail('book', 'make', pgn, join(folder, './games.pgn'), '-o', output)).toBe(
      message,
    );
  });

  it('an output that cannot be written, before any games are read', async () => {
    const output = join(folder, 'missing', 'book.bin');
    const { code, err } = await refrain('book', 'make', pgn, '-o', output);
    expect({ code, err }).toEqual({
      code: 1,
      err: [`refrain: '${output}': no such file or folder`],
    });
  });

  it('illegal moves and texts that are not moves, with different messages', async () => {
    const illegal = await refrain('book', 'show', bin, '--moves', 'e4', 'e4');
    expect(illegal.err).toEqual(["refrain: illegal move: 'e4'"]);
    const none = await refrain('book', 'show', bin, '--moves', 'e4', 'hello');
    expect(none.err).toEqual(["refrain: not a move: 'hello'"]);
  });
});

describe('OwnBook', () => {
  const book = [`setoption name BookFile value ${bin}`, 'setoption name OwnBook value true'];

  it('plays from the book while it knows the position, and searches after that', async () => {
    const lines = await succeed(
      'uci',
      ...book,
      'go depth 1',
      'position startpos moves d2d4',
      'go depth 1',
    );
    const best = lines.filter((line) => line.startsWith('bestmove'));
    expect(best[0]).toBe('bestmove h2h4');
    expect(lines.some((line) => line.startsWith('info depth 1'))).toBe(true);
  });

  it('plays the best move with BookBestMove', async () => {
    const position = 'position startpos moves h2h4 a7a5';
    const best = 'setoption name BookBestMove value true';
    for (let i = 0; i < 3; i++) {
      const lines = await succeed('uci', ...book, best, position, 'go depth 1');
      expect(lines.at(-1)).toBe('bestmove h1h3');
    }
  });

  it('an invalid book is rejected with a message', async () => {
    const line = await fail('uci', `setoption name BookFile value ${pgn}`, 'go depth 1');
    expect(line).toContain('not a Polyglot book');
  });
});

describe('openings from a book', () => {
  it('a match plays random walks through the book, and continues with more rounds', async () => {
    const out = join(folder, 'match.pgn');
    const play = (rounds: string) =>
      refrain(
        ...['match', '--engine', fakeEngine('seed=1'), '--engine', fakeEngine('seed=2')],
        ...['--nodes', '20', '--openings', bin, '--plies', '3', '--rounds', rounds],
        ...['--max-moves', '1', '--pgn', out],
      );
    expect(await play('1')).toMatchObject({ code: 0, err: [] });
    expect(await play('2')).toMatchObject({ code: 0, err: ['continuing after 2 games'] });
    const lines = unwrap(parsePgn(readFileSync(out, 'utf8'))).map(({ start, moves }) => {
      const book = moves.filter(({ comments }) => comments[0] === 'book');
      return formatSans(
        start,
        book.map(({ move }) => move),
      ).join(' ');
    });
    expect(lines).toEqual([lines[0], lines[0], lines[2], lines[2]]);
    expect(lines.slice(1, 3).sort()).toEqual(['h4 a5 Na3', 'h4 a5 Rh3']);
  });

  it('an invalid book ends the match', async () => {
    const bad = join(folder, 'bad.bin');
    writeFileSync(bad, 'hello');
    await fail('match', '--engine', 'cmd=a', '--engine', 'cmd=b', '--openings', bad);
  });
});

describe('refrain play --book', () => {
  it('shows no score of a book move, which nobody searched, but searches a hint', async () => {
    const game = new UciProcess('play', '--book', bin, '--white', 'engine', '--depth', '2');
    game.send('a7a5', 'hint');
    expect(await game.end()).toEqual({ code: 0, signal: null });
    expect(game.lines).toEqual([
      '1. h4  without a search',
      expect.stringMatching(/^2\. (Rh3|Na3) {2}without a search$/),
      expect.stringMatching(/^hint: 2\.\.\. .+ for White, depth 2, /),
    ]);
  });
});
