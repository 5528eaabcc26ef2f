/** A session: commands that it rejects, and an engine that fails, or takes long. */
import { Engine } from 'refrain';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { BaseEngine } from '../../src/engine/baseEngine.ts';
import type { EngineResult } from '../../src/engine/engineResult.ts';
import { LINE_TOO_LONG } from '../../src/uci/lineReader.ts';
import { UciSession } from '../../src/uci/uciSession.ts';
import { printableText } from '../support/printable.ts';
import { FEW_TABLEBASES } from '../support/tablebases.ts';

/** Of the build: the sources have no threads, so that every search would fail. */
const newEngine = () => new Engine() as unknown as BaseEngine;

/** One for all sessions that do not change their engine: to start its thread takes longer than most of the tests. */
const shared = newEngine();
afterAll(() => shared.close());

/** A session at the start position, with the engine of others, and what it writes. */
function startSession(engine = shared) {
  engine.setPosition();
  const lines: string[] = [];
  const session = new UciSession(engine, (line) => lines.push(line));
  return { session, lines };
}

/** The same with an engine of its own, which is closed at the end of the test. */
function startWithEngine() {
  const engine = newEngine();
  onTestFinished(() => engine.close());
  return { engine, ...startSession(engine) };
}

test('a search that fails is answered by a reason and a legal move', async () => {
  const { engine, session, lines } = startWithEngine();
  engine.search = () => Promise.reject(new Error('no thread could be started'));
  session.handle('position fen 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1');
  session.handle('go depth 3 searchmoves f1f6');
  await session.idle();
  expect(lines).toEqual(['info string error: no thread could be started', 'bestmove f1f6']);
});

/** Knights are out and home, and out again: the next move of Black's may repeat for the third time. */
const SHUFFLED = 'position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1';

test.each([
  ['nothing', ''],
  ['no start', 'moves d2d4'],
  ['no word `moves`', 'startpos e7e5'],
  ['an illegal move', 'startpos moves e2e4 e7e5 e1e3'],
  ['a move after mate', 'startpos moves f2f3 e7e5 g2g4 d8h4 a2a3'],
  ['a FEN that is none', 'fen rubbish'],
  ['an impossible position', 'fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1'],
  ['a FEN of 150 kB', `fen ${'8/'.repeat(50_000)} w - - 0 1`],
  ['a move of 100 kB', `startpos moves ${'e'.repeat(100_000)}`],
])(
  'a position with %s is rejected in one sentence; the next search says that it is of the one before, with its history',
  async (_, words) => {
    const { session, lines } = startSession();
    for (const line of ['go infinite', SHUFFLED, `position ${words}`]) session.handle(line);
    session.handle('go depth 1 searchmoves f6g8');
    await session.idle();
    expect(lines.filter((line) => line.startsWith('info string '))).toEqual([
      expect.stringMatching(
        printableText('{5,200}; the position is unchanged', 'info string error: '),
      ),
      expect.stringMatching(
        /^info string the last position was rejected; searching .* b KQkq - 7 4$/,
      ),
      'info string draw by threefold repetition with f6g8',
    ]);
  },
);

const ILLEGAL_MOVES = Array.from({ length: 10_000 }, (_, i) => `x${i}`).join(' ');

test.each([
  ['a word that is unknown', 'quickly depth 2'],
  ['a negative depth', 'depth -3'],
  ['the clock of the other side only', 'btime 50'],
  ['a number of 100 kB', `depth ${'9'.repeat(100_000)} nodes 100`],
  ['100 kB of words', `depth 1 ${'x '.repeat(50_000)}`],
  ['thousands of depths', `${'depth x '.repeat(10_000)}nodes 100`],
  ['thousands of illegal searchmoves', `depth 1 searchmoves ${ILLEGAL_MOVES}`],
])('a search with %s says so in one sentence, and gets its move', async (_, limits) => {
  const { session, lines } = startSession();
  session.handle(`go ${limits}`);
  await session.idle();
  expect(lines.filter((line) => line.startsWith('info string '))).toEqual([
    expect.stringMatching(printableText('{5,200}', 'info string ')),
  ]);
  expect(lines.at(-1)).toMatch(/^bestmove /);
});

test('after a ‘position’ that is too long a search says that it is of the position before', async () => {
  const { session, lines } = startSession();
  session.handle('go infinite');
  session.handle('position startpos moves e2e4');
  session.rejectTooLong('position startpos moves e2e4 e7e5 g1f');
  session.handle('go depth 1');
  await session.idle();
  expect(lines).toContain(`info string error: ${LINE_TOO_LONG}; the position is unchanged`);
  expect(lines).toContainEqual(
    expect.stringMatching(/^info string the last position was rejected; searching .*4P3.* b /),
  );
});

test('once a position has been accepted again, no search says that one was rejected', async () => {
  const { session, lines } = startSession();
  session.handle('position startpos moves e2e5');
  session.handle('position startpos moves d2d4');
  session.handle('go depth 1');
  await session.idle();
  expect(lines[0]).toMatch(/; the position is unchanged$/);
  expect(lines).not.toContainEqual(expect.stringMatching(/the last position was rejected/));
});

test.each([[['go movetime 50']], [['go infinite', 'stop']]])(
  'a ponder hit after %j is that of the search that waits',
  async (before) => {
    const { session, lines } = startSession();
    for (const line of [...before, 'go ponder depth 2', 'ponderhit']) session.handle(line);
    await session.idle();
    expect(lines.filter((line) => line.startsWith('bestmove '))).toHaveLength(2);
  },
);

test.each([
  [['go infinite', 'ponderhit']],
  [['go infinite ponder', 'ponderhit']],
  [['go ponder depth 2']],
])(
  'after %j a search that has ended by itself is answered after stop, not before',
  async (input) => {
    const { engine, session, lines } = startWithEngine();
    engine.search = async () => ({ best: null }) as EngineResult;
    for (const line of input) session.handle(line);
    await new Promise(setImmediate);
    expect(lines).not.toContain('bestmove (none)');
    session.handle('stop');
    await session.idle();
    expect(lines).toEqual(['bestmove (none)']);
  },
);

test('quit stops the searches before it, which still give their best moves, and no line after it is read', async () => {
  const { session, lines } = startSession();
  const commands = ['go depth 100', 'position startpos moves e2e4', 'go ponder', 'quit', 'uci'];
  expect(commands.map((line) => session.handle(line))).toEqual([true, true, true, false, false]);
  await session.end();
  const moves = lines.filter((line) => !line.startsWith('info '));
  expect(moves).toEqual([expect.stringMatching(/^bestmove /), expect.stringMatching(/^bestmove /)]);
});

test('a mistake of the program in setting up a position is not reported as one of the user', async () => {
  const { engine, session, lines } = startWithEngine();
  engine.setPosition = () => {
    throw new TypeError('undefined is not a function');
  };
  expect(() => session.handle('position startpos')).toThrow(TypeError);
  expect(lines).toEqual([]);
});

test.each([
  ...['infinite', 'ponder wtime 100 btime 100'],
  ...['nodes 18446744073709551615', 'depth 1000', 'movetime 9007199254740991'],
])('‘go %s’ has no limit: the end of the input ends it', async (words) => {
  const { session, lines } = startSession();
  session.handle(`go ${words}`);
  await session.end();
  expect(lines.at(-1)).toMatch(/^bestmove /);
});

test.each(['go depth 7', 'go movetime 100', 'go perft 4'])(
  'the end of the input waits for ‘%s’ and for what follows',
  async (search) => {
    const { session, lines } = startSession();
    for (const line of [search, 'position startpos moves e2e4', 'go depth 4']) session.handle(line);
    await session.end();
    const answers = lines.filter((line) => /^(bestmove|Nodes searched)/.test(line));
    expect(answers).toHaveLength(2);
    if (search === 'go depth 7') expect(lines.join()).toContain('info depth 7 ');
    if (search === 'go perft 4') expect(answers[0]).toBe('Nodes searched: 197281');
    expect(lines.at(-2)).toMatch(/^info depth 4 /);
  },
);

test('what follows Clear Hash waits for it, and its failure is reported', async () => {
  const { engine, session, lines } = startWithEngine();
  let fail = (_: Error) => {};
  engine.newGame = () =>
    new Promise((_, reject) => {
      fail = reject;
    });
  session.handle('setoption name Clear Hash');
  session.handle('d');
  expect(lines).toEqual([]);
  fail(new Error('not enough memory'));
  await session.idle();
  expect(lines[0]).toBe('info string error: not enough memory');
  expect(lines).toContainEqual(expect.stringMatching(/^Fen: /));
});

/** Makes a new game of the engine take until the threads are told to end their warm-up. */
function slowNewGame(engine: BaseEngine): void {
  engine.newGame = () =>
    new Promise((resolve) => {
      engine.endWarmUp = resolve;
    });
}

test('a search that waits for a new game is announced to the threads, which end their warm-up', async () => {
  const { engine, session, lines } = startWithEngine();
  slowNewGame(engine);
  for (const line of ['ucinewgame', 'position startpos', 'go depth 1']) session.handle(line);
  await session.idle();
  expect(lines.at(-1)).toMatch(/^bestmove /);
});

test('quit after a new game does not wait for the warm-up', async () => {
  const { engine, session, lines } = startWithEngine();
  slowNewGame(engine);
  for (const line of ['ucinewgame', 'go depth 100', 'quit']) session.handle(line);
  await session.end();
  expect(lines.at(-1)).toMatch(/^bestmove /);
});

test('a button that is given a value says that it takes none, and is pressed', async () => {
  const { engine, session, lines } = startWithEngine();
  let games = 0;
  engine.newGame = async () => void games++;
  session.handle('setoption name Clear Hash value true');
  session.handle('setoption name Clear Hash value');
  await session.idle();
  expect(lines).toEqual(["info string option Clear Hash takes no value: 'true' is ignored"]);
  expect(games).toBe(2);
});

test('a SyzygyPath that cannot be read is rejected, and the old one is kept', async () => {
  const { engine, session, lines } = startWithEngine();
  session.handle(`setoption name SyzygyPath value ${FEW_TABLEBASES}`);
  session.handle('setoption name SyzygyPath value /no/such/folder');
  expect(lines.slice(1)).toEqual([
    "info string error: SyzygyPath: '/no/such/folder': no such file or folder",
  ]);
  expect(engine.getSettings().syzygyPath).toBe(FEW_TABLEBASES);
});

test('a log has all input from its option on, in the order of receipt, and all output', async () => {
  const { engine, session, lines } = startWithEngine();
  let finish = () => {};
  engine.newGame = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  const logs: Record<string, string[]> = {};
  engine.openLog = (path) => {
    const log: string[] = [];
    logs[path] = log;
    return { write: (line) => void log.push(line), close: () => {} };
  };
  const first = 'setoption name Debug Log File value first';
  const second = 'setoption name debug log file value second';
  const input = ['setoption name Clear Hash', first, 'debug off', second, 'stop', 'd'];
  for (const line of input) session.handle(line);
  finish();
  await session.idle();
  session.handle('eval');
  expect(logs.first).toEqual(['>> debug off', `>> ${second}`]);
  const output = lines.map((line) => `<< ${line}`);
  expect(logs.second!.filter((line) => !line.startsWith('>> '))).toEqual(output);
  expect(logs.second!.slice(0, 3)).toEqual(['>> stop', '>> d', output[0]]);
  expect(logs.second).toContain('>> eval');
  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
});

test('a line that is too long is in the log, as far as it is read', () => {
  const { engine, session } = startWithEngine();
  const log: string[] = [];
  engine.openLog = () => ({ write: (line) => void log.push(line), close: () => {} });
  session.handle('setoption name Debug Log File value log');
  session.rejectTooLong('foo bar');
  expect(log).toEqual(['>> foo bar...', `<< info string error: ${LINE_TOO_LONG}`]);
});

test('a log that cannot be written is closed, and said to be so once', async () => {
  const { engine, session, lines } = startWithEngine();
  let closed = 0;
  engine.openLog = () => ({
    write() {
      throw new Error('the disk is full');
    },
    close: () => void closed++,
  });
  session.handle('setoption name Debug Log File value log');
  for (const line of ['debug off', 'debug off', 'setoption name Debug Log File value']) {
    session.handle(line);
  }
  expect(lines).toEqual(['info string error: Debug Log File: the disk is full']);
  expect(closed).toBe(1);
});

test('help lists every command, also during a search', async () => {
  const { session, lines } = startSession();
  session.handle('go infinite');
  session.handle('help');
  const listed = lines.filter((line) => !line.startsWith('info '));
  session.handle('stop');
  await session.idle();
  const words = new Set(listed.map((line) => line.split(' ')[0]!));
  expect([...words].sort()).toEqual(
    'd debug eval go isready ponderhit position quit setoption stop uci ucinewgame'.split(' '),
  );
});
