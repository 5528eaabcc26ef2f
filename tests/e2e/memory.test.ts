/** The memory of the built binary (Linux only). */
import { expect, test } from 'vitest';
import type { UciProcess } from '../support/uciProcess.ts';
import { start } from './engines.ts';

/** The allowance in MiB for Node, code and threads in addition to the table. */
const REST = 90;
const onLinux = test.skipIf(process.platform !== 'linux');

/** Resident memory in MiB with a table of this size, after writing to every page. */
async function memoryWith(engine: UciProcess, hash: number): Promise<number> {
  await engine.say(`setoption name Hash value ${hash}`, 'ucinewgame', 'position startpos');
  await engine.ask('go depth 7', /^bestmove/);
  return engine.residentMemory()!;
}

onLinux('with a table of 256 MiB there is little beside it', async () => {
  expect(await memoryWith(start(), 256)).toBeLessThan(256 + REST);
});

onLinux('a table that another has replaced is given back at once', async () => {
  const engine = start();
  const once = await memoryWith(engine, 64);
  for (const hash of [80, 64, 80]) await memoryWith(engine, hash);
  expect(await memoryWith(engine, 64)).toBeLessThan(once + 40);
});
