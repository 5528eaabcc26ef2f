/** Many positions: SIMD kernels, reference and fresh evaluation agree on every one. */
import { expect, test } from 'vitest';
import { generateMoves } from '../../../src/chess/board/movegen.ts';
import {
  CASTLING,
  flagOf,
  isPromotion,
  MAX_MOVES,
  type Move,
  NO_MOVE,
} from '../../../src/chess/board/types.ts';
import { chess960Fen } from '../../../src/chess/game/chess960.ts';
import { positionFromFen } from '../../../src/chess/notation/fen.ts';
import { Random } from '../../../src/chess/random.ts';
import { NetworkEvaluator } from '../../../src/eval/nnue/networkEvaluator.ts';
import { CASTLING_STARTS, STARTS } from '../../support/games.ts';
import { KERNELS, randomNetwork } from '../../support/networks.ts';
import { SEED } from '../../support/seed.ts';

const POSITIONS = Number(process.env.POSITIONS ?? 40_000);
const PLIES = 120;

const random = new Random(SEED);
const network = randomNetwork(SEED, { range: 300 });
const kernels = new NetworkEvaluator(network, 2 * PLIES, KERNELS);
const twin = new NetworkEvaluator(network, 2 * PLIES, null);
const list = new Int32Array(MAX_MOVES);

function pickStart(): string {
  const starts = [...STARTS, ...CASTLING_STARTS];
  if (random.below(2) === 0) return starts[random.below(starts.length)]!;
  return chess960Fen(random.below(960), random.below(960));
}

/** Castling and promotions are rare among random moves; here they are not. */
function pickMove(count: number): Move {
  const rare = list
    .subarray(0, count)
    .filter((move) => isPromotion(move) || flagOf(move) === CASTLING);
  if (rare.length > 0 && random.below(3) === 0) return rare[random.below(rare.length)]!;
  return list[random.below(count)]!;
}

test(`${POSITIONS} positions along random games, with Chess960 and null moves`, () => {
  const seen = { castling: 0, promotion: 0, null: 0, skipped: 0 };
  let positions = 0;
  while (positions < POSITIONS) {
    const position = positionFromFen(pickStart());
    kernels.begin(position);
    twin.begin(position);
    for (let ply = 0; ply < PLIES; ply++) {
      // Positions that are not evaluated are updated later.
      if (random.below(4) === 0) {
        seen.skipped++;
      } else {
        const fresh = kernels.evaluateFromScratch(position);
        if (kernels.evaluate(position) !== fresh) expect(kernels.evaluate(position)).toBe(fresh);
        if (twin.evaluate(position) !== fresh) expect(twin.evaluate(position)).toBe(fresh);
        positions++;
      }
      let move = NO_MOVE;
      if (!position.inCheck && random.below(16) === 0) {
        seen.null++;
      } else {
        const count = generateMoves(position, list);
        if (count === 0) break;
        move = pickMove(count);
        if (flagOf(move) === CASTLING) seen.castling++;
        if (isPromotion(move)) seen.promotion++;
      }
      for (const evaluator of [kernels, twin]) {
        if (move === NO_MOVE) evaluator.makeNull();
        else evaluator.make(position, move);
      }
      if (move === NO_MOVE) position.makeNull();
      else position.make(move);
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(250);
});
