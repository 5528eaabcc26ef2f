/**
 * Tunes the weights of the evaluation on games of self-play: `npm run tune -- games.bin [sweeps]`.
 *
 * Texel's method: the evaluation of a quiet position, put through a logistic curve, should say how
 * the game went on. What it ought to say is half the game's result and half what the search thought
 * of the position. One weight after the other is moved a step up or down, and stays where the error
 * is smaller; sweep after sweep with smaller steps. A weight that few positions have a say in stays near
 * where it began. The weights are printed as weights.ts has them.
 * https://www.chessprogramming.org/Texel%27s_Tuning_Method
 */
import { unwrap } from '../chess/result.ts';
import { isNoisy } from '../chess/types.ts';
import { DataReader } from '../datagen/dataFile.ts';
import { type GameRecord, unpackPosition } from '../datagen/format.ts';
import { Evaluator } from '../eval/evaluate.ts';
import { endgame, middlegame, pack } from '../eval/packed.ts';
import { WEIGHTS } from '../eval/weights.ts';

/** Centipawns at which a side wins e/(1+e) of the points. */
const SCALE = 170;
/** Scores beyond this decide games whatever the terms say. */
const MAX_SCORE = 1200;
const RESULT_WEIGHT = 0.5;
/** What it costs to leave the value begun with, by the squared distance: rare terms must not follow
 *  the few games in which they occur. */
const LEAVING_COST = 2e-8;
const STEPS = [8, 4, 2, 1];

type Name = keyof typeof WEIGHTS;
const NAMES = Object.keys(WEIGHTS) as Name[];
/** Those that are numbers by themselves, not packed pairs. */
const isSingle = (name: Name): boolean => name.startsWith('danger');

const [path, sweepsText = '4'] = process.argv.slice(2);
if (path === undefined) throw new Error('npm run tune -- games.bin [sweeps]');
const games = [...new DataReader(path).games()];

const expected = (centipawns: number): number => 1 / (1 + Math.exp(-centipawns / SCALE));

/** The weights as they were, and what they cost by having left that. */
const begun = new Map(NAMES.map((name) => [name, WEIGHTS[name].slice()]));

function leavingCost(): number {
  let sum = 0;
  for (const [name, before] of begun) {
    for (const [i, old] of before.entries()) {
      const now = WEIGHTS[name][i]!;
      if (isSingle(name)) sum += (now - old) ** 2;
      else sum += (middlegame(now) - middlegame(old)) ** 2 + (endgame(now) - endgame(old)) ** 2;
    }
  }
  return sum * LEAVING_COST;
}

/** Mean squared error of the present weights over all quiet positions of all games, and the cost. */
function meanError(): { error: number; positions: number } {
  const evaluator = new Evaluator();
  let sum = 0;
  let positions = 0;
  for (const game of games) {
    const result = addErrors(evaluator, game);
    sum += result.sum;
    positions += result.positions;
  }
  return { error: sum / positions + leavingCost(), positions };
}

function addErrors(evaluator: Evaluator, game: GameRecord): { sum: number; positions: number } {
  const position = unwrap(unpackPosition(game.start, false));
  evaluator.begin(position);
  let sum = 0;
  let positions = 0;
  for (const [i, move] of game.moves.entries()) {
    const score = game.scores[i]!;
    if (Math.abs(score) <= MAX_SCORE && !isNoisy(move) && !position.inCheck) {
      const points = game.result / 2;
      const result = position.turn === 0 ? points : 1 - points;
      const target = RESULT_WEIGHT * result + (1 - RESULT_WEIGHT) * expected(score);
      const error = target - expected(evaluator.evaluate(position));
      sum += error * error;
      positions++;
    }
    evaluator.make(position, move);
    position.make(move);
  }
  return { sum, positions };
}

/** Moves a weight as long as that helps. Gives the error it ends with. */
function climb(weights: Int32Array, i: number, step: number, before: number): number {
  let best = before;
  for (const direction of [step, -step]) {
    const start = best;
    while (true) {
      const old = weights[i]!;
      weights[i] = old + direction;
      const { error } = meanError();
      if (error >= best) {
        weights[i] = old;
        break;
      }
      best = error;
    }
    if (best < start) break;
  }
  return best;
}

function show(): void {
  for (const name of NAMES) {
    const values = [...WEIGHTS[name]];
    const text = isSingle(name)
      ? `Int32Array.from([${values.join(', ')}])`
      : `table(${values.map((v) => `[${middlegame(v)}, ${endgame(v)}]`).join(', ')})`;
    console.log(`  ${name}: ${text},`);
  }
}

let { error, positions } = meanError();
console.log(`${games.length} games, ${positions} quiet positions, error ${error.toFixed(6)}`);
for (const step of STEPS.slice(0, Number(sweepsText))) {
  for (const name of NAMES) {
    const weights = WEIGHTS[name];
    for (let i = 0; i < weights.length; i++) {
      if (isSingle(name)) {
        error = climb(weights, i, step, error);
      } else {
        error = climb(weights, i, pack(step, 0), error);
        error = climb(weights, i, pack(0, step), error);
      }
    }
  }
  console.log(`steps of ${step}: error ${error.toFixed(6)}`);
  show();
}
