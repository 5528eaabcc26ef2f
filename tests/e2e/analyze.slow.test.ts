/** `refrain analyze`, as users and scripts run it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { describe, expect, test, vi } from 'vitest';
import { elementsOf } from '../support/markup.ts';
import { fail, refrain, refrainProcess, succeed } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { UciProcess } from '../support/uciProcess.ts';

const GAMES = `[Event "A <b>bold</b> start"]
[White "Ann"]
[Black "Bob & Co"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[White "Eve"]

1. e4 e5 *
`;

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
const pgn = at('games.pgn');
writeFileSync(pgn, GAMES);

describe('refrain analyze of a position', () => {
  test('shows the requested lines, with score, probabilities, board and SAN', async () => {
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

  test('takes a FEN in several arguments, and moves; the start position is the default', async () => {
    const start = await succeed('analyze', '--depth', '2', '--moves', 'e2e4', 'c7c5');
    expect(start.join('\n')).toContain('rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq');
    const words = 'K7/8/8/8/8/8/1r6/k7 b - - 3 9'.split(' ');
    const text = (await succeed('analyze', ...words, '--depth', '2')).join('\n');
    expect(text).toContain('Black to move');
  });

  test('takes no moves after the end of the game, as go', async () => {
    const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    const moves = [...shuffle, ...shuffle, ...shuffle, ...shuffle, 'e4'];
    for (const words of [
      ['analyze', '--depth', '1'],
      ['go', 'depth', '1'],
    ]) {
      const { code, err } = await refrain(...words, '--moves', ...moves);
      expect([code, err]).toEqual([1, ["refrain: the game is over; cannot play 'e4'"]]);
    }
  });

  test('is plain data with --json, as is that of go', async () => {
    const mate = '6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1';
    const [analysis] = await succeed('analyze', mate, '--depth', '3', '--lines', '2', '--json');
    const [search] = await succeed('go', 'depth', '3', '--fen', mate, '--lines', '2', '--json');
    for (const text of [analysis, search]) {
      const { fen, turn, end, best, lines, tablebase } = JSON.parse(text!);
      expect({ fen, turn, end, best, tablebase }).toEqual({
        fen: mate,
        turn: 'white',
        end: null,
        best: 'a1a8',
        tablebase: null,
      });
      expect(lines.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2]);
      expect(lines[0]).toMatchObject({
        depth: 3,
        score: { mate: 1 },
        bound: null,
        uci: ['a1a8'],
        san: ['Ra8#'],
        wdl: { win: 1000, draw: 0, loss: 0 },
      });
    }
    // Scores and probabilities are of the side to move.
    const lost = '6k1/5ppp/8/8/8/8/8/RR2K3 b - - 0 1';
    const [black] = await succeed('analyze', lost, '--depth', '4', '--json');
    const [line] = JSON.parse(black!).lines;
    expect(line.score.cp ?? line.score.mate).toBeLessThan(0);
    expect(line.wdl.loss).toBeGreaterThan(900);
    const over = 'R5k1/5ppp/8/8/8/8/8/4K2R b K - 0 1';
    const [end] = await succeed('analyze', over, '--depth', '2', '--json');
    expect(JSON.parse(end!)).toMatchObject({ end: 'checkmate', best: null, lines: [] });
  });

  test('of a game that is over says so', async () => {
    const over = 'R5k1/5ppp/8/8/8/8/8/4K2R b K - 0 1';
    expect((await succeed('analyze', over, '--depth', '2')).at(-1)).toBe('checkmate');
  });
});

describe('refrain analyze of a game', () => {
  test('judges every move, says how far it is, and sums up each side', async () => {
    const out = await succeed('analyze', pgn, '--game', '1', '--depth', '4', '--threads', '2');
    expect(out[0]).toMatch(/^0%, first pass$/);
    const text = out.join('\n');
    expect(text).toMatch(/^Ann – Bob & Co, 0-1\nA00 Barnes Opening: Fool's Mate$/m);
    expect(text).toMatch(/│ +2 │ g4\?\? \(\S+\) │ +#-1 │ Qh4# +│ +# │/);
    expect(text).toMatch(/│ +│ +Ann │ Bob & Co │/);
    expect(text).toMatch(/│ Accuracy +│ +[\d.]+% │ +100\.0% │/);
  });

  test('marks mistakes, and says why', async () => {
    writeFileSync(at('mate.pgn'), '1. h3 e5 2. g4 d5 3. f3 Qh4# 0-1\n');
    const text = (await succeed('analyze', at('mate.pgn'), '--depth', '5')).join('\n');
    expect(text).toMatch(/^3\. f3\?\? {2}Blunder: allows mate in 1\. Best was \S+\.$/m);
  });

  test('writes PGN that chess.js reads, and HTML and SVG that are well formed', async () => {
    const files = ['--pgn', at('a.pgn'), '--html', at('a.html'), '--svg', at('a.svg')];
    await succeed('analyze', pgn, '--game', '1', '--depth', '3', ...files);
    const chess = new Chess();
    chess.loadPgn(readFileSync(at('a.pgn'), 'utf8'));
    expect(chess.history()).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
    expect(chess.getHeaders().RefrainReview).toMatch(/^Refrain /);
    expect(elementsOf(readFileSync(at('a.html'), 'utf8'))).toContain('main');
    expect(elementsOf(readFileSync(at('a.svg'), 'utf8'))).toContain('path');
    expect(readFileSync(at('a.html'), 'utf8')).toContain('A &lt;b&gt;bold&lt;/b&gt; start');
  });

  test('of all games writes one page, and a chart for each', async () => {
    const files = ['--pgn', '-', '--html', at('all.html'), '--svg', at('all.svg')];
    const out = await succeed('analyze', pgn, '--all', '--depth', '2', ...files);
    expect(out.filter((line) => line.startsWith('[White '))).toHaveLength(2);
    const elements = elementsOf(readFileSync(at('all.html'), 'utf8'));
    expect(elements.filter((name) => name === 'article')).toHaveLength(2);
    expect(elements.filter((name) => name === 'table')).toHaveLength(3);
    for (const name of ['all-1.svg', 'all-2.svg']) elementsOf(readFileSync(at(name), 'utf8'));
  });

  test('of the first game says that it is not the only one, unless it was chosen', async () => {
    const { code, err } = await refrain('analyze', pgn, '--depth', '1');
    expect(code).toBe(0);
    expect(err).toEqual([
      expect.stringMatching(
        /^refrain: '.*': only the first game was reviewed; see --game and --all$/,
      ),
    ]);
    expect((await refrain('analyze', pgn, '--game', '1', '--depth', '1')).err).toEqual([]);
  });

  test('of all games skips those that cannot be read or reviewed, and says so', async () => {
    writeFileSync(at('mixed.pgn'), `1. e4 e5 2. Ke3 *\n\n${GAMES}\n1. e4 -- 2. d4 *\n`);
    const { code, out, err } = await refrain('analyze', at('mixed.pgn'), '--all', '--depth', '1');
    expect(code).toBe(0);
    expect(err).toEqual([
      expect.stringMatching(/^refrain: '.*', game 1 skipped: move 2\. illegal/),
      expect.stringMatching(
        /^refrain: '.*', game 4 skipped: a game with null moves is not reviewed/,
      ),
    ]);
    expect(out.join('\n')).toContain('Ann – Bob & Co');
  });

  test('writes JSON to standard output or a file', async () => {
    const out = await succeed('analyze', pgn, '--game', '1', '--depth', '3', '--json');
    const { games } = JSON.parse(out.join('\n'));
    expect(games[0]).toMatchObject({ isComplete: true, result: '0-1', opening: { eco: 'A00' } });
    expect(games[0].moves.map(({ san }: { san: string }) => san)).toEqual([
      'f3',
      'e5',
      'g4',
      'Qh4#',
    ]);
    await succeed('analyze', pgn, '--game', '1', '--depth', '3', '--json', at('a.json'));
    expect(JSON.parse(readFileSync(at('a.json'), 'utf8')).games[0].moves).toEqual(games[0].moves);
  });

  test('picks a game by its number', async () => {
    const out = await succeed('analyze', pgn, '--game', '2', '--depth', '2');
    expect(out).toContain('Eve – Black');
  });

  test('writes its results when interrupted, and continues with its journal', async () => {
    const [html, journal] = [at('stopped.html'), at('stopped.journal')];
    const moves =
      'a4 h5 Ra3 Rh6 Rg3 Rg6 Nc3 Nc6 d4 d5 Nf3 Nf6 Rxg6 fxg6 g3 Bf5 Bg2 e6 O-O Bd6 Re1 Qe7 Bg5 O-O-O ' +
      'e4 dxe4 Nxe4 Bxe4 Rxe4 Qf7 c3 e5 ';
    writeFileSync(at('long.pgn'), `${moves}*\n`);
    const command = ['analyze', at('long.pgn'), '--nodes', '3000', '--html', html];
    const stopped = new UciProcess(...command, '--journal', journal);
    await stopped.waitFor(/^[1-9]\d?%, .+ left/);
    stopped.interrupt();
    expect(await stopped.exit).toEqual({ code: 130, signal: null });
    expect(stopped.lines.join('\n')).toMatch(/^Stopped: \d+ of 32 plies reviewed/m);
    const text = readFileSync(html, 'utf8');
    expect(elementsOf(text)).toContain('article');
    expect(text).toMatch(/The review was stopped early/);

    const before = readFileSync(journal, 'utf8');
    // A crash may leave an incomplete last line.
    writeFileSync(journal, `${before}{"game":"tor`);
    await succeed(...command, '--journal', journal);
    const straight = at('straight.html');
    await succeed(...command.slice(0, -1), straight, '--threads', '2');
    expect(readFileSync(html, 'utf8')).toBe(readFileSync(straight, 'utf8'));
    expect(readFileSync(html, 'utf8')).not.toMatch(/stopped early/);
    const after = readFileSync(journal, 'utf8');
    expect(after.startsWith(before)).toBe(true);
    const searches = after.trim().split('\n').slice(1);
    const tasks = searches.map((line) => {
      const { ply, limits, without, after } = JSON.parse(line.slice(9));
      return JSON.stringify({ ply, limits, without, after });
    });
    expect(new Set(tasks).size).toBe(tasks.length);
  });

  test('notices a damaged journal, and one of other settings', async () => {
    const journal = at('flipped.journal');
    const command = [
      'analyze',
      pgn,
      '--game',
      '1',
      '--nodes',
      '2000',
      '--journal',
      journal,
      '--json',
    ];
    const whole = await succeed(...command);
    const lines = readFileSync(journal, 'utf8').split('\n');
    lines[2] = lines[2]!.replace(/"score":-?\d/, '"score":7');
    lines[3] = lines[3]!.replace('a', 'b');
    writeFileSync(journal, lines.join('\n'));
    const { code, out, err } = await refrain(...command);
    expect(code).toBe(0);
    expect(err).toEqual([expect.stringMatching(/: [12] damaged lines not used$/)]);
    expect(out).toEqual(whole);
    expect(await fail(...command, '--hash', '16')).toMatch(/another version, --hash or --syzygy/);
  });
});

describe('refrain analyze of a hostile file', () => {
  test('with a comment of 40 MB is read without a multiple of that in memory', async () => {
    writeFileSync(at('talk.pgn'), `[Event "x"]\n\n1. e4 {${'word '.repeat(8_000_000)}} e5 *\n`);
    vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=100');
    const run = ['analyze', at('talk.pgn'), '--json', at('talk.json'), '--nodes', '100'];
    // The limit is that of a process.
    const { code, err } = await refrainProcess(...run).finally(() => vi.unstubAllEnvs());
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(JSON.parse(readFileSync(at('talk.json'), 'utf8')).games[0].moves).toHaveLength(2);
  });

  test('with too many games is rejected', async () => {
    writeFileSync(at('many.pgn'), '1. e4 *\n\n'.repeat(1001));
    expect(await fail('analyze', at('many.pgn'), '--all', '--depth', '1')).toMatch(/--game/);
  });
});

describe('refrain analyze rejects', () => {
  test('input that is not a position, a file or a game, in one line', async () => {
    expect(await fail('analyze', 'rubbish', '--depth', '1')).toMatch(/FEN/);
    expect(await fail('analyze', at('none.pgn'), '--depth', '1')).toMatch(/no such file/);
    expect(await fail('analyze', folder, '--depth', '1')).toMatch(/is not a file but a folder/);
    expect(await fail('analyze', pgn, '--game', '3', '--depth', '1')).toMatch(/no game 3, only 2/);
    writeFileSync(at('empty.pgn'), '\n');
    expect(await fail('analyze', at('empty.pgn'))).toMatch(/no game/);
    writeFileSync(at('bad.pgn'), '1. e4 e5 2. Ke3 *\n');
    expect(await fail('analyze', at('bad.pgn'))).toMatch(/game 1: move 2\. illegal move: 'Ke3'/);
  });

  test('infinite searches that cannot be stopped, and invalid limits', async () => {
    expect(await fail('analyze')).toMatch(/the search would never end/);
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
