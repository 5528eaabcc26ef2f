import { describe, expect, test } from 'vitest';
import { describeEnd, describeMark } from '../../src/report/reviewText.ts';
import type { GameReview, ReviewedMove } from '../../src/review/judge.ts';
import { GLYPHS } from '../../src/review/marks.ts';

/** The text for a move of White's that loses 12 points, with these properties. */
const textOf = (move: Partial<ReviewedMove>) =>
  describeMark({
    color: 0,
    best: 'Nf3',
    glyph: null,
    isUnclear: false,
    reason: null,
    loss: 12,
    winBefore: 50,
    win: 38,
    ...move,
  } as ReviewedMove);

describe('the text of a mark', () => {
  const reason = 'hangs the rook on e5';

  test('has the mark, the reason, the result given away and the best move', () => {
    const glyph = GLYPHS.MISTAKE;
    expect(textOf({ glyph })).toBe('Mistake. Best was Nf3.');
    expect(textOf({ glyph, reason })).toBe('Mistake: hangs the rook on e5. Best was Nf3.');
    expect(textOf({ glyph, reason, win: 25 })).toBe(
      'Mistake: hangs the rook on e5, loses a level position. Best was Nf3.',
    );
  });

  test('does not have a result given away beside a mate, which says it', () => {
    const move = { glyph: GLYPHS.BLUNDER, winBefore: 90, win: 20 };
    expect(textOf({ ...move, reason: 'allows mate in 2' })).toBe(
      'Blunder: allows mate in 2. Best was Nf3.',
    );
    expect(textOf({ ...move, win: 50, reason: 'misses a back-rank mate in 1' })).toBe(
      'Blunder: misses a back-rank mate in 1. Best was Nf3.',
    );
    // That one was missed does not say that the game is lost.
    expect(textOf({ ...move, reason: 'misses mate in 2' })).toBe(
      'Blunder: misses mate in 2, turns a win into a loss. Best was Nf3.',
    );
    expect(textOf(move)).toBe('Blunder: turns a win into a loss. Best was Nf3.');
  });

  test('says what is not clear', () => {
    const move = { isUnclear: true };
    expect(textOf({ ...move, glyph: GLYPHS.MISTAKE, reason })).toBe(
      'Mistake (not clear): hangs the rook on e5. Best was Nf3.',
    );
    // A mate on the board is certain; how much was lost by it is not.
    expect(textOf({ ...move, glyph: GLYPHS.INACCURACY, reason: 'allows mate in 1' })).toBe(
      'Inaccuracy: allows mate in 1. Best was Nf3.',
    );
    expect(textOf(move)).toBe('Not marked: the loss of 12.0 points is not certain. Best was Nf3.');
    expect(textOf({ ...move, reason })).toBe(
      'Not marked: hangs the rook on e5, but the loss of 12.0 points is not certain. Best was Nf3.',
    );
  });

  test('is the same of a copy of the move, such as one that a worker has posted', () => {
    for (const glyph of Object.values(GLYPHS)) {
      const move = { glyph, reason, win: 25 };
      expect(textOf(structuredClone(move))).toBe(textOf(move));
    }
  });

  test('of a good move is its reason; without a mark there may be one too', () => {
    expect(textOf({ glyph: GLYPHS.BRILLIANT, reason: 'sacrifices the queen' })).toBe(
      'Brilliant move: sacrifices the queen.',
    );
    const loss = 1;
    expect(textOf({ loss, reason: 'allows mate in 1' })).toBe('Allows mate in 1. Best was Nf3.');
    expect(textOf({ loss })).toBe('');
  });
});

describe('the text of the end of a game that the rules do not end', () => {
  /** The text for a game with this last position: White's win percentage, and a draw that can be claimed. */
  const endOf = (
    result: string,
    termination: string | null,
    win: number,
    claimable: string | null = null,
    changes: object = {},
  ) => {
    const tags = new Map(termination === null ? [] : [['Termination', termination]]);
    const game = { tags, result, damage: null, moves: [{}], ...changes };
    const review = { game, end: null, isComplete: true, moves: [{ win, claimable }], ...changes };
    return describeEnd(review as unknown as GameReview, 0);
  };

  test.each([
    ['1-0', 'Normal', 20, 'Black resigned in a winning position.'],
    ['1-0', 'normal', 35, 'Black resigned in a better position.'],
    ['0-1', 'fool99 won by resignation', 45, 'White resigned in a level position.'],
    ['0-1', 'time forfeit', 75, 'White lost on time in a winning position.'],
    ['1-0', 'fool99 won on time', 50, 'Black lost on time in a level position.'],
    ['0-1', null, 50, 'The result is 0-1, but the position is level.'],
    ['0-1', '?', 65, 'The result is 0-1, but the position is better for White.'],
    ['1/2-1/2', null, 5, 'The result is 1/2-1/2, but the position is winning for Black.'],
    [
      '1/2-1/2',
      'Game drawn by agreement',
      95,
      'The result is 1/2-1/2, but the position is winning for White.',
    ],
  ])('names a result that is not that of the position: %s, %s, %d', (result, by, win, text) => {
    expect(endOf(result, by, win)).toBe(text);
  });

  test.each([
    ['*', null, 90],
    ['1-0', 'Normal', 65],
    // Black was worse.
    ['1-0', 'Normal', 58],
    ['0-1', null, 42],
    ['0-1', 'time forfeit', 35],
    ['1/2-1/2', 'Normal', 65],
    // Who resigned or should have won is not known.
    ['0-1', 'Abandoned', 90],
    ['0-1', 'adjudication', 90],
    ['0-1', 'rules infraction', 90],
    ['0-1', 'unterminated', 90],
    ['1-0', 'resigner won - game abandoned', 10],
  ])('is empty where it is, or where nobody knows: %s, %s, %d', (result, by, win) => {
    expect(endOf(result, by, win)).toBe('');
  });

  test('is empty after a draw that could be claimed, for a damaged game and a review that was stopped', () => {
    expect(endOf('1/2-1/2', null, 95, 'threefold repetition')).toBe('');
    expect(endOf('0-1', null, 95, 'threefold repetition')).not.toBe('');
    expect(endOf('0-1', null, 95, null, { damage: 'illegal move' })).toBe('');
    expect(endOf('0-1', null, 95, null, { isComplete: false })).toBe('');
  });
});
