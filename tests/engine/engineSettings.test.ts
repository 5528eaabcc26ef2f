/** The library interface of the engine, without UCI. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ChessError, Engine, formatUciMove } from 'refrain';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_ENGINE_SETTINGS, ratingOf } from '../../src/engine/engineSettings.ts';
import { encodeNetwork } from '../../src/eval/nnue/networkFile.ts';
import { levelOf, MAX_ELO } from '../../src/search/levels.ts';
import { bookOf } from '../support/books.ts';
import { randomNetwork } from '../support/networks.ts';

// One for most tests; those that close an engine, or begin before it has threads, have their own.
const engine = new Engine();
afterAll(() => engine.close());
beforeEach(() => {
  engine.removeAllListeners();
  engine.configure(DEFAULT_ENGINE_SETTINGS);
  engine.setPosition();
});

test('limited strength limits the nodes, contempt changes the draw score', async () => {
  engine.configure({ limitStrength: true, elo: 600 });
  expect((await engine.go({ movetime: 1000 })).info.nodes).toBeLessThanOrEqual(levelOf(600).nodes);
  engine.configure({ limitStrength: false, contempt: 30 });
  engine.setPosition('k7/8/8/8/8/8/1q6/K7 w - - 0 1');
  expect((await engine.go({ depth: 3 })).info.score).toBe(-30);
  engine.configure({ analyseMode: true });
  expect(Math.abs((await engine.go({ depth: 3 })).info.score)).toBe(0);
});

test.each([
  ['insufficient material', '8/8/3k4/8/8/3K4/8/8 w - - 0 1'],
  ['stalemate', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'],
])('where the game is drawn already, contempt changes nothing: %s', async (_, fen) => {
  engine.configure({ contempt: 50 });
  engine.setPosition(fen);
  expect((await engine.go({ depth: 3 })).info.evaluation).toEqual({ cp: 0 });
});

test('a rating comes before a skill level, and 20 is full strength', () => {
  const rating = (limitStrength: boolean, skillLevel: number) =>
    ratingOf({ limitStrength, elo: 1500, skillLevel });
  expect([rating(true, 3), rating(true, 20)]).toEqual([1500, 1500]);
  // Stockfish's ratings of its highest levels are above ours.
  expect([0, 3, 19, 20].map((skill) => rating(false, skill))).toEqual([1347, 1729, MAX_ELO, null]);
});

test('nodes and node limits are those of all threads together', async () => {
  engine.configure({ threads: 2 });
  const { nodes } = (await engine.go({ nodes: 60_000 })).info;
  expect(nodes).toBeGreaterThan(50_000);
  expect(nodes).toBeLessThanOrEqual(60_000);
});

test('settings can be read back', () => {
  engine.configure({ threads: 1, hash: 2, multiPv: 3, elo: 1700 });
  expect(engine.getSettings()).toMatchObject({ threads: 1, hash: 2, multiPv: 3, elo: 1700 });
});

test('docs/library.md lists all settings', () => {
  const [row] = /^\| `configure\(.*$/m.exec(readFileSync('docs/library.md', 'utf8'))!;
  const missing = Object.keys(DEFAULT_ENGINE_SETTINGS).filter(
    (name) => !row.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
});

test('another rating or fifty-move rule clears the transposition table, contempt does not', async () => {
  engine.setPosition('7k/8/8/8/8/8/R7/1R2K3 w - - 0 1');
  const { uci: best } = await engine.go({ depth: 6 });
  // Without a search the answer is the move in the table, or any.
  const isKnown = async () => (await engine.go({ nodes: 0 })).uci === best;
  for (const change of [{ contempt: 20 }, { analyseMode: true }, { elo: 1000 }]) {
    engine.configure(change);
  }
  engine.configure({ contempt: 0, analyseMode: false });
  expect(await isKnown()).toBe(true);
  engine.configure({ limitStrength: true });
  // The rating of the level comes first.
  engine.configure({ skillLevel: 5 });
  for (const change of [
    { limitStrength: false },
    { skillLevel: 20 },
    { syzygy50MoveRule: false },
  ]) {
    engine.configure(change);
    expect(await isKnown(), JSON.stringify(change)).toBe(false);
    await engine.go({ depth: 6 });
  }
});

test('a thread that is no longer needed still clears its part of the transposition table', async () => {
  const middlegame = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
  const engine = new Engine();
  engine.configure({ threads: 2 });
  engine.setPosition(middlegame);
  await engine.go({ depth: 9 });
  engine.configure({ skillLevel: 3 });
  engine.configure({ threads: 1 });
  engine.configure({ skillLevel: 20 });
  const after = await engine.go({ depth: 5 });
  await engine.close();
  const fresh = new Engine();
  fresh.setPosition(middlegame);
  expect(after.info.nodes).toBe((await fresh.go({ depth: 5 })).info.nodes);
  await fresh.close();
});

const bad = (value: unknown) => value as never;

test('undefined limits are ignored, and a clock may be negative', async () => {
  const limits = { depth: 2, nodes: undefined, wtime: -5, btime: 1.5 };
  expect((await engine.go(bad(limits))).info.depth).toBeLessThanOrEqual(2);
});

test('a search with contempt ends if every move draws, whatever its value', async () => {
  engine.configure({ contempt: -100 });
  engine.setPosition('k7/8/8/8/8/8/1q6/K7 w - - 0 1');
  expect((await engine.go({ infinite: true })).info.score).toBe(100);
});

test('results have UCI notation and SAN, centipawns and moves to mate', async () => {
  engine.setPosition('7k/8/8/8/8/8/R7/1R2K3 w - - 0 1');
  const result = await engine.go({ depth: 10 });
  const { info } = result;
  expect(info.evaluation).toEqual({ mate: 2 });
  expect(info.san.at(-1)).toMatch(/#$/);
  expect(info.uci).toHaveLength(3);
  expect([result.uci, result.ponder]).toEqual(info.uci.slice(0, 2));
  expect(result.san).toBe(info.san[0]);
  expect(JSON.parse(JSON.stringify(result))).toMatchObject({
    uci: result.uci,
    info: { evaluation: { mate: 2 }, san: info.san, depth: 10 },
  });
  engine.setPosition();
  expect((await engine.go({ depth: 1 })).info.evaluation).toEqual({ cp: expect.any(Number) });
  engine.setPosition('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
  const none = await engine.go({ depth: 1 });
  expect([none.uci, none.san, none.ponder, none.info.san]).toEqual([null, null, null, []]);
});

test('castling is king takes rook with the chess960 setting', async () => {
  for (const [chess960, uci] of [
    [false, 'e1g1'],
    [true, 'e1h1'],
  ] as const) {
    engine.configure({ chess960 });
    engine.setPosition('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    expect((await engine.go({ depth: 1, searchmoves: ['e1g1'] })).uci).toBe(uci);
  }
});

test('an aborted search rejects with the reason of the signal, as on the web platform', async () => {
  const controller = new AbortController();
  engine.once('info', () => controller.abort());
  const aborted = engine.go({ infinite: true }, { signal: controller.signal });
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  const never = engine.go({ infinite: true }, { signal: AbortSignal.abort() });
  await expect(never).rejects.toMatchObject({ name: 'AbortError' });
  // A stop is not an error.
  const search = engine.go({ infinite: true });
  engine.stop();
  expect((await search).best).not.toBeNull();
  // A late signal does not stop another search.
  const late = new AbortController();
  await engine.go({ depth: 1 }, { signal: late.signal });
  engine.once('info', () => late.abort());
  expect((await engine.go({ depth: 4 })).info.depth).toBe(4);
});

test('any number of engines may share a signal, which they listen to once', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const add = vi.spyOn(signal, 'addEventListener');
  const remove = vi.spyOn(signal, 'removeEventListener');
  const engines = [new Engine(), new Engine(), new Engine()];
  const limits = { infinite: true };
  const readAll = async (engine: Engine) => {
    for await (const line of engine.analyze(limits, { signal })) void line;
  };
  const [first, second, third] = engines as [Engine, Engine, Engine];
  const searches = [first.go(limits, { signal }), second.go(limits, { signal }), readAll(third)];
  controller.abort();
  for (const { status } of await Promise.allSettled(searches)) expect(status).toBe('rejected');
  expect(add).toHaveBeenCalledTimes(1);
  expect(remove).toHaveBeenCalledTimes(1);
  await Promise.all(engines.map((engine) => engine.close()));
});

test('a second search, and any call after close, is rejected', async () => {
  const engine = new Engine();
  const search = engine.go({ infinite: true });
  await expect(engine.go({ depth: 1 })).rejects.toThrow(ChessError);
  await expect(engine.perft(3, () => {})).rejects.toThrow(ChessError);
  await expect(engine.newGame()).rejects.toThrow(ChessError);
  expect(() => engine.configure({ multiPv: 2 })).toThrow(ChessError);
  engine.stop();
  await search;
  await expect(engine.perft(Number.NaN, () => {})).rejects.toThrow(ChessError);
  for (const depth of [0, 33]) await expect(engine.perft(depth)).rejects.toThrow(ChessError);
  await engine[Symbol.asyncDispose]();
  for (const order of [engine.go({ depth: 1 }), engine.ready(), engine.newGame()]) {
    await expect(order).rejects.toThrow(new ChessError('the engine is closed'));
  }
  expect(() => engine.configure({})).toThrow(ChessError);
  await engine.close();
});

test('an idle engine does not keep a program alive, closed or not', async () => {
  const program = `
    import { Engine } from 'refrain';
    const engine = new Engine();
    await engine.ready();
    const { uci } = await engine.go({ depth: 3 });
    console.log(uci);
  `;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)) },
  );
  expect(stdout).toMatch(/^[a-h][1-8][a-h][1-8]\n$/);
});

test('invalid arguments are rejected before a search starts, and another search can follow', async () => {
  await expect(engine.go({ depth: 2 }, { signal: bad({}) })).rejects.toThrow(ChessError);
  await expect(engine.go({ depth: 2 }, { signal: bad('x') })).rejects.toThrow(ChessError);
  await expect(engine.go({ depth: 2 }, bad(null))).rejects.toThrow(ChessError);
  expect(() => engine.analyze({ infinite: true }, { signal: bad({}) })).toThrow(ChessError);
  await expect(engine.perft(2, bad('x'))).rejects.toThrow(ChessError);
  expect(() => engine.on('info', bad(5))).toThrow(ChessError);
  expect((await engine.go({ depth: 2 }, { signal: undefined })).uci).not.toBe('');
});

test('perft rejects with what its listener throws, and the engine goes on', async () => {
  const error = new Error('boom');
  const counted = engine.perft(4, () => {
    throw error;
  });
  await expect(counted).rejects.toBe(error);
  expect(await engine.perft(3)).toBe(8902);
});

test.each([['a text of sixteen'], [new ArrayBuffer(16)], [undefined], [[1, 2]]])(
  'a book or network must be bytes, not %j',
  (file) => {
    expect(() => engine.setBook(bad(file))).toThrow(ChessError);
    expect(() => engine.setNetwork(bad(file))).toThrow(ChessError);
  },
);

test('the bytes of a network or a book may be overwritten once it is set', async () => {
  await using engine = new Engine();
  const network = encodeNetwork(randomNetwork(11));
  engine.setNetwork(network);
  network.fill(0);
  // The threads start only now.
  expect((await engine.go({ nodes: 50 })).uci).toMatch(/^[a-h]/);
  const book = bookOf('1. h4 1-0');
  engine.setBook(book);
  book.fill(0);
  expect(engine.bookMoves().map(({ move }) => formatUciMove(move))).toEqual(['h2h4']);
});
