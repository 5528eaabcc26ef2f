/**
 * Shows a match: a live display at a terminal, a line every few games otherwise, a line for each
 * game on request. Games decided by a forfeit (out of time, a crash) are always reported at once.
 */
import { MultiBar, type SingleBar } from 'cli-progress';
import { counted } from '../util/counts.ts';
import { formatDuration } from '../util/durations.ts';
import type { FinishedGame } from './match.ts';
import type { EngineSummary, FactorSummary, MatchSummary, PairingSummary } from './matchSummary.ts';
import {
  byCertainty,
  describeEffect,
  describeElo,
  describeEstimate,
  describeSprt,
  percent,
  zScore,
} from './matchText.ts';
import { isForfeit } from './standings.ts';

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
    if (this.showsGames || isForfeit(game.termination)) this.write(describeGame(game));
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
    if (this.showsGames || isForfeit(game.termination)) this.bars.log(`${describeGame(game)}\n`);
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
    .filter((factor) => zScore(factor) !== null)
    .map((factor) => `${factor.name} ${describeEffect(factor)}`);
}

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
