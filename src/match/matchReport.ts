/** The report at the end of a match: tables of engines, of pairings or of a screen's options, and how games ended. */
import Table from 'cli-table3';
import type { FactorSummary, MatchSummary } from './matchSummary.ts';
import {
  byCertainty,
  describeEffect,
  describeElo,
  describeEstimate,
  describeSprt,
  percent,
  signed,
  zScore,
} from './matchText.ts';

/** The report as text. */
export function formatMatchReport(summary: MatchSummary): string {
  const { factors } = summary;
  const parts = [engineTable(summary)];
  if (factors === null) parts.push(pairingTable(summary));
  else parts.push(factorTable(factors), ...describeSignal(factors), describeSuggestion(factors));
  if (summary.sprt !== null) parts.push(describeSprt(summary.sprt));
  const hint = describeLag(summary);
  if (hint !== null) parts.push(hint);
  const reasons = Object.entries(summary.reasons).sort(([, a], [, b]) => b - a);
  if (reasons.length > 0) {
    parts.push(reasons.map(([reason, count]) => `${count} × ${reason}`).join(', '));
  }
  return parts.join('\n');
}

/** The number of games lost on time by one engine that counts as a pattern. */
const MANY_FORFEITS = 2;

/** What to do about games lost on time: a match shows whether the engines or the machine are slow. */
function describeLag({ engines, lag }: MatchSummary): string | null {
  const lost = engines.map(({ forfeits }) => forfeits['time forfeit']);
  if (Math.max(...lost) < MANY_FORFEITS) return null;
  const total = lost.reduce((sum, count) => sum + count, 0);
  const ms = (time: number) => `${time.toFixed(1)} ms`;
  const measured =
    lag.moves === 0
      ? ''
      : ` Half of the moves came ${ms(lag.median)} or more after the time that the engines report, 1% came ${ms(lag.p99)} or more, none more than ${ms(lag.max)}.`;
  return (
    `${total} games lost on time.${measured} If that is the machine, play fewer games at once ` +
    'or set a larger --margin or Move Overhead.'
  );
}

/** Without colours, as the tables of other commands. */
const PLAIN = { style: { head: [], border: [] } };

function engineTable({ engines }: MatchSummary): string {
  const hasCommits = engines.some(({ commit }) => commit !== null);
  const table = new Table({
    head: [
      'Engine',
      ...(hasCommits ? ['Commit'] : []),
      'Points',
      'Games',
      'Share',
      'Time forfeits',
      'Illegal',
      'Failed',
    ],
    colAligns: [
      'left',
      ...(hasCommits ? ['left' as const] : []),
      ...Array.from({ length: 6 }, () => 'right' as const),
    ],
    ...PLAIN,
  });
  const ranked = [...engines].sort((a, b) => b.points - a.points);
  for (const { name, commit, points, games, forfeits } of ranked) {
    table.push([
      name,
      ...(hasCommits ? [commit ?? ''] : []),
      ...[points, games],
      games > 0 ? percent(points / games) : '',
      ...[forfeits['time forfeit'], forfeits['rules infraction'], forfeits.abandoned],
    ]);
  }
  return table.toString();
}

function pairingTable({ pairings }: MatchSummary): string {
  const table = new Table({
    head: ['', 'W', 'D', 'L', 'Drawn', 'Pairs 0 ½ 1 1½ 2', 'Elo', 'nElo', 'LOS'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
    ...PLAIN,
  });
  for (const pairing of pairings) {
    const { wins, draws, losses, pentanomial, elo, normalizedElo, los } = pairing;
    table.push([
      `${pairing.first} – ${pairing.second}`,
      ...[wins, draws, losses],
      percent(pairing.drawRatio),
      pentanomial.join(' '),
      elo === null ? '' : describeElo(elo),
      normalizedElo === null ? '' : describeEstimate(normalizedElo),
      los === null ? '' : percent(los),
    ]);
  }
  return table.toString();
}

function factorTable(factors: readonly FactorSummary[]): string {
  const table = new Table({
    head: ['Option', '-', '+', 'Elo of + over -', 'Elo / error', 'Suggested'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
    ...PLAIN,
  });
  for (const factor of byCertainty(factors)) {
    const { name, minus, plus, suggested } = factor;
    const score = zScore(factor);
    const ratio = score === null ? '' : signed(score);
    table.push([name, minus, plus, describeEffect(factor), ratio, suggested ?? '']);
  }
  return table.toString();
}

/** A line that says whether the effects are larger than chance makes them, if they are known. */
function describeSignal(factors: readonly FactorSummary[]): string[] {
  const scores = factors.map(zScore);
  if (scores.includes(null)) return [];
  const mean = scores.reduce<number>((sum, score) => sum + score! ** 2, 0) / factors.length;
  // Without effects the scores are standard normal: their squares have a variance of two.
  const spread = Math.sqrt(2 / factors.length);
  const text = `Mean square of Elo / error: ${mean.toFixed(2)}; options without any effect have 1.00 ± ${spread.toFixed(2)}.`;
  return [text];
}

/** The suggested values as words for an engine of `refrain sprt`. */
function describeSuggestion(factors: readonly FactorSummary[]): string {
  if (factors.every((factor) => zScore(factor) === null)) {
    return 'Too few games to measure effects.';
  }
  const words = factors
    .filter(({ suggested }) => suggested !== null)
    .map(({ name, suggested }) => `option.${name}=${suggested}`)
    .map((word) => (/\s/.test(word) ? `"${word}"` : word));
  if (words.length === 0) return 'No effect is larger than its error.';
  return `To be confirmed by refrain sprt:\n${words.join(' ')}`;
}
