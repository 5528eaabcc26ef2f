/** Reviews that are shown again from the searches made for them. */
import { expect, test } from 'vitest';
import { readPgnGame } from '../../src/chess/notation/pgnReader.ts';
import { reviewGame } from '../../src/review/reviewGame.ts';
import type { SearchRecord } from '../../src/review/reviewSearches.ts';
import { runReview } from '../../web/src/review/runReview.ts';
import { AnyEngine } from '../support/reviews.ts';

test('searches of another version make a whole review, or none', async () => {
  const game = readPgnGame('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
  const nodes = 1000;
  const searches: SearchRecord[] = [];
  const review = await reviewGame(game, {
    engines: [new AnyEngine()],
    limits: { nodes },
    onSearch: (search) => searches.push(search),
  });
  const showAgain = (known: readonly SearchRecord[]) =>
    runReview(game, {
      nodes,
      known,
      version: 'another',
      signal: new AbortController().signal,
      onProgress: () => {},
      onSearch: () => {},
    });
  expect(await showAgain(searches)).toEqual(review);
  expect(await showAgain(searches.slice(0, 3))).toBeNull();
});
