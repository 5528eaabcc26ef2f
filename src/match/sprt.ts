/**
 * The sequential probability ratio test: games are played until one of two hypotheses about the
 * difference of two engines is likely enough, H0 (it is `elo0`) or H1 (it is `elo1`).
 *
 * This is the generalised test for the pentanomial model, as fishtest, OpenBench and fastchess have
 * it: of all distributions of a pair's points that have the Elo of a hypothesis, the likeliest one
 * given the results is taken, and the logarithm of the ratio of both likelihoods (LLR) is watched.
 * Michel Van den Bergh, https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf (the likeliest
 * distribution of a mean, proposition 1.1) and
 * https://www.cantate.be/Fishtest/normalized_elo_practical.pdf (that of a normalised Elo, 4.1).
 */
import { NORMALIZED_UNIT, type Pentanomial, regularize, scoreFromElo } from './statistics.ts';

/** Elo as rating lists have it, or by standard deviations of a game. */
export type EloModel = 'logistic' | 'normalized';

/** Beyond these no hypothesis is sensible, and of a normalised Elo no distribution is found. */
export const LARGEST_ELO: Readonly<Record<EloModel, number>> = { logistic: 1000, normalized: 200 };

export interface SprtSettings {
  model: EloModel;
  elo0: number;
  elo1: number;
  /** The probability to accept H1 when H0 is true. */
  alpha: number;
  /** The probability to accept H0 when H1 is true. */
  beta: number;
}

export type SprtVerdict = 'H0' | 'H1' | null;

/** Between these values of the LLR nothing is decided. */
export function sprtBounds({ alpha, beta }: SprtSettings): { lower: number; upper: number } {
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) };
}

/** Which hypothesis is accepted; null while neither is. */
export function sprtVerdict(counts: Pentanomial, settings: SprtSettings): SprtVerdict {
  const { lower, upper } = sprtBounds(settings);
  const llr = logLikelihoodRatio(counts, settings);
  if (llr >= upper) return 'H1';
  return llr <= lower ? 'H0' : null;
}

/** The LLR of H1 against H0; 0 as long as no pair has been played. */
export function logLikelihoodRatio(
  counts: Pentanomial,
  { model, elo0, elo1 }: Pick<SprtSettings, 'model' | 'elo0' | 'elo1'>,
): number {
  if (counts.every((count) => count === 0)) return 0;
  const weights = regularize(counts);
  const pairs = weights.reduce((sum, weight) => sum + weight, 0);
  const observed = weights.map((weight) => weight / pairs);
  const likeliest = model === 'logistic' ? likeliestOfElo : likeliestOfNormalizedElo;
  const [p0, p1] = [likeliest(observed, elo0), likeliest(observed, elo1)];
  return weights.reduce((sum, weight, i) => sum + weight * Math.log(p1[i]! / p0[i]!), 0);
}

/** Points of a pair, as shares of two. */
const SHARES = [0, 0.25, 0.5, 0.75, 1];

/** Of all distributions with this Elo the one that is likeliest to bring what was observed. */
function likeliestOfElo(observed: readonly number[], elo: number): number[] {
  const score = scoreFromElo(elo);
  return tilt(
    observed,
    SHARES.map((share) => share - score),
  );
}

/** It ends long before, when nothing changes any more. */
const MAX_STEPS = 100;

/**
 * The same for a normalised Elo: (mean − ½) / deviation is given, not the mean. The constraint is
 * made linear about the present distribution, again and again.
 */
function likeliestOfNormalizedElo(observed: readonly number[], elo: number): number[] {
  // Of a pair, whose deviation is √2 times smaller than that of a game.
  const t = (elo / NORMALIZED_UNIT) * Math.SQRT2;
  let p = observed.map(() => 1 / observed.length);
  for (let step = 0; step < MAX_STEPS; step++) {
    const mean = p.reduce((sum, pi, i) => sum + pi * SHARES[i]!, 0);
    const variance = p.reduce((sum, pi, i) => sum + pi * (SHARES[i]! - mean) ** 2, 0);
    const sigma = Math.sqrt(variance);
    const next = tilt(
      observed,
      SHARES.map((share) => share - 0.5 - (t * sigma * (1 + ((mean - share) / sigma) ** 2)) / 2),
    );
    const change = Math.max(...next.map((pi, i) => Math.abs(pi - p[i]!)));
    p = next;
    if (change < 1e-10) break;
  }
  return p;
}

/**
 * The likeliest distribution under which `values` have the mean 0: each probability is divided by
 * 1 + x·value, with the x that makes it so, which a bisection finds.
 */
function tilt(observed: readonly number[], values: readonly number[]): number[] {
  let low = -1 / Math.max(...values);
  let high = -1 / Math.min(...values);
  // The mean falls with x, from one end, where a probability is infinite, to the other.
  for (let x = (low + high) / 2; low < x && x < high; x = (low + high) / 2) {
    const mean = observed.reduce((sum, p, i) => sum + (p * values[i]!) / (1 + x * values[i]!), 0);
    if (mean > 0) low = x;
    else high = x;
  }
  const x = (low + high) / 2;
  return observed.map((p, i) => p / (1 + x * values[i]!));
}
