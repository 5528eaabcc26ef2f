/** What is wrong with a PGN game: what damages it, and how an illegal move is named. */
import { describe, expect, test } from 'vitest';
import { readPgnGames } from '../../../src/chess/notation/pgnReader.ts';
import { unwrap } from '../../../src/util/result.ts';
import { readWithVariations, uciMovesOf } from '../../support/pgn.ts';

describe('a game is damaged', () => {
  const MATE = '1. f3 e5 2. g4 Qh4#';
  test.each([
    ['1. e4 e5 {good 2. Nf3 1-0', 'the comment after 1... e5 is not closed'],
    ['{oh 1. e4 e5 1-0', 'the comment before the first move is not closed'],
    ['1. e4 e5 (1... c5 2. Nf3 1-0', 'a variation is not closed'],
    ['1. e4 e5 (1... c5 {good) 2. Nf3 1-0', 'a variation is not closed'],
    ['1. e4 e5 [ 2. Nf3 Nc6 1-0', "'[ 2. Nf3 Nc6 1-0' is not PGN"],
    ['1. e4 e5 0-1 1-0', 'a second result, 1-0'],
    [`${MATE} 1-0`, 'the result is 1-0, but the board says 0-1 (checkmate)'],
    [`${MATE} 3. a3 1/2-1/2`, 'the result is 1/2-1/2, but the board says 0-1 (checkmate)'],
    [
      '[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]\n1. Qf7 1-0',
      'the result is 1-0, but the board says 1/2-1/2 (stalemate)',
    ],
  ])('%j', (text, damage) => {
    for (const variations of [false, true]) {
      const [game] = [...readPgnGames(`[Result "1-0"]\n${text}`, { variations })].map(unwrap);
      expect(game!.damage).toBe(damage);
    }
  });

  test('where a game ends before an illegal move', () => {
    const [game] = [...readPgnGames('1. e4 e5 2. Ke3 1-0', { partial: true })].map(unwrap);
    expect(game!.damage).toBe(game!.problems[0]);
  });

  test.each([
    '1. e4 $999 e5 [%clk 1] 1-0 {good',
    '1. e4 (1. d4 Ke5) e5 1-0 1-0',
    '[White Ann]\n[Black "Bob\n\n1. e4 e5',
    `${MATE} 3. a3 0-1`,
    '1. e4) e5 $ 1-0 [',
  ])('but not in %j', (text) => {
    const [game] = [...readPgnGames(text, { variations: true })].map(unwrap);
    expect(game!.problems.length).toBeLessThan(3);
    expect(game!.damage).toBeNull();
  });
});

describe('what is not closed', () => {
  test('a comment is named, and ends before the next game', () => {
    const text =
      '[Event "a"]\n\n1. e4 e5 2. Nf3 {good (2. f4) Nc6\n\n[Event "b"]\n\n1. d4 {fine} *';
    const [one, two] = [...readPgnGames(text)].map(unwrap);
    expect(one!.problems).toEqual(['the comment after 2. Nf3 is not closed']);
    expect(one!.moves.at(-1)!.comments).toEqual(['good (2. f4) Nc6']);
    expect(two!.tags.get('Event')).toBe('b');
    expect(two!.problems).toEqual([]);
    expect(readWithVariations('[White "A"]\n{oh 1. e4 e5').problems).toEqual([
      'the comment before the first move is not closed',
    ]);
    const endless = '[Event "x"]\n1. e4 {\n'.repeat(20_000);
    let count = 0;
    for (const game of readPgnGames(endless)) count += unwrap(game).problems.length;
    expect(count).toBe(20_000);
  });

  test('a variation is named, and ends before the next game', () => {
    const text =
      '[Event "a"]\n\n1. e4 e5 (1... c5 2. Nf3 d6 1-0\n\n[Event "b"]\n\n1. d4 (1. c4) d5 *';
    for (const variations of [false, true]) {
      const [one, two] = [...readPgnGames(text, { variations })].map(unwrap);
      expect(uciMovesOf(one!)).toBe('e2e4 e7e5');
      expect(one!.problems).toEqual(['a variation is not closed']);
      expect(uciMovesOf(two!)).toBe('d2d4 d7d5');
      expect(two!.problems).toEqual([]);
    }
    expect(readWithVariations('1. e4 (1. d4 (1. c4) d5').problems).toEqual([
      'a variation is not closed',
    ]);
  });

  test('a parenthesis after the result does not take the next game', () => {
    const text = '1. e4 e5 1-0 (time\n\n[Event "b"]\n\n1. d4 (1. c4) d5 *';
    for (const variations of [false, true]) {
      const [one, two] = [...readPgnGames(text, { variations })].map(unwrap);
      expect(uciMovesOf(one!)).toBe('e2e4 e7e5');
      expect(uciMovesOf(two!)).toBe('d2d4 d7d5');
      expect(two!.problems).toEqual([]);
    }
  });
});

describe('an illegal move', () => {
  test('ends the game there on request, and is named', () => {
    const text = '1. e4 {best} e5 2. Ke3 Nf6 3. d4 1-0';
    const [game] = [...readPgnGames(text, { partial: true })].map(unwrap);
    expect(uciMovesOf(game!)).toBe('e2e4 e7e5');
    expect(game!.result).toBe('1-0');
    expect(game!.problems).toEqual([expect.stringMatching(/^move 2\. illegal move: 'Ke3'/)]);
  });

  test('in a variation is named too', () => {
    const { problems } = readWithVariations('1. e4 (1. d4 Ke5 2. c4) e5 *');
    expect(problems).toEqual([
      expect.stringMatching(/^variation: move 1\.\.\. illegal move: 'Ke5'/),
    ]);
  });

  test('variations that are nested too deeply are named, once a game', () => {
    const nested = (depth: number) => `1. e4 ${'(1. d4 '.repeat(depth)}${')'.repeat(depth)}`;
    expect(readWithVariations(`${nested(50)} e5 *`).problems).toEqual([]);
    const { moves, problems } = readWithVariations(
      `${nested(51)} (1. c4) ${nested(100_000).slice(6)} e5 *`,
    );
    expect(problems).toEqual(['variations nested deeper than 50 are left out']);
    expect(moves).toHaveLength(2);
    expect(moves[0]!.variations).toHaveLength(3);
  });

  test('a game with an illegal start is rejected all the same', () => {
    const [game] = readPgnGames('[FEN "7k/8/6K1/8/8/8/8/5Q2 x - - 0 1"]\n\n1. e4 *', {
      partial: true,
    });
    const problem = game!.ok ? '' : game!.error.message;
    expect(problem).toBe("the FEN tag: side to move is w or b, not 'x'");
  });
});
