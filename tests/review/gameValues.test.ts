/** Values of a game's positions, carried from its end to its start. */
import { expect, test } from 'vitest';
import { parsePgn } from '../../src/chess/notation/pgnReader.ts';
import { gameLine, isPlayedAgain, propagate } from '../../src/review/gameValues.ts';
import { isMateScore, MATE, MATE_IN_MAX } from '../../src/search/score.ts';
import { unwrap } from '../../src/util/result.ts';

test('a mate of the longest length stays a mate in the positions before it', () => {
  const [game] = unwrap(parsePgn('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *'));
  const line = gameLine(game!);
  const last = line.positions.length - 1;
  for (const score of [MATE_IN_MAX, -MATE_IN_MAX, MATE - 7]) {
    // Only the last position was searched: the others are worth what the moves of the game led to.
    const alternatives = line.positions.map((_, ply) =>
      ply === last ? { score, line: [] } : undefined,
    );
    const values = propagate(line, alternatives);
    expect(values.every((value) => isMateScore(value.score))).toBe(true);
    expect(values.every((value) => value.score > 0 === score > 0)).toBe(true);
  }
});

test('a move is played again where the position repeats, and another move there is not', () => {
  const [game] = unwrap(parsePgn('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 6. Nf3 *'));
  const line = gameLine(game!);
  const again = line.moves.map((_, ply) => (isPlayedAgain(line, ply) ? 1 : 0)).join('');
  expect(again).toBe('00001111000');
});
