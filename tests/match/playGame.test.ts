/** A single game of a match: what happens to the engines if the match itself has to stop. */
import { afterEach, expect, test, vi } from 'vitest';
import { BLACK, WHITE } from '../../src/chess/board/types.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { EngineFailure, type UciClient } from '../../src/client/uciClient.ts';
import { reusableColors } from '../../src/match/match.ts';
import { playGame } from '../../src/match/playGame.ts';
import { Referee } from '../../src/match/referee.ts';

const RULES = {
  adjudication: { draw: null, resign: null, maxMoves: null },
  margin: 0,
  patience: 1000,
};

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
  const opening = { start: positionFromFen(START_FEN), moves: [] };
  const game = playGame([player, player], opening, RULES);
  await expect(game).rejects.toThrow('the referees disagree');
  kill();
  // Node reports unhandled rejections before it goes on to timers.
  await new Promise((resolve) => setTimeout(resolve));
  expect(unhandled).toEqual([]);
});

test.each([
  [
    '4k3/8/8/8/8/8/8/Q3K3 w - - 0 1',
    '1/2-1/2',
    'White is out of time, but Black cannot mate',
    BLACK,
  ],
  ['4k3/8/8/8/8/8/8/Q3K3 b - - 0 1', '1-0', 'Black is out of time', WHITE],
  [
    'q3k3/8/8/8/8/8/8/4K3 b - - 0 1',
    '1/2-1/2',
    'Black is out of time, but White cannot mate',
    WHITE,
  ],
  ['q3k3/8/8/8/8/8/8/4K3 w - - 0 1', '0-1', 'White is out of time', BLACK],
])(
  'out of time in %s: %s, and only the other engine is reused',
  async (fen, result, reason, other) => {
    const client = {
      newGame: async () => {},
      think: async () => ({ move: '0000', elapsed: 2000, at: 0, info: null, isLate: false }),
    } as unknown as UciClient;
    const clock = { moves: 0, base: 1000, increment: 0 };
    const player = { client, limit: { clock }, options: [] };
    const opening = { start: positionFromFen(fen), moves: [] };
    const game = await playGame([player, player], opening, RULES);
    expect(game).toMatchObject({ result, reason, termination: 'time forfeit' });
    expect(reusableColors(game)).toEqual([other]);
  },
);
