/** Settings and limits that an engine refuses: it is as it was, and can search. */
import { ChessError, Engine, EnginePool, Game, START_FEN } from 'refrain';
import { afterAll, expect, test } from 'vitest';

const engine = new Engine();
afterAll(() => engine.close());

const bad = (value: unknown) => value as never;

test.each<[unknown]>([
  [{ contempt: Number.NaN }],
  [{ contempt: 101 }],
  [{ elo: 9999 }],
  [{ elo: Number.NaN }],
  [{ moveOverhead: -5 }],
  [{ moveOverhead: Number.POSITIVE_INFINITY }],
  [{ hash: 0 }],
  [{ hash: 1.5 }],
  [{ hash: 1e9 }],
  [{ threads: 0 }],
  [{ threads: 10_000 }],
  [{ analyseMode: 'yes' }],
  [{ seed: 3 }],
  [{ parameters: { lmrBase: 500 } }],
  [{ toString: 3 }],
  [{ multiPv: 3, elo: 0 }],
])('the settings %j are refused, and nothing is changed', (settings) => {
  const before = engine.getSettings();
  expect(() => engine.configure(bad(settings))).toThrow(ChessError);
  expect(engine.getSettings()).toEqual(before);
});

test.each<[unknown]>([
  [null],
  [{ depth: 1.5 }],
  [{ nodes: Number.NaN }],
  [{ nodes: Number.POSITIVE_INFINITY }],
  [{ softNodes: -1 }],
  [{ wtime: '5' }],
  // It is White's move: nothing would end these searches.
  [{ btime: 1000 }],
  [{ winc: 10, ponder: true }],
  [{ movestogo: 5 }],
  [{ searchmoves: [5] }],
  [{ searchmoves: ['a2a3', 'e2e5'] }],
  [{ searchmoves: ['e5'] }],
  [{ depth: Symbol('x') }],
  [{ depth: Object.create(null) }],
  [{ searchmoves: [Symbol('x')] }],
])('the limits %j are refused, and the next search is as any', async (limits) => {
  await expect(engine.go(bad(limits))).rejects.toThrow(ChessError);
  expect((await engine.go({ depth: 1 })).uci).toMatch(/^[a-h]/);
});

test.each([{ depth: 2 }, { nodes: 500 }, { softNodes: 500 }, { movetime: 20 }])(
  'the clock of the other side alone is accepted with %j, which ends the search',
  async (limits) => {
    expect((await engine.go({ btime: 1000, ...limits })).uci).toMatch(/^[a-h]/);
  },
);

test.each([{ depth: 1 }, { movetime: 30 }, { wtime: 1000, btime: 1000 }, { mate: 2 }])(
  'an infinite search cannot have the limits %j',
  async (limits) => {
    const [name] = Object.keys(limits);
    const message = `infinite and ${name} cannot be combined`;
    await using pool = new EnginePool({ engines: 1 });
    const both = { ...limits, infinite: true };
    await expect(engine.go(both)).rejects.toMatchObject({ name: 'ChessError', message });
    await expect(pool.go(START_FEN, both)).rejects.toThrow(message);
  },
);

test('an infinite search can have searchmoves, and limits that are undefined', async () => {
  const search = engine.go({ infinite: true, depth: undefined as never, searchmoves: ['a3'] });
  engine.stop();
  expect((await search).uci).toBe('a2a3');
  expect((await engine.go({ infinite: false, depth: 1 })).info.depth).toBe(1);
});

test.each([
  [undefined, "limits must be an object, such as { depth: 12 }, not 'undefined'"],
  [5, 'limits must be an object, such as { depth: 12 }, not 5'],
  [['depth', 5], "limits must be an object, such as { depth: 12 }, not 'depth,5'"],
  [{ time: 3 }, expect.stringMatching(/^no such limit: 'time' \(only depth, nodes, .*movetime/)],
  [{ constructor: 1 }, expect.stringMatching(/^no such limit: 'constructor'/)],
  [{ depth: '3' }, "depth must be a whole number, 0 or more, not the text '3'"],
  [{ depth: -1 }, 'depth must be a whole number, 0 or more, not -1'],
  [{ mate: 0 }, 'mate must be a whole number, 1 or more, not 0'],
  [{ movetime: Number.NaN }, 'movetime must be a number, 0 or more, not NaN'],
  [{ wtime: null }, "wtime must be a number, not 'null'"],
  [{ infinite: 1 }, 'infinite must be true or false, not 1'],
  [{ searchmoves: 'e2e4' }, "searchmoves must be an array of moves, not the text 'e2e4'"],
])('what is wrong with the limits %j is said', async (limits, message) => {
  await expect(engine.go(bad(limits))).rejects.toMatchObject({ message });
});

test.each([null, 5, ['signal']])(
  'options that are %j, no object, are called so',
  async (options) => {
    const message = /^options must be an object, not /;
    await expect(engine.go({ depth: 1 }, bad(options))).rejects.toThrow(message);
    expect(() => new EnginePool(bad(options))).toThrow(message);
  },
);

test.each([
  [{ Hash: 16 }, /^no such setting: 'Hash' \(only hash, threads, multiPv, /],
  [{ hash: '16' }, /^hash must be a whole number from 1 to \d+, not the text '16'$/],
  [{ multiPv: 0 }, 'multiPv must be a whole number from 1 to 256, not 0'],
  [{ ownBook: 'yes' }, "ownBook must be true or false, not the text 'yes'"],
])('what is wrong with the settings %j is said', (settings, message) => {
  expect(() => engine.configure(bad(settings))).toThrow(message);
});

test('moves that are not text', () => {
  const message = "a move is text, such as 'Nf3' or 'g1f3'";
  const move = bad({ from: 'e2', to: 'e4' });
  const game = new Game();
  expect(() => game.play(bad(5))).toThrow(message);
  expect(() => engine.setPosition(undefined, [move])).toThrow(message);
  game.play('e4');
  expect(() => game.addVariation([move])).toThrow(message);
  expect(game.moves()).toEqual(['e2e4']);
});
