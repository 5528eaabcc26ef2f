/** The referee of a match: chess.js objects if our rules see another game than it does. */
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { Referee } from '../../src/match/referee.ts';
import { unwrap } from '../../src/util/result.ts';

function refereeAfter(moves: string): Referee {
  const referee = new Referee(positionFromFen(START_FEN));
  for (const move of moves.split(' ')) unwrap(referee.play(move));
  return referee;
}

const FOOLS_MATE = 'f2f3 e7e5 g2g4 d8h4';

describe('chess.js agrees with the right end of a game, and with no other', () => {
  test.each([
    ['f2f3 e7e5 g2g4', null],
    [FOOLS_MATE, 'checkmate'],
    ['g1f3 g8f6 f3g1 f6g8 '.repeat(2).trim(), 'threefold repetition'],
  ] as const)('%s', (moves, end) => {
    expect(refereeAfter(moves).end()).toBe(end);
    for (const claimed of [null, 'checkmate', 'stalemate', 'threefold repetition'] as const) {
      const confirm = () => refereeAfter(moves).confirmEnd(claimed);
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
