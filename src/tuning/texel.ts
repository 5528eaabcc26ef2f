/**
 * Texel's method: weights under which the evaluation says best what became of the games.
 * https://www.chessprogramming.org/Texel%27s_Tuning_Method
 *
 * A quiet position is to be worth what a search found there and how the game ended, blended, both as
 * an expected score. The error is lowered by gradient descent with Adam's steps
 * (https://arxiv.org/abs/1412.6980). A penalty keeps weights that the games say little about near
 * where they were.
 */
import { type EvaluationModel, isFixed } from './evaluationModel.ts';

/** What became of a position of the model, for white. */
export interface Outcome {
  /** Centipawns that a search found. */
  score: number;
  /** How the game ended: 1, ½ or 0. */
  result: number;
  /** Whether it is kept apart, to see whether the fit has learnt chess or just these games. */
  isHeldOut: boolean;
}

export interface FitSettings {
  /** How much of the target is the search's score; the rest is the game's result. */
  scoreShare: number;
  /** What it costs, in mean squared error, to move a weight by a centipawn. */
  penalty: number;
  epochs: number;
  /** Centipawns of the first steps; they grow smaller to nearly nothing. */
  step: number;
}

export const FIT_SETTINGS: FitSettings = {
  scoreShare: 0.5,
  penalty: 4e-9,
  epochs: 50,
  step: 2,
};

/** Mean squared errors of the expected score. */
export interface FitErrors {
  learnt: number;
  /** Of the positions kept apart; NaN without any. */
  heldOut: number;
}

// Of Adam: how much of the last mean gradient and of its square is kept.
const MOMENTUM = 0.9;
const SQUARES = 0.999;
/** What is left of the step at the end. */
const LAST_STEP = 0.05;

/** The expected score of so many centipawns. */
export const expectedScore = (score: number, scale: number): number =>
  1 / (1 + Math.exp(-score / scale));

/** The scale of {@link expectedScore} under which the search's scores say best how the games ended. */
export function fitScoreScale(outcomes: readonly Outcome[]): number {
  let best = { scale: 0, error: Number.POSITIVE_INFINITY };
  for (let scale = 60; scale <= 500; scale += 5) {
    let error = 0;
    for (const { score, result } of outcomes) error += (expectedScore(score, scale) - result) ** 2;
    if (error < best.error) best = { scale, error };
  }
  return best.scale;
}

/**
 * The weights, begun from `start`, under which the model's scores come nearest to the outcomes of its
 * positions, which are in the same order. `onEpoch` is told the errors before each epoch, from 1.
 */
export function fitWeights(
  model: EvaluationModel,
  outcomes: readonly Outcome[],
  start: Float64Array,
  settings: FitSettings = FIT_SETTINGS,
  onEpoch: (epoch: number, errors: FitErrors) => void = () => {},
): Float64Array {
  const { scoreShare, penalty, epochs, step } = settings;
  const taught = outcomes.filter(({ isHeldOut }) => !isHeldOut);
  const learnt = taught.length;
  const scale = fitScoreScale(taught);
  const targets = outcomes.map(
    ({ score, result }) => scoreShare * expectedScore(score, scale) + (1 - scoreShare) * result,
  );
  const weights = start.slice();
  const gradient = new Float64Array(weights.length);
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);

  /** The errors under the present weights; leaves the gradient of the error that is learnt from. */
  const pass = (): FitErrors => {
    gradient.fill(0);
    const sums = { learnt: 0, heldOut: 0 };
    for (const [sample, { isHeldOut }] of outcomes.entries()) {
      const expected = expectedScore(model.score(sample, weights), scale);
      const error = expected - targets[sample]!;
      sums[isHeldOut ? 'heldOut' : 'learnt'] += error * error;
      if (isHeldOut) continue;
      const factor = (2 * error * expected * (1 - expected)) / scale / learnt;
      model.addGradient(weights, factor, gradient);
    }
    return { learnt: sums.learnt / learnt, heldOut: sums.heldOut / (outcomes.length - learnt) };
  };

  for (let epoch = 1; epoch <= epochs; epoch++) {
    onEpoch(epoch, pass());
    const rate = step * (1 - ((1 - LAST_STEP) * epoch) / epochs);
    for (let i = 0; i < weights.length; i++) {
      const slope = gradient[i]! + 2 * penalty * (weights[i]! - start[i]!);
      mean[i] = MOMENTUM * mean[i]! + (1 - MOMENTUM) * slope;
      square[i] = SQUARES * square[i]! + (1 - SQUARES) * slope * slope;
      if (isFixed(i)) continue;
      const direction = mean[i]! / (1 - MOMENTUM ** epoch);
      const size = Math.sqrt(square[i]! / (1 - SQUARES ** epoch)) + 1e-9;
      weights[i]! -= (rate * direction) / size;
    }
  }
  onEpoch(epochs + 1, pass());
  return weights;
}
