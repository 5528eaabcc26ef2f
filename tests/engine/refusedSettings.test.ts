/** Settings and limits that an engine refuses: it is as it was, and can search. */
import { ChessError, Engine, EnginePool, START_FEN } from 'refrain';
import { afterAll, expect, test } from 'vitest';

const engine = new Engine();
afterAll(() => engine.close());

const bad = (value: unknown) => value as never;

test.each<[unknown]>([
  [{ contempt: Number.NaN }],
  [{ contempt: 101 }],
  [{ elo: 9999 }],
  [{ elo: Number.NaN }],
  [{ elo: '1500' }],
  [{ moveOverhead: -5 }],
  [{ moveOverhead: Number.POSITIVE_INFINITY }],
  [{ hash: 0 }],
  [{ hash: 1.5 }],
  [{ hash: 1e9 }],
  [{ threads: 0 }],
  [{ threads: 10_000 }],
  [{ multiPv: 0 }],
  [{ limitStrength: 1 }],
  [{ analyseMode: 'yes' }],
  [{ seed: 3 }],
  [{ parameters: { lmrBase: 500 } }],
  [{ toString: 3 }],
  [{ multiPv: 3, elo: 0 }],
  [null],
  [5],
])('the settings %j are refused, and nothing is changed', (settings) => {
  const before = engine.getSettings();
  expect(() => engine.configure(bad(settings))).toThrow(ChessError);
  expect(engine.getSettings()).toEqual(before);
});

test.each<[unknown]>([
  [null],
  [undefined],
  [5],
  [{ depth: 'x' }],
  [{ depth: -1 }],
  [{ depth: 1.5 }],
  [{ movetime: Number.NaN }],
  [{ nodes: Number.NaN }],
  [{ nodes: Number.POSITIVE_INFINITY }],
  [{ softNodes: -1 }],
  [{ wtime: '5' }],
  [{ infinite: 1 }],
  [{ foo: 1 }],
  [{ constructor: 1 }],
  [{ searchmoves: 'e2e4' }],
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
  [{ mate: 0 }],
])('the limits %j are refused, and the next search is as any', async (limits) => {
  await expect(engine.go(bad(limits))).rejects.toThrow(ChessError);
  expect((await engine.go({ depth: 1 })).uci).toMatch(/^[a-h]/);
});

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
