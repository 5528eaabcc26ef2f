import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WHITE } from '../../src/chess/board/types.ts';
import { evaluate } from '../../src/eval/evaluate.ts';
import {
  EvaluationModel,
  isSumOfTerms,
  presentWeights,
  VALUES,
  weightPlace,
} from '../../src/tuning/evaluationModel.ts';
import {
  expectedScore,
  FIT_SETTINGS,
  type FitErrors,
  fitScoreScale,
  fitWeights,
  type Outcome,
} from '../../src/tuning/texel.ts';
import { classicalStarts, games, lastPosition, SEED } from '../support/games.ts';

const NUMBER = 400;

const positions = fc
  .sample(games(classicalStarts, 80), { seed: SEED, numRuns: NUMBER })
  .map(lastPosition)
  .filter(isSumOfTerms);
const model = new EvaluationModel();
model.add(positions.slice(0, 100));
model.add(positions.slice(100));

/** Each position is worth what these weights make of it. */
const outcomesBy = (weights: Float64Array): Outcome[] =>
  positions.map((_, sample) => {
    const score = model.score(sample, weights);
    return { score, result: expectedScore(score, 200), isHeldOut: sample % 10 === 0 };
  });

test('with the present weights a position is worth what the evaluation says', () => {
  expect(model.size).toBe(positions.length);
  const weights = presentWeights();
  for (const [sample, position] of positions.entries()) {
    const score = evaluate(position) * (position.turn === WHITE ? 1 : -1);
    // The evaluation cuts fractions off: of danger, of its square, of the blend of phases.
    expect(Math.abs(model.score(sample, weights) - score)).toBeLessThan(6);
  }
});

test('the gradient is how the score changes', () => {
  const weights = presentWeights();
  const gradient = new Float64Array(weights.length);
  for (let sample = 0; sample < 20; sample++) {
    gradient.fill(0);
    const before = model.score(sample, weights);
    model.addGradient(weights, 1, gradient);
    for (let i = 0; i < weights.length; i++) {
      const moved = weights.slice();
      moved[i]! += 1e-4;
      expect((model.score(sample, moved) - before) / 1e-4).toBeCloseTo(gradient[i]!, 1);
    }
  }
});

test('outcomes by other weights are approached, also on positions kept apart', () => {
  const truth = presentWeights();
  const pair = weightPlace('bishopPair');
  truth[pair]! += 40;
  truth[VALUES + pair]! += 40;
  truth[weightPlace('dangerUnsafe')]! += 20;
  const errors: FitErrors[] = [];
  const settings = { ...FIT_SETTINGS, scoreShare: 1, penalty: 0, epochs: 60 };
  const start = presentWeights();
  const weights = fitWeights(model, outcomesBy(truth), start, settings, (_, error) => {
    errors.push(error);
  });
  expect(errors).toHaveLength(61);
  expect(errors.at(-1)!.learnt).toBeLessThan(errors[0]!.learnt / 20);
  expect(errors.at(-1)!.heldOut).toBeLessThan(errors[0]!.heldOut / 2);
  expect(weights[pair]).toBeGreaterThan(start[pair]!);
});

test('positions kept apart teach nothing', () => {
  const outcomes = outcomesBy(presentWeights());
  const others = outcomes.map((outcome) =>
    outcome.isHeldOut ? { ...outcome, score: -outcome.score, result: 0.5 } : outcome,
  );
  const fit = (from: Outcome[]) =>
    fitWeights(model, from, presentWeights(), { ...FIT_SETTINGS, epochs: 5 });
  expect(fit(others)).toEqual(fit(outcomes));
});

test('a high penalty keeps the weights where they were', () => {
  const truth = presentWeights();
  truth[weightPlace('bishopPair')]! += 40;
  const start = presentWeights();
  const settings = { ...FIT_SETTINGS, step: 0.01 };
  const furthest = (penalty: number): number => {
    const weights = fitWeights(model, outcomesBy(truth), start, { ...settings, penalty });
    return Math.max(...weights.map((weight, i) => Math.abs(weight - start[i]!)));
  };
  expect(furthest(1)).toBeLessThan(0.1);
  expect(furthest(0)).toBeGreaterThan(0.1);
});

test('the scale of expected scores is that of the games', () => {
  fc.assert(
    fc.property(fc.integer({ min: 13, max: 99 }), (fifth) => {
      const scale = 5 * fifth;
      const outcomes = Array.from({ length: 50 }, (_, i) => {
        const score = (i - 25) * 20;
        return { score, result: expectedScore(score, scale), isHeldOut: false };
      });
      expect(fitScoreScale(outcomes)).toBe(scale);
    }),
    { seed: SEED, numRuns: 20 },
  );
});
