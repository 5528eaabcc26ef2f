/** `refrain analyze`, as a person or a script runs it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elementsOf } from '../support/markup.ts';
import { fail, refrain, succeed } from '../support/runCli.ts';
import { UciProcess } from '../support/uciProcess.ts';

const GAMES = `[Event "A <b>bold</b> start"]
[White "Ann"]
[Black "Bob & Co"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[White "Eve"]

1. e4 e5 *
`;

let folder: string;
let pgn: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-analyze-'));
  pgn = at('games.pgn');
  writeFileSync(pgn, GAMES);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('refrain analyze of a position', () => {
  test('gives the lines asked for, with score, chances, board and SAN', async () => {
    const mate = '6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1';
    const text = (await succeed('analyze', mate, '--depth', '3', '--lines', '2')).join('\n');
    expect(text).toMatch(/^depth 3 {2}line 1 {2}#1 {2}w 1000 d 0 l 0 {2}1\. Ra8#$/m);
    expect(text).toMatch(/^1 {2}R \. \. \. K \. \. R/m);
    expect(text).toMatch(/^White 100% █+ 0% Black, draws 0%$/m);
    expect(text).toMatch(/^│ 1 │ +#1 │ +\d+ │ 1\. Ra8# +│$/m);
    expect(text).toMatch(/^│ 2 │/m);
    expect(text).not.toMatch(/^│ 3 │/m);
    expect(text).not.toContain('\x1b');
  });

  test('takes a FEN in words, moves, and the start position for none', async () => {
    const start = await succeed('analyze', '--depth', '2', '--moves', 'e2e4', 'c7c5');
    expect(start.join('\n')).toContain('rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq');
    const words = 'K7/8/8/8/8/8/1r6/k7 b - - 3 9'.split(' ');
    const text = (await succeed('analyze', ...words, '--depth', '2')).join('\n');
    expect(text).toContain('Black to move');
  });

  test('of a game that is over says so', async () => {
    const over = 'R5k1/5ppp/8/8/8/8/8/4K2R b K - 0 1';
    expect((await succeed('analyze', over, '--depth', '2')).at(-1)).toBe('Checkmate');
  });
});

describe('refrain analyze of a game', () => {
  test('judges every move and sums up each side', async () => {
    const text = (await succeed('analyze', pgn, '--depth', '4')).join('\n');
    expect(text).toMatch(/^Ann – Bob & Co, 0-1$/m);
    expect(text).toMatch(/^2\. g4\?\? {2}#-1 {2}best \S+$/m);
    expect(text).toMatch(/^2\.\.\. Qh4# {2}#$/m);
    expect(text).toMatch(/│ +│ +Ann │ Bob & Co │/);
    expect(text).toMatch(/│ Accuracy +│ +\d+\.\d% │ +\d+\.\d% │/);
  });

  test('writes PGN that chess.js reads, and HTML and SVG that are well formed', async () => {
    const files = ['--pgn', at('a.pgn'), '--html', at('a.html'), '--svg', at('a.svg')];
    await succeed('analyze', pgn, '--depth', '3', ...files);
    const chess = new Chess();
    chess.loadPgn(readFileSync(at('a.pgn'), 'utf8'));
    expect(chess.history()).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
    expect(chess.getHeaders().Annotator).toMatch(/^Refrain /);
    expect(elementsOf(readFileSync(at('a.html'), 'utf8'))).toContain('main');
    expect(elementsOf(readFileSync(at('a.svg'), 'utf8'))).toContain('path');
    expect(readFileSync(at('a.html'), 'utf8')).toContain('A &lt;b&gt;bold&lt;/b&gt; start');
  });

  test('of all games writes them into one page, and a picture for each', async () => {
    const files = ['--pgn', '-', '--html', at('all.html'), '--svg', at('all.svg')];
    const out = await succeed('analyze', pgn, '--all', '--depth', '2', ...files);
    expect(out.filter((line) => line.startsWith('[White '))).toHaveLength(2);
    const elements = elementsOf(readFileSync(at('all.html'), 'utf8'));
    expect(elements.filter((name) => name === 'article')).toHaveLength(2);
    for (const name of ['all-1.svg', 'all-2.svg']) elementsOf(readFileSync(at(name), 'utf8'));
  });

  test('picks a game by its number', async () => {
    const out = await succeed('analyze', pgn, '--game', '2', '--depth', '2');
    expect(out[0]).toBe('Eve – Black');
  });

  test('that is stopped writes what it has', async () => {
    const html = at('stopped.html');
    const moves = 'Nf3 Nf6 Ng1 Ng8 '.repeat(8);
    writeFileSync(at('long.pgn'), `${moves}*\n`);
    const stopped = new UciProcess('analyze', at('long.pgn'), '--nodes', '100000', '--html', html);
    await stopped.waitFor(/^1\. Nf3/);
    stopped.interrupt();
    expect(await stopped.exit).toEqual({ code: 130, signal: null });
    expect(stopped.lines.join('\n')).toMatch(/^Stopped: \d+ of 32 plies not judged\.$/m);
    const text = readFileSync(html, 'utf8');
    expect(elementsOf(text)).toContain('article');
    expect(text).toMatch(/The analysis was stopped/);
  });
});

describe('refrain analyze refuses', () => {
  test('what is no position, no file and no game, in one line', async () => {
    expect(await fail('analyze', 'rubbish', '--depth', '1')).toMatch(/FEN/);
    expect(await fail('analyze', at('none.pgn'), '--depth', '1')).toMatch(/no such file/);
    expect(await fail('analyze', folder, '--depth', '1')).toMatch(/EISDIR|directory/);
    expect(await fail('analyze', pgn, '--game', '3', '--depth', '1')).toMatch(/no game 3, only 2/);
    writeFileSync(at('empty.pgn'), '\n');
    expect(await fail('analyze', at('empty.pgn'))).toMatch(/no game/);
    writeFileSync(at('bad.pgn'), '1. e4 e5 2. Ke3 *\n');
    expect(await fail('analyze', at('bad.pgn'))).toMatch(/game 1: move 2\. illegal move: 'Ke3'/);
  });

  test('a search without an end where nobody could stop it, and limits that are none', async () => {
    expect(await fail('analyze')).toMatch(/nothing ends this search/);
    expect(await fail('analyze', '--depth', 'deep')).toMatch(/depth/);
    expect(await fail('analyze', '--depth', '1', '--threads', '9999')).toMatch(/threads/);
    expect(await fail('analyze', '--depth', '1', '--moves', 'e2e5')).toMatch(/illegal move/);
    const files = ['--pgn', '-', '--html', '-'];
    expect(await fail('analyze', pgn, '--depth', '1', ...files)).toMatch(/standard output/);
  });

  test('a file that cannot be written, before it begins', async () => {
    const { code, out } = await refrain('analyze', pgn, '--depth', '1', '--svg', at('no/x.svg'));
    expect({ code, out }).toEqual({ code: 1, out: [] });
  });
});
