import { expect, test } from 'vitest';
import { Random } from '../../src/util/random.ts';
import { SEED } from '../support/seed.ts';
import { playSessions, sampleBoards } from '../support/uciSessions.ts';
import { start } from './engines.ts';

const SEARCHES = Number(process.env.SEARCHES ?? 400);
/** Far longer than the searches take, even on a busy machine. */
const timeout = 300_000 + SEARCHES * 1_000;

test(`${SEARCHES} random searches by one or two threads: every answer is right`, {
  timeout,
}, async () => {
  const boards = sampleBoards(SEED, SEARCHES);
  const settings = { searches: SEARCHES, maxThreads: 2 };
  expect(await playSessions(start(), new Random(SEED), boards, settings)).toEqual([]);
});
