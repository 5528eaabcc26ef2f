/**
 * Statistics of matches: recorded ones, compared with established tools, and simulated ones, whose
 * true Elo is known.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  logLikelihoodRatio,
  MAX_HYPOTHESIS_ELO,
  type SprtSettings,
  sprtBounds,
  sprtVerdict,
} from '../../src/match/sprt.ts';
import {
  eloFromScore,
  estimateElo,
  estimateNormalizedElo,
  likelihoodOfSuperiority,
  normalCdf,
  type Pentanomial,
  scoreFromElo,
} from '../../src/match/statistics.ts';
import { Random } from '../../src/util/random.ts';

/**
 * Counts; elo0, elo1; Elo and its error, normalized Elo and its error, LOS; LLR, logistic and
 * normalized.
 *
 * The first eight counts are those of fastchess' tests (`sprt_test.cpp`, `elo_test.cpp`), the next
 * three those of fishtest's `stat_util.py`. The numbers were computed from the formulas that
 * fishtest publishes (`LLRcalc.py`, `stat_util.py`) with scipy's root finder, and for the first two
 * also by maximizing the likelihoods directly. They are the same that fastchess' tests expect, to
 * their two digits, where these have one: LLR 2.25, 3.01, −3.07, −4.98; Elo 55.58 ± 27.65,
 * −8.64 ± 10.33, −21.04 ± 2.95; normalized Elo 57.94 ± 28.28, −9.17 ± 10.96, −19.01 ± 2.65. (For
 * the clean sweep they expect 2.94, which neither fishtest's formulas nor maximizing give.)
 */
const RECORDED: [Pentanomial, number, number, ...number[]][] = [
  [
    [365, 16618, 36229, 16974, 390],
    0,
    2,
    0.99934,
    0.92308,
    1.96227,
    1.8125,
    0.98308,
    -0.00592,
    2.25037,
  ],
  [
    [127, 4883, 10712, 5150, 104],
    -1.75,
    0.25,
    1.83028,
    1.69897,
    3.58171,
    3.32465,
    0.98264,
    6.862,
    3.01015,
  ],
  [[0, 0, 0, 0, 104], 0, 5, 1199.8262, 0, 28929.42292, 47.21526, 1, 1.48594, 2.09495],
  [
    [223, 9863, 21279, 10037, 246],
    0.5,
    2.5,
    0.91764,
    1.20637,
    1.79476,
    2.35945,
    0.932,
    -3.07413,
    0.4068,
  ],
  [
    [871, 26175, 55983, 26678, 821],
    0,
    2,
    0.6334,
    0.75217,
    1.21965,
    1.44834,
    0.95058,
    -4.97867,
    0.80445,
  ],
  [[34, 54, 63, 64, 75], 0, 5, 55.57978, 27.65343, 57.9356, 28.27538, 0.99997, 1.33737, 1.30144],
  [
    [332, 433, 498, 333, 334],
    0,
    5,
    -8.64267,
    10.33419,
    -9.17291,
    10.96046,
    0.05047,
    -1.99866,
    -1.86382,
  ],
  [
    [7895, 8757, 5685, 568, 9999],
    0,
    5,
    -21.04352,
    2.94528,
    -19.01283,
    2.6545,
    0,
    -51.32517,
    -58.12928,
  ],
  [
    [10789, 19328, 33806, 19402, 10543],
    -3,
    1,
    -0.77358,
    1.27758,
    -0.95163,
    1.57162,
    0.11766,
    2.13107,
    0.30087,
  ],
  [
    [1187, 7410, 13475, 7378, 1164],
    -3,
    1,
    -0.44261,
    1.72986,
    -0.70414,
    2.75199,
    0.30801,
    2.86153,
    0.60027,
  ],
  [
    [39, 2226, 31451, 2412, 40],
    0.2,
    0.9,
    0.90298,
    0.66253,
    3.4508,
    2.53189,
    0.99622,
    2.16254,
    1.2166,
  ],
  [[0, 1, 3, 2, 0], 0, 10, 29.01055, 98.93703, 59.49027, 196.54382, 0.72349, 0.09577, 0.05255],
];

describe('recorded matches', () => {
  test.each(RECORDED)('%j, Elo %d and %d: as in established tools', (pairs, ...row) => {
    const [elo0, elo1, ...expected] = row as number[];
    const elo = estimateElo(pairs);
    const normalized = estimateNormalizedElo(pairs);
    const hypotheses = { elo0: elo0!, elo1: elo1! };
    const ours = [
      ...[elo.value, elo.error, normalized.value, normalized.error],
      likelihoodOfSuperiority(pairs),
      logLikelihoodRatio(pairs, { model: 'logistic', ...hypotheses }),
      logLikelihoodRatio(pairs, { model: 'normalized', ...hypotheses }),
    ];
    for (const [i, value] of ours.entries()) expect(value).toBeCloseTo(expected[i]!, 3);
  });

  test('from the other side everything has the opposite sign', () => {
    for (const [pairs, elo0, elo1] of RECORDED) {
      const mirrored = [...pairs].reverse() as unknown as Pentanomial;
      expect(estimateElo(mirrored).value).toBeCloseTo(-estimateElo(pairs).value, 6);
      expect(likelihoodOfSuperiority(mirrored)).toBeCloseTo(1 - likelihoodOfSuperiority(pairs), 9);
      for (const model of ['logistic', 'normalized'] as const) {
        const mirror = logLikelihoodRatio(mirrored, { model, elo0: -elo1, elo1: -elo0 });
        expect(mirror).toBeCloseTo(-logLikelihoodRatio(pairs, { model, elo0, elo1 }), 5);
      }
    }
  });

  test('the LLR is finite up to the largest allowed hypotheses', () => {
    const count = fc.nat({ max: 2000 });
    fc.assert(
      fc.property(
        fc.tuple(count, count, count, count, count),
        fc.constantFrom('logistic' as const, 'normalized' as const),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (pairs, model, share0, share1) => {
          const [elo0, elo1] = [
            share0 * MAX_HYPOTHESIS_ELO[model],
            share1 * MAX_HYPOTHESIS_ELO[model],
          ];
          const llr = logLikelihoodRatio(pairs, { model, elo0, elo1 });
          expect(Number.isFinite(llr)).toBe(true);
        },
      ),
      { numRuns: 2000, examples: [[[0, 0, 0, 0, 10], 'normalized', 0, 1]] },
    );
  });

  test('without games the LLR is 0', () => {
    expect(logLikelihoodRatio([0, 0, 0, 0, 0], { model: 'normalized', elo0: 0, elo1: 5 })).toBe(0);
  });
});

test('the bounds of a test are those of Wald, also for two different error rates', () => {
  const { lower, upper } = sprtBounds({
    model: 'logistic',
    elo0: 0,
    elo1: 5,
    alpha: 0.01,
    beta: 0.1,
  });
  expect(lower).toBeCloseTo(Math.log(0.1 / 0.99), 12);
  expect(upper).toBeCloseTo(Math.log(0.9 / 0.01), 12);
});

test('Elo and expected score are inverse functions', () => {
  for (let elo = -800; elo <= 800; elo += 50) {
    expect(eloFromScore(scoreFromElo(elo))).toBeCloseTo(elo, 9);
  }
  expect(scoreFromElo(400)).toBeCloseTo(10 / 11, 12);
});

test('the normal distribution agrees with published values', () => {
  // scipy.stats.norm.cdf
  const table = {
    0: 0.5,
    0.5: 0.6914624612740131,
    1.959963984540054: 0.975,
    5.9: 0.9999999981824922,
  };
  for (const [x, p] of Object.entries(table)) {
    expect(normalCdf(Number(x))).toBeCloseTo(p, 14);
    expect(normalCdf(-Number(x))).toBeCloseTo(1 - p, 14);
  }
  expect(normalCdf(-7) / 1.279812543885835e-12).toBeCloseTo(1, 3);
});

/**
 * Simulated matches between two engines with a given Elo difference. Openings favour one side, equally
 * in both games of a pair, so that these games are correlated like real ones.
 */
describe('simulated tests keep their error rates', () => {
  const MATCHES = Number(process.env.MATCHES ?? 400);
  const DRAWS = 0.5;
  /** Share of the points that the better side of an opening gains. */
  const BIAS = 0.1;

  function playPair(random: Random, score: number): number {
    const uniform = () => random.below(1_000_000) / 1_000_000;
    const bias = (uniform() * 2 - 1) * BIAS;
    let halfPoints = 0;
    for (const own of [score + bias, score - bias]) {
      const u = uniform();
      const win = own - DRAWS / 2;
      halfPoints += u < win ? 2 : u < win + DRAWS ? 1 : 0;
    }
    return halfPoints;
  }

  /** How often which hypothesis is accepted when the truth is `elo`. */
  function simulate(elo: number, settings: SprtSettings): { H0: number; H1: number } {
    const random = new Random(7);
    const accepted = { H0: 0, H1: 0 };
    for (let match = 0; match < MATCHES; match++) {
      const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
      let verdict = null;
      // Checked at every fourth pair: checking less often does not increase the error rates.
      for (let pair = 1; verdict === null; pair++) {
        counts[playPair(random, scoreFromElo(elo))]!++;
        if (pair % 4 === 0) verdict = sprtVerdict(counts, settings);
      }
      accepted[verdict]++;
    }
    return accepted;
  }

  /** What a share of the matches may be and still be `error`, three standard deviations away. */
  const bound = (error: number) => MATCHES * error + 3 * Math.sqrt(MATCHES * error * (1 - error));

  test.each([
    { model: 'logistic', elo0: 0, elo1: 40, alpha: 0.05, beta: 0.1, truth: [0, 40] },
    // Draws and bias as above make a game's deviation about 0.35: 40 Elo are about 57 normalized.
    { model: 'normalized', elo0: 0, elo1: 56.6, alpha: 0.05, beta: 0.1, truth: [0, 40] },
  ] as const)('$model, $elo0 to $elo1', ({ truth, ...settings }) => {
    const worse = simulate(truth[0], settings);
    const better = simulate(truth[1], settings);
    expect(worse.H1).toBeLessThan(bound(settings.alpha));
    expect(better.H0).toBeLessThan(bound(settings.beta));
    // Smaller error rates would take too many games.
    expect(worse.H1).toBeGreaterThan((MATCHES * settings.alpha) / 4);
    expect(better.H0).toBeGreaterThan((MATCHES * settings.beta) / 4);
  });
});

describe('the interval of the likelihood', () => {
  test('is that of the normal approximation for many even results', () => {
    for (const [counts] of RECORDED) {
      const pairs = counts.reduce((sum, count) => sum + count, 0);
      const { value, error, low, high } = estimateElo(counts);
      if (pairs < 100 || Math.abs(value) > 100) continue;
      expect(Math.abs(high - value - error!) / error!).toBeLessThan(0.1);
      expect(Math.abs(value - low - error!) / error!).toBeLessThan(0.1);
    }
  });

  test('a clean sweep has no upper end, and says little after two pairs', () => {
    // Two pairs won are as likely as 5% if one pair in 2.6 is lost: exp(-1.92 / 2) = 0.383.
    expect(estimateElo([0, 0, 0, 0, 2])).toMatchObject({ error: null, high: Infinity });
    expect(estimateElo([0, 0, 0, 0, 2]).low).toBeCloseTo(-400 * Math.log10(1 / 0.3829 - 1), 0);
    expect(estimateElo([3, 0, 0, 0, 0]).low).toBe(-Infinity);
    expect(estimateElo([0, 0, 0, 0, 50]).low).toBeGreaterThan(500);
  });

  test('covers the true value in at least 88% of lopsided matches of ten pairs', () => {
    const random = new Random(11);
    // Of ten pairs, most are won: shares 1 and 3/4 with the probabilities 0.8 and 0.2.
    const truth = -400 * Math.log10(1 / 0.95 - 1);
    let covered = 0;
    for (let match = 0; match < 2000; match++) {
      const counts = [0, 0, 0, 0, 0] as [number, number, number, number, number];
      for (let pair = 0; pair < 10; pair++) counts[random.below(10) < 8 ? 4 : 3]++;
      const { low, high } = estimateElo(counts);
      if (low <= truth && truth <= high) covered++;
    }
    expect(covered / 2000).toBeGreaterThan(0.88);
  });
});
