import { describe, expect, test } from 'vitest';
import { Position } from '../../src/chess/board/position.ts';
import { findGameEnd, type GameEnd } from '../../src/chess/game/draws.ts';
import type { Epd } from '../../src/chess/notation/epd.ts';
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
