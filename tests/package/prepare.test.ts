/** `npm run prepare` builds what is missing or out of date, and nothing else. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const TSX = resolve('node_modules/tsx/dist/cli.mjs');
const PREPARE = resolve('scripts/prepare.ts');
const FOLDER = temporaryFolder();
const at = (name: string) => join(FOLDER, name);

/** A package whose build writes how often it was built. */
const BUILD = `
  const built = fs.existsSync('builds') ? Number(fs.readFileSync('builds')) : 0;
  fs.writeFileSync('builds', String(built + 1));
  fs.mkdirSync('dist', { recursive: true });
  fs.writeFileSync('dist/cli.js', '');`;

/** Runs `prepare`, and returns the number of builds so far. */
function prepare(): number {
  execFileSync(process.execPath, [TSX, PREPARE], { cwd: FOLDER, stdio: 'pipe' });
  return Number(readFileSync(at('builds'), 'utf8'));
}

test('builds only when a source was changed, added or removed', () => {
  mkdirSync(at('src/inner'), { recursive: true });
  writeFileSync(at('build.cjs'), `const fs = require('node:fs');${BUILD}`);
  writeFileSync(at('package.json'), '{ "scripts": { "build": "node build.cjs" } }');
  for (const name of ['a', 'inner/b']) writeFileSync(at(`src/${name}`), '');
  expect(prepare()).toBe(1);
  expect(prepare()).toBe(1);
  const later = new Date(Date.now() + 3_600_000);
  // Removing a file changes its folder.
  for (const [i, name] of ['src/a', 'src/inner/b', 'src/inner', 'package.json'].entries()) {
    utimesSync(at(name), later, later);
    expect(prepare()).toBe(2 + i);
    utimesSync(at(name), new Date(0), new Date(0));
    expect(prepare()).toBe(2 + i);
  }
  rmSync(at('dist'), { recursive: true });
  expect(prepare()).toBe(6);
});
