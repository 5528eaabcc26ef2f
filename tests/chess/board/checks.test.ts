import { expect, test } from 'vitest';
import { givesCheck } from '../../../src/chess/board/givesCheck.ts';
import { allStarts, checkGames, plies } from '../../support/games.ts';

test('a move gives check exactly when the other side is in check after it', () => {
  checkGames(allStarts, { games: 200, plies: 100 }, (game) => {
    for (const { position, legal } of plies(game)) {
      for (const move of legal) {
        expect(givesCheck(position, move)).toBe(position.withMove(move, () => position.inCheck));
      }
    }
  });
});
