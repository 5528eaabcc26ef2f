/** Anything that JavaScript can pass in place of what is wanted is answered with a ChessError. */
import { inspect } from 'node:util';
import {
  ChessError,
  Engine,
  EnginePool,
  formatPgn,
  Game,
  type PgnGame,
  parsePgn,
  perft,
  positionFromFen,
  readPgnGames,
  reviewGame,
  START_FEN,
  unwrap,
  winDrawLoss,
} from 'refrain';
import { Engine as PageEngine, EnginePool as PagePool } from 'refrain/browser';
import { expect, test } from 'vitest';

const RUBBISH = [null, {}, [], Symbol('x'), Object.create(null), 'z9', true, 1n, () => 1];
const NO_OBJECTS = RUBBISH.filter(
  (one) => typeof one !== 'object' || one === null || Array.isArray(one),
);
const position = positionFromFen(START_FEN);

const CALLS: Record<string, (rubbish: never) => unknown> = {
  formatPgn: (game) => formatPgn(game),
  'the score of winDrawLoss': (score) => winDrawLoss(score, position),
  'the position of winDrawLoss': (at) => winDrawLoss(10, at),
  'the depth of perft': (depth) => perft(position, depth),
  'the times of isRepetition': (times) => new Game().isRepetition(times),
  'the event of on': (event) => new Engine().on(event, () => {}),
  'the hash of configure': (hash) => new Engine().configure({ hash }),
};

test.each(Object.entries(CALLS))('%s', (_, call) => {
  for (const rubbish of RUBBISH) {
    expect(() => call(rubbish as never), inspect(rubbish)).toThrow(ChessError);
  }
});

test('options of a pool, and tags of a game, that are not objects', () => {
  for (const rubbish of NO_OBJECTS) {
    expect(() => new EnginePool(rubbish as never), inspect(rubbish)).toThrow(ChessError);
    expect(() => new EnginePool({ settings: rubbish } as never), inspect(rubbish)).toThrow(
      ChessError,
    );
    expect(() => new Game().pgn(rubbish as never), inspect(rubbish)).toThrow(ChessError);
  }
  expect(() => new EnginePool({ engine: 2 } as never)).toThrow(
    "no such option: 'engine' (only engines, settings, onProblem)",
  );
});

test('limits, settings and options of an engine that are not objects', async () => {
  await using engine = new Engine();
  await using pool = new EnginePool({ engines: 1 });
  const rejected = { name: 'ChessError' };
  for (const rubbish of NO_OBJECTS as never[]) {
    expect(() => engine.configure(rubbish), inspect(rubbish)).toThrow(ChessError);
    await expect(engine.go(rubbish), inspect(rubbish)).rejects.toMatchObject(rejected);
    await expect(engine.go({ depth: 1 }, rubbish)).rejects.toMatchObject(rejected);
    await expect(pool.go(START_FEN, rubbish)).rejects.toMatchObject(rejected);
  }
});

test('options that there are not', async () => {
  const message = "no such option: 'hash'; settings are changed by configure()";
  expect(() => new Engine({ hash: 99 } as never)).toThrow(new ChessError(message));
  expect(() => new Engine(null as never)).toThrow(ChessError);
  expect(() => new PageEngine({ hash: 99 } as never)).toThrow(new ChessError(message));
  expect(() => new PagePool({ foo: 1 } as never)).toThrow(ChessError);
  expect(() => new PagePool(null as never)).toThrow(ChessError);
  expect(() => [...readPgnGames('', null as never)]).toThrow(ChessError);
  expect(() => [...readPgnGames('', { foo: 1 } as never)]).toThrow("no such option: 'foo'");
  await using engine = new Engine();
  const unknown = { foo: 1 } as never;
  const rejected = { name: 'ChessError', message: "no such option: 'foo' (only signal)" };
  await expect(engine.go({ depth: 1 }, unknown)).rejects.toMatchObject(rejected);
  expect(() => engine.analyze({ depth: 1 }, unknown)).toThrow(ChessError);
  await using pool = new EnginePool({ engines: 1 });
  await expect(pool.go(START_FEN, { depth: 1 }, unknown)).rejects.toThrow(
    /\(only signal, onInfo\)$/,
  );
});

test('objects of the platform in place of one with named values: an AbortController alone will do', async () => {
  await using engine = new Engine();
  await using pool = new EnginePool({ engines: 1 });
  const { signal } = new AbortController();
  for (const wrong of [signal, new Map([['hash', 1]]), Promise.resolve({ depth: 1 })] as never[]) {
    await expect(engine.go({ depth: 1 }, wrong)).rejects.toThrow(ChessError);
    expect(() => engine.analyze({ depth: 1 }, wrong)).toThrow(ChessError);
    await expect(pool.go(START_FEN, { depth: 1 }, wrong)).rejects.toThrow(ChessError);
    await expect(engine.go(wrong)).rejects.toThrow(ChessError);
    expect(() => engine.configure(wrong)).toThrow(ChessError);
    expect(() => new Game().pgn(wrong)).toThrow(ChessError);
  }
  const controller = new AbortController();
  const search = engine.go({ infinite: true }, controller);
  controller.abort();
  await expect(search).rejects.toMatchObject({ name: 'AbortError' });
});

test('what is neither a worker of a page nor where to find it', async () => {
  for (const rubbish of RUBBISH) {
    if (typeof rubbish === 'string' || typeof rubbish === 'function') continue;
    expect(() => new PageEngine({ worker: rubbish as never }), inspect(rubbish)).toThrow(
      ChessError,
    );
  }
  for (const rubbish of [...RUBBISH, Promise.resolve()]) {
    await using engine = new PageEngine({ worker: () => rubbish as never });
    const message = 'no search thread can be started: the function `worker` returned no Worker';
    await expect(engine.go({ depth: 1 }), inspect(rubbish)).rejects.toThrow(
      new ChessError(message),
    );
  }
});

test('arrays with holes', async () => {
  const hole = new Array(1) as never[];
  const [game] = unwrap(parsePgn('1. e4 *')) as [PgnGame];
  const annotated = (annotations: object) => ({
    ...game,
    moves: [{ ...game.moves[0]!, ...annotations }],
  });
  const played = new Game();
  played.play('e4');
  const before = played.pgn();
  for (const call of [
    () => played.addVariation(hole),
    () => {
      played.glyphs = hole;
    },
    () => formatPgn({ ...game, comments: hole }),
    () => formatPgn(annotated({ nags: hole })),
    () => formatPgn(annotated({ variations: hole })),
    () => Game.fromPgn({ ...game, problems: hole }),
    () => Game.fromPgn({ ...game, problems: 'none' as never }),
  ]) {
    expect(call, String(call)).toThrow(ChessError);
    expect(played.pgn()).toBe(before);
  }
  await using engine = new Engine();
  const limits = { nodes: 10 };
  const rejected = { name: 'ChessError' };
  await expect(engine.go({ ...limits, searchmoves: hole })).rejects.toMatchObject(rejected);
  for (const options of [{ engines: [engine], known: hole }, { engines: hole }]) {
    await expect(reviewGame('1. e4', { limits, ...options })).rejects.toMatchObject(rejected);
  }
});
