/** Processes of an engine: none is left when the match is over. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EngineProcesses } from '../../src/match/engineProcesses.ts';
import { FAKE_ENGINE } from '../support/fakeEngines.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

test('the match ends while an engine quits, to be started again', async () => {
  const pids = join(temporaryFolder(), 'pids');
  const program = {
    file: process.execPath,
    args: [FAKE_ENGINE, `pids=${pids}`],
    folder: null,
    options: [],
  };
  const processes = new EngineProcesses(program, true);
  processes.give(await processes.take(), true);
  const next = processes.take();
  processes.stop();
  await expect(next).rejects.toThrow('the match is over');
  await processes.close();
  expect(readFileSync(pids, 'utf8').trim().split('\n')).toHaveLength(1);
});
