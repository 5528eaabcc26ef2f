/** Engines as processes: how they fail to start, what counts as a rejected option, and how lines are read. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type EngineProgram, UciClient } from '../../src/client/uciClient.ts';
import { fakeEngine } from '../support/fakeEngines.ts';
import { ROOT } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
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
  expect(await start('Refrain 9.9', '0 WDL and 0 DTZ tablebase files')).toBe('Refrain 9.9');
});

test('a name is short, and has no control characters', async () => {
  const name = await start(`\u001b[31mEvil\u0007 ${'x'.repeat(300)}`, 'a remark');
  expect(name).toMatch(/Evil/);
  expect(name).not.toMatch(/\p{Cc}|x{100}/u);
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

test('an engine has a minute to be ready: it may have to clear a large hash table', async () => {
  const client = await UciClient.start(fake([]));
  onTestFinished(() => client.quit());
  const setTimer = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => setTimer.mockRestore());
  await client.newGame();
  expect(setTimer.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(60_000);
});

const KINGS = 'position fen 4k3/8/8/8/8/8/8/4K3 w - -';

test('a search without a score does not have that of the search before', async () => {
  const client = await UciClient.start(fake(['score=9', 'fault=illegal', 'at=2']));
  onTestFinished(() => client.quit());
  expect((await client.think(KINGS, 'go', 60_000)).info?.centipawns).toBe(9);
  expect(await client.think(KINGS, 'go', 60_000)).toMatchObject({ move: 'a1a1', info: null });
});

test('an engine may print much in many answers, but not in one, unless it is a long one', async () => {
  // Six times three million characters are more than an answer may have.
  const searches = 6;
  const client = await UciClient.start(fake(['fault=shout']));
  onTestFinished(() => client.quit());
  for (let i = 0; i < searches; i++) {
    await client.newGame();
    await client.think(KINGS, 'go', 60_000);
  }
  const all = `ucinewgame\n${KINGS}\ngo\n`.repeat(searches);
  const query = (shares: number) => {
    let left = searches;
    return client.query(all, (line) => line.startsWith('bestmove') && --left === 0, 60_000, shares);
  };
  await query(2);
  await expect(query(1)).rejects.toThrow('more than 16 MiB without an answer');
});

test.runIf(process.platform === 'linux')(
  'no more files may be opened: no engine loses',
  async () => {
    const pgn = join(temporaryFolder(), 'games.pgn');
    const shell = ['-c', 'ulimit -n "$0"; exec "$@"'];
    const engines = ['A', 'B'].flatMap((name) => ['--engine', fakeEngine(`name=${name}`)]);
    const limits = ['--nodes', '1', '--max-moves', '10'];
    const words = ['match', ...engines, ...limits, '--pgn', pgn];
    const match = (files: number, ...more: string[]) =>
      new Promise<string>((resolve) => {
        const command = [`${files}`, PROGRAM, ...PROGRAM_ARGUMENTS, ...words, ...more];
        execFile('/bin/sh', [...shell, ...command], { cwd: ROOT }, (_, out, err) =>
          resolve(out + err),
        );
      });
    await match(100, '--rounds', '1');
    for (const files of [30, 40]) {
      const output = await match(files, '--rounds', '9', '--concurrency', '4');
      expect(output).toMatch(/^continuing after \d+ games$/m);
      // The names are known once both engines have been started.
      expect(output).toMatch(/^refrain: '.+': cannot be started: too many files are open\n/m);
      expect(output).not.toMatch(/does not start|undefined|Unhandled/);
    }
    expect(readFileSync(pgn, 'utf8')).not.toContain('abandoned');
  },
);
