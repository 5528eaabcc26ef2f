/** A single game of a match: what happens to the engines if the match itself has to stop. */
import { afterEach, expect, test, vi } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { EngineFailure, type UciClient } from '../../src/client/uciClient.ts';
import { playGame } from '../../src/match/playGame.ts';
import { Referee } from '../../src/match/referee.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

afterEach(() => {
  vi.restoreAllMocks();
  process.off('unhandledRejection', note);
});

test('if the referees disagree, that is the error, and not that the thinking engine is killed', async () => {
  process.on('unhandledRejection', note);
  let kill = () => {};
  const client = {
    newGame: async () => {},
    think: () =>
      new Promise((_, reject) => {
        kill = () => reject(new EngineFailure('crash', 'killed'));
      }),
  } as unknown as UciClient;
  vi.spyOn(Referee.prototype, 'confirmMoves').mockImplementation(() => {
    throw new Error('the referees disagree');
  });
  const player = { client, limit: { nodes: 1 }, options: [] };
  const rules = {
    adjudication: { draw: null, resign: null, maxMoves: null },
    margin: 0,
    patience: 1000,
  };
  const opening = { start: positionFromFen(START_FEN), moves: [] };
  const game = playGame([player, player], opening, rules);
  await expect(game).rejects.toThrow('the referees disagree');
  kill();
  // Node reports unhandled rejections before it goes on to timers.
  await new Promise((resolve) => setTimeout(resolve));
  expect(unhandled).toEqual([]);
});
