/**
 * Fits the weights of the evaluation to games of self-play and prints them as they stand in the source:
 * `npm run fit:eval -- games.data …`.
 *
 * A tenth of the games is kept apart: the error on it tells whether the fit has learnt chess or just
 * these games. It does not tell what is missing from all of them: an engine that does not see attacks on
 * a king never plays them against itself, so its games say that a king's safety is worth little.
 */
import { Position } from '../chess/board/position.ts';
import { isNoisy, KING, PAWN, WHITE } from '../chess/board/types.ts';
import { ChessError, unwrap } from '../chess/result.ts';
import { DataReader } from '../datagen/dataFile.ts';
import { unpackPosition } from '../datagen/format.ts';
import { WEIGHTS } from '../eval/weights.ts';
import {
  EvaluationModel,
  isDanger,
  isSumOfTerms,
  presentWeights,
  scalesOf,
  squarePlace,
  VALUES,
  WEIGHT_COUNT,
  WEIGHT_NAMES,
  type WeightName,
  weightPlace,
} from '../tuning/evaluationModel.ts';
import { fitWeights, type Outcome } from '../tuning/texel.ts';
import { withFiles } from './withFiles.ts';

/** Beyond this a game is as good as over. */
const MAX_SCORE = 1200;
/** The first moves of a game are a random walk's aftermath. */
const SKIPPED_PLIES = 6;
/** Positions evaluated together. */
const BATCH = 2000;
/** One game in so many is kept apart. */
const HELD_OUT = 10;
/** Epochs between two lines of progress. */
const EVERY = 10;

withFiles('npm run fit:eval -- games.data …', (paths) => {
  const { model, outcomes, games } = readGames(paths);
  const [size, counts] = [model.size, model.meanCounts.toFixed(1)];
  console.log(`${games} games, ${size} positions, ${counts} counts each, ${WEIGHT_COUNT} weights`);
  const weights = fitWeights(model, outcomes, presentWeights(), undefined, (epoch, errors) => {
    if (epoch % EVERY !== 1) return;
    const [learnt, heldOut] = [errors.learnt.toFixed(6), errors.heldOut.toFixed(6)];
    console.log(`${epoch - 1} epochs: error ${learnt}, kept apart ${heldOut}`);
  });
  for (const name of WEIGHT_NAMES) console.log(formatWeight(name, weights));
  const scales = Array.from(scalesOf(weights), (scale) => Math.max(0, Math.round(scale)));
  console.log(`export const SCALES = Int32Array.from([${scales.join(', ')}]);`);
  const uses = model.uses();
  printSquares('MG', weights.subarray(0, VALUES), uses);
  printSquares('EG', weights.subarray(VALUES, 2 * VALUES), uses);
});

/** The quiet positions of all games, and what became of them. */
function readGames(paths: readonly string[]) {
  const model = new EvaluationModel();
  const outcomes: Outcome[] = [];
  let games = 0;
  let batch: Position[] = [];
  for (const path of paths) {
    const reader = new DataReader(path);
    for (const game of reader.games()) {
      games++;
      const isHeldOut = games % HELD_OUT === 0;
      const position = unwrap(unpackPosition(game.start, false));
      for (const [ply, move] of game.moves.entries()) {
        const score = game.scores[ply]!;
        const isEarly = ply < SKIPPED_PLIES;
        if (!isEarly && Math.abs(score) <= MAX_SCORE && !isNoisy(move) && isSumOfTerms(position)) {
          batch.push(new Position(position.toSetup()));
          const white = position.turn === WHITE ? score : -score;
          outcomes.push({ score: white, result: game.result / 2, isHeldOut });
          if (batch.length === BATCH) {
            model.add(batch);
            batch = [];
          }
        }
        position.make(move);
      }
    }
    reader.close();
  }
  model.add(batch);
  if (outcomes.every(({ isHeldOut }) => isHeldOut))
    throw new ChessError('no position to learn from');
  return { model, outcomes, games };
}

function formatWeight(name: WeightName, weights: Float64Array): string {
  const at = weightPlace(name);
  const values = Array.from(WEIGHTS[name], (_, i) => {
    const first = Math.round(weights[at + i]!);
    return isDanger(name) ? `${first}` : `[${first}, ${Math.round(weights[VALUES + at + i]!)}]`;
  });
  return isDanger(name)
    ? `  ${name}: Int32Array.from([${values.join(', ')}]),`
    : `  ${name}: table(${values.join(', ')}),`;
}

/** Material is what a man is worth on average, by where men stood in the games; squares are the rest. */
function printSquares(label: string, values: Float64Array, uses: Float64Array): void {
  const material: number[] = [];
  const boards: string[] = [];
  for (let type = PAWN; type <= KING; type++) {
    const files = type === KING ? 8 : 4;
    const at = squarePlace(type, 0);
    let sum = 0;
    let used = 0;
    for (let i = at; i < at + 8 * files; i++) {
      sum += uses[i]! * values[i]!;
      used += uses[i]!;
    }
    const mean = type === KING ? 0 : Math.round(sum / used);
    material.push(mean);
    let board = '';
    for (let rank = 7; rank >= 0; rank--) {
      const row = Array.from({ length: files }, (_, file) => {
        const isNone = type === PAWN && (rank === 0 || rank === 7);
        const value = isNone ? 0 : Math.round(values[at + rank * files + file]! - mean);
        return String(value).padStart(4);
      });
      board += `${type === KING ? '  ' : '    '}${row.join(', ')},\n`;
    }
    boards.push(board);
  }
  const king = boards.pop()!;
  const names = ['pawn', 'knight', 'bishop', 'rook', 'queen'];
  const rows = boards.map((board, type) => `  [ // ${names[type]}\n${board}  ],\n`);
  console.log(`const MATERIAL_${label} = [${material.join(', ')}];`);
  console.log(`const SQUARES_${label} = [\n${rows.join('')}];`);
  console.log(`const KING_${label} = [\n${king}];`);
}
