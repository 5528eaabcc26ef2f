/** `refrain/browser`: the Engine of pages, with shared memory and without. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../../src/browser.ts';
import { shareBrowser } from './support/browser.ts';
import { CAN_MEASURE, readMemory } from './support/memory.ts';
import { BLANK, serve, type TestServer } from './support/server.ts';
import { SharedProfile } from './support/sharedProfile.ts';

/** The interface of the test page below. */
declare global {
  var refrain: typeof import('../../src/browser.ts');
  var engine: Engine;
  /** Every worker the engine has started. */
  var started: Worker[];
  var newEngine: (options?: EngineOptions) => Engine;
  var told: string[];
  var search: ReturnType<Engine['go']>;
}

const PAGE = `<!doctype html><title>engine</title><script type="module">
  globalThis.refrain = await import('/browser/index.js');
  globalThis.started = [];
  globalThis.told = [];
  const start = () => {
    const worker = new Worker('/browser/refrain-worker.js');
    started.push(worker);
    return worker;
  };
  globalThis.newEngine = (options = { worker: start }) => {
    globalThis.engine = new refrain.Engine(options);
    engine.on('problem', (text) => told.push(text));
    return engine;
  };
  document.title = 'loaded';
</script>`;

/** Tells the page around it the depth of a search, or why there is none. */
const FRAME = `<!doctype html><title>frame</title><script type="module">
  const { Engine } = await import('/browser/index.js');
  const search = new Engine().go({ depth: 5 });
  parent.postMessage(await search.then(({ info }) => info.depth, String), '*');
</script>`;

const TABLES = ['KRvK.rtbw', 'KRvK.rtbz'];
const readTablebase = (name: string) => readFileSync(`tests/syzygy/tablebases/${name}`);
const TABLE_FILES = Object.fromEntries(
  TABLES.map((name) => [`/tables/${name}`, readTablebase(name)]),
);

/**
 * Milliseconds after which a silent worker counts as dead, and a little more: when it only has to answer, and
 * when it searches. Not much more, or the worker that takes its place counts as dead too.
 */
const IDLE_PATIENCE = 3000;
const BUSY_PATIENCE = 7000;

let browser: Browser;
beforeAll(async () => {
  browser = await shareBrowser();
});

describe('a page isolated', { tags: ['thorough'] }, () => testEngine(true));
describe('a page without shared memory', () => testEngine(false));

function testEngine(isolated: boolean): void {
  let server: TestServer;
  let profile: SharedProfile;
  let page: Page;
  const errors: string[] = [];
  beforeAll(async () => {
    const files = { '/engine.html': PAGE, ...BLANK, ...TABLE_FILES };
    server = await serve('dist', { isolated, files });
    profile = new SharedProfile(browser, `${server.url}blank.html`);
  });
  afterAll(async () => {
    await profile.close();
    await server.close();
  });
  beforeEach(async () => {
    page = await profile.openPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${server.url}engine.html`);
    await page.waitForFunction(() => document.title === 'loaded');
  });
  afterEach(async () => {
    await profile.empty();
    expect(errors.splice(0)).toEqual([]);
  });

  test('reads tablebases from files that the user picked', async () => {
    const bytes = TABLES.map((name) => [...readTablebase(name)]);
    const found = await page.evaluate(
      async ([names, bytes]) => {
        const engine = newEngine();
        const files = names.map((name, i) => new File([new Uint8Array(bytes[i]!)], name));
        engine.useTablebases(refrain.listFiles(files));
        engine.setPosition('8/8/8/3k4/8/8/r7/6K1 b - - 0 1');
        const probe = await engine.probe();
        const { info } = await engine.go({ nodes: 300 });
        return { wdl: probe?.wdl, dtz: probe?.dtz, hits: info.tbHits };
      },
      [TABLES, bytes] as const,
    );
    expect(found).toEqual({ wdl: 2, dtz: 9, hits: 22 });
    expect(await page.evaluate(() => told)).toEqual([]);
  });

  /** Probes tablebases that are read from the server. */
  const probeServed = () =>
    page.evaluate(
      async (sizes) => {
        const engine = newEngine();
        engine.useTablebases(
          Object.entries(sizes).map(([name, size]) => {
            return { name, size, at: new URL(`/tables/${name}`, location.href).href };
          }),
        );
        engine.setPosition('8/8/8/3k4/8/8/r7/6K1 b - - 0 1');
        const probe = await engine.probe();
        return { wdl: probe?.wdl, dtz: probe?.dtz };
      },
      Object.fromEntries(TABLES.map((name) => [name, readTablebase(name).length])),
    );

  test('reads tablebases in ranges from a server', async () => {
    expect(await probeServed()).toEqual({ wdl: 2, dtz: 9 });
  });

  test('a worker that waits for a slow server of tablebases does not count as dead', async () => {
    await page.clock.install();
    await page.route('**/tables/*', async (route) => {
      await page.clock.runFor(BUSY_PATIENCE / 3);
      await route.continue();
    });
    expect(await probeServed()).toEqual({ wdl: 2, dtz: 9 });
  });

  test('finds its worker next to itself, searches and reports', async () => {
    const { depths, result, threads } = await page.evaluate(async () => {
      const engine = newEngine({});
      const depths: number[] = [];
      engine.on('info', ({ depth }) => depths.push(depth));
      engine.setPosition(undefined, ['e2e4']);
      const result = await engine.go({ depth: 6 });
      return { depths, result, threads: engine.maxThreads };
    });
    expect(depths).toContain(6);
    expect(result.info.depth).toBe(6);
    expect(threads > 1).toBe(isolated);
  });

  test('searches the same nodes as in Node, from the first search on', async () => {
    const nodes = await page.evaluate(async () => {
      const { info } = await newEngine().go({ depth: 10 });
      return info.nodes;
    });
    const { Engine } = await import('refrain');
    const engine = new Engine();
    const { info } = await engine.go({ depth: 10 });
    await engine.close();
    expect(nodes).toBe(info.nodes);
  });

  test('analyses as a stream that a signal ends', async () => {
    const { depths, reason, next } = await page.evaluate(async () => {
      const engine = newEngine();
      const controller = new AbortController();
      const depths: number[] = [];
      let reason = '';
      try {
        for await (const { depth } of engine.analyze({ infinite: true }, controller)) {
          depths.push(depth);
          if (depth >= 7) controller.abort();
        }
      } catch (error) {
        reason = (error as Error).name;
      }
      const next = (await engine.go({ depth: 3 })).info.depth;
      return { depths, reason, next };
    });
    expect(depths.at(-1)).toBeGreaterThanOrEqual(7);
    expect(reason).toBe('AbortError');
    expect(next).toBe(3);
  });

  test('a ponder hit leads to a move', async () => {
    const depth = await page.evaluate(async () => {
      const engine = newEngine();
      const search = engine.go({ ponder: true, movetime: 100 });
      await new Promise((resolve) => engine.once('info', resolve));
      engine.ponderHit();
      return (await search).info.depth;
    });
    expect(depth).toBeGreaterThan(0);
  });

  test('perft counts', async () => {
    const leaves = await page.evaluate(() => newEngine().perft(4, () => {}));
    expect(leaves).toBe(197281);
  });

  test('other tables and threads, again and again', async () => {
    const depths = await page.evaluate(async () => {
      const engine = newEngine();
      const depths: number[] = [];
      for (const hash of [1, 32, 8]) {
        engine.configure({ hash, threads: Math.min(2, engine.maxThreads) });
        await engine.newGame();
        depths.push((await engine.go({ depth: 5 })).info.depth);
      }
      return depths;
    });
    expect(depths.every((depth) => depth >= 5)).toBe(true);
  });

  test('close ends the workers', async () => {
    await page.evaluate(async () => {
      const engine = newEngine();
      await engine.ready();
    });
    await expect.poll(() => page.workers().length).toBe(1);
    await page.evaluate(() => engine.close());
    await expect.poll(() => page.workers().length).toBe(0);
  });

  test.runIf(CAN_MEASURE)('close frees the hash table', { tags: ['thorough'] }, async () => {
    const use = (hash: number) =>
      page.evaluate(async (hash) => {
        const engine = newEngine();
        engine.configure({ hash });
        // Enough to touch most of the pages of the table.
        await engine.go({ nodes: 30_000 });
        await engine.close();
      }, hash);
    await use(1);
    const before = await readMemory(browser);
    for (let i = 0; i < 2; i++) await use(128);
    await expect.poll(() => readMemory(browser)).toBeLessThan(before + 64);
  });

  test('a worker killed while idle is replaced, and the position kept', async () => {
    await page.clock.install();
    await page.evaluate(async () => {
      const engine = newEngine();
      engine.setPosition('7k/8/5KQ1/8/8/8/8/8 w - - 0 1');
      await engine.ready();
      started[0]!.terminate();
      globalThis.search = engine.go({ depth: 5 });
    });
    await page.clock.runFor(IDLE_PATIENCE);
    const { move, count } = await page.evaluate(async () => {
      const { best } = await search;
      return { move: best!.move, count: started.length };
    });
    // Queen g6 to g7.
    expect(move & 0xfff).toBe(46 | (54 << 6));
    expect(count).toBe(2);
  });

  test('a worker killed during a search: the search resolves, and the next one has a new worker', async () => {
    await page.clock.install();
    await page.evaluate(async () => {
      const engine = newEngine();
      globalThis.search = engine.go({ infinite: true });
      await new Promise<void>((resolve) =>
        engine.on('info', ({ depth }) => depth >= 5 && resolve()),
      );
      for (const worker of started) worker.terminate();
    });
    await page.clock.runFor(BUSY_PATIENCE);
    const { first, second, told } = await page.evaluate(async () => {
      const first = (await search).info.depth;
      const second = (await engine.go({ depth: 4 })).info.depth;
      return { first, second, told: globalThis.told };
    });
    expect(first).toBeGreaterThanOrEqual(5);
    expect(second).toBe(4);
    expect(told).toEqual(['search thread 1 died: the worker no longer answers']);
  });

  test('a worker that cannot be loaded: the search rejects with the reason', async () => {
    const message = await page.evaluate(async () => {
      const engine = newEngine({ worker: '/nowhere.js' });
      return engine.go({ depth: 3 }).then(
        () => 'resolved',
        (error: Error) => error.message,
      );
    });
    expect(message).toBe(
      'no search thread can be started: the worker cannot be loaded (/nowhere.js); ' +
        'copy refrain-worker.js from node_modules/refrain/dist/browser there, or name its URL: new Engine({ worker })',
    );
  });

  test('a page instead of the worker: the search rejects and names the address', async () => {
    const message = await page.evaluate(async () => {
      const engine = newEngine({ worker: '/engine.html' });
      return engine.go({ depth: 3 }).then(
        () => 'resolved',
        (error: Error) => error.message,
      );
    });
    expect(message).toMatch(
      /^no search thread can be started: .*SyntaxError.* \(\/engine.html\); copy refrain-worker.js/,
    );
  });

  test('a worker from another origin', async () => {
    const other = await serve('dist/browser');
    const depth = await page.evaluate(async (worker) => {
      return (await newEngine({ worker }).go({ depth: 5 })).info.depth;
    }, `${other.url}refrain-worker.js`);
    expect(depth).toBe(5);
    await other.close();
  });

  test('a sandboxed frame, which has no origin', async () => {
    const headers = { 'Access-Control-Allow-Origin': '*' };
    const files = { '/engine.html': PAGE, '/frame.html': FRAME };
    const open = await serve('dist', { isolated, headers, files });
    await page.goto(`${open.url}engine.html`);
    const depth = await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('message', ({ data }) => resolve(data));
          const frame = document.createElement('iframe');
          frame.sandbox.add('allow-scripts');
          frame.src = '/frame.html';
          document.body.append(frame);
        }),
    );
    expect(depth).toBe(5);
    await open.close();
  });
}
