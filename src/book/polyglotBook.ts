/**
 * Opening books in Polyglot's format: entries of sixteen bytes, sorted by the position's key, each
 * with a move and its weight. http://hgm.nubati.net/book_format.html
 *
 * Entries with a key of zero come first: they hold a header of text, which is skipped.
 * http://hardy.uhasselt.be/Toga/pgheader-release/header.html
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import {
  fromOf,
  isPromotion,
  KNIGHT,
  type Move,
  promotionOf,
  type Square,
  toOf,
} from '../chess/board/types.ts';
import type { Random } from '../util/random.ts';
import { fail, ok, type Result } from '../util/result.ts';
import { type PolyglotKey, polyglotKey } from './polyglotKey.ts';

/** Bytes of an entry: key (8), move (2), weight (2) and learning data (4), big-endian. */
export const ENTRY = 16;
export const MOVE_AT = 8;
export const WEIGHT_AT = 10;

/** The largest weight of a move. */
export const MAX_WEIGHT = 0xffff;

/** A move of a book, and its weight among those of its position. */
export interface BookMove {
  move: Move;
  weight: number;
}

/** At random with weights as probabilities, or always the move with the greatest weight. */
type BookChoice = 'weighted' | 'best';

export class Book {
  /** The number of entries. */
  readonly size: number;
  private readonly view: DataView;

  private constructor(view: DataView) {
    this.view = view;
    this.size = view.byteLength / ENTRY;
  }

  /** Parses a file's bytes. Fails if it is incomplete or not sorted, or has no positions. */
  static parse(bytes: Uint8Array): Result<Book> {
    if (bytes.length === 0) return fail('the book is empty');
    if (bytes.length % ENTRY !== 0) {
      return fail(`not a Polyglot book: ${bytes.length} bytes, not a multiple of ${ENTRY}`);
    }
    const first = bytes.findIndex((byte, i) => byte !== 0 && i % ENTRY < MOVE_AT);
    if (first < 0) return fail('not a Polyglot book: it has no positions');
    const skipped = Math.floor(first / ENTRY);
    const entries = bytes.subarray(skipped * ENTRY);
    const book = new Book(new DataView(entries.buffer, entries.byteOffset, entries.length));
    for (let i = 0; i < book.size; i++) {
      if (i > 0 && book.compareKeys(i, book.keyAt(i - 1)) < 0) {
        return fail(`not a Polyglot book: entry ${skipped + i + 1} is out of order`);
      }
      const code = book.moveCode(i);
      if (code >> 12 > 4 || (code & 63) === ((code >> 6) & 63)) {
        return fail(`not a Polyglot book: entry ${skipped + i + 1} has no move`);
      }
    }
    return ok(book);
  }

  /**
   * The legal book moves of a position, by descending weight. `passed` is that of
   * {@link polyglotKey}.
   */
  find(position: Position, passed: Square): BookMove[] {
    const key = polyglotKey(position, passed);
    const legal = new Map(legalMoves(position).map((move) => [moveToCode(move), move]));
    const found: BookMove[] = [];
    for (let i = this.firstOf(key); i < this.size && this.compareKeys(i, key) === 0; i++) {
      const move = legal.get(this.moveCode(i));
      if (move === undefined || found.some((other) => other.move === move)) continue;
      found.push({ move, weight: this.view.getUint16(i * ENTRY + WEIGHT_AT) });
    }
    return found.sort((a, b) => b.weight - a.weight);
  }

  private moveCode(entry: number): number {
    return this.view.getUint16(entry * ENTRY + MOVE_AT);
  }

  private keyAt(entry: number): PolyglotKey {
    return { hi: this.view.getInt32(entry * ENTRY), lo: this.view.getInt32(entry * ENTRY + 4) };
  }

  /** Negative if the entry's key is smaller. */
  private compareKeys(entry: number, { hi, lo }: PolyglotKey): number {
    const difference = this.view.getUint32(entry * ENTRY) - (hi >>> 0);
    return difference !== 0 ? difference : this.view.getUint32(entry * ENTRY + 4) - (lo >>> 0);
  }

  /** The first entry whose key is not smaller. */
  private firstOf(key: PolyglotKey): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareKeys(middle, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Chooses one of the moves of {@link Book.find}; null if there is none, or none with a weight. */
export function chooseBookMove(
  moves: readonly BookMove[],
  choice: BookChoice,
  random: Random,
): Move | null {
  const best = moves.find(({ weight }) => weight > 0);
  const chosen = choice === 'best' ? best : random.weighted(moves);
  return chosen?.move ?? null;
}

/** A move in Polyglot's encoding: to, from (castling: to the rook's square), promotion (knight 1 …). */
export function moveToCode(move: Move): number {
  const promotion = isPromotion(move) ? promotionOf(move) : KNIGHT - 1;
  return toOf(move) | (fromOf(move) << 6) | ((promotion - KNIGHT + 1) << 12);
}
