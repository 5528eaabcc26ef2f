/**
 * Fits the model of search/winDrawLoss.ts to game files: `npm run fit:wdl -- games.data …`.
 *
 * Each position is a sample: its score, its material, and the result of the game. The four parameters
 * maximize the likelihood of the results, by coordinate ascent with shrinking steps; the likelihood
 * has a single maximum.
 */
import { WHITE } from '../src/chess/board/types.ts';
import { GameReader } from '../src/datagen/gameFile.ts';
import { unpackPosition } from '../src/datagen/gameFormat.ts';
import { isMateScore } from '../src/search/score.ts';
import { countMaterial } from '../src/search/winDrawLoss.ts';
import { ChessError, unwrap } from '../src/util/result.ts';
import { withFiles } from './withFiles.ts';

/** Above this score a game is practically decided and says little about the curve. */
const MAX_SCORE = 1000;
/** The first plies of a game have nearly the score of its opening. */
const SKIPPED_PLIES = 8;

interface Sample {
  score: number;
  material: number;
  /** Half points for the side to move. */
  result: number;
}

withFiles('npm run fit:wdl -- games.data …', (paths) => {
  const { samples, games } = readGames(paths);
  const { model, likelihood } = fit(samples);
  const [middle0, middle1, slope0, slope1] = model.map((value) => Number(value.toFixed(3)));
  const mean = likelihood.toFixed(4);
  console.log(`${games} games, ${samples.length} positions, log-likelihood ${mean}`);
  console.log(`const MIDDLE = [${middle0}, ${middle1}] as const;`);
  console.log(`const SLOPE = [${slope0}, ${slope1}] as const;`);
});

function readGames(paths: readonly string[]) {
  const samples: Sample[] = [];
  let games = 0;
  for (const path of paths) {
    const reader = new GameReader(path);
    for (const game of reader.games()) {
      games++;
      const position = unwrap(unpackPosition(game.start, false));
      for (const [ply, move] of game.moves.entries()) {
        const score = game.scores[ply]!;
        if (ply >= SKIPPED_PLIES && !isMateScore(score) && Math.abs(score) <= MAX_SCORE) {
          const result = position.turn === WHITE ? game.result : 2 - game.result;
          samples.push({ score, material: countMaterial(position), result });
        }
        position.make(move);
      }
    }
  }
  if (samples.length === 0) throw new ChessError('no positions to learn from');
  return { samples, games };
}

function fit(samples: readonly Sample[]) {
  const model = [130, 0, 80, 0];
  let best = likelihoodOf(samples, model);
  for (let scale = 32; scale > 0.2; scale /= 2) {
    for (let moved = true; moved; ) {
      moved = false;
      for (let i = 0; i < model.length; i++) {
        // Parameters that are multiplied by the material take smaller steps.
        const step = i % 2 === 0 ? scale : scale / 40;
        for (const direction of [step, -step]) {
          const old = model[i]!;
          model[i] = old + direction;
          const now = likelihoodOf(samples, model);
          if (now > best) {
            best = now;
            moved = true;
          } else {
            model[i] = old;
          }
        }
      }
    }
  }
  return { model, likelihood: best };
}

/** Mean log-likelihood of the results under the model of winDrawLoss.ts. */
function likelihoodOf(
  samples: readonly Sample[],
  [middle0, middle1, slope0, slope1]: readonly number[],
): number {
  let sum = 0;
  for (const { score, material, result } of samples) {
    const middle = middle0! + middle1! * material;
    const slope = Math.max(10, slope0! + slope1! * material);
    const win = 1 / (1 + Math.exp((middle - score) / slope));
    const loss = 1 / (1 + Math.exp((middle + score) / slope));
    const chance = result === 2 ? win : result === 0 ? loss : 1 - win - loss;
    sum += Math.log(Math.max(1e-6, chance));
  }
  return sum / samples.length;
}
