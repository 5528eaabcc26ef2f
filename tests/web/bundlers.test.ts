/**
 * The page of `web/examples/`, bundled from the packed package, plays in a browser.
 *
 * @module-tag thorough
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import type { Browser } from 'playwright-core';
import * as vite from 'vite';
import { beforeAll, expect, test } from 'vitest';
import webpack from 'webpack';
import { installPackage } from '../support/installed.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { openPage, shareBrowser } from './support/browser.ts';
import { serve } from './support/server.ts';

const EXAMPLES = 'web/examples';

let browser: Browser;
const FOLDER = temporaryFolder();
beforeAll(async () => {
  browser = await shareBrowser();
  installPackage(FOLDER);
  for (const name of ['main.js', 'index.html']) {
    copyFileSync(join(EXAMPLES, name), join(FOLDER, name));
  }
});

/** Opens the page and waits until it has a move. */
async function expectToPlay(url: string): Promise<void> {
  const errors: string[] = [];
  const page = await openPage(browser, url, errors);
  await expect.poll(() => page.title()).toMatch(/^best move [a-h][1-8][a-h][1-8]$/);
  await page.context().close();
  expect(errors).toEqual([]);
}

/** Serves a folder, without the headers for shared memory and with them, and plays there. */
async function expectFolderToPlay(folder: string): Promise<void> {
  for (const isolated of [false, true]) {
    const server = await serve(folder, { isolated });
    await expectToPlay(server.url);
    await server.close();
  }
}

test('Vite, built', async () => {
  const outDir = join(FOLDER, 'out-vite');
  await vite.build({
    root: FOLDER,
    configFile: false,
    logLevel: 'silent',
    build: { outDir, target: 'es2022' },
  });
  await expectFolderToPlay(outDir);
});

test('Vite, its development server', async () => {
  const server = await vite.createServer({
    root: FOLDER,
    configFile: false,
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0 },
  });
  await server.listen();
  const { port } = server.httpServer!.address() as { port: number };
  await expectToPlay(`http://127.0.0.1:${port}/`);
  await server.close();
});

test('webpack', async () => {
  const path = join(FOLDER, 'out-webpack');
  const compiler = webpack({
    context: FOLDER,
    entry: './main.js',
    mode: 'production',
    // Its minifier takes seconds for the network in the worker.
    optimization: { minimize: false },
    output: { path },
  })!;
  const stats = await new Promise<webpack.Stats>((resolve, reject) =>
    compiler.run((error, stats) => (error === null ? resolve(stats!) : reject(error))),
  );
  expect(stats.toJson().errors).toEqual([]);
  copyFileSync(join(EXAMPLES, 'index.html'), join(path, 'index.html'));
  await expectFolderToPlay(path);
});

test('esbuild, the worker a second entry point', async () => {
  const outdir = join(FOLDER, 'out-esbuild');
  mkdirSync(outdir);
  const { warnings } = await esbuild.build({
    absWorkingDir: FOLDER,
    entryPoints: [
      { in: 'main.js', out: 'main' },
      { in: 'refrain/refrain-worker.js', out: 'refrain-worker' },
    ],
    bundle: true,
    format: 'esm',
    outdir,
    logLevel: 'silent',
  });
  expect(warnings).toEqual([]);
  copyFileSync(join(EXAMPLES, 'index.html'), join(outdir, 'index.html'));
  await expectFolderToPlay(outdir);
});

test('esbuild, a script of a page that is opened as a file', async () => {
  const folder = join(FOLDER, 'out-file');
  mkdirSync(folder);
  copyFileSync(
    join(FOLDER, 'node_modules/refrain/dist/browser/refrain-worker.js'),
    join(folder, 'refrain-worker.js'),
  );
  const contents = `
    import { Engine } from 'refrain/browser';
    const engine = new Engine({ worker: 'refrain-worker.js' });
    engine.go({ depth: 6 }).then(({ uci }) => { document.title = 'best move ' + uci; });`;
  await esbuild.build({
    stdin: { contents, resolveDir: FOLDER },
    bundle: true,
    format: 'iife',
    outfile: join(folder, 'main.js'),
    logLevel: 'silent',
  });
  const page = join(folder, 'index.html');
  writeFileSync(page, '<!doctype html><meta charset="utf-8"><script src="main.js"></script>');
  await expectToPlay(pathToFileURL(page).href);
});

test('no bundler: an import map', async () => {
  const importMap = {
    imports: {
      'refrain/browser': '/node_modules/refrain/dist/browser/index.js',
      'refrain/chess': '/node_modules/refrain/dist/chess.js',
    },
  };
  const html = readFileSync(join(EXAMPLES, 'index.html'), 'utf8').replace(
    '</head>',
    `<script type="importmap">${JSON.stringify(importMap)}</script></head>`,
  );
  const server = await serve(FOLDER, { files: { '/plain.html': html } });
  await expectToPlay(`${server.url}plain.html`);
  await server.close();
});
