/** Bundling the package: missing files, and the size of the rules. */

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();

const SEARCH = `
  import { Engine, ChessError } from 'refrain';
  const engine = new Engine();
  try {
    console.log('played', (await engine.go({ depth: 2 })).info.depth);
  } catch (error) {
    console.log(error instanceof ChessError ? error.message : error);
  }
  await engine.close();
`;

/** Bundles a program that searches for Node. Returns its output. */
async function runBundled(format: 'esm' | 'cjs', external: string[] = []): Promise<string> {
  const outfile = join(folder, format === 'esm' ? 'bundle.mjs' : 'bundle.cjs');
  const contents = format === 'esm' ? SEARCH : `(async () => {${requires(SEARCH)}})();`;
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    platform: 'node',
    format,
    outfile,
    external,
    logLevel: 'silent',
  });
  const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
  return stdout.trim();
}
const requires = (code: string) =>
  code.replace(/import (.*) from ('.*');/, 'const $1 = require($2);');

describe('a Node bundle without the file of the search threads', () => {
  test.each(['esm', 'cjs'] as const)(
    '%s: the search rejects and says what is missing',
    async (format) => {
      const said = await runBundled(format);
      expect(said).toMatch(/^no search thread can be started: .*worker\.js/);
    },
  );
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
