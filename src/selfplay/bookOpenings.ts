/** Openings for matches out of a book: walks along its moves, each by its weight. */

import { type Book, chooseBookMove } from '../book/book.ts';
import { passedSquare } from '../book/polyglotKey.ts';
import type { Move } from '../chess/board/types.ts';
import { positionFromFen, START_FEN } from '../chess/notation/fen.ts';
import { Random } from '../chess/random.ts';
import type { Opening } from './openings.ts';

/** Walks in a row that find nothing new, after which there is taken to be nothing more. */
const PATIENCE = 200;

/**
 * Up to so many different openings from the start position, each as long as the book goes, or so
 * many plies. The same seed gives the same ones.
 */
export function openingsFromBook(
  book: Book,
  plies: number,
  count: number,
  seed: number,
): Opening[] {
  const random = new Random(seed);
  const start = positionFromFen(START_FEN);
  const openings = new Map<string, Opening>();
  for (let failures = 0; failures < PATIENCE && openings.size < count; failures++) {
    const moves = walk(book, plies, random);
    const name = moves.join();
    if (moves.length === 0 || openings.has(name)) continue;
    openings.set(name, { start, moves });
    failures = 0;
  }
  return [...openings.values()];
}

function walk(book: Book, plies: number, random: Random): Move[] {
  const position = positionFromFen(START_FEN);
  const moves: Move[] = [];
  let passed = position.epSquare;
  while (moves.length < plies) {
    const move = chooseBookMove(book.find(position, passed), 'weighted', random);
    if (move === null) break;
    moves.push(move);
    position.make(move);
    passed = passedSquare(move);
  }
  return moves;
}
