import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Position } from '../../src/chess/position.ts';
import { WHITE } from '../../src/chess/types.ts';
import { ENDING_PHASE, endingScore } from '../../src/eval/endings.ts';
import { evaluate } from '../../src/eval/evaluate.ts';
import { phaseOf } from '../../src/eval/pieceSquares.ts';
import {
  EvaluationModel,
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

/** Whether the evaluation is the sum of its terms here. */
function isSum(position: Position): boolean {
  const phase = phaseOf(position);
  return !position.inCheck && (phase > ENDING_PHASE || endingScore(position, phase) === null);
}

const positions = fc
  .sample(games(classicalStarts, 80), { seed: SEED, numRuns: NUMBER })
  .map(lastPosition)
  .filter(isSum);
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
      if (gradient[i] === 0) continue;
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
  const settings = { ...FIT_SETTINGS, penalty: 1, step: 0.01 };
  const weights = fitWeights(model, outcomesBy(truth), start, settings);
  for (const [i, weight] of weights.entries()) {
    expect(Math.abs(weight - start[i]!)).toBeLessThan(0.1);
  }
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
