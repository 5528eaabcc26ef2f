/** Polyglot books for tests. */
import { BookMaker } from '../../src/book/makeBook.ts';
import { parsePgn } from '../../src/chess/notation/pgnReader.ts';
import { unwrap } from '../../src/util/result.ts';

/** The bytes of a book with the games of a PGN. */
export function bookOf(pgn: string, options: { plies?: number; minGames?: number } = {}) {
  const maker = new BookMaker({ plies: 40, minGames: 1, ...options });
  for (const game of unwrap(parsePgn(pgn))) maker.add(game);
  return maker.toBytes();
}
