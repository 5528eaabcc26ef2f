import { expect, test } from 'vitest';
import { Random } from '../../src/chess/random.ts';
import { SEED } from '../support/seed.ts';
import { playSessions, sampleBoards } from '../support/uciSessions.ts';
import { start } from './engines.ts';

test.each([1, 2])(
  '50 random searches, up to %i threads: every answer is right',
  async (maxThreads) => {
    const boards = sampleBoards(SEED, 200);
    const settings = { searches: 50, maxThreads };
    expect(await playSessions(start(), new Random(SEED), boards, settings)).toEqual([]);
  },
);
