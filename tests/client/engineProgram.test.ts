/** Builds of commits in temporary folders, with an npm that only makes a program. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Builds } from '../../src/client/engineProgram.ts';
import { parseEngineSpec } from '../../src/client/engineSpec.ts';
import { unwrap } from '../../src/util/result.ts';
import { FAKE_ENGINE } from '../support/fakeEngines.ts';
import { fail, ROOT, refrain } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { BUILT, PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';

const folder = temporaryFolder();

test.skipIf(process.platform === 'win32')('Ctrl-C removes a build that is in use', async () => {
  const bin = join(folder, 'bin');
  const temporary = join(folder, 'temporary');
  const pids = join(folder, 'pids');
  for (const path of [bin, temporary]) mkdirSync(path);
  const engine = `process.argv.push('pids=${pids}', 'fault=stall'); import('${FAKE_ENGINE}')`;
  const npm = `#!/bin/sh\nmkdir dist && cat > dist/cli.js <<'END'\n${engine}\nEND\n`;
  writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 });
  const words = ['data', 'measure', 'positions/truth/tcec-cups.labels', '--nodes', '1'];
  const child = spawn(PROGRAM, [...PROGRAM_ARGUMENTS, ...words, '--engine', 'commit=HEAD'], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, TMPDIR: temporary },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitUntil(() => existsSync(pids), { timeout: 50_000 });
  expect(readdirSync(temporary)).toHaveLength(1);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
  expect(readdirSync(temporary)).toEqual([]);
});

test('the program plays against the build in a folder, as an executable too', async () => {
  const engines = ['self name=here', `cmd="${ROOT}" name=there`].flatMap((e) => ['--engine', e]);
  const limits = ['--nodes', '20', '--rounds', '1', '--max-moves', '4'];
  const { code, err } = await refrain('match', ...engines, ...limits);
  expect({ code, err }).toEqual({ code: 0, err: [] });
});

test('a copy whose build is older than its sources is started, with one warning', async () => {
  const copy = join(folder, 'copy');
  for (const path of ['src', 'dist']) mkdirSync(join(copy, path), { recursive: true });
  const program = join(copy, 'dist', 'cli.js');
  writeFileSync(program, '');
  utimesSync(program, 1, 1);
  const spec = unwrap(parseEngineSpec(`cmd=${copy} arg=bench`));
  const lines: string[] = [];
  const builds = new Builds();
  for (const _ of ['new', 'old']) {
    const { args } = await builds.prepare(spec, (line) => lines.push(line));
    expect(args).toEqual([program, 'bench']);
  }
  expect(lines).toEqual([`${program} is older than its sources: npm run build`]);
});

describe('a commit that cannot be built is refused with the reason', () => {
  const words = ['epd', join(ROOT, 'positions/mates.epd'), '--engine', 'commit=HEAD'];

  test('it does not exist, in every command', async () => {
    const suite = ['epd', 'positions/mates.epd', '--engine'];
    const truth = [
      'data',
      'measure',
      'positions/truth/tcec-cups.labels',
      '--nodes',
      '1',
      '--engine',
    ];
    for (const command of [suite, truth]) {
      expect(await fail(...command, 'commit=nothing')).toBe("refrain: no such commit: 'nothing'");
    }
  });

  test('there is no git', async () => {
    const run = promisify(execFile)(PROGRAM, [...PROGRAM_ARGUMENTS, ...words], {
      cwd: ROOT,
      env: { ...process.env, PATH: '' },
    });
    await expect(run).rejects.toMatchObject({
      stderr: "refrain: cannot start 'git': no such program\n",
    });
  });

  test('the program is not in a clone of its repository, but installed in another one', async () => {
    const project = join(folder, 'project');
    const installed = join(project, 'node_modules', 'refrain', 'dist');
    mkdirSync(join(project, '.git'), { recursive: true });
    cpSync(dirname(BUILT), installed, { recursive: true });
    const run = promisify(execFile)(process.execPath, [join(installed, 'cli.js'), ...words]);
    await expect(run).rejects.toMatchObject({
      stderr: "refrain: 'commit=HEAD' needs a clone of the repository of Refrain\n",
    });
  });
});
