/** Games read from PGN, for tests. */
import { expect } from 'vitest';
import { type PgnGame, parsePgn, readPgnGames } from '../../src/chess/notation/pgnReader.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { unwrap } from '../../src/util/result.ts';

export const readGames = (text: string): PgnGame[] => unwrap(parsePgn(text));

/** The only game of a text. */
export function readGame(text: string): PgnGame {
  const [game, ...more] = readGames(text);
  expect(more).toEqual([]);
  return game!;
}

/** The first game of a text, with its variations. */
export function readWithVariations(text: string): PgnGame {
  const [game] = readPgnGames(text, { variations: true });
  return unwrap(game!);
}

/** The main line in UCI notation. */
export const uciMovesOf = ({ moves, start }: PgnGame): string =>
  moves.map(({ move }) => formatUciMove(move, start.chess960)).join(' ');
