/** Engines that share the requests of a program. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Worker } from 'node:worker_threads';
import { ChessError, Engine, EnginePool, Game, type SearchLine, START_FEN } from 'refrain';
import { EnginePool as PagePool } from 'refrain/browser';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { collectGarbage } from '../../src/hosts/node/collectGarbage.ts';
import { reactive } from '../support/reactive.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

let workers: Worker[];
let ended: number;
const remember = (worker: Worker) => {
  workers.push(worker);
  worker.once('exit', () => ended++);
};
beforeEach(() => {
  workers = [];
  ended = 0;
  process.on('worker', remember);
});
afterEach(() => {
  process.off('worker', remember);
});

describe('a pool', () => {
  let pool: EnginePool;
  beforeAll(() => {
    pool = new EnginePool({ engines: 1 });
  });
  afterAll(() => pool.close());

  test('answers more requests than it has engines, each for its own position', async () => {
    await using pool = new EnginePool({ engines: 2, settings: { hash: 1 } });
    const game = new Game();
    const requests = [];
    for (const move of ['f3', 'e5', 'g4']) {
      game.play(move);
      requests.push(pool.go(game, { depth: 3 }));
    }
    const [, , last] = await Promise.all(requests);
    expect(last!.san).toBe('Qh4#');
    expect(workers).toHaveLength(2);
  });

  test('serves requests in order, and reports their lines', async () => {
    const order: number[] = [];
    const requests = [1, 2, 3].map((depth) =>
      pool.go(START_FEN, { depth }, { onInfo: ({ depth }) => order.push(depth) }),
    );
    await Promise.all(requests);
    expect(order).toEqual([1, 1, 2, 1, 2, 3]);
  });

  test('reports the lines of a request in its own async context', async () => {
    const user = new AsyncLocalStorage<string>();
    const users: Record<string, (string | undefined)[]> = { Ann: [], Bob: [] };
    const request = (name: string) =>
      pool.go(START_FEN, { depth: 2 }, { onInfo: () => users[name]!.push(user.getStore()) });
    await Promise.all(Object.keys(users).map((name) => user.run(name, request, name)));
    expect(users).toEqual({ Ann: ['Ann', 'Ann'], Bob: ['Bob', 'Bob'] });
  });

  test('castles as king takes rook with the chess960 setting', async () => {
    await using pool = new EnginePool({ engines: 1, settings: { chess960: true } });
    const limits = { depth: 1, searchmoves: ['O-O'] };
    const result = await pool.go('4k3/8/8/8/8/8/8/4K2R w K - 0 1', limits);
    expect([result.uci, result.info.uci[0]]).toEqual(['e1h1', 'e1h1']);
  });

  test('an aborted request rejects, whether it runs or waits, and the others go on', async () => {
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = pool.go(START_FEN, { infinite: true }, { signal: running.signal });
    const second = pool.go(START_FEN, { infinite: true }, { signal: waiting.signal });
    const third = pool.go(START_FEN, { depth: 2 });
    waiting.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    running.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect((await third).info.depth).toBe(2);
    const late = pool.go(START_FEN, { depth: 2 }, { signal: AbortSignal.abort() });
    await expect(late).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('goes on after an aborted request also inside a proxy, such as those of Vue', async () => {
    const kept = reactive(pool);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = kept.go(START_FEN, { infinite: true }, { signal: running.signal });
    const second = kept.go(START_FEN, { depth: 1 }, { signal: waiting.signal });
    waiting.abort();
    running.abort();
    await Promise.allSettled([first, second]);
    expect((await kept.go(START_FEN, { depth: 1 })).san).not.toBeNull();
  });

  test('rejects bad input at once, without taking an engine', async () => {
    const running = new AbortController();
    const busy = pool.go(START_FEN, { infinite: true }, { signal: running.signal });
    await expect(pool.go('x', { depth: 1 })).rejects.toThrow(ChessError);
    await expect(pool.go(null as never, { depth: 1 })).rejects.toThrow(ChessError);
    await expect(pool.go(START_FEN, { depth: -1 })).rejects.toThrow(ChessError);
    await expect(pool.go(START_FEN, { searchmoves: ['e5'] })).rejects.toThrow(ChessError);
    const onInfo = 5 as never;
    await expect(pool.go(START_FEN, { depth: 1 }, { onInfo })).rejects.toThrow(ChessError);
    running.abort();
    await expect(busy).rejects.toMatchObject({ name: 'AbortError' });
    expect(() => new EnginePool({ engines: 0 })).toThrow(ChessError);
    expect(() => new EnginePool({ settings: { hash: 0 } })).toThrow(ChessError);
  });

  test('rejects a request whose onInfo throws, with its error, and goes on', async () => {
    const error = new Error('boom');
    const onInfo = () => {
      throw error;
    };
    await expect(pool.go(START_FEN, { infinite: true }, { onInfo })).rejects.toBe(error);
    expect((await pool.go(START_FEN, { depth: 2 })).info.depth).toBe(2);
  });

  test('rejects a request that is aborted as soon as its engine is free', async () => {
    for (const turns of [0, 1, 2, 3, 4]) {
      const controller = new AbortController();
      const first = pool.go(START_FEN, { depth: 1 });
      const second = pool.go(START_FEN, { infinite: true }, { signal: controller.signal });
      const refused = expect(second).rejects.toMatchObject({ name: 'AbortError' });
      await first;
      for (let i = 0; i < turns; i++) await null;
      controller.abort();
      await refused;
    }
  });

  test('rejects aborted requests with the reason also if it is closed at once', async () => {
    for (const turns of [0, 1, 2, 3, 10]) {
      const pool = new EnginePool({ engines: 1 });
      const controller = new AbortController();
      const requests = [1, 2].map(() =>
        expect(
          pool.go(START_FEN, { infinite: true }, { signal: controller.signal }),
        ).rejects.toMatchObject({ name: 'AbortError' }),
      );
      for (let i = 0; i < turns; i++) await null;
      controller.abort();
      await pool.close();
      await Promise.all(requests);
    }
  });

  test('reports no lines once a request is aborted: they belong to a position that is left', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const depths: number[] = [];
    const onInfo = ({ depth }: SearchLine) => {
      depths.push(depth);
      if (depth === 3) controller.abort();
    };
    const aborted = pool.go(START_FEN, { infinite: true }, { signal, onInfo });
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect(depths).toEqual([1, 2, 3]);
  });

  test('rejects with what onInfo throws, even if it has aborted the request before', async () => {
    const controller = new AbortController();
    const onInfo = () => {
      controller.abort();
      throw new Error('mine');
    };
    const { signal } = controller;
    const search = pool.go(START_FEN, { infinite: true }, { signal, onInfo });
    await expect(search).rejects.toThrow('mine');
  });

  test('listens once to a signal that many requests share', async () => {
    await using pool = new EnginePool({ engines: 2 });
    const controller = new AbortController();
    const { signal } = controller;
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    const requests = Array.from({ length: 20 }, () =>
      pool.go(START_FEN, { infinite: true }, { signal }),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort();
    for (const { status } of await Promise.allSettled(requests)) expect(status).toBe('rejected');
    expect(add).toHaveBeenCalledTimes(1);
    expect(remove).toHaveBeenCalledTimes(1);
    expect((await pool.go(START_FEN, { depth: 2 })).info.depth).toBe(2);
  });

  test('searches the start position unless another is given, as engines do', async () => {
    const limits = { depth: 3 };
    const [first, second] = [await pool.go(undefined, limits), await pool.go(START_FEN, limits)];
    expect(first.san).toBe(second.san);
  });

  test('reports the problems of its engines', async () => {
    const problems: string[] = [];
    const onProblem = (text: string) => problems.push(text);
    const syzygyPath = temporaryFolder();
    await using pool = new EnginePool({ settings: { syzygyPath }, onProblem });
    expect(problems).toEqual([`no tablebases in ${syzygyPath}`]);
    await pool.go(START_FEN, { depth: 1 });
    // @ts-expect-error: not a function
    expect(() => new EnginePool({ onProblem: 'x' })).toThrow('onProblem is not a function');
  });

  test('rejects folders of tablebases in a page, which has none', () => {
    expect(() => new PagePool({ settings: { syzygyPath: '/tables' } })).toThrow(
      'a browser has no folders',
    );
  });

  test('does not change with the settings that it was given', async () => {
    const settings = { hash: 1 };
    await using pool = new EnginePool({ engines: 2, settings });
    settings.hash = -1;
    const results = [1, 2].map(() => pool.go(START_FEN, { depth: 1 }));
    for (const { info } of await Promise.all(results)) expect(info.depth).toBe(1);
  });

  test('that is closed answers what runs, and rejects what waits or comes', async () => {
    const pool = new EnginePool({ engines: 1 });
    let first!: ReturnType<typeof pool.go>;
    await new Promise<unknown>((onInfo) => {
      first = pool.go(START_FEN, { infinite: true }, { onInfo });
    });
    const second = pool.go(START_FEN, { depth: 1 });
    const refused = expect(second).rejects.toThrow('the engine pool is closed');
    await pool.close();
    await refused;
    expect((await first).san).not.toBeNull();
    await expect(pool.go(START_FEN, { depth: 1 })).rejects.toThrow(ChessError);
  });
});

/** Waits until all threads have ended; collects garbage meanwhile. */
const allEnded = () =>
  vi.waitFor(
    () => {
      collectGarbage();
      expect(ended).toBe(workers.length);
    },
    { timeout: 60_000, interval: 100 },
  );

describe('dropped without close()', () => {
  test('engines end their threads', async () => {
    for (let i = 0; i < 3; i++) await new Engine().go({ depth: 1 });
    expect(workers).toHaveLength(3);
    await allEnded();
  });

  test('a pool too', async () => {
    await new EnginePool({ engines: 2 }).go(START_FEN, { depth: 1 });
    expect(workers.length).toBeGreaterThan(0);
    await allEnded();
  });
});
