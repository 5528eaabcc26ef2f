/**
 * Invalid input to the built binary: it never crashes or hangs, prints a readable message, and keeps
 * the last valid position.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { printableText } from '../support/printable.ts';
import type { UciProcess } from '../support/uciProcess.ts';
import { BESTMOVE, checkAnswer, play, START, start, startForAll } from './engines.ts';

const KNIGHT_OUT = play(START, ['g1f3']).fen();

/** A single `info string` of reasonable length with printable characters only. */
function expectOneSentence(said: readonly string[]): void {
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(printableText('{5,200}', 'info string '));
}

/** Checks that the engine still answers, has the position, and searches it. */
async function expectUnharmed(engine: UciProcess, fen: string): Promise<void> {
  expect(await engine.say()).toEqual([]);
  expect(await engine.fen()).toBe(fen);
  checkAnswer(fen, await engine.ask('go depth 2', BESTMOVE));
  expect(engine.errors).toBe('');
}

const engineForAll = startForAll();
beforeEach(() => engineForAll().say('position startpos'));

describe('a bad position is rejected and the previous one kept', () => {
  test.each([
    'fen rubbish',
    'fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1',
    '',
    'startpos moves e2e4 e7e5 e1e3',
    'startpos moves f2f3 e7e5 g2g4 d8h4 a2a3',
  ])('position %s', async (words) => {
    const engine = engineForAll();
    await engine.say('position startpos moves g1f3');
    const said = await engine.say(`position ${words}`);
    expectOneSentence(said);
    expect(await engine.fen()).toBe(KNIGHT_OUT);
  });

  test('which is searched as before', async () => {
    const engine = engineForAll();
    await engine.say('position startpos moves g1f3', 'position fen rubbish');
    await expectUnharmed(engine, KNIGHT_OUT);
  });

  test('even if none was set up before', async () => {
    const engine = start();
    expectOneSentence(await engine.say('position startpos moves e2e4 e7e5 e1e3'));
    await expectUnharmed(engine, START);
  });

  test('with its history: a repetition still counts', async () => {
    const engine = engineForAll();
    const shuffle = 'g1f3 g8f6 f3g1 f6g8';
    await engine.say(`position startpos moves ${shuffle}`, 'position startpos moves e2e5');
    expect(await engine.say(`position startpos moves ${shuffle} ${shuffle}`)).toEqual([
      'info string draw by threefold repetition',
    ]);
  });
});

describe('unknown words', () => {
  test.each(['hello', 'go perft 0', '😀'])(
    '’%s’ is reported, and nothing else happens',
    async (line) => {
      expectOneSentence(await engineForAll().say(line));
    },
  );

  test('an unknown word after go is reported and ignored', async () => {
    const lines = await engineForAll().ask('go quickly depth 2', BESTMOVE);
    expectOneSentence(lines.filter((line) => line.startsWith('info string')));
    checkAnswer(START, lines);
  });

  test('empty lines, blanks and tabs are ignored', async () => {
    expect(await engineForAll().say('', ' ', '\t', '   \t  ', '')).toEqual([]);
  });

  test('blanks and tabs around words do not matter', async () => {
    const engine = engineForAll();
    expect(await engine.say('  position\t\tstartpos   moves \t e2e4  ')).toEqual([]);
    expect(await engine.fen()).toBe(play(START, ['e2e4']).fen());
    await engine.say('position startpos');
    expect(await engine.fen()).toBe(START);
  });
});

describe('an invalid go', () => {
  test.each(['depth -3', 'btime 50', `depth ${'9'.repeat(100_000)} nodes 100`])(
    'go %s is answered with a move and a message',
    async (limits) => {
      const engine = engineForAll();
      const lines = await engine.ask(`go ${limits}`, BESTMOVE);
      expectOneSentence(lines.filter((line) => line.startsWith('info string')));
      checkAnswer(START, lines);
    },
  );

  test.each(['depth 0', 'nodes 0', 'nodes 1'])(
    'go %s: a legal move and a score',
    async (limits) => {
      const engine = engineForAll();
      const fen = 'rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3';
      await engine.say(`position fen ${fen}`);
      const lines = await engine.ask(`go ${limits}`, BESTMOVE);
      checkAnswer(fen, lines);
      expect(lines).toHaveLength(2);
      // A queen up.
      expect(Number(/ score cp (-?\d+) /.exec(lines[0]!)![1])).toBeGreaterThan(400);
    },
  );
});

describe('huge lines', () => {
  test.each([
    ['a FEN', `position fen ${'8/'.repeat(50_000)} w - - 0 1`],
    ['a move', `position startpos moves ${'e'.repeat(100_000)}`],
    ["an option's value", `setoption name Hash value ${'9'.repeat(100_000)}`],
  ])('%s of 100 kB is answered in one short sentence', async (_, line) => {
    const engine = engineForAll();
    await engine.say('position startpos moves g1f3');
    expectOneSentence(await engine.say(line));
    await expectUnharmed(engine, KNIGHT_OUT);
  });

  test('an endless line is skipped with one message, and the next one is read', async () => {
    const engine = engineForAll();
    await engine.say('position startpos moves g1f3');
    const piece = 'x'.repeat(1 << 20);
    for (let i = 0; i < 5; i++) engine.write(piece);
    engine.write('\n');
    expectOneSentence(await engine.say());
    await expectUnharmed(engine, KNIGHT_OUT);
  });

  test('100 kB of words after go are reported in one short sentence', async () => {
    const engine = engineForAll();
    const lines = await engine.ask(`go depth 1 ${'x '.repeat(50_000)}`, BESTMOVE);
    expectOneSentence(lines.filter((line) => line.startsWith('info string')));
  });

  test('100 kB of searchmoves are reported in one short sentence', async () => {
    const engine = engineForAll();
    const moves = 'e2e5 '.repeat(20_000);
    const lines = await engine.ask(`go depth 1 searchmoves ${moves}`, BESTMOVE);
    expectOneSentence(lines.filter((line) => line.startsWith('info string')));
  });

  test('100 kB of blanks are ignored', async () => {
    expect(await engineForAll().say(' '.repeat(100_000))).toEqual([]);
  });

  test('100 kB of legal moves are accepted', async () => {
    const engine = engineForAll();
    const moves = Array.from({ length: 5000 }, () => 'g1f3 g8f6 f3g1 f6g8').join(' ');
    expect(await engine.say(`position startpos moves ${moves}`)).toEqual([
      'info string draw by fivefold repetition',
    ]);
    await expectUnharmed(engine, `${START.split(' ', 4).join(' ')} 20000 10001`);
  });
});

describe('bytes that are not text', () => {
  test('NUL bytes', async () => {
    const engine = engineForAll();
    await engine.say('position startpos moves g1f3');
    expectOneSentence(await engine.say('\0'));
    expectOneSentence(await engine.say('uci\0'));
    expectOneSentence(await engine.say('position startpos moves e2e4\0'));
    expectOneSentence(await engine.say(`position fen ${START}\0`));
    await expectUnharmed(engine, KNIGHT_OUT);
  });

  test('bytes that are not UTF-8', async () => {
    const engine = engineForAll();
    engine.write(Buffer.from([0xff, 0xfe, 0x80, 0xc0, 0x0a, 0xe2, 0x82, 0x0a]));
    const said = await engine.say();
    expect(said).toHaveLength(2);
    for (const line of said) expectOneSentence([line]);
    await expectUnharmed(engine, START);
  });

  test('escape sequences do not reach the terminal', async () => {
    expectOneSentence(await engineForAll().say('\x1b[2Jhello\x07'));
  });
});

describe('chunks other than lines', () => {
  test('CRLF line ends', async () => {
    const engine = engineForAll();
    engine.write('uci\r\nposition startpos moves g1f3\r\nisready\r\n');
    const lines = [...(await engine.readTo(/^uciok$/)), ...(await engine.readTo(/^readyok$/))];
    expect(lines.filter((line) => line.startsWith('info string'))).toEqual([]);
    await expectUnharmed(engine, KNIGHT_OUT);
  });

  test('one command in several writes', async () => {
    const engine = engineForAll();
    await engine.writeInPieces([
      'posi',
      'tion start',
      'pos mov',
      'es g1',
      'f3',
      '\nisr',
      'eady',
      '\n',
    ]);
    await engine.waitFor(/^readyok$/);
    await expectUnharmed(engine, KNIGHT_OUT);
  });

  test('a line end in two writes', async () => {
    const engine = engineForAll();
    await engine.writeInPieces(['position startpos moves g1f3\r', '\nisready\r', '\n']);
    await engine.waitFor(/^readyok$/);
    await expectUnharmed(engine, KNIGHT_OUT);
  });

  test('many commands in one write', async () => {
    const engine = engineForAll();
    const commands = Array.from({ length: 500 }, (_, i) =>
      i % 2 === 0 ? 'position startpos moves g1f3' : 'isready',
    );
    engine.send(...commands);
    for (let i = 0; i < 250; i++) await engine.waitFor(/^readyok$/);
    await expectUnharmed(engine, KNIGHT_OUT);
  });

  test('a last line without a line end is still a command', async () => {
    const engine = start();
    engine.write('uci');
    expect(await engine.end()).toEqual({ code: 0, signal: null });
    expect(engine.lines.at(-1)).toBe('uciok');
  });
});

describe('the engine ends on quit or at the end of its input', () => {
  const GONE = { code: 0, signal: null };

  test('quit during perft', async () => {
    const engine = start();
    await engine.say();
    engine.send('go perft 12', 'quit');
    expect(await engine.ended()).toEqual(GONE);
    expect(engine.errors).toBe('');
  });

  test('a stopped perft says that its count is incomplete', async () => {
    const engine = engineForAll();
    await engine.say('go perft 12');
    const lines = await engine.ask('stop', /^Nodes searched/);
    expect(lines).toContain('info string perft was stopped: the count is incomplete');
  });

  test('quit right after commands that need no search, once they are executed', async () => {
    const engine = start();
    const missing = ['a', 'b'].map((name) => `/missing/${name}.nnue`);
    engine.send(...missing.map((path) => `setoption name EvalFile value ${path}`));
    engine.send('isready', 'position startpos moves e2e5', 'quit');
    expect(await engine.ended()).toEqual(GONE);
    expect(engine.lines).toEqual([
      ...missing.map((path) => expect.stringContaining(`EvalFile '${path}' cannot be read`)),
      'readyok',
      expect.stringContaining("'e2e5'"),
    ]);
  });

  test('its output pipe is closed', async () => {
    const engine = start();
    engine.send('go infinite');
    await engine.waitFor(/^info depth 2 /);
    engine.stopReading();
    expect((await engine.ended()).signal).toBeNull();
    expect(engine.errors).toBe('');
  });
});
