import { expect, test } from 'vitest';
import { Random } from '../../src/util/random.ts';
import { SEED } from '../support/seed.ts';
import { playSessions, sampleBoards } from '../support/uciSessions.ts';
import { start } from './engines.ts';

test('50 random searches by one or two threads: every answer is right', async () => {
  const boards = sampleBoards(SEED, 50);
  const settings = { searches: 50, maxThreads: 2 };
  expect(await playSessions(start(), new Random(SEED), boards, settings)).toEqual([]);
});
