/** What ends labelling: Ctrl-C, and a thread that does not start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { threadLabeller } from '../../src/datagen/labeller.ts';
import { fakeEngine } from '../support/fakeEngines.ts';
import { ROOT, succeed } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';

const folder = temporaryFolder();

test('a thread that does not start fails when it is asked for labels, not before', async () => {
  const ended = new Promise((resolve) => {
    process.once('worker', (thread) => thread.once('exit', resolve));
  });
  // Here, unlike in the build, there is no file with its code.
  const labeller = threadLabeller(1);
  await ended;
  await expect(labeller.label([])).rejects.toThrow('Cannot find module');
});

test.skipIf(process.platform === 'win32').each([
  ['own', []],
  ['other', ['--engine', fakeEngine('fault=stall')]],
])('Ctrl-C does not wait for the labels of a batch: %s engine', async (name, engine) => {
  const [games, labels] = [join(folder, `${name}.games`), join(folder, name)];
  await succeed('datagen', games, '--games', '2', '--nodes', '20', '--max-moves', '4');
  // An empty file is removed when labelling begins.
  writeFileSync(labels, '');
  const words = ['data', 'label', games, '-o', labels, '--nodes', '999999999', ...engine];
  const child = spawn(PROGRAM, [...PROGRAM_ARGUMENTS, ...words], { cwd: ROOT });
  onTestFinished(() => void child.kill('SIGKILL'));
  const outputs = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  await vi.waitUntil(() => !existsSync(labels), { timeout: 30_000 });
  child.kill('SIGINT');
  const [out, err, [code]] = await outputs;
  expect({ out, err, code }).toEqual({
    out: `${name}: 0 games, 0 labelled positions\n`,
    err: '',
    code: 130,
  });
});
