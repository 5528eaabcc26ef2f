import fc from 'fast-check';
import { expect, test } from 'vitest';
import { materialBalance } from '../../src/chess/board/material.ts';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { isCapture, isPromotion } from '../../src/chess/board/types.ts';
import { MATE_POINTS, settledBalance } from '../../src/review/settledMaterial.ts';
import { games, lastPosition, standardStarts } from '../support/games.ts';

/** The same by plain minimax, with the material counted in every position. */
function minimax(position: Position, plies: number): number {
  const balance = materialBalance(position, position.turn).all;
  if (plies === 0) return balance;
  const legal = legalMoves(position);
  const tried = legal.filter((move) => position.inCheck || isCapture(move) || isPromotion(move));
  const values = tried.map((move) => position.withMove(move, () => -minimax(position, plies - 1)));
  return Math.max(position.inCheck ? -MATE_POINTS : balance, ...values);
}

test('the settled balance is that of plain minimax over captures', () => {
  fc.assert(
    fc.property(games(standardStarts, 80), fc.integer({ min: 0, max: 4 }), (game, plies) => {
      const position = lastPosition(game);
      const before = position.clone();
      expect(settledBalance(position, plies) - minimax(position, plies)).toBe(0);
      expect(position.keyLo).toBe(before.keyLo);
    }),
  );
});
