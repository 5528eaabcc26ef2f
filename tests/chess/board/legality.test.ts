import { expect, test } from 'vitest';
import { isLegal } from '../../../src/chess/board/legality.ts';
import { generateNoisy, generateQuiets } from '../../../src/chess/board/movegen.ts';
import { isNoisy, MAX_MOVES } from '../../../src/chess/board/types.ts';
import { formatFen } from '../../../src/chess/notation/fen.ts';
import { PERFT_FENS } from '../../support/epds.ts';
import { allStarts, CASTLING_STARTS, checkGames, plies, STARTS } from '../../support/games.ts';

const ALL_MOVES = 0x10000;

test('of all 65536 move codes exactly the generated ones are legal', () => {
  const still = [...STARTS, ...CASTLING_STARTS];
  checkGames(allStarts, { games: 25, plies: 80, still }, (game) => {
    for (const { position, legal } of plies(game)) {
      const found: number[] = [];
      for (let move = 0; move < ALL_MOVES; move++) {
        if (isLegal(position, move)) found.push(move);
      }
      expect(found, formatFen(position)).toEqual(legal.toSorted((a, b) => a - b));
    }
  });
});

test('every legal move is generated once, as noisy or as quiet', () => {
  checkGames(allStarts, { games: 200, plies: 120, still: PERFT_FENS }, (game) => {
    const list = new Int32Array(MAX_MOVES * 2);
    for (const { position, legal } of plies(game)) {
      expect(new Set(legal).size).toBe(legal.length);
      // Appended to one list, like staged generation.
      const afterNoisy = generateNoisy(position, list, 3);
      const end = generateQuiets(position, list, afterNoisy);
      const noisy = [...list.subarray(3, afterNoisy)];
      const quiet = [...list.subarray(afterNoisy, end)];
      expect(noisy.every(isNoisy)).toBe(true);
      expect(quiet.some(isNoisy)).toBe(false);
      expect([...noisy, ...quiet].sort()).toEqual(legal.toSorted());
    }
  });
});
