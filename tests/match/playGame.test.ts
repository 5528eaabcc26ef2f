/** A single game of a match, between engines that are told what to answer. */
import { afterEach, expect, test, vi } from 'vitest';
import { BLACK, WHITE } from '../../src/chess/board/types.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { type Answer, EngineFailure, type UciClient } from '../../src/client/uciClient.ts';
import { reusableColors } from '../../src/match/match.ts';
import { type GameRules, type Player, playGame } from '../../src/match/playGame.ts';
import { Referee } from '../../src/match/referee.ts';
import { lineOf, wordsOf } from '../support/games.ts';

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

/** What an answer is unless it says otherwise. */
const ANSWER = { elapsed: 10, at: 0, info: null, isLate: false };
const info = (centipawns: number) => ({ depth: 1, centipawns, mate: null, nodes: 0, time: 0 });

/**
 * Plays from the start, or after an opening; the sides take turns with the answers. `asked` are the positions that
 * they are given, `allowed` the times for the moves.
 */
async function play(
  answers: (Partial<Answer> & { move: string })[],
  rules: Partial<GameRules> = {},
  limit: Player['limit'] = { nodes: 1 },
  book = '',
) {
  const asked: string[] = [];
  const allowed: number[] = [];
  const client = {
    newGame: async () => {},
    think: async (position: string, _go: string, time: number) => {
      asked.push(position);
      allowed.push(time);
      return { ...ANSWER, ...answers[allowed.length - 1]! };
    },
  } as unknown as UciClient;
  const player = { client, limit, options: [] };
  const start = positionFromFen(START_FEN);
  const opening = { start, moves: lineOf(start, wordsOf(book)) };
  const { moves, ...game } = await playGame([player, player], opening, { ...RULES, ...rules });
  const comments = moves.map(({ comments }) => comments.join());
  return { ...game, plies: moves.length, comments, asked, allowed };
}

test('a game begins with the moves of its opening, which the engines are told and the PGN calls book', async () => {
  const answers = [{ move: 'd2d4' }, { move: 'illegal' }];
  const { comments, asked } = await play(answers, {}, { nodes: 1 }, 'e2e4 e7e5');
  expect(comments).toEqual(['book', 'book', '0.010s']);
  expect(asked).toEqual([
    `position fen ${START_FEN} moves e2e4 e7e5`,
    `position fen ${START_FEN} moves e2e4 e7e5 d2d4`,
  ]);
});

test('a move that ends the game by the rules does so, whatever its score', async () => {
  const resign = { count: 1, score: 500, isTwoSided: false };
  const moves = ['f2f3', 'e7e5', 'g2g4', 'd8h4'].map((move) => ({ move, info: info(0) }));
  moves[3]!.info = info(-900);
  expect(await play(moves, { adjudication: { ...RULES.adjudication, resign } })).toMatchObject({
    result: '0-1',
    reason: 'Black mates',
    termination: 'normal',
  });
});

test('a draw is adjudicated after a move with the number of the rule', async () => {
  const draw = { number: 2, count: 1, score: 0 };
  const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6'].map((move) => ({ move, info: info(0) }));
  const game = await play(moves, { adjudication: { ...RULES.adjudication, draw } });
  expect(game).toMatchObject({ result: '1/2-1/2', termination: 'adjudication', plies: 3 });
});

const clock = { moves: 0, base: 1000, increment: 100 };

test.each<[name: string, limit: Player['limit'], answer: Partial<Answer>, isLost: boolean]>([
  ['a move in the time for moves and the margin', { movetime: 300 }, { elapsed: 350 }, false],
  ['a move after it', { movetime: 300 }, { elapsed: 350.5 }, true],
  ['a move in the time of the clock and the margin', { clock }, { elapsed: 1050 }, false],
  ['a move after it', { clock }, { elapsed: 1050.5 }, true],
  ['a move that came only after stop', { nodes: 1 }, { isLate: true }, true],
  ['a move of any length without a limit of time', { nodes: 1 }, { elapsed: 1e6 }, false],
])('%s: %j, %j, lost: %s', async (_, limit, answer, isLost) => {
  const moves = [{ move: 'e2e4', ...answer }, { move: 'illegal' }];
  const { reason } = await play(moves, { margin: 50 }, limit);
  expect(reason).toMatch(isLost ? /^White is out of time$/ : /^Black makes no legal move/);
});

test.each<[limit: Player['limit'], allowed: number[]]>([
  [{ movetime: 300 }, [351, 351]],
  [{ clock }, [1051, 1051, 1141]],
  [{ clock, movetime: 1100 }, [1051, 1051, 1141]],
  [{ nodes: 1 }, [1000, 1000]],
])('with %j engines are told to stop after %j ms', async (limit, allowed) => {
  const moves = ['e2e4', 'e7e5', 'g1f3', 'illegal'].map((move) => ({ move }));
  const game = await play(moves, { margin: 50 }, limit);
  expect(game.allowed.slice(0, allowed.length)).toEqual(allowed);
});
