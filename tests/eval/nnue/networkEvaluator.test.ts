/** GAMES sets the number of random games (`GAMES=5000 npx vitest run tests/eval`). */
import { expect, test } from 'vitest';
import { legalMoves } from '../../../src/chess/board/movegen.ts';
import type { Position } from '../../../src/chess/board/position.ts';
import { NO_MOVE } from '../../../src/chess/board/types.ts';
import { positionFromFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { withEndings } from '../../../src/eval/endings.ts';
import { explainNetwork } from '../../../src/eval/nnue/explainEvaluation.ts';
import { NetworkEvaluator } from '../../../src/eval/nnue/networkEvaluator.ts';
import { findNetworkProblem, type Network } from '../../../src/eval/nnue/networkFile.ts';
import { Random } from '../../../src/util/random.ts';
import { exchangeColours } from '../../support/exchangeColours.ts';
import { allStarts, checkGames, type Game, plies, STARTS } from '../../support/games.ts';
import { KERNELS, randomNetwork } from '../../support/networks.ts';

const PLIES = 128;
const GAMES = Number(process.env.GAMES ?? 150);
/** Many times as long as the games take. */
const timeout = 30_000 + GAMES * 1_000;

/** An evaluator with the kernels, and one with their twin. */
type Pair = readonly [NetworkEvaluator, NetworkEvaluator];
const pairOf = (network: Network): Pair => [
  new NetworkEvaluator(network, PLIES, KERNELS),
  new NetworkEvaluator(network, PLIES, null),
];

/** Piece weights up to 250: neurons saturate at both ends. */
const network = randomNetwork(3, { hidden: 192, kingBuckets: 4, range: 250 });
const both = pairOf(network);
const [kernels] = both;

/** The score of both, which must agree with the definition of the network. */
function expectFresh(position: Position, [kernels, twin]: Pair): void {
  const fresh = kernels.evaluateFromScratch(position);
  const [fast, plain] = [kernels.evaluate(position), twin.evaluate(position)];
  if (fast !== fresh) expect(fast, 'nnue.wasm differs from the definition').toBe(fresh);
  if (plain !== fresh) expect(plain, 'plainKernels.ts differs from the definition').toBe(fresh);
}

/** Evaluates the positions of a game that `isEvaluated` selects, with occasional null moves. */
function watch(game: Game, isEvaluated: (ply: number) => boolean, pair = both): void {
  let ply = 0;
  for (const { position, next } of plies(game)) {
    if (ply === 0) for (const evaluator of pair) evaluator.begin(position);
    if (isEvaluated(ply)) expectFresh(position, pair);
    if (ply % 3 === 0 && !position.inCheck) {
      for (const evaluator of pair) evaluator.makeNull();
      position.makeNull();
      if (ply % 2 === 0) expectFresh(position, pair);
      position.unmakeNull();
      for (const evaluator of pair) evaluator.unmake();
    }
    if (next === NO_MOVE) break;
    for (const evaluator of pair) evaluator.make(position, next);
    ply++;
  }
}

/** Weights of one size and random sign, so that each sum can be as large as the bounds allow. */
function extremeNetwork(seed: number): Network {
  const network = randomNetwork(seed, { outputBuckets: 2 });
  const random = new Random(seed);
  const fill = (weights: Int8Array | Int16Array | Int32Array, size: number) => {
    for (let i = 0; i < weights.length; i++) weights[i] = random.below(4) === 0 ? -size : size;
  };
  fill(network.attackWeights, 127);
  fill(network.pieceWeights, 134);
  fill(network.hiddenBiases, 31);
  fill(network.weights1, 16_383);
  fill(network.biases1, 2 ** 27 - 127 * 64 * 16_383);
  fill(network.weights2, 32_767);
  fill(network.biases2, 2 ** 30 - 256 * 32 * 32_767);
  fill(network.weights3, 32_767);
  fill(network.biases3, 2 ** 31 - 1 - 256 * 32 * 32_767 - 8 * 2 ** 27);
  return { ...network, scale: 1 };
}

/** Positions with as many queens as there can be. */
const CROWDED = [
  'QQQQQQQQ/QRBNKNBR/8/8/8/8/qrbnknbr/qqqqqqqq w - - 0 1',
  'q1q1q1k1/1q1q1q2/q1q1qb2/1n5r/R5N1/Q1Q1QB2/1Q1Q1Q2/Q1Q1Q1K1 b - - 0 1',
];

test('incremental updates along games equal fresh evaluation, for the kernels and their twin', {
  timeout,
}, () => {
  checkGames(allStarts, { games: GAMES, plies: 60, still: STARTS }, (game) =>
    watch(game, () => true),
  );
});

test('so they do where only some positions are evaluated', { timeout }, () => {
  checkGames(allStarts, { games: GAMES, plies: 60 }, (game) => {
    const random = new Random(game.picks.length);
    watch(game, () => random.below(6) === 0);
  });
});

test('so they do for networks of all shapes', () => {
  const shapes = [
    { hidden: 64, kingBuckets: 1, outputBuckets: 1 },
    { hidden: 128, kingBuckets: 2, outputBuckets: 2 },
    { hidden: 320, kingBuckets: 4, outputBuckets: 4 },
    { hidden: 256, kingBuckets: 2, outputBuckets: 8 },
    { hidden: 512, kingBuckets: 1, outputBuckets: 8 },
  ];
  for (const [seed, shape] of shapes.entries()) {
    const pair = pairOf(randomNetwork(seed, shape));
    checkGames(allStarts, { games: 10, plies: 60 }, (game) => watch(game, () => true, pair));
  }
});

test('so they do for networks at the bounds, which do not overflow', () => {
  for (const seed of [1, 2, 3]) {
    const extreme = extremeNetwork(seed);
    expect(findNetworkProblem(extreme)).toBeNull();
    const pair = pairOf(extreme);
    checkGames(allStarts, { games: 10, plies: 60, still: STARTS }, (game) =>
      watch(game, () => true, pair),
    );
    for (const fen of CROWDED) {
      const position = positionFromFen(fen);
      for (const evaluator of pair) evaluator.begin(position);
      expectFresh(position, pair);
    }
  }
});

test('moves made and unmade leave no trace', () => {
  const random = new Random(5);
  const explore = (position: Position, depth: number) => {
    if (random.below(2) === 0) expectFresh(position, both);
    if (depth === 0) return;
    const moves = legalMoves(position);
    for (let i = 0; i < 3 && moves.length > 0; i++) {
      const move = moves[random.below(moves.length)]!;
      for (const evaluator of both) evaluator.make(position, move);
      position.make(move);
      explore(position, depth - 1);
      position.unmake(move);
      for (const evaluator of both) evaluator.unmake();
    }
    expectFresh(position, both);
  };
  for (const start of STARTS) {
    const position = positionFromFen(start);
    for (const evaluator of both) evaluator.begin(position);
    explore(position, 5);
  }
});

test('swapping colours or mirroring files does not change the score', () => {
  const worth = (board: string, turn: string) => {
    const position = positionFromFen(`${board} ${turn} - - 0 1`);
    kernels.begin(position);
    return kernels.evaluate(position);
  };
  for (const start of STARTS) {
    const [board, turn] = start.split(' ') as [string, string];
    const score = worth(board, turn);
    expect(worth(exchangeColours(board), turn === 'w' ? 'b' : 'w')).toBe(score);
    const mirrored = board.split('/').map((rank) => [...rank].reverse().join(''));
    expect(worth(mirrored.join('/'), turn)).toBe(score);
  }
});

test.each([
  ['queen against king', '8/8/8/3k4/8/3K4/8/6Q1 w - - 0 1'],
  ['bishop and knight against king', '8/8/8/3k4/8/3K4/8/6BN b - - 0 1'],
  ['pawn against king', '8/8/8/3k4/8/3K4/3P4/8 w - - 0 1'],
])('%s has its known score, whatever the network says', (_, fen) => {
  const position = positionFromFen(fen);
  kernels.begin(position);
  expect(kernels.evaluate(position)).toBe(withEndings(position, 0));
  expect(kernels.evaluateFromScratch(position)).toBe(kernels.evaluate(position));
  expect(explainNetwork(network, position)).toContain('Known ending');
});

test('it has room for as many moves as requested, and throws if there are more', () => {
  const evaluator = new NetworkEvaluator(randomNetwork(1), 3, null);
  const position = positionFromFen(START_FEN);
  const [move] = legalMoves(position);
  evaluator.begin(position);
  evaluator.make(position, move!);
  evaluator.makeNull();
  evaluator.make(position, move!);
  expect(() => evaluator.make(position, move!)).toThrow(RangeError);
  evaluator.unmake();
  expect(() => evaluator.makeNull()).toThrow(RangeError);
});
