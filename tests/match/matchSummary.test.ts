/** The state of a match as data: points, shares and ends of the games played so far. */
import { expect, test } from 'vitest';
import type { GameResult } from '../../src/chess/notation/pgn.ts';
import { parseEngineSpec } from '../../src/client/engineSpec.ts';
import { Match } from '../../src/match/match.ts';
import { summarizeMatch } from '../../src/match/matchSummary.ts';
import { unwrap } from '../../src/util/result.ts';

/** A match of three engines that has played these games. */
function matchAfter(results: readonly GameResult[]): Match {
  const contestants = ['A', 'B', 'C'].map((name) => ({
    spec: unwrap(parseEngineSpec(`fake name=${name}`)),
    program: { file: 'fake', args: [], folder: null, options: [] },
    commit: null,
  }));
  const adjudication = { draw: null, resign: null, maxMoves: null };
  const match = new Match({
    ...{ contestants, kind: 'round-robin', rounds: 2, concurrency: 1, limit: { nodes: 1 } },
    ...{ openings: [], rules: { adjudication, margin: 0, patience: 0 }, event: 'Test' },
    ...{ pgnPath: null, openingSource: {}, sprt: null, screen: null },
  });
  for (const [number, result] of results.entries()) {
    match.standings.add({ number, result, termination: 'normal', reason: 'x' });
  }
  return match;
}

test('each engine has the points of its games, and each pairing its shares of draws', () => {
  // A – B twice, A – C twice, B – C twice, and A – B again.
  const match = matchAfter(['1-0', '1/2-1/2', '1-0', '1-0', '0-1', '1/2-1/2', '1/2-1/2']);
  const summary = summarizeMatch(match, 30_000);
  expect(summary).toMatchObject({ games: 7, scheduled: 12, isFinished: false, gamesPerMinute: 14 });
  expect(summary.engines).toMatchObject([
    { name: 'A', points: 3, games: 5 },
    { name: 'B', points: 1.5, games: 5 },
    { name: 'C', points: 2.5, games: 4 },
  ]);
  expect(summary.pairings).toMatchObject([
    { first: 'A', second: 'B', wins: 1, draws: 2, losses: 0, drawRatio: 2 / 3, pairDrawRatio: 0 },
    { first: 'A', second: 'C', wins: 1, draws: 0, losses: 1, drawRatio: 0, pairDrawRatio: 1 },
    { first: 'B', second: 'C', wins: 0, draws: 1, losses: 1, drawRatio: 0.5, pairDrawRatio: 0 },
  ]);
  expect(summarizeMatch(matchAfter([]), 0)).toMatchObject({ games: 0, gamesPerMinute: 0 });
});
