import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Move } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import type { Assessment } from '../../src/review/gameValues.ts';
import { type Praise, praiseFor } from '../../src/review/goodMoves.ts';
import { GLYPHS } from '../../src/review/marks.ts';
import { MATE } from '../../src/search/score.ts';
import { unwrap } from '../../src/util/result.ts';
import { lineOf } from '../support/games.ts';

// Legall's mate, and the same with colours reversed.
const LEGALL = 'rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5';
const REVERSED = 'r1bqk2r/pppp1ppp/2n2n2/2b1p1B1/4P3/3P2P1/PPP2P1P/RN1QKBNR b KQkq - 0 5';
const SACRIFICE = ['f3e5', 'g4d1', 'c4f7', 'e8e7', 'c3d5'];
const QUIET = ['d2d3', 'b8c6'];

const reversed = (uci: string) => uci.replace(/\d/g, (rank) => `${9 - Number(rank)}`);

/** A search result for a position; the score is White's. */
function found(fen: string, score: number, ucis: readonly string[]): Assessment {
  return { score, line: lineOf(positionFromFen(fen), ucis) };
}

/** The praise of the first move of `played`. */
function praiseOf(
  fen: string,
  played: Assessment,
  alternative: Assessment,
  glance: Assessment,
  continued: readonly Move[] = [],
  previous?: Move,
): Praise | null {
  const position = positionFromFen(fen);
  const [move] = played.line as [Move];
  return praiseFor({ position, move, previous, played, continued, alternative, glance });
}

/** Its mark; `other` is the best other move, or its score. */
function signOf(
  fen: string,
  played: Assessment,
  other: number | Assessment,
  glance: Assessment,
  continued: readonly Move[] = [],
): string {
  const alternative = typeof other === 'number' ? { score: other, line: [] } : other;
  const praise = praiseOf(fen, played, alternative, glance, continued);
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
    expect(sign(SACRIFICE, 1800, 1700)).toBe('');
  });

  test('is for no move that takes back, but for others after a capture', () => {
    const played = found(LEGALL, 500, SACRIFICE);
    const signAfter = (fen: string, capture: string) => {
      const previous = unwrap(parseUciMove(positionFromFen(fen), capture));
      return praiseOf(LEGALL, played, other, other, [], previous)?.glyph.sign;
    };
    expect(signAfter('4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1', 'd6e5')).toBeUndefined();
    expect(signAfter('4k3/8/3p4/2P5/8/8/8/4K3 b - - 0 1', 'd6c5')).toBe('!!');
  });

  test('is not for a piece offered in an ending that is a draw anyway', () => {
    const fen = '3rk3/7N/7R/8/8/2K5/8/8 w - - 0 54';
    const lines = [
      ['h6d6', 'd8b8', 'd6d8', 'e8d8', 'c3d3'],
      ['h6d6', 'd8d6', 'c3c4', 'd6h6', 'h7g5'],
    ];
    for (const line of lines) {
      const sign = (score: number, other: number) =>
        signOf(fen, found(fen, score, line), found(fen, other, ['c3c4']), found(fen, 0, ['h7f6']));
      expect(sign(0, 0)).toBe('');
      expect(sign(-9, 0)).toBe('');
      expect(sign(0, -700)).not.toBe('');
      expect(sign(700, 0)).not.toBe('');
    }
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

  test('is for a sacrifice that the best reply declines, but that of the game accepts', () => {
    // Morphy, Paris 1858: Nxb5 takes a pawn, and after cxb5 another one for the knight.
    const OPERA = 'rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10';
    const declined = found(OPERA, 350, ['c3b5', 'e7b4', 'b3b4', 'f8b4', 'b5c3']);
    // The bishop on c4 is attacked, and could move.
    const saved = found(OPERA, 300, ['c4d3', 'a7a6', 'e1c1', 'b8d7']);
    const accepted = found(OPERA, 350, ['c3b5', 'c6b5', 'c4b5', 'b8d7', 'e1c1']).line;
    expect(signOf(OPERA, declined, saved, declined)).toBe('');
    expect(signOf(OPERA, declined, saved, declined, accepted)).toBe('!');
    expect(signOf(OPERA, declined, saved, found(OPERA, 0, ['c4d3']), accepted)).toBe('!!');
    expect(signOf(OPERA, { ...declined, score: -350 }, saved, declined, accepted)).toBe('');
  });

  test('is for a queen that the best other move exchanges on the same square', () => {
    // Fischer, New York 1956: after Nb5 Bxf7+ Kh8 Bxb6 Black takes the queen on a3.
    const fen = 'r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 3 17';
    const declined = found(fen, -180, ['g4e6', 'a3c3', 'b6c5', 'd4c5', 'g7c3']);
    const exchanged = found(fen, 79, ['c3b5', 'c4f7', 'g8h8', 'c5b6', 'b5a3', 'b6c5']);
    const accepted = found(fen, -180, ['g4e6', 'c5b6', 'e6c4', 'f1g1', 'c3e2']).line;
    expect(praiseOf(fen, declined, exchanged, exchanged, accepted)).toEqual({
      glyph: GLYPHS.BRILLIANT,
      reason: 'sacrifices the queen',
    });
  });

  test('is not for a piece that a capture wins back at once, nor for a slower mate', () => {
    // Bh4 lets the knight take it, which gives up the pinned bishop on e7.
    const PIN = 'r3k3/2R1b1pp/p7/5n2/3p2N1/P7/1P3BPP/3KR3 w - - 5 19';
    const played = found(PIN, 470, ['f2h4', 'h7h5', 'c7e7', 'f5e7', 'e1e7']);
    expect(signOf(PIN, played, 300, found(PIN, 0, ['f2d4']))).toBe('');
    const mates = found(LEGALL, 31990, SACRIFICE);
    expect(signOf(LEGALL, mates, 31980, mates)).toBe('!');
    expect(signOf(LEGALL, mates, 31994, mates)).toBe('');
  });

  test('is for a piece that is won back only if it is hard to find', () => {
    const line = ['c4f7', 'e8f7', 'f3g5', 'f7e8', 'd1g4'];
    const played = found(LEGALL, 300, line);
    expect(signOf(LEGALL, played, 200, other)).toBe('!');
    expect(signOf(LEGALL, played, 200, played)).toBe('');
  });

  test('says what it keeps rather than that it leaves a piece to be taken', () => {
    // Topalov, Wijk aan Zee 1999: Qxd5 prevents Qb3#, and leaves the knight on f6.
    const fen = 'b2r3r/4Rp1p/p2q1np1/1p1P4/kP6/P1Q2PPB/2P4P/1K6 b - - 2 28';
    const played = found(fen, 0, ['d6d5', 'e7a7', 'a8b7', 'a7b7', 'd5c4']);
    const reason = (other: number) =>
      praiseOf(fen, played, found(fen, other, ['a8d5', 'b1b2']), found(fen, 0, ['a8d5']))?.reason;
    expect(reason(31992)).toBe('holds the position');
    expect(reason(50)).toBe('sacrifices the knight');
  });

  test('is not for a piece that is recaptured a move later', () => {
    // After Bxa6 Black checks first.
    const fen = 'r1bqkb1r/pp1p1ppp/n3pn2/8/P2Q4/4PN2/1PP1BPPP/RNB1K2R b KQkq - 0 2';
    const played = found(fen, 0, ['d7d5', 'e2a6', 'd8a5', 'b1c3', 'b7a6']);
    const quiet = found(fen, 0, ['b7b6', 'c2c3', 'e8e7']);
    expect(praiseOf(fen, played, quiet, quiet)).toBeNull();
  });

  test('is not for what the best other move loses too', () => {
    // The knight on c7 attacks the rook on e8, and in the first position the one on a8 too.
    const [two, one] = ['r1b1r3', '1rb1r3'].map(
      (rank) => `${rank}/1pN2k2/p1p3np/6p1/P3Bp2/2pP4/2P1KP1P/RR6 b - - 1 21`,
    ) as [string, string];
    const praise = (fen: string, other: readonly string[]) => {
      const played = found(fen, -205, ['e8e4', 'd3e4', 'g6e5', 'a4a5', 'c8g4']);
      const alternative = found(fen, -150, other);
      return praiseOf(fen, played, alternative, found(fen, -150, ['e8f8']))?.reason;
    };
    expect(praise(two, ['a8b8', 'c7e8', 'f7e8', 'a4a5'])).toBeUndefined();
    expect(praise(two, ['c8g4', 'f2f3'])).toBeUndefined();
    expect(praise(two, ['e8e7', 'c7a8', 'c8g4', 'f2f3'])).toBeUndefined();
    expect(praise(one, ['e8e7', 'a4a5', 'b8a8', 'c7a8'])).toBeUndefined();
    // Both knights are attacked: one is lost, and the other one takes a pawn for it.
    const knights = '2rr2k1/pq3pp1/1pp1pn2/3pn1Pp/1P1P1P2/B1NPP3/3K3P/3Q2R1 b - - 0 17';
    const retreat = found(knights, -582, ['e5d7', 'g5f6', 'd7f6', 'c3a4', 'b7e7']);
    const check = found(knights, -644, ['f6e4', 'd3e4', 'e5c4', 'd2e1', 'g7g6']);
    expect(praiseOf(knights, retreat, check, check)).toBeNull();
    expect(praise(one, ['e8e7', 'a4a5', 'c8d7', 'a1a3'])).toBe('sacrifices the exchange');
  });

  test('is for a sacrifice that mates at once, and names the piece', () => {
    const reason = (fen: string, line: readonly string[], quiet: readonly string[]) => {
      const other = found(fen, 300, quiet);
      return praiseOf(fen, found(fen, MATE - line.length, line), other, other);
    };
    // The smothered mate, and that of Damiano.
    const smothered = '5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1';
    expect(reason(smothered, ['c4g8', 'f8g8', 'h6f7'], ['c4b3', 'g7h6'])).toEqual({
      glyph: GLYPHS.BRILLIANT,
      reason: 'sacrifices the queen',
    });
    const damiano = '5rk1/5pp1/6P1/8/8/8/8/K2Q3R w - - 0 1';
    const mate = ['h1h8', 'g8h8', 'd1h1', 'h8g8', 'h1h7'];
    expect(reason(damiano, mate, ['d1d4', 'f7g6'])).toEqual({
      glyph: GLYPHS.BRILLIANT,
      reason: 'sacrifices the rook',
    });
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
