/** What a match prints at its end. */
import { expect, test } from 'vitest';
import { formatFinal } from '../../src/match/matchDisplay.ts';
import type { EngineSummary, MatchSummary } from '../../src/match/matchSummary.ts';
import { estimateElo, type Pentanomial } from '../../src/match/statistics.ts';

function summary(pairs: Pentanomial, forfeits = 0, commit: string | null = null): MatchSummary {
  const games = 2 * pairs.reduce((sum, count) => sum + count, 0);
  const engine = (name: string, lost: number): EngineSummary => ({
    name,
    commit,
    points: games / 2,
    games,
    faults: { 'time forfeit': lost, 'rules infraction': 0, abandoned: 0 },
  });
  const times = { moves: 100, median: 1.25, p99: 7.5, max: 41 };
  return {
    event: 'Test',
    games,
    scheduled: games,
    isFinished: true,
    gamesPerMinute: 60,
    engines: [engine('One', forfeits), engine('Two', 0)],
    pairings: [
      {
        first: 'One',
        second: 'Two',
        games,
        wins: 0,
        draws: 0,
        losses: 0,
        drawRatio: 0,
        pairDrawRatio: 0,
        pentanomial: pairs,
        elo: estimateElo(pairs),
        normalizedElo: null,
        los: null,
      },
    ],
    sprt: null,
    factors: null,
    reasons: {},
    overhead: times,
    lag: times,
  };
}

test.each<[Pentanomial, RegExp]>([
  [[0, 0, 0, 0, 2], /│ above -83\.0 │/],
  [[2, 0, 0, 0, 0], /│ below \+83\.0 │/],
  [[0, 0, 5, 0, 0], /│ 0\.0 \(-114\.8 to \+114\.8\) │/],
  [[0, 0, 1, 2, 6], /│ \+\d+\.\d \(\+\d+\.\d to \+\d+\.\d\) │/],
  [[30, 80, 200, 90, 25], /│ 0\.0 ± 15\.8 │/],
])('the Elo of %j has an honest interval', (pairs, expected) => {
  expect(formatFinal(summary(pairs))).toMatch(expected);
});

test('commits are shown where they are known', () => {
  expect(formatFinal(summary([0, 0, 1, 0, 0], 0, '0123456789+'))).toMatch(
    /│ One +│ 0123456789\+ │/,
  );
  expect(formatFinal(summary([0, 0, 1, 0, 0]))).not.toMatch('Commit');
});

test('games lost on time come with the measured lag', () => {
  expect(formatFinal(summary([0, 0, 5, 0, 0], 3))).toMatch(
    /^3 games lost on time\. Moves came 1\.3 ms after .* 7\.5 ms or more, 41\.0 ms at most\..*--margin/m,
  );
  expect(formatFinal(summary([0, 0, 5, 0, 0], 1))).not.toMatch('lost on time');
});
