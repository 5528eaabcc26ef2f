/** What `setPosition` takes, and how results are printed. */
import { createRequire } from 'node:module';
import { inspect } from 'node:util';
import {
  ChessError,
  Engine,
  formatFen,
  Game,
  parseSan,
  positionFromFen,
  START_FEN,
  unwrap,
} from 'refrain';
import { afterAll, describe, expect, test } from 'vitest';

const engine = new Engine();
afterAll(() => engine.close());

describe('a start', () => {
  test('given as a game has its history: a move that repeats is a draw', async () => {
    const game = new Game('4k3/8/8/8/8/8/8/Q3K3 w - - 0 1');
    for (const move of ['Qa2', 'Ke7', 'Qa1', 'Ke8', 'Qa2', 'Ke7', 'Qa1']) game.play(move);
    const limits = { depth: 4, searchmoves: ['Ke8'] };
    engine.setPosition(game);
    const { evaluation } = (await engine.go(limits)).info;
    expect(evaluation).toEqual({ cp: 0 });
    engine.setPosition(game.getPosition());
    expect((await engine.go(limits)).info.evaluation).toEqual(evaluation);
    expect(() => engine.setPosition(game.getPosition(), ['Qa1'])).toThrow(ChessError);
    // A FEN has no history.
    engine.setPosition(game.fen());
    expect((await engine.go(limits)).info.evaluation).not.toEqual(evaluation);
  });

  test('may be an object of another copy of the library', async () => {
    const other: typeof import('refrain') = createRequire(import.meta.url)('refrain');
    const position = other.positionFromFen('8/8/8/8/8/5k2/7r/5K2 b - - 3 40');
    expect(position).not.toBeInstanceOf(positionFromFen(START_FEN).constructor);
    engine.setPosition(position);
    expect(formatFen(engine.getPosition())).toBe(formatFen(position));
    engine.setPosition(new other.Game());
    expect(formatFen(engine.getPosition())).toBe(START_FEN);
    expect(await engine.probe(position)).toBeNull();
  });

  test('takes moves in UCI notation, in SAN, and as moves', () => {
    const position = positionFromFen(START_FEN);
    const e4 = unwrap(parseSan(position, 'e4'));
    engine.setPosition(START_FEN, [e4, 'e7e5', 'Nf3']);
    expect(formatFen(engine.getPosition())).toMatch(/^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/5N2\//);
    expect(() => engine.setPosition(START_FEN, [e4, e4])).toThrow('illegal move');
  });

  const rubbish = [null, 5, {}, Symbol('x'), Object.create(null), () => {}, 'x', ''];
  test.each(rubbish.map((start) => ({ start, name: inspect(start) })))(
    'that is $name is refused, and nothing is changed',
    async ({ start }) => {
      engine.setPosition(START_FEN, ['e4']);
      const before = formatFen(engine.getPosition());
      expect(() => engine.setPosition(start as never)).toThrow(ChessError);
      for (const moves of [start, [start], ['e4', start]]) {
        expect(() => engine.setPosition(START_FEN, moves as never)).toThrow(ChessError);
      }
      await expect(engine.probe(start as never)).rejects.toThrow(ChessError);
      expect(formatFen(engine.getPosition())).toBe(before);
    },
  );
});

test('a result prints its moves and its evaluation', async () => {
  engine.setPosition('7k/8/6K1/8/8/8/8/R7 w - - 0 1');
  const result = await engine.go({ depth: 3 });
  const text = inspect(result, { depth: null });
  expect(text).toContain("san: 'Ra8#'");
  expect(text).toContain('evaluation: { mate: 1 }');
  expect(inspect(result.info)).toContain("uci: [ 'a1a8' ]");
});
