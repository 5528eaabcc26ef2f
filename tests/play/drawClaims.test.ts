/** When the engine claims draws, decided by real searches, and what its opponent can claim. */
import { Chess as ChessJs } from 'chess.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Game } from '../../src/chess/game/game.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatSan } from '../../src/chess/notation/san.ts';
import { acceptsDraw, engineClaim, findDrawClaim } from '../../src/play/drawClaims.ts';
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

test('the engine accepts a draw if it is behind, and later in the game if it is hardly ahead', () => {
  const accepts = (fullmove: number, score: number | null) =>
    acceptsDraw(positionFromFen(`4k3/8/8/8/8/8/8/4K2R b - - 0 ${fullmove}`), score);
  expect([-31, -30, -29, 0, null].map((score) => accepts(29, score))).toEqual([
    ...[true, true, false, false, false],
  ]);
  expect([-30, 0, 6, 7, null].map((score) => accepts(30, score))).toEqual([
    ...[true, true, true, false, false],
  ]);
});

test('a draw can be claimed, at once or with a move, where chess.js has it', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(
      fc.constantFrom(0, 88, 93),
      fc.array(fc.boolean(), { maxLength: 16 }),
      (n, turns) => {
        // The kings have few squares, and repeat positions.
        const fen = `k7/p7/P7/8/8/p7/P7/K7 w - - ${n} 80`;
        const game = new Game(fen);
        const chess = new ChessJs(fen);
        const isDraw = () => chess.isThreefoldRepetition() || chess.isDrawByFiftyMoves();
        const isDrawAfter = (san: string) => {
          chess.move(san);
          const isDrawn = isDraw();
          chess.undo();
          return isDrawn;
        };
        for (const isFirst of turns) {
          const position = game.getPosition();
          const claim = findDrawClaim(position);
          const sans = chess.moves();
          const drawing = sans.filter(isDrawAfter);
          if (isDraw()) {
            expect(claim?.move).toBeNull();
            return;
          }
          if (drawing.length === 0) expect(claim).toBeNull();
          else {
            expect(drawing).toContain(formatSan(position, claim!.move!));
            met.add(claim!.reason);
          }
          const san = sans.at(isFirst ? 0 : -1)!;
          chess.move(san);
          game.play(san);
        }
      },
    ),
  );
  expect([...met].sort()).toEqual(['fifty-move rule', 'threefold repetition']);
});
