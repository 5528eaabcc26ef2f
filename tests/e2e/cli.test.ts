/** The commands of the built binary, as users and scripts run them. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fail, ROOT, type Run, refrain, refrainProcess, succeed } from '../support/runCli.ts';
import { FEW_TABLEBASES } from '../support/tablebases.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';
import { BESTMOVE, checkAnswer, KIWIPETE, play, START } from './engines.ts';

/** Splits the output of `refrain go` into info lines and summary. */
function splitSummary(out: readonly string[]): { search: string[]; summary: string } {
  const end = out.findIndex((line) => BESTMOVE.test(line)) + 1;
  return { search: out.slice(0, end), summary: out.slice(end).join('\n') };
}

describe('refrain go', () => {
  test('searches the start position, then shows board, best line in SAN and score', async () => {
    const { search, summary } = splitSummary(await succeed('go', 'depth', '6'));
    const best = checkAnswer(START, search);
    expect(summary).toContain('8 | r | n | b | q | k | b | n | r |');
    expect(summary).toContain('1 | R | N | B | Q | K | B | N | R |');
    const line = /^Best line +1\. (\S+) (.*)$/m.exec(summary)!;
    expect(line[1]).toBe(play(START, [best]).history()[0]);
    expect(summary).toMatch(/^Score +[+-]?\d+\.\d\d for White$/m);
    expect(summary).toMatch(/^Searched +[\d,]+ nodes to depth 6 in \d+\.\d\d s$/m);
  });

  test('the summary has the moves of the last pv', async () => {
    const { search, summary } = splitSummary(await succeed('go', 'depth', '4', '--fen', KIWIPETE));
    checkAnswer(KIWIPETE, search);
    const pv = / pv (.*)$/.exec(search.at(-2)!)![1]!.split(' ');
    const sans = / {2}(\S.*)$/.exec(/^Best line.*$/m.exec(summary)![0])![1]!;
    expect(sans.split(' ').filter((word) => !/^\d+\.+$/.test(word))).toEqual(
      play(KIWIPETE, pv).history(),
    );
    expect(sans).toMatch(/^1\. \S+ \S+ 2\. /);
  });

  test('plays --moves first, and numbers the line for Black', async () => {
    const out = await succeed('go', 'depth', '4', '--moves', 'e2e4', 'e7e5', 'g1f3');
    const { search, summary } = splitSummary(out);
    checkAnswer(play(START, ['e2e4', 'e7e5', 'g1f3']).fen(), search);
    expect(summary).toMatch(/^Best line +2\.\.\. \S+ 3\. /m);
    expect(summary).toContain('3 |   |   |   |   |   | N |   |   |');
  });

  test('shows a mate in moves, for the side that mates', async () => {
    const mates = {
      '7k/8/8/8/8/8/R7/1R2K3 w - - 0 1': 'mate in 2 for White',
      '1r2k3/r7/8/8/8/8/8/7K b - - 0 1': 'mate in 2 for Black',
    };
    for (const [fen, score] of Object.entries(mates)) {
      const { summary } = splitSummary(await succeed('go', 'depth', '12', '--fen', fen));
      expect(summary).toMatch(new RegExp(`^Score +${score}$`, 'm'));
      expect(summary).toMatch(/^Best line .*#$/m);
    }
  });

  test('says so if there is nothing to search', async () => {
    const mated = await succeed('go', 'depth', '3', '--moves', 'f2f3', 'e7e5', 'g2g4', 'd8h4');
    expect(mated[0]).toBe('info string checkmate');
    expect(mated).toContain('bestmove (none)');
    expect(splitSummary(mated).summary).toMatch(/^Score +Black has checkmated$/m);
    const stalemate = await succeed('go', 'depth', '3', '--fen', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
    expect(stalemate[0]).toBe('info string draw by stalemate');
    expect(stalemate).toContain('bestmove (none)');
    expect(splitSummary(stalemate).summary).toMatch(/^Score +0\.00 for White$/m);
  });

  test('go and analyze say that a draw can be claimed', async () => {
    const moves = ['--moves', 'Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8'];
    const [first] = await succeed('go', 'depth', '3', ...moves);
    expect(first).toBe('info string draw by threefold repetition');
    const claim = 'White can claim a draw by threefold repetition';
    expect(await succeed('analyze', '--depth', '3', ...moves)).toContain(claim);
  });

  test.each([
    ['checkmate', 'R5k1/5ppp/8/8/8/8/8/4K2R b K - 0 1', null],
    ['stalemate', 'k7/P7/K7/8/8/8/8/8 b - - 0 1', { wdl: 0, dtz: 0, moves: [] }],
  ])('--json after %s is that of analyze, without lines', async (end, fen, tablebase) => {
    const options = ['--syzygy', FEW_TABLEBASES, '--json'];
    const searched = await succeed('go', 'depth', '1', '--fen', fen, ...options);
    const analyzed = await succeed('analyze', fen, '--depth', '1', ...options);
    expect(JSON.parse(searched.join(''))).toMatchObject({ end, best: null, lines: [], tablebase });
    expect(analyzed).toEqual(searched);
    // Without a limit, because nothing is searched.
    expect(await succeed('analyze', ` ${fen}\n`, ...options)).toEqual(analyzed);
    expect(await succeed('go', '--fen', fen, ...options)).toEqual(searched);
  });

  test('an infinite search with nothing left to do ends', async () => {
    const stalemate = await refrain('go', 'infinite', '--fen', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
    expect(splitSummary(stalemate.out).summary).toMatch(/^Score +0\.00 for White$/m);
  });

  test('illegal searchmoves are an error', async () => {
    expect(await fail('go', 'depth', '2', 'searchmoves', 'e2e5')).toBe(
      "refrain: illegal searchmoves: 'e2e5'",
    );
    expect(await fail('go', 'depth', '2', 'searchmoves', 'e5')).toBe(
      "refrain: illegal searchmoves: 'e5'",
    );
  });

  test.each([
    ['depth 2 depth 3', 'depth is given twice'],
    ['infinite depth 2', 'infinite and depth cannot be combined'],
    ['depth 2 winc 5', 'winc has no effect without wtime'],
    ['depth -3', "invalid limit: 'depth -3'"],
  ])('a limit that is wrong or has no effect is an error: %s', async (limits, reason) => {
    expect(await fail('go', ...limits.split(' '))).toBe(`refrain: ${reason}`);
  });

  test.each([
    ['nodes 1', '1 node'],
    ['movetime 50', '[\\d,]+ nodes'],
    ['wtime 500 btime 500', '[\\d,]+ nodes'],
  ])('accepts every limit of UCI: %s', async (limits, nodes) => {
    const { search, summary } = splitSummary(await succeed('go', ...limits.split(' ')));
    checkAnswer(START, search);
    expect(summary).toMatch(new RegExp(`^Searched +${nodes} to `, 'm'));
  });
});

describe('the options of refrain go', () => {
  test('threads, hash and lines are applied; moves may be SAN', async () => {
    const options = [
      '--threads',
      '2',
      '--hash',
      '2',
      '--lines',
      '3',
      '--moves',
      'e4',
      'e7e5',
      'Nf3',
    ];
    const out = await succeed('go', 'depth', '5', ...options);
    const { search, summary } = splitSummary(out);
    expect(search.filter((line) => / depth 5 .* multipv [123] /.test(line))).toHaveLength(3);
    expect(summary).toMatch(/^Best line +2\.\.\. /m);
    expect(summary).toMatch(/^Line 3 +2\.\.\. .* for White, depth \d+\)$/m);
    expect(search.join()).not.toContain('currmove');
  });

  test('a search without a limit says how to end it', async () => {
    const child = execFile(PROGRAM, [...PROGRAM_ARGUMENTS, 'go', 'infinite'], { cwd: ROOT });
    let [errors, out] = ['', ''];
    child.stderr!.on('data', (text: string) => {
      errors += text;
    });
    child.stdout!.on('data', (text: string) => {
      if (!out.includes('info depth 2') && `${out}${text}`.includes('info depth 2'))
        child.kill('SIGINT');
      out += text;
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(errors).toBe('refrain: press Ctrl-C to stop the search\n');
    expect(out).toMatch(/^bestmove /m);
    expect(out).toMatch(/^Best line /m);
  });

  test('in a pipe, a search without a limit has to be asked for', async () => {
    for (const words of ['', 'searchmoves e2e4', 'mate 1']) {
      const limits = words === '' ? [] : words.split(' ');
      const text = await fail('go', ...limits, '--threads', '1');
      expect(text).toMatch(/may never end: give a limit/);
    }
  });

  test('pondering is an error: nothing could tell that the expected move was played', async () => {
    expect(await fail('go', 'ponder')).toMatch(/cannot ponder/);
    expect(await fail('go', 'ponder', 'wtime', '1000', 'btime', '1000')).toMatch(/cannot ponder/);
  });
});

describe('refrain perft', () => {
  const TOTAL = /^(\d+) nodes \d+ ms \d+ nps$/;

  test('counts, from a FEN too', async () => {
    const out = await succeed('perft', '3', '--fen', KIWIPETE);
    expect(out).toHaveLength(1);
    expect(TOTAL.exec(out[0]!)?.[1]).toBe('97862');
    expect((await succeed('perft', '0'))[0]).toMatch(/^1 nodes /);
  });

  test('--divide counts below every root move', async () => {
    const out = await succeed('perft', '3', '--divide');
    expect(TOTAL.exec(out.at(-1)!)?.[1]).toBe('8902');
    const rows = out.slice(0, -1).map((line) => /^([a-h][1-8][a-h][1-8]): (\d+)$/.exec(line)!);
    expect(rows).toHaveLength(20);
    expect(new Set(rows.map(([, move]) => move)).size).toBe(20);
    expect(rows.reduce((sum, [, , nodes]) => sum + Number(nodes), 0)).toBe(8902);
    expect(rows.find(([, move]) => move === 'e2e4')?.[2]).toBe('600');
  });
});

describe('refrain perft --suite', () => {
  const folder = temporaryFolder();

  function suite(name: string, ...lines: string[]): string {
    const file = join(folder, name);
    writeFileSync(file, lines.join('\n'));
    return file;
  }
  const EPD = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "start"; D1 20; D2 400';

  test('checks our own suites', async () => {
    const out = await succeed(
      ...['perft', '--suite', 'perft/standard.epd', '--max-nodes', '100000'],
    );
    expect(out).toContainEqual(expect.stringMatching(/^start position: D1 ok, D2 ok, D3 ok$/));
    expect(out.at(-2)).toMatch(/^all \d+ counts are right$/);
    expect(out.at(-1)).toMatch(/^\d+ nodes \d+ ms \d+ nps$/);
  });

  test('a depth limits the depths', async () => {
    const deep = `${EPD.slice(0, EPD.indexOf(' id'))} id "deep"; D2 400;`;
    const out = await succeed('perft', '1', '--suite', suite('good.epd', `${EPD};`, deep));
    expect(out.slice(0, 2)).toEqual(['start: D1 ok', 'deep: no count to check']);
    expect(out.at(-1)).toMatch(/^20 nodes /);
  });

  test('limits that leave out all counts are an error', async () => {
    const file = suite('good.epd', EPD);
    for (const limits of [['--max-nodes', '1'], ['0']]) {
      const { code, err } = await refrain('perft', ...limits, '--suite', file);
      expect({ code, err }).toEqual({
        code: 1,
        err: ['refrain: no count to check: the depth or --max-nodes leaves out all'],
      });
    }
  });

  test('several suites are checked together', async () => {
    const files = [
      suite('one.epd', `${EPD};`),
      suite('two.epd', '', '# comment', `${EPD}; D3 8902;`),
    ];
    const out = await succeed('perft', '--suite', ...files);
    expect(out).toContain('all 5 counts are right');
  });

  test('a wrong count fails, and all the others are still checked', async () => {
    const file = suite('wrong.epd', `${EPD}; D3 8903;`, `${EPD.replace('"start"', '"again"')};`);
    const { code, out, err } = await refrain('perft', '--suite', file);
    expect(code).toBe(1);
    expect(out).toEqual(['start: D1 ok, D2 ok, D3 WRONG: 8902, not 8903', 'again: D1 ok, D2 ok']);
    expect(err).toEqual(['refrain: 1 of 5 counts are wrong']);
  });

  test('a missing file, or one that is not a suite, fails in one line', async () => {
    expect(await fail('perft', '--suite', join(folder, 'missing.epd'))).toMatch(/missing\.epd/);
    const files = [suite('good.epd', EPD), suite('bad.epd', EPD, 'rubbish')];
    expect(await fail('perft', '--suite', ...files)).toMatch(/bad\.epd.*line 2/);
    expect(await fail('perft', '--suite', folder)).toMatch(/is not a file but a folder$/);
    expect(await fail('perft', '--suite')).toMatch(/argument missing$/);
    expect(await fail('perft', '--suite', suite('good.epd', EPD), '--max-nodes', 'x')).toBe(
      "refrain: --max-nodes: 'x' is not a whole number from 0 to 1000000000",
    );
  });
});

describe('refrain bench', () => {
  test('its node count is the same every time', async () => {
    const total = async () => {
      const out = await succeed('bench', '3');
      const match = /^(\d+) nodes \d+ nps$/.exec(out.at(-1)!)!;
      const rows = out
        .slice(0, -1)
        .map((line) => /^(\d+) nodes {2}(\S+ [wb] \S+ \S+ \d+ \d+)$/.exec(line)!);
      expect(rows.length).toBeGreaterThanOrEqual(20);
      expect(rows.reduce((sum, [, nodes]) => sum + Number(nodes), 0)).toBe(Number(match[1]));
      return match[1];
    };
    expect(await total()).toBe(await total());
  });

  test('names a file that is no network', async () => {
    const line = await fail('bench', '1', '--eval-file', 'package.json');
    expect(line).toBe("refrain: 'package.json': not a network file");
  });
});

describe('bad arguments', () => {
  test.each([
    ['an unknown option of a command', ['go', '--loud']],
    ['an option without its value', ['go', '--fen']],
    ['a FEN that is none', ['go', 'depth', '2', '--fen', 'rubbish']],
    ['a FEN of several lines', ['go', 'depth', '2', '--fen', 'a\nb']],
    ['an impossible position', ['go', 'depth', '2', '--fen', '4k3/4R3/8/8/8/8/8/4K3 w - - 0 1']],
    ['moves that are none', ['go', '--moves', 'e2e4', 'depth', '2']],
    ['perft as a limit', ['go', 'perft', '3']],
    ['a limit without its number', ['go', 'depth']],
    ['no threads', ['go', 'depth', '2', '--threads', '0']],
    ['a size that is none', ['go', 'depth', '2', '--hash', 'much']],
    ['more lines than moves', ['go', 'depth', '2', '--lines', '257']],
    ['perft without a depth', ['perft']],
    ['perft to a negative depth', ['perft', '-2']],
    ['perft of a FEN that is none', ['perft', '2', '--fen', 'rubbish']],
    ['perft of too much', ['perft', '2', '3']],
    ['bench to depth 0', ['bench', '0']],
    ['bench too deep', ['bench', '128']],
    ['bench of too much', ['bench', '1', '2']],
  ])('%s: one line on standard error, exit code not 0', async (_, args) => {
    await fail(...args);
  });

  test.each([
    ['go', '--fen', START, '--fen', KIWIPETE],
    ['go', '--hash=1', 'depth', '2', '--hash', '2'],
    ['match', '--nodes', '10', '--nodes', '20'],
    ['analyze', '--no-verify', '--no-verify'],
    ['data', 'shuffle', 'x', '-o', 'y', '--output', 'y'],
    ['data', 'count', 'x', '--json', '--json', 'y'],
  ])('an option is given once: %s %s', async (...args) => {
    expect(await fail(...args)).toMatch(/^refrain: option '--[\w-]+' is given twice$/);
  });

  test.each([
    ['datagen', '-'],
    ['data', 'merge', 'x', '-o', '-'],
    ['match', '--engine', 'self', '--engine', 'self', '--nodes', '1', '--pgn', '-'],
    ['analyze', 'x.pgn', '--journal', '-'],
  ])('what a command goes back to is no standard output: %s %s', async (...args) => {
    expect(await fail(...args)).toMatch(/^refrain: .*not a file but standard output$/i);
  });

  test('options that collect values are given repeatedly, others once in every command line', async () => {
    const words = ['go', 'depth', '2', '--hash', '1', '--moves', 'e4', '--moves', 'e5'];
    for (let i = 0; i < 2; i++) {
      expect((await succeed(...words)).join('\n')).toMatch(/^Best line +2\. /m);
    }
  });

  test('the line names what is wrong', async () => {
    expect(await fail('sing')).toBe("refrain: no such command: 'sing'; see refrain help");
    expect(await fail('')).toBe("refrain: no such command: ''; see refrain help");
    expect(await fail(' ', 'uci')).toBe("refrain: no such command: ' '; see refrain help");
    expect(await fail('goo')).toBe("refrain: no such command: 'goo'; did you mean go?");
    expect(await fail('sing', '--loud')).toBe("refrain: no such command: 'sing'; see refrain help");
    expect(await fail('uci', 'sing')).toBe("refrain: unknown command: 'sing'");
    expect(await fail('help', 'mach')).toMatch(/did you mean match\?$/);
    for (const words of [
      ['data', 'lable', 'x'],
      ['help', 'data', 'lable'],
    ]) {
      expect(await fail(...words)).toBe(
        "refrain: no such command: 'data lable'; did you mean data label?",
      );
    }
    expect(await fail('book', 'foo')).toBe(
      "refrain: no such command: 'book foo'; see refrain help book",
    );
    expect(await fail('help', 'data', 'nosuch')).toBe(
      "refrain: no such command: 'data nosuch'; see refrain help data",
    );
    expect(await fail('perft', 'x')).toMatch(/^refrain: depth: 'x' is not a whole number/);
    expect(await fail('perft', '1', '--max-nodes', "it's")).toBe(
      "refrain: --max-nodes: 'it's' is not a whole number from 0 to 1000000000",
    );
    expect(await fail('data', 'merge', 'x', '-o')).toMatch(/'-o, --output <file>' .*missing$/);
    expect(await fail('--loud')).toContain("'--loud'");
    expect(await fail('go', 'depht', '2')).toContain("'depht 2'");
    expect(await fail('go', 'depth', '2', '--moves', 'e2e5')).toContain("'e2e5'");
    expect(await fail('perft', '99')).toContain('32');
  });
});

// `refrain` of these tests runs in a thread.
test.each([
  ['--version'],
  ['go', 'depth', '2'],
  ['perft', '2', '--divide'],
  ['bench', '1'],
  ['position startpos moves e2e4', 'go depth 1', 'd'],
  ['analyze', START, '--depth', '1', '--json'],
  ['tablebases', '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1', '--syzygy', FEW_TABLEBASES, '--json'],
  ['openings', '--count', '1', '--nodes', '100'],
  ['go', '--loud'],
  ['data', 'verify', '/no/such'],
])(
  'refrain %s %s ends by itself as a process, with the same output and exit code',
  async (...args) => {
    // Times and speeds differ, and so does what a search shows that takes long on a busy machine.
    const text = ({ code, out, err }: Run) =>
      [code, ...out.filter((line) => !line.includes(' currmove ')), ...err]
        .join('\n')
        .replace(/[\d,.]+/g, '#');
    expect(text(await refrainProcess(...args))).toBe(text(await refrain(...args)));
  },
);

test.each(['go depth 9', 'perft 5 --divide'])(
  'refrain %s exits silently if its reader goes away, like head',
  async (words) => {
    const child = execFile(PROGRAM, [...PROGRAM_ARGUMENTS, ...words.split(' ')], { cwd: ROOT });
    let errors = '';
    child.stderr!.on('data', (text: string) => {
      errors += text;
    });
    child.stdout!.once('data', () => child.stdout!.destroy());
    await new Promise((resolve) => child.on('close', resolve));
    expect(errors).toBe('');
  },
);

test('commands as arguments are executed one after the other', async () => {
  const out = await succeed('position startpos moves e2e4', 'go depth 3', 'd');
  const best = out.findIndex((line) => BESTMOVE.test(line));
  expect(best).toBeGreaterThan(0);
  expect(out.findIndex((line) => line.startsWith('Fen: '))).toBeGreaterThan(best);
});

test.each([
  [['position', 'startpos', 'moves', 'e2e4'], /expected position startpos .*; commands of several/],
  [['uci', 'go', 'depth', '3'], /^refrain: this search has no limit: 'go'; commands of several/],
  [['d', 'setoption'], /expected setoption .*; commands of several words need quotes/],
  [['d', 'go infinite'], /^refrain: this search has no limit: 'go infinite'$/],
  [['position'], /<move> ...]$/],
])('a command whose words are not quoted is explained: %j', async (words, message) => {
  expect(await fail(...words)).toMatch(message);
});

test.each([
  ['position fen BAD', /FEN/],
  ['position startpos moves e2e5', /e2e5/],
  ['setoption name Hash value 0', /Hash/],
  ['go depth x', /depth needs a number/],
  ['go depth 1.5', /^refrain: go: invalid limit: 'depth 1\.5'$/],
  ['go depth 2 depth 3', /depth is given twice/],
  ['go depth 2 searchmoves e2e5 e2e4', /^refrain: illegal searchmoves: 'e2e5'$/],
  ['setoption name syzygypath value /no/such', /^refrain: '\/no\/such': no such file or folder$/],
  ['hello', /unknown command/],
])('an invalid command ends the batch: %s', async (command, reason) => {
  const { code, out, err } = await refrain('position startpos', command, 'go depth 3');
  expect({ code, errors: err.length }).toEqual({ code: 1, errors: 1 });
  expect(err[0]).toMatch(reason);
  expect(out).toEqual([]);
});
