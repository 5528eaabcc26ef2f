/** Files of self-play games for tests: random games as records, and settings that play quickly. */
import fc from 'fast-check';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import {
  ENDS,
  type GameHeader,
  type GameRecord,
  packPosition,
  unpackPosition,
} from '../../src/datagen/gameFormat.ts';
import { type LabelSelection, planLabels } from '../../src/datagen/variants.ts';
import { unwrap } from '../../src/util/result.ts';
import { type Game, games, movesOf } from './games.ts';

/** A header whose games are played quickly. */
export const HEADER: GameHeader = {
  engine: '1.2.3-test',
  settings: {
    assembled: 0,
    chess960: 0,
    seed: 7,
    softNodes: 40,
    nodes: 60,
    hash: 1,
    openingPlies: 4,
    openingMinScore: 0,
    openingMaxScore: 300,
    openingMargin: 100,
    openingNodes: 50,
    drawNumber: 20,
    drawCount: 3,
    drawScore: 15,
    resignCount: 2,
    resignScore: 700,
    resignTwoSided: 1,
    maxMoves: 60,
  },
};

/** The options of `refrain datagen` for short games that are played quickly. */
export const SHORT_GAMES = [
  ...['--nodes', '20', '--hard-nodes', '30', '--hash', '1', '--max-moves', '8'],
  ...['--opening-nodes', '40', '--plies', '4'],
];

/** Labels for all positions, and for so many variants of each. */
export const selection = (variants: number, noisy = 0): LabelSelection => ({
  variants,
  variantsPer: 0,
  every: 0,
  noisy,
});

/** Where a game begins. */
export const startOf = ({ start }: { start: Uint8Array }) => unwrap(unpackPosition(start, false));

/** What is labelled of a game. */
export const planOf = (game: GameRecord, selection: LabelSelection) =>
  planLabels(startOf(game), game, selection, game.number);

/** A random game as a record, with random scores and end. */
export function recordOf(game: Game, number = 0): GameRecord {
  const moves = movesOf(game);
  const made = (i: number) => ((game.picks[i % game.picks.length]! * 7919) % 64001) - 32000;
  return {
    number,
    start: packPosition(positionFromFen(game.start)),
    moves: Uint16Array.from(moves),
    scores: Int16Array.from(moves, (_, i) => made(i)),
    result: moves.length % 3,
    end: ENDS[moves.length % ENDS.length]!,
  };
}

/** Several random games, numbered from 0. */
export function records(starts: fc.Arbitrary<string>, plies: number): fc.Arbitrary<GameRecord[]> {
  return fc
    .array(games(starts, plies), { minLength: 1, maxLength: 5 })
    .map((played) => played.map((game, number) => recordOf(game, number)));
}
