/** The referee of a match: chess.js objects if our rules see another game than it does. */
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { Referee } from '../../src/match/referee.ts';
import { unwrap } from '../../src/util/result.ts';

function refereeAfter(moves: string, start = START_FEN): Referee {
  const referee = new Referee(positionFromFen(start));
  for (const move of moves.split(' ')) unwrap(referee.play(move));
  return referee;
}

const ENDS = [
  'checkmate',
  'stalemate',
  'insufficient material',
  'threefold repetition',
  'fifty-move rule',
] as const;

describe('chess.js agrees with the right end of a game, and with no other', () => {
  test.each([
    ['f2f3 e7e5 g2g4', START_FEN, null],
    ['f2f3 e7e5 g2g4 d8h4', START_FEN, 'checkmate'],
    ['g1g6', '7k/8/5K2/8/8/8/8/6Q1 w - - 0 1', 'stalemate'],
    ['e1e2', '4k3/8/8/8/8/8/4p3/4K3 w - - 0 1', 'insufficient material'],
    ['g1f3 g8f6 f3g1 f6g8 '.repeat(2).trim(), START_FEN, 'threefold repetition'],
    ['a2a3', '4k3/8/8/8/8/8/R7/4K3 w - - 98 80', null],
    ['a2a3', '4k3/8/8/8/8/8/R7/4K3 w - - 99 80', 'fifty-move rule'],
  ] as const)('%s from %s: %s', (moves, start, end) => {
    const referee = refereeAfter(moves, start);
    expect(referee.end()).toBe(end);
    for (const claimed of [null, ...ENDS]) {
      const confirm = () => referee.confirmEnd(claimed);
      if (claimed === end) expect(confirm).not.toThrow();
      else expect(confirm).toThrow(`we say ${claimed}, chess.js ${end ?? 'nothing'}`);
    }
  });
});

test('chess.js objects to another position, even if the game goes on in both', () => {
  const referee = refereeAfter('e2e4 e7e5');
  referee.position.make(legalMoves(referee.position)[0]!);
  expect(() => referee.confirmEnd(null)).toThrow(
    /disagrees with us after .*1\. e4 e5.*: we have /s,
  );
});
