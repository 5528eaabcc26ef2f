import { describe, expect, test } from 'vitest';
import { findGameEnd } from '../../src/chess/draws.ts';
import { positionFromFen } from '../../src/chess/fen.ts';
import { legalMoves } from '../../src/chess/movegen.ts';
import { BLACK, WHITE } from '../../src/chess/types.ts';
import { isPawnWin } from '../../src/eval/kingAndPawn.ts';
import { readPositions } from '../support/epds.ts';
import { freshSearch } from '../support/search.ts';

const NODES = 5000;

const endings = readPositions('endings.epd');
const kinds = [...new Set(endings.map(({ operations }) => operations.get('c0')![0]!))];

describe(`at ${NODES} nodes a move both sides, a won ending ends in mate`, () => {
  test.each(kinds)('%s', (kind) => {
    const ofKind = endings.filter(({ operations }) => operations.get('c0')![0] === kind);
    for (const { position, operations } of ofKind) {
      const { search } = freshSearch(16);
      while (findGameEnd(position) === null) {
        position.make(search.run(position, { nodes: NODES }).best!.move);
      }
      expect(`${operations.get('id')}: ${findGameEnd(position)}`).toBe(
        `${operations.get('id')}: checkmate`,
      );
    }
  });
});

describe('king and pawn against king', () => {
  test('there are as many wins as others have counted', () => {
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

  test.each([
    ['the king on a key square wins', '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1', true],
    ['the opposition draws', '4k3/8/8/8/4K3/4P3/8/8 w - - 0 1', true],
    ['a rook pawn with the king in its corner draws', '7k/8/8/6K1/7P/8/8/8 w - - 0 1', false],
    [
      'the king in front of the pawn with the opposition draws',
      '8/8/4k3/8/4K3/4P3/8/8 w - - 0 1',
      false,
    ],
    ['the other side to move loses the opposition', '8/8/4k3/8/4K3/4P3/8/8 b - - 0 1', true],
  ])('%s', (_, fen, isWin) => {
    const position = positionFromFen(fen);
    const pawn = position.board.indexOf(0);
    expect(isPawnWin(position.turn, position.kingSquare(0), pawn, position.kingSquare(1))).toBe(
      isWin,
    );
    expect(legalMoves(position).length).toBeGreaterThan(0);
  });
});
