import { expect, test } from 'vitest';
import { legalMoves } from '../../../src/chess/board/movegen.ts';
import type { Position } from '../../../src/chess/board/position.ts';
import { NO_MOVE } from '../../../src/chess/board/types.ts';
import { positionFromFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { Random } from '../../../src/chess/random.ts';
import { withEndings } from '../../../src/eval/endings.ts';
import { explainNetwork } from '../../../src/eval/nnue/explainEvaluation.ts';
import { NetworkEvaluator } from '../../../src/eval/nnue/networkEvaluator.ts';
import { allStarts, checkGames, type Game, plies, STARTS } from '../../support/games.ts';
import { KERNELS, randomNetwork } from '../../support/networks.ts';

const PLIES = 128;
/** Hidden weights up to 250: neurons saturate at both ends. */
const network = randomNetwork(3, { hidden: 96, kingBuckets: 4, range: 250 });
const kernels = new NetworkEvaluator(network, PLIES, KERNELS);
const twin = new NetworkEvaluator(network, PLIES, null);

/** The score of both, which must agree with the definition of the network. */
function expectFresh(position: Position): void {
  const fresh = kernels.evaluateFromScratch(position);
  expect(kernels.evaluate(position)).toBe(fresh);
  expect(twin.evaluate(position)).toBe(fresh);
}

/** Evaluates the positions of a game that `isEvaluated` selects, with occasional null moves. */
function watch(game: Game, isEvaluated: (ply: number) => boolean): void {
  let ply = 0;
  for (const { position, next } of plies(game)) {
    if (ply === 0) for (const evaluator of [kernels, twin]) evaluator.begin(position);
    if (isEvaluated(ply)) expectFresh(position);
    if (ply % 3 === 0 && !position.inCheck) {
      for (const evaluator of [kernels, twin]) evaluator.makeNull();
      position.makeNull();
      if (ply % 2 === 0) expectFresh(position);
      position.unmakeNull();
      for (const evaluator of [kernels, twin]) evaluator.unmake();
    }
    if (next === NO_MOVE) break;
    for (const evaluator of [kernels, twin]) evaluator.make(position, next);
    ply++;
  }
}

test('incremental updates along games equal fresh evaluation, for kernels and reference', () => {
  checkGames(allStarts, { games: 150, plies: 60, still: STARTS }, (game) =>
    watch(game, () => true),
  );
});

test('evaluating only some positions makes no difference', () => {
  checkGames(allStarts, { games: 150, plies: 60 }, (game) => {
    const random = new Random(game.picks.length);
    watch(game, () => random.below(6) === 0);
  });
});

test('moves made and unmade leave no trace', () => {
  const random = new Random(5);
  const explore = (position: Position, depth: number) => {
    if (random.below(2) === 0) expectFresh(position);
    if (depth === 0) return;
    const moves = legalMoves(position);
    for (let i = 0; i < 3 && moves.length > 0; i++) {
      const move = moves[random.below(moves.length)]!;
      for (const evaluator of [kernels, twin]) evaluator.make(position, move);
      position.make(move);
      explore(position, depth - 1);
      position.unmake(move);
      for (const evaluator of [kernels, twin]) evaluator.unmake();
    }
    expectFresh(position);
  };
  for (const start of STARTS) {
    const position = positionFromFen(start);
    for (const evaluator of [kernels, twin]) evaluator.begin(position);
    explore(position, 5);
  }
});

test('swapping colours or mirroring files does not change the score', () => {
  const worth = (board: string, turn: string) => {
    const position = positionFromFen(`${board} ${turn} - - 0 1`);
    kernels.begin(position);
    return kernels.evaluate(position);
  };
  const exchangeCase = (text: string) =>
    text.replace(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()));
  for (const start of STARTS) {
    const [board, turn] = start.split(' ') as [string, string];
    const ranks = board.split('/');
    const score = worth(board, turn);
    const turned = exchangeCase(ranks.toReversed().join('/'));
    expect(worth(turned, turn === 'w' ? 'b' : 'w')).toBe(score);
    expect(worth(ranks.map((rank) => [...rank].reverse().join('')).join('/'), turn)).toBe(score);
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
  const evaluator = new NetworkEvaluator(randomNetwork(1, { hidden: 32 }), 3, null);
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
