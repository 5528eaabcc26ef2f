/**
 * What the results of a match say about the strength of two engines.
 *
 * Games come in pairs, an opening with both colours, and the two results of a pair hang together.
 * So pairs are counted, by their points: the five counts of the pentanomial model. All formulas are
 * those of fishtest (`stat_util.py`) and fastchess (`elo_pentanomial.cpp`), which give the same.
 * https://github.com/official-stockfish/fishtest, https://github.com/Disservin/fastchess
 * Normalised Elo: Michel Van den Bergh, https://www.cantate.be/Fishtest/normalized_elo_practical.pdf
 */

/** Pairs that brought 0, ½, 1, 1½ and 2 points to the first engine. */
export type Pentanomial = readonly [
  none: number,
  half: number,
  one: number,
  oneAndHalf: number,
  two: number,
];

export interface Distribution {
  /** How many pairs. */
  pairs: number;
  /** Expected share of the points, 0 to 1. */
  mean: number;
  /** Variance of the share of a pair. */
  variance: number;
}

/** An estimate and the half width of its 95% confidence interval. */
export interface Estimate {
  value: number;
  /** Null as long as a single pair has been played, which tells nothing about how pairs differ. */
  error: number | null;
}

/** The quantile of the normal distribution that leaves 2.5% above it. */
const Z_95 = 1.959963984540054;

/** Elo for one standard deviation of a game, in units of the normalised Elo. */
export const NORMALIZED_UNIT = 800 / Math.LN10;

/** What a count of 0 is taken as, so that nothing divides by it (fishtest's `regularize`). */
const REGULAR = 1e-3;

/** Mean and variance of what was counted, empty counts {@link REGULAR}. */
export function distribution(counts: Pentanomial): Distribution {
  const regular = regularize(counts);
  const pairs = regular.reduce((sum, count) => sum + count, 0);
  const mean = regular.reduce((sum, count, i) => sum + (count * i) / 4, 0) / pairs;
  const variance = regular.reduce((sum, count, i) => sum + count * (i / 4 - mean) ** 2, 0) / pairs;
  return { pairs, mean, variance };
}

/** The counts, empty ones {@link REGULAR}. */
export const regularize = (counts: Pentanomial): number[] =>
  counts.map((count) => (count === 0 ? REGULAR : count));

/** The expected score, 0 to 1, at a difference of `elo` in favour of the first player. */
export const scoreFromElo = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));

/** The difference in Elo that a score stands for; 0 and 1 are taken as 0.001 and 0.999. */
export function eloFromScore(score: number): number {
  const bounded = Math.min(Math.max(score, 1e-3), 1 - 1e-3);
  return -400 * Math.log10(1 / bounded - 1);
}

/** Elo of the first engine with its 95% error, by the pentanomial model. */
export function estimateElo(counts: Pentanomial): Estimate {
  const { mean } = distribution(counts);
  const { low, high } = confidenceInterval(counts);
  const error = (eloFromScore(high) - eloFromScore(low)) / 2;
  return { value: eloFromScore(mean), error: hasSpread(counts) ? error : null };
}

/** Whether there are pairs enough to estimate a variance from. */
export const hasSpread = (counts: Pentanomial): boolean =>
  counts.reduce((sum, count) => sum + count, 0) > 1;

/**
 * Elo by standard deviations of a game, which does not depend on how many games are drawn. Two pairs
 * or more are needed.
 */
export function estimateNormalizedElo(counts: Pentanomial): Estimate {
  const { mean, variance, pairs } = distribution(counts);
  const unit = NORMALIZED_UNIT / Math.sqrt(2 * variance);
  return { value: (mean - 0.5) * unit, error: Z_95 * Math.sqrt(variance / pairs) * unit };
}

/** The probability, 0 to 1, that the first engine is the better one. */
export function likelihoodOfSuperiority(counts: Pentanomial): number {
  const { mean, variance, pairs } = distribution(counts);
  return normalCdf((mean - 0.5) / Math.sqrt(variance / pairs));
}

function confidenceInterval(counts: Pentanomial): { low: number; high: number } {
  const { mean, variance, pairs } = distribution(counts);
  const margin = Z_95 * Math.sqrt(variance / pairs);
  return { low: mean - margin, high: mean + margin };
}

/**
 * The standard normal distribution, within 1e-15: Taylor's series about 0 in the middle, the
 * continued fraction of the tail outside (Abramowitz and Stegun, 26.2.11 and 26.2.14).
 */
export function normalCdf(x: number): number {
  if (x < 0) return 1 - normalCdf(-x);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x > 6) {
    let fraction = x;
    for (let k = 60; k > 0; k--) fraction = x + k / fraction;
    return 1 - density / fraction;
  }
  let term = x;
  let sum = x;
  for (let k = 3; term > 1e-17; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + density * sum;
}
