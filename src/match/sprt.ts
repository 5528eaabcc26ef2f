/**
 * The sequential probability ratio test: games are played until one of two hypotheses about the Elo
 * difference of two engines is accepted, H0 (it is `elo0`) or H1 (it is `elo1`).
 *
 * This is the generalized SPRT for the pentanomial model, as in fishtest, OpenBench and fastchess:
 * for each hypothesis, the maximum likelihood distribution of a pair's points with that Elo is
 * computed, and the log-likelihood ratio (LLR) of the two is compared with bounds.
 * Michel Van den Bergh, https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf (the maximum
 * likelihood distribution for a given mean, proposition 1.1) and
 * https://www.cantate.be/Fishtest/normalized_elo_practical.pdf (for a normalized Elo, 4.1).
 */
import {
  mleWithMeanZero,
  NORMALIZED_UNIT,
  type Pentanomial,
  regularize,
  SHARES,
  scoreFromElo,
} from './statistics.ts';

/** Elo as in rating lists, or in standard deviations of a game. */
type EloModel = 'logistic' | 'normalized';

/** Larger hypotheses make no sense, and the normalized model would not converge. */
export const MAX_HYPOTHESIS_ELO: Readonly<Record<EloModel, number>> = {
  logistic: 1000,
  normalized: 200,
};

export interface SprtSettings {
  model: EloModel;
  elo0: number;
  elo1: number;
  /** The probability of accepting H1 although H0 is true. */
  alpha: number;
  /** The probability of accepting H0 although H1 is true. */
  beta: number;
}

export type SprtVerdict = 'H0' | 'H1' | null;

/** The test continues while the LLR is between these bounds. */
export function sprtBounds({ alpha, beta }: SprtSettings): { lower: number; upper: number } {
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) };
}

/** The accepted hypothesis; null while undecided. */
export function sprtVerdict(counts: Pentanomial, settings: SprtSettings): SprtVerdict {
  const { lower, upper } = sprtBounds(settings);
  const llr = logLikelihoodRatio(counts, settings);
  if (llr >= upper) return 'H1';
  return llr <= lower ? 'H0' : null;
}

/** The LLR of H1 against H0; 0 before the first pair. */
export function logLikelihoodRatio(
  counts: Pentanomial,
  { model, elo0, elo1 }: Pick<SprtSettings, 'model' | 'elo0' | 'elo1'>,
): number {
  if (counts.every((count) => count === 0)) return 0;
  const weights = regularize(counts);
  const pairs = weights.reduce((sum, weight) => sum + weight, 0);
  const observed = weights.map((weight) => weight / pairs);
  const estimate = model === 'logistic' ? mleForElo : mleForNormalizedElo;
  const [p0, p1] = [estimate(observed, elo0), estimate(observed, elo1)];
  return weights.reduce((sum, weight, i) => sum + weight * Math.log(p1[i]! / p0[i]!), 0);
}

/** The maximum likelihood distribution with this Elo, given the observed one. */
function mleForElo(observed: readonly number[], elo: number): number[] {
  const score = scoreFromElo(elo);
  return mleWithMeanZero(
    observed,
    SHARES.map((share) => share - score),
  );
}

/** A safety limit; the iteration converges long before. */
const MAX_STEPS = 100;

/**
 * The same for a normalized Elo, which fixes (mean − ½) / deviation instead of the mean. The
 * constraint is linearized about the current distribution, repeatedly.
 */
function mleForNormalizedElo(observed: readonly number[], elo: number): number[] {
  // In units of a pair's deviation, which is √2 times smaller than that of a game.
  const t = (elo / NORMALIZED_UNIT) * Math.SQRT2;
  let p = observed.map(() => 1 / observed.length);
  for (let step = 0; step < MAX_STEPS; step++) {
    const mean = p.reduce((sum, pi, i) => sum + pi * SHARES[i]!, 0);
    const variance = p.reduce((sum, pi, i) => sum + pi * (SHARES[i]! - mean) ** 2, 0);
    const sigma = Math.sqrt(variance);
    const next = mleWithMeanZero(
      observed,
      SHARES.map((share) => share - 0.5 - (t * sigma * (1 + ((mean - share) / sigma) ** 2)) / 2),
    );
    const change = Math.max(...next.map((pi, i) => Math.abs(pi - p[i]!)));
    p = next;
    if (change < 1e-10) break;
  }
  return p;
}
