/** Who wins when a flag falls (FIDE 6.9), cross-checked with chessops. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/chess/board/types.ts';
import { hasInsufficientMaterial } from '../../../src/chess/game/deadPosition.ts';
import { winnerOnTime } from '../../../src/chess/game/draws.ts';
import { Game } from '../../../src/chess/game/game.ts';
import { parseFen, positionFromFen } from '../../../src/chess/notation/fen.ts';
import { ChessError } from '../../../src/util/result.ts';
import { chessopsFromFen } from '../../support/oracles.ts';
import { placementOf } from '../../support/shuffles.ts';

/** Positions of both kings and up to four other pieces. */
const fewPieces = fc
  .record({
    pieces: fc.array(fc.constantFrom(...'PpNnBbNnBbRrQq'), { maxLength: 4 }),
    squares: fc.uniqueArray(fc.nat({ max: 63 }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ pieces, squares }) => `${placementOf(['K', 'k', ...pieces], squares)} w - - 0 1`)
  .filter((fen) => parseFen(fen).ok);

test('chessops says the same; nobody wins on time exactly where the material is insufficient', () => {
  fc.assert(
    fc.property(fc.noBias(fewPieces), (fen) => {
      const position = positionFromFen(fen);
      const chessops = chessopsFromFen(fen);
      const winners = [WHITE, BLACK].map((winner) => winnerOnTime(position, winner ^ 1));
      const isLost = (color: 'white' | 'black') => chessops.hasInsufficientMaterial(color);
      expect(winners).toEqual([isLost('white') ? null : WHITE, isLost('black') ? null : BLACK]);
      expect(winners.every((winner) => winner === null)).toBe(hasInsufficientMaterial(position));
    }),
    { numRuns: 3000 },
  );
});

test('a name is not a color: the loser must be WHITE or BLACK', () => {
  const game = new Game();
  for (const loser of [game.turn, 'black', undefined, 2] as never[]) {
    expect(() => winnerOnTime(game.getPosition(), loser)).toThrow(ChessError);
  }
});
