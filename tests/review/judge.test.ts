/** Judging the moves of a game by the values of its positions. */
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { gameLine, propagate } from '../../src/review/gameValues.ts';
import { judgeGame, type Mark } from '../../src/review/judge.ts';
import { GLYPHS } from '../../src/review/marks.ts';
import { MATE } from '../../src/search/score.ts';
import { lineOf } from '../support/games.ts';
import { readGame } from '../support/pgn.ts';

test('a side is summed up by its own marks, losses, and moves in time trouble', () => {
  const sans = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6'];
  // Seconds: trouble begins below ten.
  const clocks = [50, 60, 10, 9, 9, 8, 8, 7];
  const moves = sans.map((san, i) => `${san} {[%clk 0:00:${clocks[i]}]}`);
  const line = gameLine(readGame(`[TimeControl "100"]\n\n${moves.join(' ')} *`));
  const scores = [0, -30, 40, 40, 10, -90, -100, -100, 60];
  const values = scores.map((score, ply) => {
    const others = legalMoves(line.positions[ply]!).filter((move) => move !== line.moves[ply]);
    return { score, line: others.slice(0, 1), source: ply };
  });
  const { BRILLIANT, GOOD, INACCURACY, MISTAKE, BLUNDER } = GLYPHS;
  const glyphs = [INACCURACY, BLUNDER, BRILLIANT, INACCURACY, MISTAKE, GOOD, GOOD, BLUNDER];
  const marks = new Map(glyphs.map((glyph, i) => [i, { glyph, isUnclear: false }]));
  expect(judgeGame(line, values, marks, 0, true).sides).toMatchObject([
    {
      ...{ centipawnLoss: (30 + 100) / 4, good: 2, inaccuracies: 1, mistakes: 1, blunders: 0 },
      trouble: { moves: 1, bad: 0 },
    },
    {
      ...{ centipawnLoss: (70 + 160) / 4, good: 1, inaccuracies: 1, mistakes: 0, blunders: 2 },
      trouble: { moves: 2, bad: 1 },
    },
  ]);
});

describe('the reason of a mark', () => {
  /** The reason for 1. Ke2 of a game, after which White has `score` pawns. */
  function reasonOf(
    fen: string,
    better: string,
    scoreBefore: number,
    isUnclear: boolean,
    glyph: Mark['glyph'] = GLYPHS.BLUNDER,
  ) {
    const line = gameLine(readGame(`[FEN "${fen}"]\n\n1. Ke2 *`));
    const values = propagate(line, [
      { score: scoreBefore, line: lineOf(line.positions[0]!, better.split(' ')) },
      { score: -300, line: lineOf(line.positions[1]!, ['a8a1']) },
    ]);
    const mark = { glyph, isUnclear };
    return judgeGame(line, values, new Map([[0, mark]]), 0, true).moves[0]!.reason;
  }

  test('is not given where searches disagree, except mates', () => {
    const hanging = 'r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1';
    const taking = 'a1a8 e8d7 a8d5 d7c7';
    expect(reasonOf(hanging, taking, 900, false)).toBe('does not take the rook on a8');
    expect(reasonOf(hanging, taking, 900, true)).toBeNull();
    // Nor where there is no mark.
    expect(reasonOf(hanging, taking, 900, false, null)).toBeNull();
    const mating = 'r5k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1';
    expect(reasonOf(mating, 'a1a8', MATE - 1, true)).toBe('misses a back-rank mate in 1');
  });
});
