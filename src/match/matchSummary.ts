/** The state of a match as plain data: everything that is displayed, and the output of `--json`. */
import { suggest } from './factorialScreen.ts';
import type { Match } from './match.ts';
import type { Samples } from './samples.ts';
import { logLikelihoodRatio, type SprtSettings, type SprtVerdict, sprtBounds } from './sprt.ts';
import type { Forfeits } from './standings.ts';
import {
  type EloEstimate,
  type Estimate,
  estimateElo,
  estimateNormalizedElo,
  hasSpread,
  likelihoodOfSuperiority,
  type Pentanomial,
} from './statistics.ts';

export interface PairingSummary {
  first: string;
  second: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  /** Shares from 0 to 1: of drawn games, and of pairs in which each engine scored one point. */
  drawRatio: number;
  pairDrawRatio: number;
  pentanomial: Pentanomial;
  /** Null until the first pair is complete. */
  elo: EloEstimate | null;
  /** Null until pairs differ, since it is in units of their deviation. */
  normalizedElo: Estimate | null;
  /** The probability that the first engine is stronger; null like the normalized Elo. */
  los: number | null;
}

export interface EngineSummary {
  name: string;
  /** The commit of a Refrain, with + if its sources were changed; null if unknown. */
  commit: string | null;
  points: number;
  games: number;
  forfeits: Forfeits;
}

export interface SprtSummary extends SprtSettings {
  llr: number;
  lower: number;
  upper: number;
  verdict: SprtVerdict;
}

/** An option of a screen. */
export interface FactorSummary {
  name: string;
  minus: string;
  plus: string;
  /** What `plus` gains over `minus`, in Elo, and its standard error; null while unknown. */
  elo: number | null;
  error: number | null;
  /** The value to try next; null to keep the present one. */
  suggested: string | null;
}

/** Times in milliseconds. */
interface TimingSummary {
  /** The number of all measurements; the other values are of the last 16,384. */
  moves: number;
  median: number;
  p99: number;
  max: number;
}

export interface MatchSummary {
  event: string;
  games: number;
  scheduled: number;
  isFinished: boolean;
  /** In this run. */
  gamesPerMinute: number;
  engines: EngineSummary[];
  pairings: PairingSummary[];
  sprt: SprtSummary | null;
  /** The options of a screen; null for other matches. */
  factors: FactorSummary[] | null;
  /** How often each reason ended a game. */
  reasons: Record<string, number>;
  /** Time from an engine's answer to the next `go`, which counts on no clock. */
  overhead: TimingSummary;
  /** By how much the measured time exceeds the time reported by the engine. */
  lag: TimingSummary;
}

/** `elapsed` is the duration of this run so far, in milliseconds. */
export function summarizeMatch(match: Match, elapsed: number): MatchSummary {
  const { standings, schedule, settings, resumed } = match;
  return {
    event: settings.event,
    games: standings.games,
    scheduled: schedule.length,
    isFinished: standings.games >= schedule.length || match.verdict() !== null,
    gamesPerMinute: elapsed > 0 ? ((standings.games - resumed) * 60_000) / elapsed : 0,
    engines: summarizeEngines(match),
    pairings: schedule.pairings.map((_, i) => summarizePairing(match, i)),
    sprt: summarizeSprt(match),
    factors: summarizeFactors(match),
    reasons: Object.fromEntries(standings.reasons),
    overhead: summarizeTimes(match.overheads),
    lag: summarizeTimes(match.lags),
  };
}

function summarizeEngines({ names, standings, schedule, settings }: Match): EngineSummary[] {
  return names.map((name, engine) => {
    let points = 0;
    let games = 0;
    for (const [i, { wins, draws, losses }] of standings.pairings.entries()) {
      const side = schedule.pairings[i]!.indexOf(engine);
      if (side < 0) continue;
      games += wins + draws + losses;
      points += draws / 2 + (side === 0 ? wins : losses);
    }
    const { commit } = settings.contestants[engine]!;
    return { name, commit, points, games, forfeits: standings.forfeits[engine]! };
  });
}

function summarizePairing({ names, standings, schedule }: Match, i: number): PairingSummary {
  const [first, second] = schedule.pairings[i]!;
  const { wins, draws, losses, pairs } = standings.pairings[i]!;
  const games = wins + draws + losses;
  const count = pairs.reduce((sum, n) => sum + n, 0);
  return {
    first: names[first]!,
    second: names[second]!,
    games,
    wins,
    draws,
    losses,
    drawRatio: games > 0 ? draws / games : 0,
    pairDrawRatio: count > 0 ? pairs[2] / count : 0,
    pentanomial: pairs,
    elo: count > 0 ? estimateElo(pairs) : null,
    normalizedElo: hasSpread(pairs) ? estimateNormalizedElo(pairs) : null,
    los: hasSpread(pairs) ? likelihoodOfSuperiority(pairs) : null,
  };
}

function summarizeSprt(match: Match): SprtSummary | null {
  const { sprt } = match.settings;
  if (sprt === null) return null;
  const llr = logLikelihoodRatio(match.standings.pairings[0]!.pairs, sprt);
  return { ...sprt, llr, ...sprtBounds(sprt), verdict: match.verdict() };
}

function summarizeFactors({ settings, standings }: Match): FactorSummary[] | null {
  const { screen } = settings;
  if (screen === null) return null;
  const effects = standings.effects?.estimate();
  return screen.factors.map((factor, i) => {
    const { name, minus, plus } = factor;
    const effect = effects?.[i] ?? null;
    const { elo = null, error = null } = effect ?? {};
    return { name, minus, plus, elo, error, suggested: effect && suggest(factor, effect) };
  });
}

const summarizeTimes = (samples: Samples): TimingSummary => ({
  moves: samples.count,
  median: samples.quantile(0.5),
  p99: samples.quantile(0.99),
  max: samples.quantile(1),
});
