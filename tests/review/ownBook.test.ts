/** A review by an engine that plays from a book: it searches all the same, since a book knows no scores. */
import { Engine, reviewGame } from 'refrain';
import { afterAll, expect, test } from 'vitest';
import { MATE } from '../../src/search/score.ts';
import { bookOf } from '../support/books.ts';

const engine = new Engine();
afterAll(() => engine.close());

test('a mate in one is seen, though the book has another move', async () => {
  engine.setBook(bookOf('1. f3 e5 2. g4 a6 0-1'));
  engine.configure({ ownBook: true });
  engine.setPosition(undefined, ['f3', 'e5', 'g4']);
  const review = await reviewGame('1. f3 e5 2. g4 *', {
    engines: [engine],
    limits: { nodes: 500 },
  });
  expect(review.moves.at(-1)!.score).toBe(1 - MATE);
  expect(review.moves.at(-1)!.glyph?.sign).toBe('??');
});
