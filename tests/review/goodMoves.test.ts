import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Move } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { unwrap } from '../../src/chess/result.ts';
import { isPraiseworthy, praiseFor } from '../../src/review/goodMoves.ts';
import type { Assessment } from '../../src/review/judge.ts';

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

const signOf = (fen: string, best: Assessment, other: number) =>
  praiseFor(positionFromFen(fen), best, { score: other, line: [] })?.sign ?? '';

describe('praise', () => {
  test('is for the only move that wins or does not lose; !! if it is a sacrifice', () => {
    for (const [line, sign] of [
      [SACRIFICE, '!!'],
      [QUIET, '!'],
    ] as const) {
      expect(signOf(LEGALL, found(LEGALL, 500, line), 0)).toBe(sign);
      expect(signOf(LEGALL, found(LEGALL, 0, line), -500)).toBe(sign);
      expect(signOf(LEGALL, found(LEGALL, 500, line), 400)).toBe('');
      expect(signOf(LEGALL, found(LEGALL, 250, line), 180)).toBe('');
      expect(signOf(LEGALL, found(LEGALL, -500, line), -2000)).toBe('');
    }
  });

  test('is the same for both sides', () => {
    const scores = fc.integer({ min: -2000, max: 2000 });
    fc.assert(
      fc.property(scores, scores, fc.constantFrom(SACRIFICE, QUIET), (best, other, line) => {
        const black = found(REVERSED, 0 - best, line.map(reversed));
        expect(signOf(REVERSED, black, 0 - other)).toBe(
          signOf(LEGALL, found(LEGALL, best, line), other),
        );
      }),
    );
  });

  test('needs a move that a short search does not find, in a position that is not lost', () => {
    const position = positionFromFen(LEGALL);
    const best = found(LEGALL, 500, SACRIFICE);
    const glance = found(LEGALL, 30, QUIET);
    const [move] = best.line as [Move];
    expect(isPraiseworthy(position, move, best, glance, undefined)).toBe(true);
    expect(isPraiseworthy(position, move, best, best, undefined)).toBe(false);
    expect(isPraiseworthy(position, glance.line[0]!, best, glance, undefined)).toBe(false);
    const lost = { ...best, score: -400 };
    expect(isPraiseworthy(position, move, lost, glance, undefined)).toBe(false);
  });
});
