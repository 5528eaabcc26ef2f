/** The phases of a game: by the pieces that are left, and those that have not left their first rank. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { PHASES, phaseOf, phasesOf } from '../../src/review/gamePhases.ts';
import { exchangeColours } from '../support/exchangeColours.ts';

const BOARDS = [
  ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR', 'opening'],
  // Eleven pieces, ten, seven and six.
  ['rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R', 'opening'],
  ['rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R', 'middlegame'],
  ['rnb1k2r/pppppppp/8/8/8/8/PPPPPPPP/R1B1K2R', 'middlegame'],
  ['r1b1k2r/pppppppp/8/8/8/8/PPPPPPPP/R1B1K2R', 'endgame'],
  ['4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3', 'endgame'],
  // Four pieces on the first rank, with the king, and three, whoever else stands there.
  ['rnbqkbnr/pppppppp/8/8/2B1N3/2N1B3/PPPPPPPP/R2QK2R', 'opening'],
  ['rnbqkbnr/pppppppp/8/8/2B1N3/2N1B3/PPPPQPPP/R3K2R', 'middlegame'],
  ['rn1qkbnr/ppppppp1/8/8/4N3/2N1B3/PPPPQPP1/R3KB1b', 'middlegame'],
] as const;

test.each(BOARDS)('%s is in the %s, from either side', (board, phase) => {
  for (const side of [board, exchangeColours(board)]) {
    expect(phaseOf(positionFromFen(`${side} w - - 0 1`))).toBe(phase);
  }
});

test('a game never returns to an earlier phase', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...BOARDS), { maxLength: 6 }), (boards) => {
      const positions = boards.map(([board]) => positionFromFen(`${board} w - - 0 1`));
      const alone = boards.map(([, phase]) => PHASES.indexOf(phase));
      expect(phasesOf(positions).map((phase) => PHASES.indexOf(phase))).toEqual(
        alone.map((_, i) => Math.max(...alone.slice(0, i + 1))),
      );
    }),
  );
});
