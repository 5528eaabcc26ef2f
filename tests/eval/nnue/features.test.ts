import { attacks } from 'chessops/attacks';
import { parseFen } from 'chessops/fen';
import { expect, test } from 'vitest';
import type { Position } from '../../../src/chess/board/position.ts';
import { BLACK, NO_MOVE, WHITE } from '../../../src/chess/board/types.ts';
import { formatFen, positionFromFen } from '../../../src/chess/notation/fen.ts';
import { ATTACK_INPUTS } from '../../../src/eval/nnue/architecture.ts';
import { attackIndex } from '../../../src/eval/nnue/features.ts';
import { activeAttacks } from '../../../src/eval/nnue/referenceNetwork.ts';
import { allStarts, checkGames, plies, STARTS } from '../../support/games.ts';

const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** The attack inputs by their definition, with the attacks of chessops. */
function expectedAttacks(position: Position, perspective: number): number[] {
  const { board } = parseFen(formatFen(position)).unwrap();
  const own = perspective === WHITE ? 'white' : 'black';
  const isMirrored = (board.kingOf(own)! & 7) > 3;
  const inputs: number[] = [];
  for (const [from, attacker] of board) {
    for (const to of attacks(attacker, from, board.occupied).intersect(board.occupied)) {
      const attacked = board.get(to)!;
      if (attacked.role === 'king') continue;
      const row = ROLES.indexOf(attacker.role) + (attacker.color === own ? 0 : 6);
      const column = ROLES.indexOf(attacked.role) + (attacked.color === own ? 0 : 5);
      const rank = perspective === WHITE ? to >> 3 : 7 - (to >> 3);
      const file = isMirrored ? 7 - (to & 7) : to & 7;
      inputs.push((row * 10 + column) * 64 + rank * 8 + file);
    }
  }
  return inputs;
}

const sorted = (inputs: readonly number[]) => inputs.toSorted((a, b) => a - b);

test('attack inputs are those of chessops', () => {
  checkGames(allStarts, { games: 60, plies: 60, still: STARTS }, (game) => {
    for (const { position, next } of plies(game)) {
      for (const perspective of [WHITE, BLACK]) {
        const inputs = activeAttacks(position, perspective);
        expect(sorted(inputs)).toEqual(sorted(expectedAttacks(position, perspective)));
      }
      if (next === NO_MOVE) break;
    }
  });
});

test('two attackers of the same kind on the same piece count twice', () => {
  // Both knights attack the pawn, the king attacks both knights, and a rook stands behind the pawn.
  const position = positionFromFen('3rk3/3p4/8/2N1N3/3K4/8/8/8 w - - 0 1');
  const pawn = attackIndex(2, 1, 51, WHITE, 0);
  expect(activeAttacks(position, WHITE).filter((input) => input === pawn)).toHaveLength(2);
  expect(activeAttacks(position, WHITE)).toHaveLength(2 + 2 + 3);
});

test('every attack input is one of an attacker, an attacked piece and a square', () => {
  const seen = new Set<number>();
  for (let attacker = 0; attacker < 12; attacker++) {
    for (let attacked = 0; attacked < 10; attacked++) {
      for (let square = 0; square < 64; square++) {
        seen.add(attackIndex(attacker, attacked, square, BLACK, 63));
      }
    }
  }
  expect(seen.size).toBe(ATTACK_INPUTS);
  expect(Math.max(...seen)).toBe(ATTACK_INPUTS - 1);
});
