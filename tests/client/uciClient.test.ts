/** Engines as processes: how they fail to start, what counts as a rejected option, and how lines are read. */
import { execFile } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { type EngineProgram, UciClient } from '../../src/client/uciClient.ts';
import { fakeEngine } from '../support/fakeEngines.ts';
import { ROOT } from '../support/runCli.ts';
import { PROGRAM, PROGRAM_ARGUMENTS } from '../support/uciProcess.ts';

const fake = (args: string[], options: EngineProgram['options'] = []): EngineProgram => ({
  file: process.execPath,
  args: ['tests/support/fakeEngine.mjs', ...args],
  folder: null,
  options,
});

/** Starts the fake engine under this name; it answers `setoption` with this remark. */
async function start(name: string, remark: string): Promise<string> {
  const args = [`name=${name}`, `remark=${remark}`].map(encodeURI);
  const client = await UciClient.start(fake(args, [['Hash', '2']]));
  await client.quit();
  return client.name;
}

test('a remark that nobody knows yet is no rejection, also from Refrain', async () => {
  expect(await start('Refrain 9.9', 'using a network of tomorrow')).toBe('Refrain 9.9');
  expect(await start('Refrain 9.9', '0 WDL and 0 DTZ tables')).toBe('Refrain 9.9');
});

test('what Refrain reports as an error is a rejection', async () => {
  await expect(start('Refrain 9.9', "error: EvalFile 'x' cannot be read")).rejects.toThrow(
    "EvalFile 'x' cannot be read",
  );
});

test('other engines may mean anything by the same words', async () => {
  expect(await start('Refrainer', 'error: 0.3 pawns')).toBe('Refrainer');
});

test('words may be separated by any white space, but text is as it was printed', async () => {
  const client = await UciClient.start(fake(['blanks=1', 'score=-7'], [['Style', 'Very Risky']]));
  onTestFinished(() => client.quit());
  expect(client.name).toBe('Fake');
  expect(client.options.get('hash')).toMatchObject({ type: 'spin', min: 1, max: 64 });
  await client.newGame();
  const { move, info } = await client.think('position fen 4k3/8/8/8/8/8/8/4K3 w - -', 'go', 60_000);
  expect(move).toMatch(/^e1[d-f][12]$/);
  expect(info).toEqual({ depth: 1, centipawns: -7, mate: null, nodes: 20, time: 1 });
  const printed: string[] = [];
  const onLine = (line: string, text: string) => {
    printed.push(text);
    return line === 'readyok';
  };
  await client.query('eval\nisready', onLine, 60_000);
  expect(printed.slice(-2)).toEqual(['  Material \tfor \tthe \tmover \t0', '  readyok']);
});

test.runIf(process.platform === 'linux')('no more files may be opened', async () => {
  const shell = ['-c', 'ulimit -n 40; exec "$@"', 'sh', PROGRAM, ...PROGRAM_ARGUMENTS];
  const engines = ['A', 'B'].flatMap((name) => ['--engine', fakeEngine(`name=${name}`)]);
  const words = ['match', ...engines, '--rounds', '9', '--concurrency', '16', '--nodes', '1'];
  const output = await new Promise<string>((resolve) => {
    execFile('/bin/sh', [...shell, ...words], { cwd: ROOT }, (_, out, err) => resolve(out + err));
  });
  expect(output).toContain('too many files are open');
  expect(output).not.toMatch(/undefined|Unhandled/);
});
