/** When the engine claims draws, decided by real searches. */
import { expect, test } from 'vitest';
import { Game } from '../../src/chess/game/game.ts';
import { engineClaim } from '../../src/play/engineClaim.ts';
import { freshSearch } from '../support/search.ts';

/** The claim in a position that kings have made from this one, with White a queen ahead. */
function claimAfter(turn: string, moves: string) {
  const game = new Game(`7k/8/8/8/8/8/8/K2Q4 ${turn} - - 0 1`);
  for (const san of moves.split(' ')) game.play(san);
  return engineClaim(game, freshSearch().search.run(game.getPosition(), { depth: 4 }));
}

test('the side that is behind claims a repetition, the side that is ahead plays on', () => {
  const byWhite = 'Ka2 Kg7 Ka1 Kh8';
  const byBlack = 'Kg7 Ka2 Kh8 Ka1';
  expect(claimAfter('w', `${byWhite} ${byWhite}`)).toBeNull();
  expect(claimAfter('b', `${byBlack} ${byBlack}`)).toBe('now');
});

test('the side that is behind claims with the move that repeats', () => {
  const start = 'Ka2 Kg7 Ka1 Kh8';
  // After Kh8 the position of the start is there for the third time.
  expect(claimAfter('w', `${start} Ka2 Kg7 Ka1`)).toBe('with move');
});
