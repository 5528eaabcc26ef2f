/**
 * A factorial screen measures the effects of many options with the same games. In every pair of games
 * one side plays a random setting, each option at one of its two values, and the other side plays the
 * opposite setting. A linear regression of the pairs' points on the settings then gives the effect of
 * every option, each with the precision of all games: those of the other options are noise that
 * averages out. Interactions of options are not measured.
 * https://en.wikipedia.org/wiki/Factorial_experiment
 */
import { derivedSeed, Random } from '../util/random.ts';
import { ELO_PER_SHARE } from './statistics.ts';

/** An option of an engine and the two values to compare. */
export interface Factor {
  name: string;
  minus: string;
  plus: string;
  /** A parameter's value now, else the middle of the two; null if no value is between them, as with a check box. */
  center: number | null;
}

export interface Screen {
  factors: readonly Factor[];
  seed: number;
}

/** The settings that a side plays with: for each factor, 1 for `plus` or -1 for `minus`. */
type Setting = readonly (1 | -1)[];

/** The setting of the first side in a pair of games; the second side plays the opposite one. */
export function settingOf({ factors, seed }: Screen, pair: number): Setting {
  const random = new Random(derivedSeed(seed, pair));
  return factors.map(() => (random.int32() < 0 ? -1 : 1));
}

/** The options of a side in a pair of games; `side` is 0 for the first and 1 for the second. */
export function screenOptions(
  screen: Screen,
  pair: number,
  side: number,
): [name: string, value: string][] {
  const setting = settingOf(screen, pair);
  return screen.factors.map(({ name, minus, plus }, i) => [
    name,
    (setting[i] === 1) === (side === 0) ? plus : minus,
  ]);
}

/** What an option at `plus` gains over itself at `minus`, in Elo, with its standard error. */
interface Effect {
  elo: number;
  error: number;
}

/**
 * Estimates the effects of all factors by least squares, from the first side's share of the points (0 to 1) of
 * each pair. What each pair adds to the sums is computed once: the estimate is shown while other games are
 * played, and whatever takes long counts on the clocks of their engines.
 */
export class EffectEstimator {
  private readonly screen: Screen;
  private pairs = 0;
  // There is no constant term: exchanging the sides negates both the setting and the result.
  private readonly products: readonly Float64Array[];
  private readonly moments: Float64Array;
  private total = 0;

  constructor(screen: Screen) {
    const size = screen.factors.length;
    this.screen = screen;
    this.products = Array.from({ length: size }, () => new Float64Array(size));
    this.moments = new Float64Array(size);
  }

  /** Adds a pair, by its number. */
  add(pair: number, share: number): void {
    const { products, moments } = this;
    const setting = settingOf(this.screen, pair);
    const gain = share - 0.5;
    this.pairs++;
    this.total += gain * gain;
    for (const [i, row] of products.entries()) {
      const sign = setting[i]!;
      moments[i]! += sign * gain;
      for (let j = 0; j < row.length; j++) row[j]! += sign * setting[j]!;
    }
  }

  /** Null while there are too few pairs to tell the factors apart. */
  estimate(): Effect[] | null {
    const { products, moments, pairs, total } = this;
    const size = moments.length;
    if (pairs <= size) return null;
    const inverse = invert(products);
    if (inverse === null) return null;
    const slopes = inverse.map((row) => row.reduce((sum, x, j) => sum + x * moments[j]!, 0));
    const explained = slopes.reduce((sum, slope, i) => sum + slope * moments[i]!, 0);
    const variance = Math.max(0, total - explained) / (pairs - size);
    return slopes.map((slope, i) => ({
      elo: slope * ELO_PER_SHARE,
      error: Math.sqrt(variance * inverse[i]![i]!) * ELO_PER_SHARE,
    }));
  }
}

/** The inverse of a symmetric positive matrix, by Gauss and Jordan; null if it is singular. */
function invert(matrix: readonly Float64Array[]): Float64Array[] | null {
  const size = matrix.length;
  const rows = matrix.map((row, i) => {
    const extended = new Float64Array(2 * size);
    extended.set(row);
    extended[size + i] = 1;
    return extended;
  });
  for (const [column, row] of rows.entries()) {
    const pivot = row[column]!;
    // The entries are counts of pairs, so a pivot far below one is a rounding error.
    if (pivot < 1e-6) return null;
    for (let j = 0; j < row.length; j++) row[j]! /= pivot;
    for (const other of rows) {
      const factor = other[column]!;
      if (other === row || factor === 0) continue;
      for (let j = 0; j < row.length; j++) other[j]! -= factor * row[j]!;
    }
  }
  return rows.map((row) => row.subarray(size));
}

/** The effect, in standard errors, from which a value moves as far as it was screened. */
const CERTAIN = 2;

/**
 * The value to try next: a value moves in the direction of its effect, a little if that is hardly
 * larger than its error, and to the screened value if it is twice as large. An option without values
 * in between takes the better one. Null if the effect is smaller than its error, or that is unknown (0).
 */
export function suggest({ minus, plus, center }: Factor, { elo, error }: Effect): string | null {
  const z = elo / error;
  if (error === 0 || Math.abs(z) < 1) return null;
  const better = elo > 0 ? plus : minus;
  if (center === null) return better;
  const distance = Number(better) - center;
  const share = Math.min(1, Math.abs(z) / CERTAIN);
  const moved = Math.sign(distance) * Math.round(Math.abs(distance) * share);
  return moved === 0 ? null : `${center + moved}`;
}
