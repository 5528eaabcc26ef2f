/** `refrain spsa`, and the build for tuning, whose parameters are UCI options. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PARAMETER_NAMES, PARAMETERS } from '../../src/search/parameters.ts';
import { fail, ROOT, refrain, succeed } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const FOLDER = temporaryFolder();
const file = (name: string) => join(FOLDER, name);

const QUICK = ['--nodes', '20', '--hash', '1', '--pairs', '2', '--batch', '1', '--gain', '0.2'];

test('refrain spsa suggests values, and is reproducible', async () => {
  const names = ['futilityMargin', 'lmrBase'];
  const table = await succeed('spsa', ...names, ...QUICK, '--state', file('one'));
  for (const name of names) expect(table.join('\n')).toMatch(name);
  expect(table.join('\n')).not.toMatch('razoringMargin');
  expect(table.at(-1)).toBe('After 2 of 2 pairs');
  await succeed('spsa', ...names, ...QUICK, '--state', file('two'));
  expect(readFileSync(file('two'), 'utf8')).toBe(readFileSync(file('one'), 'utf8'));
  const again = await succeed('spsa', ...names, ...QUICK, '--state', file('one'));
  expect(again).toEqual(['continuing after 2 pairs', ...table]);
  expect(await fail('spsa', ...QUICK, '--state', file('one'))).toMatch(/other parameters/);
});

test('refrain spsa rejects invalid arguments', async () => {
  expect(await fail('spsa', 'lmrBasis', '--state', file('x'))).toMatch(/lmrBasis/);
  expect(await fail('spsa', '--state', file('x'), '--gain', 'much')).toMatch(/gain/);
  // Before the first batch, which would take long.
  const { out, code } = await refrain('spsa', '--state', file('no/such/x'), '--nodes', '100000');
  expect({ out, code }).toEqual({ out: [], code: 1 });
});

describe('the parameters of the search are UCI options', () => {
  const uci = (program: string, ...commands: string[]) =>
    execFileSync(process.execPath, [join(ROOT, program), 'isready', ...commands], {
      encoding: 'utf8',
    });

  test('in the tuning build, and change the search', () => {
    execFileSync('npm', ['run', '--silent', 'build:tune'], { cwd: ROOT });
    const options = uci('dist-tune/cli.js', 'uci');
    for (const name of PARAMETER_NAMES) {
      const [value, min, max] = PARAMETERS[name];
      const line = `option name ${name} type spin default ${value} min ${min} max ${max}\n`;
      expect(options).toContain(line);
    }
    const nodes = (...commands: string[]) =>
      / depth 8 .* nodes (\d+)/.exec(uci('dist-tune/cli.js', ...commands, 'go depth 8'))![1];
    const set = (value: number) => `setoption name lmrBase value ${value}`;
    expect(nodes(set(PARAMETERS.lmrBase[1]))).not.toBe(nodes());
  });

  test('in no other build', async () => {
    const { code, out, err } = await refrain('uci', 'setoption name lmrBase value 900');
    for (const name of PARAMETER_NAMES) {
      expect(out.some((line) => line.startsWith(`option name ${name} `))).toBe(false);
    }
    expect(code).toBe(1);
    expect(err.join('\n')).toMatch(/no such option/i);
  });
});
