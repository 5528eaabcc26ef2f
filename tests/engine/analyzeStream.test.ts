import { Engine, type SearchInfo } from 'refrain';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { analyze } from '../../src/engine/analyzeStream.ts';

// One for all tests: each leaves it free.
const engine = new Engine();
afterEach(() => {
  engine.removeAllListeners();
  engine.setPosition();
});
afterAll(() => engine.close());

/** Reads a stream to its end, or to the first info of that depth. */
async function read(stream: AsyncIterable<SearchInfo>, depth?: number): Promise<SearchInfo[]> {
  const infos: SearchInfo[] = [];
  for await (const info of stream) {
    infos.push(info);
    if (info.depth === depth) break;
  }
  return infos;
}

const depths = (infos: readonly SearchInfo[]) => infos.map((info) => info.depth);

describe('an analysis', () => {
  test('yields the lines of the info events in order, and ends with the search', async () => {
    const told: SearchInfo[] = [];
    engine.on('info', (info) => told.push(info));
    const infos = await read(engine.analyze({ depth: 5 }));
    expect(infos).toEqual(told);
    expect([...new Set(depths(infos))]).toEqual([1, 2, 3, 4, 5]);
  });

  test('loses no lines if the reader is slower than the search', async () => {
    const fast = depths(await read(engine.analyze({ depth: 5 })));
    await engine.newGame();
    const slow: number[] = [];
    for await (const info of engine.analyze({ depth: 5 })) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      slow.push(info.depth);
    }
    expect(slow).toEqual(fast);
  });

  test('has no lines of a search that begins before a slow reader has read them', async () => {
    const seen: number[] = [];
    for await (const { depth, pv } of engine.analyze({ depth: 3 })) {
      if (seen.length === 0) {
        // Waits for the search to end.
        await engine.probe();
        engine.setPosition('7k/8/8/8/8/8/8/K5R1 b - - 0 1');
        await engine.go({ depth: 3 });
      }
      expect(pv.length).toBeGreaterThan(0);
      seen.push(depth);
    }
    expect(seen).toEqual([1, 2, 3]);
  });

  test('ends when the reader leaves: the next search may start at once', async () => {
    await read(engine.analyze({ infinite: true }), 3);
    const { info } = await engine.go({ depth: 2 });
    expect(info.depth).toBe(2);
  });

  test('ends when the reader throws, with that error', async () => {
    const failing = async () => {
      for await (const _ of engine.analyze({ infinite: true })) throw new Error('no ink');
    };
    await expect(failing()).rejects.toThrow('no ink');
    await engine.go({ depth: 1 });
  });

  test('is stopped when it is cancelled while a reader waits for its next line', async () => {
    let end = () => {};
    const silent = { stop: () => end(), on: () => {}, off: () => {} };
    const search = () => new Promise<void>((resolve) => (end = resolve));
    for (const cancel of ['return', 'throw'] as const) {
      const stream = analyze(silent, search, undefined);
      const waiting = stream.next();
      const left = stream[cancel](undefined).catch(() => {});
      expect(await waiting).toEqual({ done: true, value: undefined });
      await left;
    }
  });

  test('is stopped by its signal, whose reason is thrown once the search has ended', async () => {
    const controller = new AbortController();
    engine.on('info', (info) => {
      if (info.depth === 4) controller.abort();
    });
    const stream = read(engine.analyze({ infinite: true }, { signal: controller.signal }));
    await expect(stream).rejects.toMatchObject({ name: 'AbortError' });
    // The engine is free.
    await engine.go({ depth: 1 });
  });

  test('is stopped by a signal before the search has started', async () => {
    const controller = new AbortController();
    const stream = read(engine.analyze({ infinite: true }, { signal: controller.signal }));
    controller.abort(new Error('enough'));
    await expect(stream).rejects.toThrow('enough');
    await engine.go({ depth: 1 });
  });

  test('throws the reason of its signal also if the engine is closed at once', async () => {
    const engine = new Engine();
    const controller = new AbortController();
    const stream = read(engine.analyze({ infinite: true }, { signal: controller.signal }));
    const aborted = expect(stream).rejects.toMatchObject({ name: 'AbortError' });
    controller.abort();
    await engine.close();
    await aborted;
  });

  test('does not start with an aborted signal', async () => {
    const stream = read(engine.analyze({ depth: 3 }, { signal: AbortSignal.abort() }));
    await expect(stream).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('ignores its signal after its end: no other search is stopped', async () => {
    const controller = new AbortController();
    await read(engine.analyze({ depth: 2 }, { signal: controller.signal }));
    engine.once('info', () => controller.abort());
    const { info } = await engine.go({ depth: 5 });
    expect(info.depth).toBe(5);
    expect(engine.listenerCount('info')).toBe(0);
  });

  test('cannot start during another search, and does not affect it', async () => {
    const first = engine.analyze({ infinite: true });
    await first.next();
    await expect(read(engine.analyze({ depth: 1 }))).rejects.toThrow('already running');
    expect((await first.next()).done).toBe(false);
    await first.return();
  });

  test('of a position without legal moves yields one line', async () => {
    engine.setPosition('7k/8/6QK/8/8/8/8/8 b - - 0 1');
    const infos = await read(engine.analyze({ infinite: true }));
    expect(infos.map(({ depth, score, pv }) => ({ depth, score, pv }))).toEqual([
      { depth: 0, score: 0, pv: [] },
    ]);
  });
});
