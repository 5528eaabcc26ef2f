import { describe, expect, test } from 'vitest';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { unwrap } from '../../src/chess/result.ts';
import { reasonFor } from '../../src/review/reasons.ts';
import { MATE } from '../../src/search/score.ts';

/** The reason for `move`, with the better line and the best play after the move; scores are White's. */
function reason(
  fen: string,
  move: string,
  [scoreBefore, better]: [number, string],
  [score, reply]: [number, string],
): string | null {
  const position = positionFromFen(fen);
  const read = (ucis: string, before: string[] = []) => {
    const walk = position.clone();
    for (const uci of before) walk.make(unwrap(parseUciMove(walk, uci)));
    return ucis
      .split(' ')
      .filter(Boolean)
      .map((uci) => {
        const step = unwrap(parseUciMove(walk, uci));
        walk.make(step);
        return step;
      });
  };
  const [played] = read(move);
  return reasonFor({
    position,
    move: played!,
    better: read(better),
    scoreBefore,
    reply: read(reply, [move]),
    score,
  });
}

describe('the reason for a mark', () => {
  const CENTER = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4';

  test('names the piece that hangs, and its square', () => {
    const good: [number, string] = [30, 'e1g1 g8f6 d2d3 f8c5'];
    expect(reason(CENTER, 'c4e6', good, [-300, 'd7e6 e1g1 g8f6 d2d3'])).toBe(
      'hangs the bishop on e6',
    );
    // Not if the better line loses as much.
    const bad: [number, string] = [-300, 'c4b5 a7a6 d2d3 a6b5'];
    expect(reason(CENTER, 'c4e6', bad, [-320, 'd7e6 e1g1 g8f6 d2d3'])).toBeNull();
  });

  test('names the mate that is allowed or missed, and its kind', () => {
    const fen = '1r4k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';
    expect(reason(fen, 'a1a7', [0, 'g2g3 b8b7'], [-(MATE - 1), 'b8b1'])).toBe(
      'allows a back-rank mate in 1',
    );
    const free = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';
    expect(reason(free, 'g2g3', [MATE - 1, 'a1a8'], [500, 'g7g6 a1a8'])).toBe(
      'misses a back-rank mate in 1',
    );
  });

  test('says what was there to take, unless it was taken another way', () => {
    const fen = '4k3/8/2n5/8/4B3/8/8/2R1K3 w - - 0 1';
    const better: [number, string] = [900, 'c1c6 e8d7 c6c1 d7d6'];
    expect(reason(fen, 'e1d2', better, [600, 'c6d4 e4d3 e8e7'])).toBe(
      'does not take the knight on c6',
    );
    expect(reason(fen, 'e4c6', better, [800, 'e8d8 e1d2 d8c7'])).toBeNull();
  });

  test('is not a pawn that the better line loses too', () => {
    const fen = '8/2R3k1/4p2p/4r1pP/p3B3/R4PPK/8/3r4 b - - 8 37';
    const reply: [number, string] = [675, 'a3a4 g5g4 h3h4 d1d8'];
    expect(reason(fen, 'g7h8', [478, 'g7f6 a3a4 d1e1 c7h7'], reply)).toBeNull();
    expect(reason(fen, 'g7h8', [478, 'g7f6 e4g6 e5a5 c7h7'], reply)).toBe('drops the pawn on a4');
  });

  test('is not a piece that can still be taken at the end of the better line', () => {
    // Qxf5+ does not save the rook on e2 from the bishop on f3.
    const fen = '2kr3r/2p3pp/p1q5/4Pp2/3b1Q2/P1PP1b2/4R2P/1NKR4 w - - 4 19';
    const reply = 'f3e2 c3d4 e2d1 d2d1 h8f8 b1d2 g7g5';
    expect(reason(fen, 'c1d2', [-682, 'f4f5 d8d7 c1b2'], [-955, reply])).toBeNull();
  });

  test('is null where nothing is proven', () => {
    expect(reason(CENTER, 'a2a3', [30, 'e1g1 g8f6'], [-60, 'g8f6 d2d3'])).toBeNull();
  });
});
