import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { withEndings } from '../../src/eval/endings.ts';
import { isPawnWin } from '../../src/eval/kpkBitbase.ts';
import { freshSearch } from '../support/search.ts';

/** The score of the ending given the network's score, both for the side to move. */
function scoreOf(fen: string, network = 700): number {
  return withEndings(positionFromFen(fen), network);
}

describe('known endings take precedence over the network', () => {
  test('a won pawn ending is won for the side with the pawn, with either side to move', () => {
    expect(scoreOf('4k3/8/4K3/4P3/8/8/8/8 w - - 0 1', 0)).toBeGreaterThan(999);
    expect(scoreOf('4k3/8/8/8/4K3/4P3/8/8 b - - 0 1', 0)).toBeLessThan(-999);
  });

  test('a drawn pawn ending is a draw', () => {
    expect(scoreOf('8/8/4k3/8/4K3/4P3/8/8 w - - 0 1')).toBe(0);
    expect(scoreOf('7k/8/8/6K1/7P/8/8/8 b - - 0 1')).toBe(0);
  });

  test('two bare knights do not win', () => {
    expect(scoreOf('8/8/3k4/8/3K4/8/8/NN6 w - - 0 1')).toBe(0);
  });

  test('a weaker king at the edge and close kings score better', () => {
    const far = scoreOf('8/8/8/3k4/8/3K4/8/7R w - - 0 1');
    const edge = scoreOf('3k4/8/8/8/8/8/8/K6R w - - 0 1');
    const near = scoreOf('3k4/8/3K4/8/8/8/8/7R w - - 0 1');
    expect(far).toBeLessThan(near);
    expect(edge).toBeLessThan(near);
  });

  test('bishop and knight drive the king to the corner of the bishop', () => {
    const right = scoreOf('k7/8/2K5/8/8/8/8/4NB2 w - - 0 1');
    const wrong = scoreOf('k7/8/2K5/8/8/8/8/3BN3 w - - 0 1');
    expect(scoreOf('7k/8/5K2/8/8/8/8/4NB2 w - - 0 1')).toBeLessThan(right);
    expect(scoreOf('7k/8/5K2/8/8/8/8/3BN3 w - - 0 1')).toBeLessThan(right + wrong);
  });
});

test('king and pawn win against a king in as many positions as published', () => {
  // 111,282 with the pawn on the files a to d and either side to move: Stockfish's bitbase.
  let wins = 0;
  for (let pawn = 8; pawn < 56; pawn++) {
    if ((pawn & 7) > 3) continue;
    for (let white = 0; white < 64; white++) {
      for (let black = 0; black < 64; black++) {
        if (isPawnWin(WHITE, white, pawn, black)) wins++;
        if (isPawnWin(BLACK, white, pawn, black)) wins++;
      }
    }
  }
  expect(wins).toBe(111_282);
});

describe('a bishop that does not guard the corner of its rook pawns', () => {
  test('draws against a king in that corner', () => {
    expect(scoreOf('k7/8/1K6/P7/8/8/8/2B5 w - - 0 1')).toBe(0);
    expect(scoreOf('8/8/8/8/7p/2b3k1/8/7K b - - 0 1')).toBe(0);
  });

  test('is not a draw with the other bishop, another pawn, or more than a bare king', () => {
    expect(scoreOf('k7/8/1K6/P7/8/8/8/5B2 w - - 0 1')).toBeGreaterThan(1500);
    expect(scoreOf('k7/8/1K6/PP6/8/8/8/2B5 w - - 0 1')).toBeGreaterThan(1500);
    expect(scoreOf('8/8/1K6/P7/8/5k2/8/2B5 w - - 0 1')).toBeGreaterThan(1500);
    expect(scoreOf('k7/7p/1K6/P7/8/8/8/2B5 w - - 0 1')).toBe(700);
  });
});

test('a lead that does not win without pawns counts a little', () => {
  expect(scoreOf('8/8/3k4/4n3/8/3K4/8/7R w - - 0 1', 320)).toBe(20);
  expect(scoreOf('8/8/3k4/4n3/8/3K4/7P/7R w - - 0 1', 320)).toBe(320);
});

describe('against a bare king', () => {
  test.each([
    ['Q', 'P'],
    ['R', 'PPP'],
    ['BN', 'PP'],
    ['Q', 'PPPPPP'],
    ['RR', 'PPPP'],
  ])('pieces (%s) that are given away leave a lower score with the pawns (%s)', (pieces, pawns) => {
    const rank = (letters: string) => `${letters}${8 - letters.length}`;
    const scores = (turn: string, sign: number) =>
      [`${rank(pieces)}/`, '8/'].map((first) => {
        const fen = `${first}8/4k3/8/4K3/8/${rank(pawns)}/8 ${turn} - - 0 1`;
        return sign * scoreOf(fen, sign * 600);
      });
    for (const [turn, sign] of [
      ['w', 1],
      ['b', -1],
    ] as const) {
      const [before, after] = scores(turn, sign);
      expect(before).toBeGreaterThan(after! + 200);
    }
  });

  test('pawns that the network holds for a draw stay one', () => {
    expect(scoreOf('1k6/8/1K6/P7/P7/8/8/8 w - - 0 1', 90)).toBe(90);
  });

  test('a queen is not given away for a pawn ending that is won', () => {
    const position = positionFromFen('8/4Q3/8/5k2/8/5K2/5P2/8 w - - 0 1');
    const { search } = freshSearch();
    for (let depth = 1; depth <= 12; depth++) {
      const { info } = search.run(position, { depth });
      expect(formatUciMove(info.pv[0]!, false), `depth ${depth}`).not.toBe('e7f6');
    }
  });
});
