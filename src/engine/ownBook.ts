/** The opening book of an engine. */
import { Book, type BookMove, chooseBookMove } from '../book/polyglotBook.ts';
import { passedSquare, passedSquareOfFen } from '../book/polyglotKey.ts';
import type { Position } from '../chess/board/position.ts';
import { type Move, NO_SQUARE, type Square } from '../chess/board/types.ts';
import { listRootMoves } from '../search/rootMoves.ts';
import { type SearchResult, unsearched } from '../search/searchResult.ts';
import { Random } from '../util/random.ts';
import { unwrap } from '../util/result.ts';
import type { SearchRequest } from './searchRequest.ts';

export interface BookSettings {
  /** Whether to play book moves. */
  ownBook: boolean;
  /** The last move of the game for which the book is used, from 1 to 255. */
  bookDepth: number;
  /** Always play the move with the greatest weight; else weights are probabilities. */
  bookBestMove: boolean;
}

export const DEFAULT_BOOK_SETTINGS: Readonly<BookSettings> = {
  ownBook: false,
  bookDepth: 255,
  bookBestMove: false,
};

export class OwnBook {
  private book: Book | null = null;
  private readonly random: Random;
  /** The square that the last move's pawn passed over, for Polyglot keys (polyglotKey.ts). */
  private passed: Square = NO_SQUARE;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  /** Uses a book file from now on, or no book. Throws a ChessError, and keeps the old book, if the file is invalid. */
  load(file: Uint8Array | null): void {
    this.book = file === null ? null : unwrap(Book.parse(file));
  }

  /** Tracks the position: it was set up from this FEN, and `last` was the last move played. */
  follow(fen: string, last: Move | undefined): void {
    this.passed = last === undefined ? passedSquareOfFen(fen) : passedSquare(last);
  }

  /** The book moves of the position, by descending weight. */
  find(position: Position): BookMove[] {
    return this.book?.find(position, this.passed) ?? [];
  }

  /**
   * A book move instead of a search, or null. Not used for analysis, pondering, mate searches, or
   * searches restricted to some moves.
   */
  answer(
    { position, limits, rootMoves }: SearchRequest,
    { ownBook, bookDepth, bookBestMove, analyseMode }: BookSettings & { analyseMode: boolean },
  ): SearchResult | null {
    if (!ownBook || analyseMode || this.book === null || position.fullmove > bookDepth) return null;
    const { infinite, ponder, mate } = limits;
    if (infinite || ponder || mate !== undefined || rootMoves !== null) return null;
    const choice = bookBestMove ? 'best' : 'weighted';
    const move = chooseBookMove(this.find(position), choice, this.random);
    if (move === null) return null;
    const [best] = listRootMoves(position.clone(), [move]);
    // Whether to take an immediate draw is left to the search.
    if (best!.draw !== null) return null;
    return { best: best!, info: unsearched([move]) };
  }
}
