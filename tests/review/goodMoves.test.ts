import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Move } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { unwrap } from '../../src/chess/result.ts';
import type { Assessment } from '../../src/review/gameValues.ts';
import { praiseFor } from '../../src/review/goodMoves.ts';

// Legall's mate, and the same with colours reversed.
const LEGALL = 'rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5';
const REVERSED = 'r1bqk2r/pppp1ppp/2n2n2/2b1p1B1/4P3/3P2P1/PPP2P1P/RN1QKBNR b KQkq - 0 5';
const SACRIFICE = ['f3e5', 'g4d1', 'c4f7', 'e8e7', 'c3d5'];
const QUIET = ['d2d3', 'b8c6'];

const reversed = (uci: string) => uci.replace(/\d/g, (rank) => `${9 - Number(rank)}`);

/** A search result for a position; the score is White's. */
function found(fen: string, score: number, ucis: readonly string[]): Assessment {
  const position = positionFromFen(fen);
  const line: Move[] = [];
  for (const uci of ucis) {
    line.push(unwrap(parseUciMove(position, uci)));
    position.make(line.at(-1)!);
  }
  return { score, line };
}

/** The mark of the first move of `played`, when the best other move scores `other`. */
function signOf(fen: string, played: Assessment, other: number, glance: Assessment): string {
  const position = positionFromFen(fen);
  const alternative = { score: other, line: [] };
  const [move] = played.line as [Move];
  const praise = praiseFor({ position, move, previous: undefined, played, alternative, glance });
  return praise?.glyph.sign ?? '';
}

describe('praise', () => {
  const other = found(LEGALL, 30, ['h2h3']);

  test('is for the only move that wins or does not lose, and for sound sacrifices', () => {
    const sign = (line: readonly string[], best: number, second: number) =>
      signOf(LEGALL, found(LEGALL, best, line), second, other);
    expect(sign(QUIET, 500, 0)).toBe('!');
    expect(sign(QUIET, 0, -500)).toBe('!');
    expect(sign(QUIET, 500, 400)).toBe('');
    expect(sign(QUIET, 250, 180)).toBe('');
    expect(sign(QUIET, -500, -2000)).toBe('');
    for (const second of [400, 0, -500]) expect(sign(SACRIFICE, 500, second)).toBe('!!');
    // Unsound, and not needed.
    expect(sign(SACRIFICE, -500, -800)).toBe('');
    expect(sign(SACRIFICE, 300, 500)).toBe('');
    expect(sign(SACRIFICE, 1200, 1100)).toBe('');
  });

  test('is smaller for a sacrifice that a very short search finds, and none for other such moves', () => {
    const easy = found(LEGALL, 500, SACRIFICE);
    expect(signOf(LEGALL, easy, 0, easy)).toBe('!');
    const quiet = found(LEGALL, 500, QUIET);
    expect(signOf(LEGALL, quiet, 0, quiet)).toBe('');
  });

  test('is for a piece that stays missing, not for an exchange', () => {
    // Nxe5 Nxe5 takes a pawn for a knight; Nxe5 dxe5 Bxf7+ another; h3 Bxf3 Qxf3 exchanges.
    expect(signOf(LEGALL, found(LEGALL, 100, ['h2h3', 'g4f3', 'd1f3']), 50, other)).toBe('');
    const PIN = 'r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 5';
    const GIVEN = ['c4f7', 'e8f7', 'f3g5', 'f7e8', 'd2d3'];
    expect(signOf(PIN, found(PIN, 100, GIVEN), 50, found(PIN, 30, ['d2d3']))).toBe('!!');
  });

  test('is the same for both sides', () => {
    const scores = fc.integer({ min: -2000, max: 2000 });
    const black = found(REVERSED, -30, ['h7h6']);
    fc.assert(
      fc.property(scores, scores, fc.constantFrom(SACRIFICE, QUIET), (best, second, line) => {
        const mirrored = found(REVERSED, 0 - best, line.map(reversed));
        expect(signOf(REVERSED, mirrored, 0 - second, black)).toBe(
          signOf(LEGALL, found(LEGALL, best, line), second, other),
        );
      }),
    );
  });
});
