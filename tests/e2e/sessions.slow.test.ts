import { expect, test } from 'vitest';
import { Random } from '../../src/chess/random.ts';
import { SEED } from '../support/seed.ts';
import { playSessions, sampleBoards } from '../support/uciSessions.ts';
import { start } from './engines.ts';

const SEARCHES = Number(process.env.SEARCHES ?? 400);
/** Far longer than the searches take, even on a busy machine. */
const timeout = 300_000 + SEARCHES * 1_000;

test.each([1, 2])(
  `${SEARCHES} random searches, up to %i threads: every answer is right`,
  { timeout },
  async (maxThreads) => {
    const boards = sampleBoards(SEED + maxThreads, 2000);
    const settings = { searches: SEARCHES, maxThreads };
    const random = new Random(SEED + maxThreads);
    expect(await playSessions(start(), random, boards, settings)).toEqual([]);
  },
);
