/** Match openings from a book: random walks along its moves, chosen by weight. */
import { type Book, chooseBookMove } from '../book/polyglotBook.ts';
import { passedSquare } from '../book/polyglotKey.ts';
import type { Move } from '../chess/board/types.ts';
import { findGameEnd } from '../chess/game/draws.ts';
import { positionFromFen, START_FEN } from '../chess/notation/fen.ts';
import { Random } from '../util/random.ts';
import type { Opening } from './openingFile.ts';

/** Consecutive walks without a new opening after which the book counts as exhausted. */
const MAX_FAILURES = 200;

/**
 * Up to `count` different openings from the start position, each `plies` long, or as long as the
 * book goes. Walks that end the game leave nothing to play. The same seed gives the same openings.
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
  for (let failures = 0; failures < MAX_FAILURES && openings.size < count; failures++) {
    const { moves, isOver } = walk(book, plies, random);
    const name = moves.join();
    if (moves.length === 0 || isOver || openings.has(name)) continue;
    openings.set(name, { start, moves });
    failures = -1;
  }
  return [...openings.values()];
}

/** A random walk through the book, and whether the game is over at its end. */
function walk(book: Book, plies: number, random: Random): { moves: Move[]; isOver: boolean } {
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
  return { moves, isOver: findGameEnd(position) !== null };
}
