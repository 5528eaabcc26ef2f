/** White's chances by a line of a search. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WHITE } from '../../src/chess/board/types.ts';
import { isGameOver } from '../../src/chess/game/draws.ts';
import { whiteWinDrawLoss } from '../../src/review/winPercent.ts';
import { drawAfter } from '../../src/search/rootMoves.ts';
import { shuffledGames, shuffledPlies } from '../support/shuffles.ts';

test('a line is a draw for certain if the game is drawn, or drawn by its first move', () => {
  fc.assert(
    fc.property(shuffledGames(60), (game) => {
      for (const { position, legal } of shuffledPlies(game)) {
        for (const move of legal) {
          const { win, draw, loss } = whiteWinDrawLoss({ score: 300, pv: [move] }, position);
          const isDraw = isGameOver(position) || drawAfter(position, move) !== null;
          if (isDraw) expect({ win, draw, loss }).toEqual({ win: 0, draw: 1000, loss: 0 });
          else expect(position.turn === WHITE ? win : loss).toBeGreaterThan(500);
        }
      }
    }),
    { numRuns: 40 },
  );
});
