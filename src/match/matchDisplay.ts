/**
 * Shows a match: a live display at a terminal, a line every few games otherwise, a line for each
 * game on request, and a table at the end. Games decided by a fault (a time forfeit, a crash) are
 * always reported at once.
 */
import { styleText } from 'node:util';
import { MultiBar, type SingleBar } from 'cli-progress';
import Table from 'cli-table3';
import { counted } from '../chess/counts.ts';
import { formatDuration } from '../chess/durations.ts';
import type { FinishedGame } from './match.ts';
import type {
  EngineSummary,
  FactorSummary,
  MatchSummary,
  PairingSummary,
  SprtSummary,
} from './matchSummary.ts';
import type { EloEstimate, Estimate } from './statistics.ts';

/** Milliseconds between two updates of the live display. */
const REFRESH = 250;

export interface MatchDisplay {
  /** A game is over. `summarize` is expensive, so it is only called if its result is shown. */
  update(game: FinishedGame, summarize: () => MatchSummary): void;
  /** Ends the display. */
  close(): void;
}

/** Writes a line after every `every` games. */
export class LineDisplay implements MatchDisplay {
  private readonly every: number;
  private readonly showsGames: boolean;
  private games = 0;
  private readonly write: (line: string) => void;

  constructor(every: number, showsGames: boolean, write: (line: string) => void) {
    this.every = every;
    this.showsGames = showsGames;
    this.write = write;
  }

  update(game: FinishedGame, summarize: () => MatchSummary): void {
    if (this.showsGames || isFault(game)) this.write(describeGame(game));
    if (++this.games % this.every !== 0) return;
    const summary = summarize();
    const parts = [countGames(summary), ...describeStandings(summary)];
    parts.push(`${summary.gamesPerMinute.toFixed(1)} games/min`);
    this.write(parts.join('  '));
  }

  close(): void {}
}

/** A progress bar with the standings below it. */
export class LiveDisplay implements MatchDisplay {
  private readonly bars: MultiBar;
  private readonly progress: SingleBar;
  private readonly lines: SingleBar[] = [];
  private readonly showsGames: boolean;
  private lastRefresh = 0;
  /** The summary that has not been drawn yet. */
  private latest: (() => MatchSummary) | null = null;

  constructor(stream: NodeJS.WritableStream, showsGames: boolean) {
    this.showsGames = showsGames;
    this.bars = new MultiBar({
      stream,
      hideCursor: true,
      gracefulExit: false,
      fps: 1000 / REFRESH,
      format: '{text}',
      barsize: 30,
      barCompleteChar: '█',
      barIncompleteChar: '░',
    });
    this.progress = this.bars.create(1, 0, { text: '' }, { format: '{bar} {text}' });
  }

  update(game: FinishedGame, summarize: () => MatchSummary): void {
    if (this.showsGames || isFault(game)) this.bars.log(`${describeGame(game)}\n`);
    const now = performance.now();
    this.latest = summarize;
    if (now - this.lastRefresh >= REFRESH) this.draw();
  }

  private draw(): void {
    if (this.latest === null) return;
    const summary = this.latest();
    this.latest = null;
    this.lastRefresh = performance.now();
    const left = estimateTimeLeft(summary);
    const text = [
      countGames(summary),
      `${summary.gamesPerMinute.toFixed(1)} games/min`,
      ...(left === null ? [] : [`${formatDuration(left)} left`]),
    ].join('  ');
    this.progress.update(progressOf(summary), { text });
    for (const [i, line] of describeStandings(summary).entries()) {
      this.lines[i] ??= this.bars.create(1, 0, { text: '' });
      this.lines[i].update(0, { text: line });
    }
  }

  close(): void {
    this.draw();
    this.bars.stop();
  }
}

const isFault = ({ termination }: FinishedGame): boolean =>
  termination !== 'normal' && termination !== 'adjudication';

/** `2.1  Old – New  1/2-1/2  34 moves  Draw by threefold repetition`. */
function describeGame({ round, white, black, result, plies, reason }: FinishedGame): string {
  const length = counted(Math.ceil(plies / 2), 'move');
  return `${round}  ${white} – ${black}  ${result}  ${length}  ${reason}`;
}

/** An SPRT has no fixed number of games. */
const countGames = ({ games, scheduled, sprt }: MatchSummary): string =>
  sprt === null ? `${games}/${scheduled} games` : counted(games, 'game');

/** From 0 to 1: how close an SPRT is to a decision, else the share of games played. */
function progressOf({ sprt, games, scheduled }: MatchSummary): number {
  if (sprt === null) return scheduled > 0 ? games / scheduled : 0;
  return Math.min(1, Math.max(sprt.llr / sprt.upper, sprt.llr / sprt.lower));
}

/** Milliseconds, or null if unknown. An SPRT is assumed to go on as it did so far. */
function estimateTimeLeft(summary: MatchSummary): number | null {
  const { games, scheduled, gamesPerMinute, sprt } = summary;
  if (gamesPerMinute === 0) return null;
  let left = scheduled - games;
  if (sprt !== null) {
    const done = progressOf(summary);
    if (done < 0.1) return null;
    left = Math.min(left, games / done - games);
  }
  return (left * 60_000) / gamesPerMinute;
}

/** Describes the standings, one phrase per fact. */
function describeStandings({ pairings, engines, sprt, factors }: MatchSummary): string[] {
  if (factors !== null) return describeStrongest(factors);
  const [only, ...others] = pairings;
  const phrases = others.length === 0 ? describePairing(only!) : engines.map(describePoints);
  if (sprt !== null) phrases.push(describeSprt(sprt));
  return phrases;
}

/** How many effects are shown while a screen runs. */
const STRONGEST = 3;

/** The effects of a screen that stand out most. */
function describeStrongest(factors: readonly FactorSummary[]): string[] {
  return byCertainty(factors)
    .slice(0, STRONGEST)
    .filter(({ elo }) => elo !== null)
    .map((factor) => `${factor.name} ${describeEffect(factor)}`);
}

/** The largest effects first, in standard errors. */
const byCertainty = (factors: readonly FactorSummary[]): FactorSummary[] =>
  [...factors].sort((a, b) => certaintyOf(b) - certaintyOf(a));

const certaintyOf = ({ elo, error }: FactorSummary): number =>
  elo === null || !error ? 0 : Math.abs(elo) / error;

const describeEffect = ({ elo, error }: FactorSummary): string =>
  elo === null || error === null ? '' : `${signed(elo)} ± ${error.toFixed(1)}`;

/** Results, pairs and Elo, one phrase each. */
function describePairing(pairing: PairingSummary): string[] {
  const { first, second, drawRatio, pentanomial, elo, normalizedElo, los } = pairing;
  const results = `+${pairing.wins} =${pairing.draws} -${pairing.losses}`;
  const phrases = [
    `${first} – ${second} ${results} (${percent(drawRatio)} drawn)`,
    `pairs [${pentanomial.join(', ')}]`,
  ];
  if (elo !== null) phrases.push(`Elo ${describeElo(elo)}`);
  if (normalizedElo !== null) phrases.push(`nElo ${describeEstimate(normalizedElo)}`);
  if (los !== null) phrases.push(`LOS ${percent(los)}`);
  return phrases;
}

const describePoints = ({ name, points, games }: EngineSummary): string =>
  `${name} ${points}/${games}`;

/** How far the ends of an interval may be from a symmetric one, as a share of its error. */
const ASYMMETRY = 0.1;

/** With an error if the interval is symmetric, else with its ends. */
function describeElo(elo: EloEstimate): string {
  const { value, error, low, high } = elo;
  if (high === Number.POSITIVE_INFINITY) return `above ${signed(low)}`;
  if (low === Number.NEGATIVE_INFINITY) return `below ${signed(high)}`;
  const asymmetry =
    error === null
      ? Number.POSITIVE_INFINITY
      : Math.max(Math.abs(high - value - error), Math.abs(value - low - error)) / error;
  if (asymmetry <= ASYMMETRY) return describeEstimate(elo);
  return `${signed(value)} (${signed(low)} to ${signed(high)})`;
}

const describeEstimate = ({ value, error }: Estimate): string =>
  `${signed(value)} ± ${error === null ? '–' : error.toFixed(1)}`;

function describeSprt({ llr, lower, upper, elo0, elo1, model, verdict }: SprtSummary): string {
  const accepted = verdict === null ? '' : `, ${verdict} accepted`;
  const bounds = `${lower.toFixed(2)}, ${upper.toFixed(2)}`;
  const unit = model === 'normalized' ? 'nElo' : 'Elo';
  return `LLR ${signed(llr, 2)} (${bounds}) [${elo0}, ${elo1}] ${unit}${accepted}`;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** With a sign, except for zero. */
function signed(value: number, digits = 1): string {
  const text = value.toFixed(digits);
  if (Number(text) === 0) return text.replace('-', '');
  return value > 0 ? `+${text}` : text;
}

/** The tables at the end of a match: engines, pairings, and how games ended. */
export function formatFinal(summary: MatchSummary): string {
  const { factors } = summary;
  const parts = [engineTable(summary)];
  if (factors === null) parts.push(pairingTable(summary));
  else parts.push(factorTable(factors), ...describeSignal(factors), describeSuggestion(factors));
  if (summary.sprt !== null) parts.push(emphasize(describeSprt(summary.sprt)));
  const hint = describeLag(summary);
  if (hint !== null) parts.push(hint);
  const reasons = Object.entries(summary.reasons).sort(([, a], [, b]) => b - a);
  if (reasons.length > 0) {
    parts.push(reasons.map(([reason, count]) => `${count} × ${reason}`).join(', '));
  }
  return parts.join('\n');
}

/** Games lost on time by one engine from which they are a pattern. */
const MANY_FORFEITS = 2;

/** What to do about games lost on time: a match shows whether the engines or the machine are slow. */
function describeLag({ engines, lag }: MatchSummary): string | null {
  const forfeits = engines.map(({ faults }) => faults['time forfeit']);
  if (Math.max(...forfeits) < MANY_FORFEITS) return null;
  const total = forfeits.reduce((sum, count) => sum + count, 0);
  const ms = (time: number) => `${time.toFixed(1)} ms`;
  const measured =
    lag.moves === 0
      ? ''
      : ` Moves came ${ms(lag.median)} after the time that the engines report, 1% of them ${ms(lag.p99)} or more, ${ms(lag.max)} at most.`;
  return (
    `${total} games lost on time.${measured} If that is the machine, play fewer games at once ` +
    'or set a larger --margin or Move Overhead.'
  );
}

const emphasize = (text: string): string => (process.stdout.isTTY ? styleText('bold', text) : text);

/** Styles only at a terminal. */
const plain = () => ({
  style: process.stdout.isTTY ? { head: ['bold'] } : { head: [], border: [] },
});

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
    ...plain(),
  });
  const ranked = [...engines].sort((a, b) => b.points - a.points);
  for (const { name, commit, points, games, faults } of ranked) {
    table.push([
      name,
      ...(hasCommits ? [commit ?? ''] : []),
      ...[points, games],
      games > 0 ? percent(points / games) : '',
      ...[faults['time forfeit'], faults['rules infraction'], faults.abandoned],
    ]);
  }
  return table.toString();
}

function pairingTable({ pairings }: MatchSummary): string {
  const table = new Table({
    head: ['', 'W', 'D', 'L', 'Drawn', 'Pairs 0 ½ 1 1½ 2', 'Elo', 'nElo', 'LOS'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
    ...plain(),
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
    ...plain(),
  });
  for (const factor of byCertainty(factors)) {
    const { name, minus, plus, elo, error, suggested } = factor;
    const ratio = elo === null || !error ? '' : signed(elo / error);
    table.push([name, minus, plus, describeEffect(factor), ratio, suggested ?? '']);
  }
  return table.toString();
}

/** A line that says whether the effects are larger than chance makes them, if they are known. */
function describeSignal(factors: readonly FactorSummary[]): string[] {
  const squares = factors.map(({ elo, error }) =>
    elo === null || !error ? null : (elo / error) ** 2,
  );
  if (squares.some((square) => square === null)) return [];
  const mean = squares.reduce<number>((sum, square) => sum + square!, 0) / factors.length;
  // Without effects the ratios are standard normal: their squares have a variance of two.
  const spread = Math.sqrt(2 / factors.length);
  const text = `Mean square of Elo / error: ${mean.toFixed(2)}; options without any effect have 1.00 ± ${spread.toFixed(2)}.`;
  return [text];
}

/** The suggested values as words for an engine of `refrain sprt`. */
function describeSuggestion(factors: readonly FactorSummary[]): string {
  const words = factors.flatMap(({ name, suggested }) =>
    suggested === null
      ? []
      : [
          /\s/.test(name + suggested)
            ? `"option.${name}=${suggested}"`
            : `option.${name}=${suggested}`,
        ],
  );
  if (words.length === 0) return 'No effect is larger than its error.';
  return `To be confirmed by refrain sprt:\n${words.join(' ')}`;
}
