/** What `refrain epd` solves positions with. */
import { expect, onTestFinished, test } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { Builds } from '../../src/client/engineProgram.ts';
import { startSolvers } from '../../src/commands/epdSolvers.ts';

test('our own engine begins no search if it is stopped while it prepares one', async () => {
  const { signal } = new AbortController();
  const [solver] = await startSolvers(null, 1, 1, new Builds(), false, signal);
  onTestFinished(() => solver!.close());
  const search = solver!.solve(positionFromFen(START_FEN), { depth: 1 }, () => {});
  solver!.stop();
  // A search that begins rejects with another error: the sources have no built threads.
  await expect(search).rejects.toThrow('aborted');
});
