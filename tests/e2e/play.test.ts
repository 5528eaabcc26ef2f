/** `refrain play` in a pipe, as scripts use it, and at a terminal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { parsePgn } from '../../src/chess/notation/pgnReader.ts';
import { unwrap } from '../../src/util/result.ts';
import { fail } from '../support/runCli.ts';
import { FEW_TABLEBASES } from '../support/tablebases.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { BUILT, UciProcess } from '../support/uciProcess.ts';
import { START } from './engines.ts';

const folder = temporaryFolder();

let game: UciProcess | null = null;
afterEach(async () => game?.close());

/** The output for lines that are all available from the start. */
async function play(args: readonly string[], ...lines: string[]): Promise<string[]> {
  game = new UciProcess('play', ...args);
  game.send(...lines);
  expect(await game.end()).toEqual({ code: 0, signal: null });
  expect(game.errors).toBe('');
  return game.lines;
}

const TWO = ['--white', 'human', '--black', 'human'];
const QUICK = ['--depth', '2'];

describe('refrain play', () => {
  test('two humans: only necessary output, and the end of input ends it', async () => {
    expect(await play(TWO)).toEqual([]);
    expect(await play(TWO, 'e4', 'e7e5', 'Ke3', 'fen')).toEqual([
      'the king on e1 cannot go to e3',
      'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
    ]);
    expect(await play(TWO, 'f3', 'e5', 'g4', 'Qh4')).toEqual(['0-1  Black wins by checkmate']);
  });

  test('the engine replies to each move before the next line is read', async () => {
    const lines = await play(QUICK, 'a3', 'h3', 'undo', 'undo', 'fen');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^1\.\.\. \S+ {2}.*, depth 2, [\d,]+ nodes, \d+\.\d\d s$/);
    expect(lines[1]).toMatch(/^2\.\.\. /);
    expect(lines.slice(2)).toEqual([
      expect.stringMatching(/^taken back: h3 \S+$/),
      expect.stringMatching(/^taken back: a3 \S+$/),
      START,
    ]);
  });

  test('the default opponent is of the other kind', async () => {
    expect((await play(['--white', 'engine', ...QUICK], 'pgn'))[0]).toMatch(/^1\. /);
    expect((await play(['--black', 'human', ...QUICK], 'pgn'))[0]).toMatch(/^1\. /);
    expect((await play(['--black', 'engine', ...QUICK], 'fen'))[0]).toBe(START);
    expect((await play(QUICK, 'fen'))[0]).toBe(START);
  });

  test('engine against engine plays to the end without input', async () => {
    const fen = '8/8/8/8/8/4k3/8/q3K3 w - - 0 1';
    const seats = ['--white', 'engine', '--black', 'engine'];
    const out = await play([...seats, '--fen', fen, '--depth', '4']);
    expect(out.at(-1)).toBe('0-1  Black wins by checkmate');
    expect((await play([...seats, ...QUICK, '--fen', fen], 'pgn')).join('\n')).toMatch(
      /\[White "Refrain"\]\n\[Black "Refrain"\]/,
    );
  });

  test('a flag falls without any input', async () => {
    game = new UciProcess('play', ...TWO, '--clock', '0.002');
    expect(await game.waitFor(/-/)).toBe('0-1  White loses on time');
    expect(await game.end()).toEqual({ code: 0, signal: null });
  });

  test('a weaker engine plays legal moves too', async () => {
    const lines = await play(['--elo', '700', '--clock', '1+1'], 'a3', 'h3');
    expect(lines).toEqual(Array(2).fill(expect.stringMatching(/^\d\.\.\. \S+ {2}/)));
  });

  test('quit exits at once', async () => {
    expect(await play(TWO, 'quit', 'fen')).toEqual([]);
  });

  test('a line without an end is skipped with a message, and the game goes on', async () => {
    game = new UciProcess('play', ...TWO);
    game.send('e4');
    const long = Buffer.alloc(1 << 20, 'e');
    game.write(long);
    game.write(long);
    expect(await game.waitFor(/./)).toBe('a line of more than 1048576 characters is skipped');
    for (let i = 0; i < 20; i++) game.write(long);
    game.send('', 'e5', 'moves'.padEnd(1 << 20), 'fen');
    expect(await game.end()).toEqual({ code: 0, signal: null });
    expect(game.errors).toBe('');
    expect(game.lines).toHaveLength(3);
    expect(game.lines[2]).toBe('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
  });

  test('lines that come while the engine thinks wait for their turn', async () => {
    // More than is read at a time.
    const fens = Array<string>(1000).fill('fen'.padEnd(100));
    const out = await play(QUICK, fens.join('\n'), 'a3', fens.join('\n'), 'h3', 'fen');
    expect(out).toHaveLength(2003);
    expect(out.findIndex((line) => /^1\.\.\. /.test(line))).toBe(1000);
    expect(out.findIndex((line) => /^2\.\.\. /.test(line))).toBe(2001);
  });

  test.each([
    [['--white', 'cat'], /'cat'/],
    [['--fen', 'rubbish'], /FEN/],
    [['--clock', 'soon'], /'soon'/],
    [['--clock', '0'], /'0'/],
    [['--depth', '0'], /depth/],
    [['--elo', '100'], /600 to 3000/],
    [['--hash', '99999'], /hash.* number from 1 to \d+/],
    [['--threads', '100000'], /threads.* number from 1 to \d+/],
    [['--elo', '1200', ...TWO], /--elo has no effect: no engine plays$/],
    [['e4'], /argument/],
  ])('rejects %s', async (args, reason) => {
    expect(await fail('play', ...args)).toMatch(reason);
  });

  test('pgn FILE appends to PGN only', async () => {
    const files = {
      program: '\x7fELF\x02\x01\x01\0\0',
      notes: '# Notes\n',
      json: '{"a": 1}',
      'empty.pgn': '',
      'bare.pgn': '\ufeff% escaped\n1. e4 e5 *\n',
    };
    const path = (name: string) => join(folder, name);
    for (const [name, content] of Object.entries(files)) writeFileSync(path(name), content);
    const names = [...Object.keys(files), 'new.pgn', 'new.pgn'];
    const told = await play(TWO, 'e4', ...names.map((name) => `pgn ${path(name)}`));
    for (const [i, name] of names.entries()) {
      if (name.endsWith('.pgn')) {
        expect(told[i]).toBe(`added to ${path(name)}`);
      } else {
        expect(told[i]).toMatch(/^not saved: .* is not a PGN file$/);
        expect(readFileSync(path(name), 'utf8')).toBe(files[name as keyof typeof files]);
      }
    }
    expect(unwrap(parsePgn(readFileSync(path('new.pgn'), 'utf8')))).toHaveLength(2);
  });

  test('a file that cannot be read or written is named once', async () => {
    const missing = ['e4', 'pgn /no/such', `pgn ${folder}`];
    expect(await play(TWO, ...missing)).toEqual([
      "not saved: cannot write '/no/such': no such file or folder",
      expect.stringMatching(/^not saved: '.*' is not a file but a folder$/),
    ]);
    expect(await fail('play', '--book', '/no/such')).toBe(
      "refrain: '/no/such': no such file or folder",
    );
    expect(await fail('play', '--book', folder)).toMatch(
      /^refrain: '.*' is not a file but a folder$/,
    );
  });

  test('a problem of the engine is a line on standard error, and the game goes on', async () => {
    const fen = '8/8/8/8/8/4k3/8/4K2R w - - 0 1';
    copyFileSync(join(FEW_TABLEBASES, 'KPvK.rtbw'), join(folder, 'KPvK.rtbw'));
    const table = readFileSync(join(FEW_TABLEBASES, 'KRvK.rtbw'));
    writeFileSync(join(folder, 'KRvK.rtbw'), table.subarray(0, 100));
    game = new UciProcess('play', '--black', 'human', ...QUICK, '--fen', fen, '--syzygy', folder);
    game.send('pgn');
    expect(await game.end()).toEqual({ code: 0, signal: null });
    expect(game.errors).toBe(`refrain: ${join(folder, 'KRvK.rtbw')} is not a complete tablebase\n`);
    expect(game.lines[0]).toMatch(/^1\. /);
  });

  test.each(['depth', 'nodes'])('a level and --%s cannot be combined', async (name) => {
    expect(await fail('play', '--elo', '1200', `--${name}`, '5')).toMatch(
      `--elo and --${name} cannot be combined`,
    );
  });
});

/** Has the program take its pipes for a terminal. */
const TERMINAL =
  'data:text/javascript,process.stdin.isTTY = process.stdout.isTTY = true; process.stdout.hasColors = () => false;';

/** Starts a game in which the engine moves first and has a quarter of an hour. */
function startAtTerminal() {
  const words = [BUILT, 'play', '--black', 'human', '--movetime', '900000'];
  const child = spawn(process.execPath, ['--import', TERMINAL, ...words]);
  onTestFinished(() => void child.kill());
  return child;
}

describe('while the engine is starting', () => {
  test('Enter makes it move at once', async () => {
    const { stdin, stdout } = startAtTerminal();
    stdin.write('\r');
    let output = '';
    for await (const text of stdout.setEncoding('utf8')) {
      output += text;
      if (output.includes('Black> ')) break;
    }
    expect(output).toContain('Black> ');
  });

  test('Ctrl-C quits', async () => {
    const child = startAtTerminal();
    await once(child.stdout, 'data');
    child.stdout.resume();
    child.stdin.write('\x03');
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});
