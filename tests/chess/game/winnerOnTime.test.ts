/** Who wins when a flag falls (FIDE 6.9), cross-checked with chessops. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/chess/board/types.ts';
import { hasInsufficientMaterial } from '../../../src/chess/game/deadPosition.ts';
import { winnerOnTime } from '../../../src/chess/game/draws.ts';
import { parseFen, positionFromFen } from '../../../src/chess/notation/fen.ts';
import { chessopsFromFen } from '../../support/oracles.ts';
import { placementOf } from '../../support/shuffles.ts';

test.each([
  ['8/8/8/4k3/8/8/8/4K3 w - - 0 1', null, null],
  ['8/8/8/4k3/8/8/P7/4K3 w - - 0 1', WHITE, null],
  // A queen cannot be made to block its king where it could not capture the knight.
  ['8/8/8/4k3/8/8/q7/4K2N w - - 0 1', null, BLACK],
  ['8/8/8/4k3/8/8/r7/4K2N w - - 0 1', WHITE, BLACK],
  ['8/8/8/4k3/8/8/r7/4K2B w - - 0 1', null, BLACK],
  ['8/8/8/4k3/8/8/p7/4K2B w - - 0 1', WHITE, BLACK],
  ['8/8/8/4k3/8/8/8/b3K2B w - - 0 1', WHITE, BLACK],
])('a side wins on time only if it could mate: %s', (fen, white, black) => {
  const position = positionFromFen(fen);
  expect([winnerOnTime(position, BLACK), winnerOnTime(position, WHITE)]).toEqual([white, black]);
});

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
