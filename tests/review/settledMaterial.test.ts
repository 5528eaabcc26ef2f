import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { materialBalance } from '../../src/chess/board/material.ts';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { isCapture, isPromotion } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
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

const settled = (fen: string) => settledBalance(positionFromFen(fen));

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

describe('the settled balance', () => {
  test('a pinned piece does not recapture', () => {
    // The pawn e6 may not take on d5: the rook e1 would take the king.
    expect(settled('4k3/8/4p3/3n4/8/5B2/8/4R1K1 w - - 0 1')).toBe(8 - 4 + 3);
    expect(settled('4k3/8/4p3/3n4/8/5B2/8/6K1 w - - 0 1')).toBe(3 - 4);
  });

  test('in check nobody may stop, and mate is worse than any loss', () => {
    expect(settled('4k3/8/8/8/8/8/4q3/4K2R w - - 0 1')).toBe(5);
    expect(settled('4k3/8/8/8/8/3p4/4q3/4K2R w - - 0 1')).toBe(-MATE_POINTS);
  });

  test('a pawn promotes', () => {
    expect(settled('8/P6k/8/8/8/8/8/4K3 w - - 0 1')).toBe(9);
  });
});
