/** Commands whose output pipe is closed early, as by `head`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { fakeEngine } from '../support/fakeEngines.ts';
import { PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';

const ENGINES = ['seed=1', 'seed=2'].flatMap((words) => ['--engine', fakeEngine(words)]);
const LIMITS = ['--nodes', '200', '--max-moves', '20', '--every', '1'];

/** The exit code after the first line has been read, if there is one, and the pipe closed. */
async function codeAfterFirstLine(...args: string[]): Promise<number | null> {
  const child = spawn(PROGRAM, [...PROGRAM_ARGUMENTS, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exit]);
  child.stdout.destroy();
  const [code] = await exit;
  return code;
}

test('with a closed output pipe, a test is undecided and a match just ends', async () => {
  const sprt = codeAfterFirstLine('sprt', ...ENGINES, ...LIMITS, '--elo1', '0.1');
  const match = codeAfterFirstLine('match', ...ENGINES, ...LIMITS, '--rounds', '100000');
  expect(await Promise.all([sprt, match])).toEqual([3, 0]);
});
