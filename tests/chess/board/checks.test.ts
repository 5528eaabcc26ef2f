import { expect, test } from 'vitest';
import { givesCheck } from '../../../src/chess/board/givesCheck.ts';
import { formatFen } from '../../../src/chess/notation/fen.ts';
import { allStarts, checkGames, plies } from '../../support/games.ts';

test('a move gives check exactly when the other side is in check after it', () => {
  checkGames(allStarts, { games: 200, plies: 100 }, (game) => {
    for (const { position, legal } of plies(game)) {
      const checks = legal.filter((move) => position.withMove(move, () => position.inCheck));
      const found = legal.filter((move) => givesCheck(position, move));
      expect(found, formatFen(position)).toEqual(checks);
    }
  });
});
