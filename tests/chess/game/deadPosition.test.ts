/** Blocked pawns, cross-checked with chessops, which plays all moves that are possible. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/chess/board/types.ts';
import { isBlocked } from '../../../src/chess/game/deadPosition.ts';
import {
  findGameEnd,
  findSearchDraw,
  NOT_DRAWN,
  winnerOnTime,
} from '../../../src/chess/game/draws.ts';
import { parseFen, positionFromFen } from '../../../src/chess/notation/fen.ts';
import { positionAfter } from '../../support/games.ts';
import { chessopsFromFen } from '../../support/oracles.ts';
import { placementOf } from '../../support/shuffles.ts';
import { isStandstill } from '../../support/standstill.ts';

/** Pawns on a file: where the first white one stands, and whether others stand behind it or its opponent. */
const fileOfPawns = fc.option(
  fc.record({
    rank: fc.constantFrom(2, 3, 3, 3, 4, 4),
    behind: fc.constantFrom(false, false, false, false, true),
    beyond: fc.constantFrom(false, false, false, false, true),
  }),
  { freq: 5 },
);

/** Kings and up to this many bishops among blocked pawns; with bishops, the pawns of a side are on one colour. */
const blocked = (bishops: number) =>
  fc
    .record({
      files: fc.array(fileOfPawns, { minLength: 8, maxLength: 8 }),
      bishops: fc.array(fc.constantFrom('B', 'b'), { maxLength: bishops }),
      squares: fc.uniqueArray(fc.nat({ max: 63 }), { minLength: 4, maxLength: 4 }),
      turn: fc.constantFrom('w', 'b'),
    })
    .map(({ files, bishops, squares: [first, second, ...others], turn }) => {
      const pieces = ['K', 'k', ...bishops];
      const squares = [first!, second!, ...others.slice(0, bishops.length)];
      const place = (piece: string, file: number, rank: number) => {
        pieces.push(piece);
        squares.push((7 - rank) * 8 + file);
      };
      for (const [file, pawns] of files.entries()) {
        if (pawns === null) continue;
        const { behind, beyond } = pawns;
        const rank = pawns.rank - (bishops.length > 0 ? (file + pawns.rank) % 2 : 0);
        place('P', file, rank);
        place('p', file, rank + 1);
        if (behind) place('P', file, rank - 1);
        if (beyond) place('p', file, rank + 2);
      }
      return { pieces, squares, turn };
    })
    .filter(({ squares }) => new Set(squares).size === squares.length)
    .map(({ pieces, squares, turn }) => `${placementOf(pieces, squares)} ${turn} - - 0 1`)
    .filter((fen) => parseFen(fen).ok);

test('where pawns and kings are blocked, chessops finds no mate and no move of a pawn; hardly any dead position is missed', () => {
  let dead = 0;
  let missed = 0;
  fc.assert(
    fc.property(fc.noBias(blocked(0)), (fen) => {
      const chessops = chessopsFromFen(fen);
      if (chessops.isEnd()) return;
      const isDead = isStandstill(chessops);
      const isFound = isBlocked(positionFromFen(fen));
      if (isFound) expect(isDead).toBe(true);
      if (isDead) dead++;
      if (isDead && !isFound) missed++;
    }),
    { numRuns: 2000 },
  );
  // Only where the kings are in each other's way.
  expect(missed).toBeLessThan(dead / 5);
});

test('where bishops are shut in, too, chessops finds no mate and no move of a pawn', () => {
  let dead = 0;
  fc.assert(
    fc.property(fc.noBias(blocked(2)), (fen) => {
      const chessops = chessopsFromFen(fen);
      if (chessops.isEnd() || !isBlocked(positionFromFen(fen))) return;
      expect(isStandstill(chessops)).toBe(true);
      if (chessops.board.bishop.nonEmpty()) dead++;
    }),
    { numRuns: 3000 },
  );
  expect(dead).toBeGreaterThan(0);
});

const LOCKED = '8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8';
const SHUT_IN = '8/2b1k3/8/p1p1p1p1/P1P1P1P1/8/4K3/5B2';

describe('a dead position ends the game as a draw (5.2.2)', () => {
  test.each([
    ['neither king', LOCKED],
    ['neither king and no bishop', SHUT_IN],
  ])('if %s can get past the blocked pawns, whoever is to move', (_, placement) => {
    for (const turn of ['w', 'b']) {
      const position = positionFromFen(`${placement} ${turn} - - 7 60`);
      expect(findGameEnd(position)).toBe('dead position');
      expect([winnerOnTime(position, WHITE), winnerOnTime(position, BLACK)]).toEqual([null, null]);
    }
  });

  test.each([
    ['a pawn can advance', '8/8/4k3/p1p1p1p1/P1P1P3/6P1/4K3/8 w - - 0 1'],
    ['a pawn can capture', '8/8/4k3/p1p1p1p1/P1P1PPP1/8/4K3/8 w - - 0 1'],
    ['a king can walk round the pawns', '8/8/4k3/p1p1p3/P1P1P3/8/4K3/8 w - - 0 1'],
    ['a king is already behind the pawns', '8/8/8/p1p1p1p1/P1P1P1P1/k7/8/4K3 w - - 0 1'],
    ['a pawn can be captured', '8/8/4k3/p3p1p1/P1P1P1P1/2P5/4K3/8 b - - 0 1'],
    ['a bishop can get at the pawns', '8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/6B1 w - - 0 1'],
    ['there is a knight', '8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/6N1 w - - 0 1'],
  ])('not if %s', (_, fen) => {
    expect(findGameEnd(positionFromFen(fen))).toBeNull();
    expect(isStandstill(chessopsFromFen(fen))).toBe(false);
  });

  test('checkmate by a pawn comes first, in the search too', () => {
    const fen = '6k1/8/p7/p3p3/P1p1Pp1p/2PpKPpP/3P2P1/8 w - - 0 1';
    const position = positionFromFen(fen);
    expect(isBlocked(position)).toBe(true);
    expect(findGameEnd(position)).toBe('checkmate');
    expect(findSearchDraw(position, 0)).toBe(NOT_DRAWN);
  });

  test('a move of a king makes a position dead if it leaves a check, or an en passant capture', () => {
    const cases = [
      ['8/8/2pk4/1pPp2p1/1p1p1pP1/1P1P1P1p/7P/3K4 b - - 0 1', 'd6e5'],
      ['4k3/8/8/1p1p4/1P1Pp1p1/4P1P1/8/4K3 b - d3 0 1', 'e8e7'],
    ] as const;
    for (const [fen, move] of cases) {
      expect(findGameEnd(positionFromFen(fen))).toBeNull();
      const position = positionAfter(move, fen);
      expect(position.halfmoves).toBe(1);
      expect(findGameEnd(position)).toBe('dead position');
      expect(findSearchDraw(position, 0)).toBe(position.ply);
    }
  });
});
