/** Bundling the package: missing files, and the size of the rules. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();

const IMPORT = `import { Engine, ChessError } from 'refrain';`;
const SEARCH = `
  (async () => {
    const engine = new Engine();
    try {
      console.log('played', (await engine.go({ depth: 2 })).info.depth);
    } catch (error) {
      console.log(error instanceof ChessError ? error.message : error);
    }
    await engine.close();
  })();
`;

type Source = 'import' | 'require';
type Format = 'esm' | 'cjs';

/** Bundles a program that searches for Node, in a folder of its own. Returns the path of the bundle. */
async function bundle(source: Source, format: Format): Promise<string> {
  const outfile = join(folder, `${source}-${format}`, `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`);
  const contents =
    source === 'import'
      ? `${IMPORT} ${SEARCH}`
      : IMPORT.replace(/import (.*) from ('.*');/, 'const $1 = require($2);') + SEARCH;
  // Where npm init writes nothing else, files are CommonJS unless their names say otherwise.
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(join(dirname(outfile), 'package.json'), '{ "type": "commonjs" }');
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    platform: 'node',
    format,
    outfile,
    logLevel: 'silent',
  });
  return outfile;
}

const run = async (file: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, [file])).stdout.trim();

describe.each<[Source, Format]>([
  ['import', 'esm'],
  // What esbuild makes of a module by default.
  ['import', 'cjs'],
  ['require', 'cjs'],
])('a Node bundle, %s in %s', (source, format) => {
  test('without the files of the search it says what is missing, with them it plays', async () => {
    const file = await bundle(source, format);
    const copy = (name: string) => copyFileSync(join('dist', name), join(dirname(file), name));
    expect(await run(file)).toMatch(
      /^no search thread can be started: .*worker\.mjs.* beside the bundle$/,
    );
    copy('worker.mjs');
    if (source === 'require') {
      expect(await run(file)).toMatch(/default\.nnue': no such file or folder; .* nnue\.wasm/);
    }
    copy('default.nnue');
    copy('nnue.wasm');
    expect(await run(file)).toBe('played 2');
  });
});

describe('refrain/chess', () => {
  test('can be bundled for a browser without warnings, below 60 kB', async () => {
    const { outputFiles, warnings, metafile } = await build({
      stdin: { contents: `export * from 'refrain/chess';`, resolveDir: process.cwd() },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      minify: true,
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    expect(warnings).toEqual([]);
    expect(Object.values(metafile.outputs)[0]!.imports).toEqual([]);
    expect(outputFiles[0]!.contents.length).toBeLessThan(60_000);
  });

  test('works without Node and DOM', async () => {
    const outfile = join(folder, 'rules.js');
    await build({
      stdin: {
        contents: `
          import { Game, perft, Position, positionFromFen, START_FEN } from 'refrain/chess';
          globalThis.leaves = perft(positionFromFen(START_FEN), 3);
        `,
        resolveDir: process.cwd(),
      },
      bundle: true,
      platform: 'browser',
      format: 'iife',
      outfile,
      logLevel: 'silent',
    });
    const script = join(folder, 'bare.cjs');
    writeFileSync(
      script,
      `const vm = require('node:vm'); const { readFileSync } = require('node:fs');
       const context = vm.createContext({});
       vm.runInContext(readFileSync(${JSON.stringify(outfile)}, 'utf8'), context);
       console.log(context.leaves);`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [script]);
    expect(stdout.trim()).toBe('8902');
  });
});
