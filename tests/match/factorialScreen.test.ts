/** Factorial screens of simulated matches, whose effects are known. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EffectEstimator,
  type Factor,
  type Screen,
  screenOptions,
  settingOf,
  suggest,
} from '../../src/match/factorialScreen.ts';
import { scoreFromElo } from '../../src/match/statistics.ts';
import { Random } from '../../src/util/random.ts';

/** What `plus` gains over `minus`, in Elo. */
const TRUE_EFFECTS = [0, 0, 0, 0, 2, -2, 4, -4, 6, -6, 9, -9, 12, -12, 15, 0, 0, 0, 0, 0];

const factor = (name: string): Factor => ({ name, minus: '90', plus: '110', center: 100 });

/** The effects by the shares of these pairs. */
function estimateEffects(screen: Screen, shares: ReadonlyMap<number, number>) {
  const estimator = new EffectEstimator(screen);
  for (const [pair, share] of shares) estimator.add(pair, share);
  return estimator.estimate();
}

const screenOf = (seed: number): Screen => ({
  factors: TRUE_EFFECTS.map((_, i) => factor(`option${i}`)),
  seed,
});

/** Shares of simulated pairs. Half of the games are drawn, and openings favour either colour. */
function simulate(screen: Screen, pairs: number): Map<number, number> {
  const random = new Random(screen.seed * 1000 + 7);
  const shares = new Map<number, number>();
  const points = (elo: number) => {
    const chance = random.below(1e6) / 1e6;
    const expected = scoreFromElo(elo);
    return chance < expected - 0.25 ? 1 : chance < expected + 0.25 ? 0.5 : 0;
  };
  for (let pair = 0; pair < pairs; pair++) {
    const setting = settingOf(screen, pair);
    const elo = TRUE_EFFECTS.reduce((sum, effect, i) => sum + setting[i]! * effect, 0);
    const opening = random.below(101) - 50;
    // As White, and as Black.
    shares.set(pair, (points(elo + opening) + points(elo - opening)) / 2);
  }
  return shares;
}

test('known effects are recovered within their errors', () => {
  const ratios: number[] = [];
  for (let seed = 1; seed <= 20; seed++) {
    const screen = screenOf(seed);
    const effects = estimateEffects(screen, simulate(screen, 3000))!;
    for (const [i, { elo, error }] of effects.entries()) {
      ratios.push((elo - TRUE_EFFECTS[i]!) / error);
    }
  }
  // 400 standard normal numbers: the mean of their squares is 1 ± 0.07.
  const squares = ratios.reduce((sum, ratio) => sum + ratio ** 2, 0) / ratios.length;
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  expect(Math.abs(squares - 1)).toBeLessThan(0.25);
  expect(Math.abs(mean)).toBeLessThan(0.2);
  expect(Math.max(...ratios.map(Math.abs))).toBeLessThan(4.5);
});

test('the effect of a single option is the mean of its pairs, with the standard error of the mean', () => {
  const screen: Screen = { factors: [factor('x')], seed: 5 };
  // What the side at `plus` gains in each pair.
  const gains = [0.5, 0, 0.25, 0.5, -0.25];
  const shares = new Map(gains.map((gain, i) => [i, 0.5 + settingOf(screen, i)[0]! * gain]));
  const [{ elo, error }] = estimateEffects(screen, shares) as [{ elo: number; error: number }];
  const perShare = 1600 / Math.LN10;
  // Mean 0.2; squares of the deviations 0.425.
  expect(elo / perShare).toBeCloseTo(0.2, 12);
  expect(error / perShare).toBeCloseTo(Math.sqrt(0.425 / 4 / 5), 12);
});

test('the error of every effect is that of a match of all games', () => {
  const screen = screenOf(1);
  const shares = simulate(screen, 3000);
  const { error } = estimateEffects(screen, shares)![0]!;
  const variance = [...shares.values()].reduce((sum, share) => sum + (share - 0.5) ** 2, 0) / 3000;
  const alone = ((1600 / Math.LN10) * Math.sqrt(variance)) / Math.sqrt(3000);
  expect(error / alone).toBeGreaterThan(0.95);
  expect(error / alone).toBeLessThan(1.05);
});

test('the sides of a pair have opposite settings, and a pair has always the same', () => {
  fc.assert(
    fc.property(fc.nat(0xffffffff), fc.nat(1e6), (seed, pair) => {
      const screen = screenOf(seed);
      const [first, second] = [screenOptions(screen, pair, 0), screenOptions(screen, pair, 1)];
      for (const [i, [name, value]] of first.entries()) {
        expect(name).toBe(`option${i}`);
        expect([value, second[i]![1]].sort()).toEqual(['110', '90']);
        expect(value === '110').toBe(settingOf(screen, pair)[i] === 1);
      }
      expect(screenOptions(screen, pair, 0)).toEqual(first);
    }),
    { numRuns: 200 },
  );
});

test('every option is as often up as down, and independent of the others', () => {
  const screen = screenOf(3);
  const pairs = 4000;
  const sums = TRUE_EFFECTS.map(() => TRUE_EFFECTS.map(() => 0));
  for (let pair = 0; pair < pairs; pair++) {
    const setting = settingOf(screen, pair);
    for (const [i, row] of sums.entries()) {
      row[i]! += setting[i]!;
      for (let j = 0; j < i; j++) row[j]! += setting[i]! * setting[j]!;
    }
  }
  // Each is a sum of random signs: 5 standard errors.
  for (const sum of sums.flat()) expect(Math.abs(sum)).toBeLessThan(5 * Math.sqrt(pairs));
});

test('an estimate takes as long after many pairs as after few', () => {
  let settings = 0;
  const { factors } = screenOf(1);
  const estimator = new EffectEstimator({
    factors,
    // Read for the setting of a pair.
    get seed() {
      settings++;
      return 1;
    },
  });
  for (let pair = 0; pair < 100; pair++) estimator.add(pair, (pair % 5) / 4);
  settings = 0;
  expect(estimator.estimate()).not.toBeNull();
  expect(settings).toBe(0);
});

test('too few pairs show no effects', () => {
  const screen = screenOf(1);
  expect(estimateEffects(screen, simulate(screen, TRUE_EFFECTS.length))).toBeNull();
  expect(estimateEffects(screen, simulate(screen, 200))).not.toBeNull();
  // The same setting 30 times.
  const same = new Map(Array.from({ length: 30 }, (_, i) => [i * 2 ** 32, 0.5]));
  expect(estimateEffects(screen, same)).toBeNull();
});

describe('the suggested value', () => {
  const effect = (elo: number) => ({ elo, error: 2 });

  test.each([
    [1.9, null],
    [-1.9, null],
    [2, '105'],
    [3, '108'],
    [4, '110'],
    [40, '110'],
    [-2, '95'],
    [-40, '90'],
  ])('with an effect of %d ± 2 is %s', (elo, value) => {
    expect(suggest(factor('x'), effect(elo))).toBe(value);
  });

  test('of an effect whose error is unknown, since all pairs had the same result, is none', () => {
    const screen = { factors: [factor('x')], seed: 1 };
    const shares = new Map([0, 1].map((pair) => [pair, settingOf(screen, pair)[0] === 1 ? 1 : 0]));
    const [won] = estimateEffects(screen, shares)!;
    expect(won!.elo).toBeGreaterThan(300);
    expect(suggest(factor('x'), won!)).toBeNull();
  });

  test('is within the range of a parameter at its end', () => {
    const atEnd = { name: 'x', minus: '0', plus: '5', center: 0 };
    expect(suggest(atEnd, effect(9))).toBe('5');
    expect(suggest(atEnd, effect(-9))).toBeNull();
  });

  test('of an option without values in between is the better one', () => {
    const check = { name: 'x', minus: 'false', plus: 'true', center: null };
    expect(suggest(check, effect(3))).toBe('true');
    expect(suggest(check, effect(-3))).toBe('false');
  });
});
