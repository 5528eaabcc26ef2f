/** The debug build: a check that fails ends the program, so that matches and scripts see it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const COPY = join(temporaryFolder(), 'dist-debug');

beforeAll(() => {
  execFileSync('npm', ['run', '--silent', 'build:debug'], { cwd: ROOT });
  cpSync(join(ROOT, 'dist-debug'), COPY, { recursive: true });
}, 120_000);

/** Searches in a session, as in a match. */
const search = () =>
  spawnSync(process.execPath, [join(COPY, 'cli.js')], { input: 'go depth 4\n', encoding: 'utf8' });

test('a search without mistakes passes all checks', () => {
  const { status, stderr } = search();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('a wrong evaluation ends the program with the stack of the check', () => {
  const path = join(COPY, 'worker.mjs');
  const code = readFileSync(path, 'utf8');
  const check = 'const expected = evaluator.evaluateFromScratch(position)';
  expect(code).toContain(check);
  writeFileSync(path, code.replace(check, `${check} + 1`));
  const { status, stderr } = search();
  expect(status).not.toBe(0);
  expect(stderr).toMatch(/evaluation: -?\d+, from scratch -?\d+\n +at validate/);
});
