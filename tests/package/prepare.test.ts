/** `npm run prepare` builds what is missing or out of date, and nothing else. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isUpToDate, staleBuildWarning } from '../../src/hosts/node/upToDate.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const TSX = pathToFileURL(resolve('node_modules/tsx/dist/loader.mjs')).href;
const PREPARE = resolve('scripts/prepare.ts');
const FOLDER = temporaryFolder();
const at = (name: string) => join(FOLDER, name);

/** A package whose build writes `dist/cli.js`. */
const BUILD = `
  const fs = require('node:fs');
  fs.mkdirSync('dist', { recursive: true });
  fs.writeFileSync('dist/cli.js', 'built');`;

mkdirSync(at('src/inner'), { recursive: true });
for (const name of ['a', 'inner/b']) writeFileSync(at(`src/${name}`), '');
writeFileSync(at('build.cjs'), BUILD);
writeFileSync(at('package.json'), '{ "scripts": { "build": "node build.cjs" } }');

const prepare = () =>
  execFileSync(process.execPath, ['--import', TSX, PREPARE], { cwd: FOLDER, stdio: 'pipe' });

test('a missing build is made, one that is newer than its sources is kept', () => {
  prepare();
  expect(readFileSync(at('dist/cli.js'), 'utf8')).toBe('built');
  const later = Date.now() / 1000 + 60;
  writeFileSync(at('dist/cli.js'), 'kept');
  utimesSync(at('dist/cli.js'), later, later);
  prepare();
  expect(readFileSync(at('dist/cli.js'), 'utf8')).toBe('kept');
  rmSync(at('dist'), { recursive: true });
});

test('a build is out of date when a source was changed, added or removed', () => {
  expect(isUpToDate(FOLDER)).toBe(false);
  mkdirSync(at('dist'));
  writeFileSync(at('dist/cli.js'), '');
  const now = Date.now() / 1000;
  utimesSync(at('dist/cli.js'), now + 60, now + 60);
  expect(isUpToDate(FOLDER)).toBe(true);
  // Removing a file changes its folder.
  for (const name of ['src/a', 'src/inner/b', 'src/inner', 'package.json']) {
    utimesSync(at(name), now + 120, now + 120);
    expect(isUpToDate(FOLDER), name).toBe(false);
    utimesSync(at(name), now, now);
    expect(isUpToDate(FOLDER), name).toBe(true);
  }
  rmSync(at('src/inner/b'));
  utimesSync(at('src/inner'), now + 120, now + 120);
  expect(isUpToDate(FOLDER)).toBe(false);
});

test('the scripts that build are sources too', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = `${readFileSync('rolldown.config.ts', 'utf8')} ${scripts.build}`.matchAll(
    /\b(?:scripts\/\w+|tsconfig\.\w+|rolldown\.config)\.\w+/g,
  );
  const now = Date.now() / 1000;
  for (const path of ['src', 'src/inner']) utimesSync(at(path), now, now);
  utimesSync(at('dist/cli.js'), now + 30, now + 30);
  expect(isUpToDate(FOLDER)).toBe(true);
  mkdirSync(at('scripts'));
  for (const [name] of names) {
    writeFileSync(at(name), '');
    utimesSync(at(name), now + 60, now + 60);
    expect(isUpToDate(FOLDER), `upToDate.ts does not look at ${name}`).toBe(false);
    rmSync(at(name));
  }
});

test('a build that is older than its sources says how to build it', () => {
  const now = Date.now() / 1000;
  const build = (folder: string, time: number) => {
    mkdirSync(at(folder), { recursive: true });
    writeFileSync(at(`${folder}/cli.js`), '');
    utimesSync(at(`${folder}/cli.js`), time, time);
    return at(`${folder}/cli.js`);
  };
  expect(staleBuildWarning(build('dist', now - 60))).toMatch(/cli\.js .*: npm run build$/);
  expect(staleBuildWarning(build('dist-tune', now - 60))).toMatch(/: npm run build:tune$/);
  expect(staleBuildWarning(build('dist-tune', now + 240))).toBe(null);
});

test('commands say that their build is older than its sources, a UCI engine does not', () => {
  const dist = at('copy/dist');
  cpSync('dist', dist, { recursive: true });
  mkdirSync(at('copy/src'));
  writeFileSync(at('copy/package.json'), '{ "type": "module" }');
  utimesSync(join(dist, 'cli.js'), 1, 1);
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(dist, 'cli.js'), ...words], { encoding: 'utf8' });
  for (const words of [
    ['perft', '1'],
    ['data', 'count', 'missing'],
  ]) {
    expect(run(...words).stderr).toContain('cli.js is older than its sources: npm run build\n');
  }
  expect(run('d')).toMatchObject({ status: 0, stderr: '' });
});

test('an installed package, which has no sources, is up to date', () => {
  mkdirSync(at('package/dist'), { recursive: true });
  writeFileSync(at('package/dist/cli.js'), '');
  expect(staleBuildWarning(at('package/dist/cli.js'))).toBe(null);
});
