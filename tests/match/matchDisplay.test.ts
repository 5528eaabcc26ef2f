/** What a match prints at its end. */
import { expect, onTestFinished, test } from 'vitest';
import type { FinishedGame } from '../../src/match/match.ts';
import { LineDisplay } from '../../src/match/matchDisplay.ts';
import { formatMatchReport } from '../../src/match/matchReport.ts';
import type { EngineSummary, MatchSummary } from '../../src/match/matchSummary.ts';
import { estimateElo, type Pentanomial } from '../../src/match/statistics.ts';

function summary(pairs: Pentanomial, forfeits = 0, commit: string | null = null): MatchSummary {
  const games = 2 * pairs.reduce((sum, count) => sum + count, 0);
  const engine = (name: string, lost: number): EngineSummary => ({
    name,
    commit,
    points: games / 2,
    games,
    forfeits: { 'time forfeit': lost, 'rules infraction': 0, abandoned: 0 },
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
  expect(formatMatchReport(summary(pairs))).toMatch(expected);
});

test('a screen says whether its effects are larger than chance makes them', () => {
  const factor = (elo: number | null) => ({
    ...{ name: 'option', minus: '90', plus: '110', suggested: null },
    ...{ elo, error: elo === null ? null : 5 },
  });
  const screen = (...elos: (number | null)[]) =>
    formatMatchReport({ ...summary([0, 0, 9, 0, 0]), factors: elos.map(factor) });
  expect(screen(10, -5)).toContain('Mean square of Elo / error: 2.50;');
  expect(screen(10, -5)).toContain('options without any effect have 1.00 ± 1.00.');
  expect(screen(null, null)).not.toContain('Mean square');
});

test('the best engine and the most frequent reason come first', () => {
  const all = summary([0, 0, 9, 0, 0]);
  const engines = all.engines.map((engine, i) => ({ ...engine, points: i }));
  const reasons = { 'White mates': 1, 'Draw by stalemate': 12, 'Black mates': 2 };
  const text = formatMatchReport({ ...all, engines, reasons });
  expect(text.indexOf('│ Two ')).toBeLessThan(text.indexOf('│ One '));
  expect(text).toMatch(/^12 × Draw by stalemate, 2 × Black mates, 1 × White mates$/m);
});

test('suggested values are words for another match, the largest effects first', () => {
  const effect = (name: string, elo: number, suggested: string | null) => ({
    ...{ name, minus: '1', plus: '3', elo, error: 1, suggested },
  });
  const factors = [effect('a', 2, '2'), effect('two words', -5, '1'), effect('c', 0, null)];
  const text = formatMatchReport({ ...summary([0, 0, 9, 0, 0]), factors });
  expect(text).toMatch(/^option\.a=2 "option\.two words=1"$/m);
  expect(text).toMatch(/│ two words [\s\S]*│ a [\s\S]*│ c /);
});

test('commits are shown where they are known', () => {
  expect(formatMatchReport(summary([0, 0, 1, 0, 0], 0, '0123456789+'))).toMatch(
    /│ One +│ 0123456789\+ │/,
  );
  expect(formatMatchReport(summary([0, 0, 1, 0, 0]))).not.toMatch('Commit');
});

test('a report has no colours, at a terminal neither: NO_COLOR may be set', () => {
  const { isTTY } = process.stdout;
  onTestFinished(() => void Object.assign(process.stdout, { isTTY }));
  process.stdout.isTTY = true;
  expect(formatMatchReport(summary([0, 0, 1, 0, 0]))).not.toContain('\x1b');
});

const GAME: FinishedGame = {
  round: '1.1',
  white: 'One',
  black: 'Two',
  result: '0-1',
  plies: 2,
  termination: 'abandoned',
  reason: 'White crashed',
};

test('one game and one move are in the singular', () => {
  const lines: string[] = [];
  const display = new LineDisplay(1, true, (line) => lines.push(line));
  const hypotheses = { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05, model: 'logistic' } as const;
  const sprt = { ...hypotheses, lower: -2.94, upper: 2.94, llr: 0, verdict: null };
  display.update(GAME, () => ({ ...summary([0, 0, 0, 0, 0]), games: 1, sprt }));
  expect(lines).toEqual([
    '1.1  One – Two  0-1  1 move  White crashed',
    expect.stringMatching(/^1 game {2}/),
  ]);
});

test('while a screen runs, only options with a known effect are named', () => {
  const lines: string[] = [];
  const display = new LineDisplay(1, false, (line) => lines.push(line));
  const rest = { minus: '1', plus: '3', elo: 10, suggested: null };
  const factor = (name: string, error: number) => ({ name, error, ...rest });
  const factors = [factor('unknown', 0), factor('known', 8)];
  display.update({ ...GAME, termination: 'normal' }, () => ({
    ...summary([0, 0, 1, 0, 0]),
    factors,
  }));
  expect(lines).toEqual(['2/2 games  known +10.0 ± 8.0  60.0 games/min']);
});

test('games lost on time come with the measured lag', () => {
  expect(formatMatchReport(summary([0, 0, 5, 0, 0], 3))).toMatch(
    /^3 games lost on time\. Half of the moves came 1\.3 ms or more after .* 7\.5 ms or more, none more than 41\.0 ms\..*--margin/m,
  );
  expect(formatMatchReport(summary([0, 0, 5, 0, 0], 1))).not.toMatch('lost on time');
});
