/** Commands whose output pipe is closed early, as by `head`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';

const ENGINES = ['--engine', 'self name=A', '--engine', 'self name=B', '--nodes', '200'];

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
  const sprt = codeAfterFirstLine('sprt', ...ENGINES, '--every', '1', '--elo1', '0.1');
  const match = codeAfterFirstLine('match', ...ENGINES, '--every', '1', '--rounds', '100000');
  expect(await Promise.all([sprt, match])).toEqual([3, 0]);
});
