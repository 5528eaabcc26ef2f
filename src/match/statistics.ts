/**
 * Elo statistics of a match between two engines.
 *
 * Games come in pairs, an opening with both colours, and the two results of a pair are correlated.
 * So pairs are counted by their points: the five counts of the pentanomial model. The formulas are
 * those of fishtest (`stat_util.py`) and fastchess (`elo_pentanomial.cpp`), which agree.
 * https://github.com/official-stockfish/fishtest, https://github.com/Disservin/fastchess
 * Normalized Elo: Michel Van den Bergh, https://www.cantate.be/Fishtest/normalized_elo_practical.pdf
 */

/** The number of pairs in which the first engine scored 0, ½, 1, 1½ and 2 points. */
export type Pentanomial = readonly [
  none: number,
  half: number,
  one: number,
  oneAndHalf: number,
  two: number,
];

interface Distribution {
  /** The number of pairs. */
  pairs: number;
  /** Expected share of the points, from 0 to 1. */
  mean: number;
  /** Variance of a pair's share. */
  variance: number;
}

/** An estimate and half the width of its 95% confidence interval, where that is symmetric. */
export interface Estimate {
  value: number;
  /** Null while all pairs have the same points, which show no variance. */
  error: number | null;
}

/** An Elo difference and its 95% confidence interval, whose ends may be infinite. */
export interface EloEstimate extends Estimate {
  low: number;
  high: number;
}

/** The 97.5% quantile of the normal distribution. */
const Z_95 = 1.959963984540054;

/** The normalized Elo of one standard deviation of a game. */
export const NORMALIZED_UNIT = 800 / Math.LN10;

/** Replaces a count of 0, to avoid a division by zero (fishtest's `regularize`). */
const REGULAR = 1e-3;

/** Mean and variance of the counts, with empty counts replaced by {@link REGULAR}. */
function distribution(counts: Pentanomial): Distribution {
  const regular = regularize(counts);
  const pairs = regular.reduce((sum, count) => sum + count, 0);
  const mean = regular.reduce((sum, count, i) => sum + (count * i) / 4, 0) / pairs;
  const variance = regular.reduce((sum, count, i) => sum + count * (i / 4 - mean) ** 2, 0) / pairs;
  return { pairs, mean, variance };
}

/** The counts, with empty ones replaced by {@link REGULAR}. */
export const regularize = (counts: Pentanomial): number[] =>
  counts.map((count) => (count === 0 ? REGULAR : count));

/** Elo per share of the points, near an even score: the slope of {@link eloFromScore} at one half. */
export const ELO_PER_SHARE = 1600 / Math.LN10;

/** The expected score, from 0 to 1, for a difference of `elo` in favour of the first player. */
export const scoreFromElo = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));

/** The Elo difference for a score; 0 and 1 are clamped to 0.001 and 0.999. */
export const eloFromScore = (score: number): number =>
  exactElo(Math.min(Math.max(score, 1e-3), 1 - 1e-3));

const exactElo = (score: number): number => -400 * Math.log10(1 / score - 1);

/**
 * Elo of the first engine in the pentanomial model. Its error is that of the normal approximation; the
 * interval is that of the likelihood, which holds for few and lopsided results too: two pairs won 4-0
 * show no more than that the true difference is above -83.
 */
export function estimateElo(counts: Pentanomial): EloEstimate {
  const { mean, variance, pairs } = distribution(counts);
  const margin = Z_95 * Math.sqrt(variance / pairs);
  const error = (eloFromScore(mean + margin) - eloFromScore(mean - margin)) / 2;
  return {
    value: eloFromScore(mean),
    error: hasSpread(counts) ? error : null,
    ...likelihoodInterval(counts),
  };
}

/** Whether pairs differ in points, so that a variance can be estimated. */
export const hasSpread = (counts: Pentanomial): boolean =>
  counts.filter((count) => count > 0).length > 1;

/** The points of a pair, as shares of two points. */
export const SHARES = [0, 0.25, 0.5, 0.75, 1] as const;

/** The log-likelihood by which the ends of a 95% interval are below the maximum. */
const LIKELIHOOD_DROP = Z_95 ** 2 / 2;

/**
 * The Elo differences that the counts do not contradict: those whose likeliest distribution makes the
 * counts at most {@link LIKELIHOOD_DROP} less likely than the counts' own.
 * https://en.wikipedia.org/wiki/Likelihood_function#Profile_likelihood
 */
function likelihoodInterval(counts: Pentanomial): { low: number; high: number } {
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.reduce((sum, count, i) => sum + count * SHARES[i]!, 0) / pairs;
  const isWithin = (share: number) => likelihoodDrop(counts, share) <= LIKELIHOOD_DROP;
  const endTowards = (limit: number) => {
    let [inside, outside] = [mean, limit];
    for (let i = 0; i < 50; i++) {
      const middle = (inside + outside) / 2;
      if (isWithin(middle)) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return {
    low: mean === 0 ? Number.NEGATIVE_INFINITY : exactElo(endTowards(0)),
    high: mean === 1 ? Number.POSITIVE_INFINITY : exactElo(endTowards(1)),
  };
}

/**
 * By how much the logarithm of the counts' likelihood falls if the mean share is `mean`, and the distribution the
 * likeliest with that mean.
 */
function likelihoodDrop(counts: Pentanomial, mean: number): number {
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  const observed = counts.map((count) => count / pairs);
  const likeliest = mleWithMeanZero(
    observed,
    SHARES.map((share) => share - mean),
  );
  return counts.reduce(
    (sum, n, i) => (n === 0 ? sum : sum + n * Math.log(observed[i]! / likeliest[i]!)),
    0,
  );
}

/**
 * The maximum likelihood distribution under which `values` have mean 0: each probability is divided
 * by 1 + x·value, with x found by bisection. Michel Van den Bergh,
 * https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1
 */
export function mleWithMeanZero(observed: readonly number[], values: readonly number[]): number[] {
  let low = -1 / Math.max(...values);
  let high = -1 / Math.min(...values);
  // The mean decreases in x, between two ends where a probability is infinite.
  for (let x = (low + high) / 2; low < x && x < high; x = (low + high) / 2) {
    const mean = observed.reduce((sum, p, i) => sum + (p * values[i]!) / (1 + x * values[i]!), 0);
    if (mean > 0) low = x;
    else high = x;
  }
  const x = (low + high) / 2;
  return observed.map((p, i) => p / (1 + x * values[i]!));
}

/**
 * Elo in standard deviations of a game (normalized Elo), which does not depend on the draw rate.
 * Needs pairs that differ ({@link hasSpread}).
 */
export function estimateNormalizedElo(counts: Pentanomial): Estimate {
  const { mean, variance, pairs } = distribution(counts);
  const unit = NORMALIZED_UNIT / Math.sqrt(2 * variance);
  return { value: (mean - 0.5) * unit, error: Z_95 * Math.sqrt(variance / pairs) * unit };
}

/** The probability, from 0 to 1, that the first engine is stronger. */
export function likelihoodOfSuperiority(counts: Pentanomial): number {
  const { mean, variance, pairs } = distribution(counts);
  return normalCdf((mean - 0.5) / Math.sqrt(variance / pairs));
}

/**
 * The standard normal distribution function, within 1e-15: Taylor series near 0, continued fraction
 * for the tail (Abramowitz and Stegun, 26.2.11 and 26.2.14).
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
