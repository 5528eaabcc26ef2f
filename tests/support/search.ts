/** Searching in tests: a fresh search, a position after moves. */
import { positionFromFen, START_FEN } from '../../src/chess/fen.ts';
import type { Position } from '../../src/chess/position.ts';
import { unwrap } from '../../src/chess/result.ts';
import { parseUciMove } from '../../src/chess/uciMove.ts';
import { Search } from '../../src/search/search.ts';
import { Signals } from '../../src/search/signals.ts';
import { TranspositionTable } from '../../src/search/table.ts';

/** A search with a table of its own, and the signals that stop it. */
export function freshSearch(mebibytes = 4): { search: Search; signals: Signals } {
  const signals = new Signals();
  const table = new TranspositionTable(TranspositionTable.allocate(mebibytes));
  return { search: new Search(table, signals), signals };
}

/** The position after moves in UCI notation, separated by blanks, with its history. */
export function positionAfter(moves: string, fen: string = START_FEN): Position {
  const position = positionFromFen(fen);
  for (const text of moves.split(' ').filter((word) => word !== '')) {
    position.make(unwrap(parseUciMove(position, text)));
  }
  return position;
}
