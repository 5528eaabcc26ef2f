import { Engine, type SearchInfo } from 'refrain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let engine: Engine;
beforeEach(() => {
  engine = new Engine();
});
afterEach(() => engine.close());

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
  test('gives what the events tell, in their order, and ends with the search', async () => {
    const told: SearchInfo[] = [];
    engine.on('info', (info) => told.push(info));
    const infos = await read(engine.analyze({ depth: 5 }));
    expect(infos).toEqual(told);
    expect([...new Set(depths(infos))]).toEqual([1, 2, 3, 4, 5]);
  });

  test('loses nothing on a reader who is slower than the search', async () => {
    const fast = depths(await read(engine.analyze({ depth: 5 })));
    await engine.newGame();
    const slow: number[] = [];
    for await (const info of engine.analyze({ depth: 5 })) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      slow.push(info.depth);
    }
    expect(slow).toEqual(fast);
  });

  test('is over when the reader leaves: the next search may begin at once', async () => {
    await read(engine.analyze({ infinite: true }), 3);
    const { info } = await engine.go({ depth: 2 });
    expect(info.depth).toBe(2);
  });

  test('is over when the reader fails, with the failure of the reader', async () => {
    const failing = async () => {
      for await (const _ of engine.analyze({ infinite: true })) throw new Error('no ink');
    };
    await expect(failing()).rejects.toThrow('no ink');
    await engine.go({ depth: 1 });
  });

  test('is stopped by its signal, and what it found still comes', async () => {
    const controller = new AbortController();
    const told: SearchInfo[] = [];
    engine.on('info', (info) => {
      told.push(info);
      if (info.depth === 4) controller.abort();
    });
    const infos = await read(engine.analyze({ infinite: true }, { signal: controller.signal }));
    expect(infos).toEqual(told);
    expect(infos.at(-1)!.depth).toBeGreaterThanOrEqual(4);
  });

  test('is stopped by a signal that comes before the search has really begun', async () => {
    const controller = new AbortController();
    const stream = read(engine.analyze({ infinite: true }, { signal: controller.signal }));
    controller.abort();
    await stream;
    await engine.go({ depth: 1 });
  });

  test('with a signal that was given before it never begins', async () => {
    expect(await read(engine.analyze({ depth: 3 }, { signal: AbortSignal.abort() }))).toEqual([]);
  });

  test('does not outlive its end: a later signal stops no other search', async () => {
    const controller = new AbortController();
    await read(engine.analyze({ depth: 2 }, { signal: controller.signal }));
    engine.once('info', () => controller.abort());
    const { info } = await engine.go({ depth: 5 });
    expect(info.depth).toBe(5);
    expect(engine.listenerCount('info')).toBe(0);
  });

  test('cannot begin while another search runs, and leaves that alone', async () => {
    const first = engine.analyze({ infinite: true });
    await first.next();
    await expect(read(engine.analyze({ depth: 1 }))).rejects.toThrow('already running');
    expect((await first.next()).done).toBe(false);
    await first.return();
  });

  test('of a position without a legal move says so once', async () => {
    engine.setPosition('7k/8/6QK/8/8/8/8/8 b - - 0 1');
    const infos = await read(engine.analyze({ infinite: true }));
    expect(infos.map(({ depth, score, pv }) => ({ depth, score, pv }))).toEqual([
      { depth: 0, score: 0, pv: [] },
    ]);
  });
});
