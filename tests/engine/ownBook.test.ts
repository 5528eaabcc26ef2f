/** The book of an engine: when it answers instead of a search. */
import { expect, test } from 'vitest';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { DEFAULT_BOOK_SETTINGS, OwnBook } from '../../src/engine/ownBook.ts';
import type { SearchRequest } from '../../src/engine/searchRequest.ts';
import { bookOf } from '../support/books.ts';
import { positionAfter } from '../support/games.ts';

/** A book with the moves of a drawn game. */
function bookWith(moves: string): OwnBook {
  const book = new OwnBook(1);
  book.load(bookOf(`${moves} 1/2-1/2`));
  return book;
}

const SETTINGS = { ...DEFAULT_BOOK_SETTINGS, ownBook: true, analyseMode: false };

/** The move that the book answers with after these moves, or null. */
function answer(
  book: OwnBook,
  moves: string,
  {
    settings = {},
    ...request
  }: Partial<SearchRequest> & { settings?: Partial<typeof SETTINGS> } = {},
): string | null {
  const position = positionAfter(moves);
  const asked = { position, limits: { movetime: 1000 }, rootMoves: null, ...request };
  const result = book.answer(asked, { ...SETTINGS, ...settings });
  return result === null ? null : formatUciMove(result.best!.move);
}

test.each<[string, Parameters<typeof answer>[2]]>([
  ['of analysis', { limits: { infinite: true } }],
  ['while pondering', { limits: { ponder: true } }],
  ['for a mate', { limits: { mate: 3 } }],
  ['among some moves', { rootMoves: [] }],
  ['in analysis mode', { settings: { analyseMode: true } }],
  ['without the setting', { settings: { ownBook: false } }],
])('a search %s is not answered by the book', (_, asked) => {
  const book = bookWith('1. e4 e5');
  expect(answer(book, '')).toBe('e2e4');
  expect(answer(book, '', asked)).toBeNull();
});

test('the book is used up to the move of its depth', () => {
  const book = bookWith('1. e4 e5 2. Nf3 Nc6');
  const settings = { bookDepth: 1 };
  expect(answer(book, 'e2e4', { settings })).toBe('e7e5');
  expect(answer(book, 'e2e4 e7e5', { settings })).toBeNull();
  expect(answer(book, 'e2e4 e7e5', { settings: { bookDepth: 2 } })).toBe('g1f3');
});

test('a move of the book that draws at once is left to the search', () => {
  const shuffle = 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1';
  const book = bookWith('1. Nf3 Nf6 2. Ng1 Ng8');
  expect(answer(book, 'g1f3 g8f6 f3g1')).toBe('f6g8');
  expect(answer(book, shuffle)).toBeNull();
});
