import { describe, expect, test } from 'vitest';
import { describeMark } from '../../src/report/reviewText.ts';
import type { ReviewedMove } from '../../src/review/judge.ts';
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
    expect(textOf({ glyph })).toBe('Mistake. Nf3 was best.');
    expect(textOf({ glyph, reason })).toBe('Mistake: hangs the rook on e5. Nf3 was best.');
    expect(textOf({ glyph, reason, win: 25 })).toBe(
      'Mistake: hangs the rook on e5, loses a level position. Nf3 was best.',
    );
  });

  test('does not have a result given away beside a mate, which says it', () => {
    const move = { glyph: GLYPHS.BLUNDER, winBefore: 90, win: 20 };
    expect(textOf({ ...move, reason: 'allows mate in 2' })).toBe(
      'Blunder: allows mate in 2. Nf3 was best.',
    );
    expect(textOf({ ...move, win: 50, reason: 'misses a back-rank mate in 1' })).toBe(
      'Blunder: misses a back-rank mate in 1. Nf3 was best.',
    );
    // That one was missed does not say that the game is lost.
    expect(textOf({ ...move, reason: 'misses mate in 2' })).toBe(
      'Blunder: misses mate in 2, turns a win into a loss. Nf3 was best.',
    );
    expect(textOf(move)).toBe('Blunder: turns a win into a loss. Nf3 was best.');
  });

  test('says what is not clear', () => {
    const move = { isUnclear: true };
    expect(textOf({ ...move, glyph: GLYPHS.MISTAKE, reason })).toBe(
      'Mistake (not clear): hangs the rook on e5. Nf3 was best.',
    );
    expect(textOf(move)).toBe('Not marked: the loss of 12.0 points is not certain. Nf3 was best.');
    expect(textOf({ ...move, reason })).toBe(
      'Not marked: hangs the rook on e5, but the loss of 12.0 points is not certain. Nf3 was best.',
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
    expect(textOf({ loss, reason: 'allows mate in 1' })).toBe('Allows mate in 1. Nf3 was best.');
    expect(textOf({ loss })).toBe('');
  });
});
