/** `refrain tune`, and the tuning build, whose parameters are UCI options. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { PARAMETER_NAMES, PARAMETERS } from '../../src/search/parameters.ts';
import { fakeEngine } from '../support/fakeEngines.ts';
import { fail, ROOT, refrain, succeed } from '../support/runCli.ts';
import { temporaryFiles } from '../support/temporaryFolder.ts';

const file = temporaryFiles();

beforeAll(() => {
  execFileSync('npm', ['run', '--silent', 'build:tune'], { cwd: ROOT });
}, 120_000);

const QUICK = ['--nodes', '20', '--max-moves', '4', '--each', 'option.Hash=1'];
const NAMES = ['futilityMargin', 'lmrBase'];

describe('refrain tune', () => {
  test('measures parameters, and continues and extends a run', async () => {
    const args = ['tune', ...NAMES, ...QUICK, '--pgn', file('run.pgn')];
    const readEffects = () => JSON.parse(readFileSync(file('end.json'), 'utf8')).factors;
    const out = await succeed(...args, '--rounds', '8', '--json', file('end.json'));
    for (const name of NAMES) expect(out.join('\n')).toMatch(new RegExp(`│ ${name} +│ `));
    expect(out.join('\n')).not.toMatch('razoringMargin');
    // All pairs are even, which shows no error.
    expect(out).toContain('Too few games to measure effects.');
    expect(out.join('\n')).not.toMatch('±');
    const [value, , , step] = PARAMETERS.lmrBase;
    expect(readEffects()[1]).toMatchObject({
      name: 'lmrBase',
      minus: `${value - step}`,
      plus: `${value + step}`,
      elo: expect.any(Number),
      error: expect.any(Number),
    });
    const games = () => readFileSync(file('run.pgn'), 'utf8').split('[Event ').length - 1;
    expect(games()).toBe(16);
    const { err, code } = await refrain(...args, '--rounds', '9');
    expect({ err, code }).toEqual({ err: ['continuing after 16 games'], code: 0 });
    expect(games()).toBe(18);
    const other = ['tune', 'lmrBase', ...QUICK, '--pgn', file('run.pgn')];
    expect(await fail(...other)).toMatch(/run\.pgn/);
  });

  test('measures options of other engines, and names those it lacks', async () => {
    const engine = ['--engine', fakeEngine(''), '--rounds', '3'];
    const limits = ['--nodes', '10', '--max-moves', '3'];
    const out = await succeed('tune', 'Hash=1,3', 'Ponder=false,true', ...engine, ...limits);
    expect(out.join('\n')).toMatch(/│ Ponder +│ +false │ +true │/);
    const few = await succeed(
      'tune',
      'Hash=1,3',
      'Ponder=false,true',
      ...engine.slice(0, 3),
      '1',
      ...limits,
    );
    expect(few).toContain('Too few games to measure effects.');
    expect(await fail('tune', 'Contempt=0,9', ...engine, ...limits)).toMatch(
      /^refrain: '.*node.*': no option 'Contempt'$/,
    );
    expect(await fail('tune', 'Hash=1,65', ...engine, ...limits)).toMatch(/'Hash' must be .*'65'/);
  });
});

describe('the parameters of the search are UCI options', () => {
  const uci = (program: string, ...commands: string[]) =>
    execFileSync(process.execPath, [join(ROOT, program), 'isready', ...commands], {
      encoding: 'utf8',
    });

  test('in the tuning build, and change the search', () => {
    const options = uci('dist-tune/cli.js', 'uci');
    for (const name of PARAMETER_NAMES) {
      const [value, min, max] = PARAMETERS[name];
      const line = `option name ${name} type spin default ${value} min ${min} max ${max}\n`;
      expect(options).toContain(line);
    }
    const nodes = (...commands: string[]) =>
      / depth 6 .* nodes (\d+)/.exec(uci('dist-tune/cli.js', ...commands, 'go depth 6'))![1];
    const set = (value: number) => `setoption name lmrBase value ${value}`;
    expect(nodes(set(PARAMETERS.lmrBase[1]))).not.toBe(nodes());
  });

  test('in the tuning build started as `self` by itself', () => {
    const engines = ['self name=a option.lmrBase=880', 'self name=b'];
    const words = ['match', ...engines.flatMap((engine) => ['--engine', engine]), '--rounds', '1'];
    const program = [join(ROOT, 'dist-tune/cli.js'), ...words, ...QUICK];
    expect(execFileSync(process.execPath, program, { encoding: 'utf8' })).toMatch(/a +│ /);
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
