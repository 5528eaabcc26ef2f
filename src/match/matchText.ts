/** Formats the numbers of a match: estimates, the state of an SPRT, effects of a screen. */
import type { FactorSummary, SprtSummary } from './matchSummary.ts';
import type { EloEstimate, Estimate } from './statistics.ts';

/** How far the ends of an interval may be from a symmetric one, as a share of its error. */
const ASYMMETRY = 0.1;

/** With an error if the interval is symmetric, else with its ends. */
export function describeElo(elo: EloEstimate): string {
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

export const describeEstimate = ({ value, error }: Estimate): string =>
  `${signed(value)} ± ${error === null ? '–' : error.toFixed(1)}`;

export function describeSprt({
  llr,
  lower,
  upper,
  elo0,
  elo1,
  model,
  verdict,
}: SprtSummary): string {
  const accepted = verdict === null ? '' : `, ${verdict} accepted`;
  const bounds = `${lower.toFixed(2)}, ${upper.toFixed(2)}`;
  const unit = model === 'normalized' ? 'nElo' : 'Elo';
  return `LLR ${signed(llr, 2)} (${bounds}) [${elo0}, ${elo1}] ${unit}${accepted}`;
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** With a sign, except for zero. */
export function signed(value: number, digits = 1): string {
  const text = value.toFixed(digits);
  if (Number(text) === 0) return text.replace('-', '');
  return value > 0 ? `+${text}` : text;
}

/** The largest effects first, in standard errors. */
export const byCertainty = (factors: readonly FactorSummary[]): FactorSummary[] =>
  [...factors].sort((a, b) => Math.abs(zScore(b) ?? 0) - Math.abs(zScore(a) ?? 0));

/** An effect in standard errors; null while it is unknown, or all pairs are even and show no error. */
export const zScore = ({ elo, error }: FactorSummary): number | null =>
  elo === null || !error ? null : elo / error;

export const describeEffect = ({ elo, error }: FactorSummary): string =>
  elo === null || !error ? '' : describeEstimate({ value: elo, error });
