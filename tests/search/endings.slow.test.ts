import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { Position } from '../../src/chess/board/position.ts';
import { BLACK, WHITE } from '../../src/chess/board/types.ts';
import { findGameEnd, type GameEnd } from '../../src/chess/game/draws.ts';
import type { Epd } from '../../src/chess/notation/epd.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { isPawnWin } from '../../src/eval/kpkBitbase.ts';
import { readPositions } from '../support/epds.ts';
import { freshSearch } from '../support/search.ts';

/** Nodes per move; the second number is for endings that need more, such as queen against rook. */
const NODES = [5000, 20_000];

const endings = readPositions('endings.epd');
const kinds = [...new Set(endings.map(({ operations }) => operations.get('c0')![0]!))];

/** How a game of the engine against itself ends, at a number of nodes a move. */
function play(start: Position, nodes: number): GameEnd {
  const position = new Position(start.toSetup());
  const { search } = freshSearch(16);
  for (let end = findGameEnd(position); ; end = findGameEnd(position)) {
    if (end !== null) return end;
    position.make(search.run(position, { nodes }).best!.move);
  }
}

describe(`at ${NODES[0]} nodes a move both sides, a won ending ends in mate`, () => {
  test.each(kinds)('%s', (kind) => {
    const ofKind = endings.filter(({ operations }) => operations.get('c0')![0] === kind);
    const drawn = (nodes: number, list: Epd[]): Epd[] =>
      list.filter(({ position }) => play(position, nodes) !== 'checkmate');
    const hard = drawn(NODES[0]!, ofKind);
    expect(hard.length).toBeLessThan(3);
    expect(drawn(NODES[1]!, hard).map(({ operations }) => operations.get('id'))).toEqual([]);
  });
});

describe('king and pawn against king', () => {
  test('the number of wins is the published one', () => {
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
