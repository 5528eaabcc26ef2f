/** `refrain-worker.js` as pages use it: UCI in strings, with shared memory and without. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NAME, VERSION } from '../../src/version.ts';
import { shareBrowser } from './support/browser.ts';
import { BLANK, serve, type TestServer } from './support/server.ts';
import { SharedProfile } from './support/sharedProfile.ts';
import { startUci, type UciPage } from './support/uciPage.ts';

const WORKER = 'dist/browser/refrain-worker.js';

let browser: Browser;
beforeAll(async () => {
  browser = await shareBrowser();
});

test('the file is at most 1.6 MB when compressed', () => {
  expect(gzipSync(readFileSync(WORKER)).length).toBeLessThan(1_600_000);
});

describe('a page isolated', { tags: ['thorough'] }, () => testWorker(true));
describe('a page without shared memory', () => testWorker(false));

function testWorker(isolated: boolean): void {
  let server: TestServer;
  let profile: SharedProfile;
  let page: Page;
  let uci: UciPage;
  const errors: string[] = [];
  beforeAll(async () => {
    server = await serve('dist/browser', { isolated, files: BLANK });
    profile = new SharedProfile(browser, `${server.url}blank.html`);
  });
  afterAll(async () => {
    await profile.close();
    await server.close();
  });
  beforeEach(async () => {
    page = await profile.openPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${server.url}blank.html`);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isolated);
    uci = await startUci(page, '/refrain-worker.js');
  });
  afterEach(async () => {
    await profile.empty();
    expect(errors.splice(0)).toEqual([]);
  });

  test('speaks UCI', async () => {
    await uci.send('uci');
    expect(await uci.until(/^uciok$/)).toContain(`id name ${NAME} ${VERSION}`);
    await uci.send('isready');
    await uci.until(/^readyok$/);
    await uci.send('position startpos moves e2e4', 'go depth 6');
    const lines = await uci.until(/^bestmove/);
    expect(lines.at(-1)).toMatch(/^bestmove [a-h][78][a-h][56]/);
    expect(lines.at(-2)).toMatch(/^info depth 6 /);
  });

  test('takes several lines at once', async () => {
    await uci.send('uci\nisready\nposition startpos\ngo depth 4');
    await uci.until(/^bestmove/);
  });

  test('reports missing features', async () => {
    await uci.send('uci', 'isready');
    const lines = await uci.until(/^readyok$/);
    const said = lines.filter((line) => line.startsWith('info string'));
    expect(said.some((line) => line.includes('one search thread'))).toBe(!isolated);
    const threads = lines.find((line) => line.startsWith('option name Threads'))!;
    expect(/ max 1$/.test(threads)).toBe(!isolated);
  });

  test('stop, isready, ponderhit and position are handled during a search', async () => {
    await uci.send('go infinite');
    await uci.until(/ depth 8 /);
    await uci.send('isready');
    await uci.until(/^readyok$/);
    await uci.send('stop');
    await uci.until(/^bestmove/);
    await uci.send('position startpos moves d2d4', 'go ponder wtime 300 btime 300');
    await uci.until(/ depth 5 /);
    await uci.send('ponderhit');
    await uci.until(/^bestmove/);
    await uci.send('go infinite');
    await uci.until(/ depth 5 /);
    await uci.send('position startpos', 'go depth 3');
    await uci.until(/^bestmove/);
    const lines = await uci.until(/^bestmove/);
    expect(lines.at(-2)).toMatch(/^info depth 3 /);
  });

  test('a perft that would take days can be stopped', async () => {
    await uci.send('go perft 10', 'isready');
    await uci.until(/^readyok$/);
    await uci.send('stop');
    await uci.until(/^Nodes searched: \d/);
  });

  test('searches the same nodes as in Node', async () => {
    await uci.send('position startpos', 'go depth 10');
    const lines = await uci.until(/^bestmove/);
    const { Engine } = await import('refrain');
    const engine = new Engine();
    const { info } = await engine.go({ depth: 10 });
    await engine.close();
    expect(lines.at(-2)).toContain(` nodes ${info.nodes} `);
  });

  test('two threads, where there is shared memory', async () => {
    await uci.send('setoption name Threads value 2', 'isready');
    const lines = await uci.until(/^readyok$/);
    expect(lines.some((line) => /Threads/.test(line))).toBe(!isolated);
    await uci.send('go depth 9');
    await uci.until(/^bestmove/);
  });

  test('quit ends the worker', async () => {
    await uci.send('go infinite');
    await uci.until(/ depth 4 /);
    await uci.send('quit');
    await expect.poll(() => page.workers().length).toBe(0);
  });

  /** A worker that runs some code first, from a blob. */
  async function startAfter(
    code: string,
    url = `${server.url}refrain-worker.js`,
  ): Promise<UciPage> {
    const blob = await page.evaluate(
      async (code) => {
        return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
      },
      `${code}; importScripts(${JSON.stringify(url)});`,
    );
    return startUci(page, blob);
  }

  test('works from another origin, through a blob', async () => {
    const other = await serve('dist/browser');
    const foreign = await startAfter('', `${other.url}refrain-worker.js`);
    await foreign.send('position startpos', 'go depth 6');
    await foreign.until(/^bestmove/);
    await other.close();
  });

  test('works from a revoked blob', async () => {
    const revoked = await startAfter('postMessage("running")');
    // The worker runs; it starts others when it is asked for something.
    await revoked.until(/^running$/);
    await page.evaluate(() => {
      for (const url of globalThis.uciBlobs) URL.revokeObjectURL(url);
    });
    await revoked.send('uci', 'go infinite');
    await revoked.until(/ depth 6 /);
    await revoked.send('stop');
    await revoked.until(/^bestmove/);
  });

  test.each([
    ['WebAssembly', 'delete self.WebAssembly', 'there is no WebAssembly'],
    ['SIMD', 'WebAssembly.validate = () => false', 'WebAssembly has no SIMD'],
  ])('plays without %s, and says so', async (_, code, lack) => {
    const poor = await startAfter(code);
    await poor.send('uci', 'go depth 6');
    const lines = await poor.until(/^bestmove/);
    expect(lines).toContain(`info string slow evaluation: ${lack}`);
    expect(lines.at(-2)).toMatch(/^info depth 6 /);
  });

  test('plays where the Content-Security-Policy forbids WebAssembly, and says so', async () => {
    const strict = await serve('dist/browser', {
      isolated,
      files: BLANK,
      headers: { 'Content-Security-Policy': "default-src 'self'" },
    });
    await page.goto(`${strict.url}blank.html`);
    const poor = await startUci(page, '/refrain-worker.js');
    await poor.send('uci', 'isready', 'go depth 6');
    const lines = await poor.until(/^bestmove/);
    const lack = 'the Content-Security-Policy forbids WebAssembly';
    expect(lines).toContain(`info string slow evaluation: ${lack}`);
    expect(lines.at(-2)).toMatch(/^info depth 6 /);
    await strict.close();
  });

  test.runIf(isolated)('uses one thread without shared memory, and says so', async () => {
    const single = await startAfter('delete self.SharedArrayBuffer');
    await single.send('uci', 'go depth 6');
    const lines = await single.until(/^bestmove/);
    expect(lines).toContain('info string one search thread: the browser has no SharedArrayBuffer');
    expect(lines.find((line) => line.startsWith('option name Threads'))).toMatch(/ max 1$/);
  });

  test('plays without nested workers', async () => {
    const lonely = await startAfter('delete self.Worker');
    await lonely.send('uci');
    const lines = await lonely.until(/^uciok/);
    expect(lines.find((line) => line.startsWith('option name Threads'))).toMatch(/ max 1$/);
    await lonely.send('go infinite');
    await lonely.until(/ depth 6 /);
    await lonely.send('stop');
    await lonely.until(/^bestmove/);
  });
}
