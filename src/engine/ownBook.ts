/** The opening book of an engine. */
import { Book, type BookMove, chooseBookMove } from '../book/book.ts';
import { passedSquare, passedSquareOfFen } from '../book/polyglotKey.ts';
import type { Position } from '../chess/board/position.ts';
import { type Move, NO_SQUARE, type Square } from '../chess/board/types.ts';
import { Random } from '../chess/random.ts';
import { ok, type Result } from '../chess/result.ts';
import type { Limits } from '../search/limits.ts';
import { listRootMoves } from '../search/rootMoves.ts';
import type { SearchResult } from '../search/search.ts';

export interface BookSettings {
  /** Whether to play from the book, where it has moves. */
  ownBook: boolean;
  /** Up to this move of the game. */
  bookDepth: number;
  /** Always the move with the greatest weight; else weights are probabilities. */
  bookBest: boolean;
}

export const DEFAULT_BOOK_SETTINGS: Readonly<BookSettings> = {
  ownBook: false,
  bookDepth: 255,
  bookBest: false,
};

export class OwnBook {
  private book: Book | null = null;
  private readonly random: Random;
  /** The square that the last move's pawn passed over, for Polyglot keys (polyglotKey.ts). */
  private passed: Square = NO_SQUARE;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  /** Uses a file's bytes from now on, or no book. The one before is kept when they are no book. */
  load(file: Uint8Array | null): Result<void> {
    const book = file === null ? ok(null) : Book.parse(file);
    if (!book.ok) return book;
    this.book = book.value;
    return ok(undefined);
  }

  /** The position was set up from this FEN, and the last of the moves played in it was this one. */
  follow(fen: string, last: Move | undefined): void {
    this.passed = last === undefined ? passedSquareOfFen(fen) : passedSquare(last);
  }

  /** What the book has for the position, the greatest weight first. */
  find(position: Position): BookMove[] {
    return this.book?.find(position, this.passed) ?? [];
  }

  /**
   * A book move instead of a search, or null. Not for analysis, pondering, mate searches and searches of
   * some moves only.
   */
  answer(position: Position, limits: Limits, settings: BookSettings): SearchResult | null {
    const { ownBook, bookDepth, bookBest } = settings;
    if (!ownBook || this.book === null || position.fullmove > bookDepth) return null;
    const { infinite, ponder, mate, searchmoves = [] } = limits;
    if (infinite || ponder || mate !== undefined || searchmoves.length > 0) return null;
    const choice = bookBest ? 'best' : 'weighted';
    const move = chooseBookMove(this.find(position), choice, this.random);
    if (move === null) return null;
    const [best] = listRootMoves(position.clone(), [move]);
    // Whether to draw at once is left to the search.
    if (best!.draw !== null) return null;
    const info = { depth: 0, seldepth: 0, score: 0, nodes: 0, time: 0, hashfull: 0, tableHits: 0 };
    return { best: best!, info: { ...info, multiPv: 1, pv: [move] } };
  }
}
