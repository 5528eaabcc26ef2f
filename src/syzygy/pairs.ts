/**
 * The compressed values of a table, with random access.
 *
 * The values of all positions form one long sequence. The encoder repeatedly replaced the most
 * frequent pair of neighbours by a new symbol (recursive pairing), and then wrote the symbols in a
 * canonical Huffman code, in blocks of equal size. The number of values in each block is stored; a
 * sparse index gives the block of every n-th value.
 * https://en.wikipedia.org/wiki/Re-Pair, https://en.wikipedia.org/wiki/Canonical_Huffman_code
 */
import type { Cursor } from './cursor.ts';
import { PAGE, type PageCache } from './pageCache.ts';
import { TablebaseError } from './source.ts';

/** Flag of a sequence in which all values are equal. */
const SINGLE_VALUE = 128;
/** The second half of a symbol that stands for a single value, its first half. */
const NO_SECOND = 0xfff;
/** Bytes of an entry of the sparse index: a block (4) and an index in it (2). */
const SPARSE_ENTRY = 6;
/** In bits. */
const LONGEST_CODE = 32;
/** XORed with codes, so that they can be compared as signed integers. */
const SIGN = 0x8000_0000 | 0;

export class Pairs {
  readonly flags: number;
  /** The value of all positions, or -1 if they are compressed. */
  readonly single: number;

  private readonly file: number;
  private readonly cache: PageCache;

  private readonly blockBytes: number = 0;
  /** Values per entry of the sparse index. */
  private readonly span: number = 0;
  private readonly blocks: number = 0;
  /** Block lengths in the file: a few unused ones follow those of the blocks. */
  private readonly lengths: number = 0;
  private readonly sparseEntries: number = 0;
  // Offsets in the file.
  private sparseAt = 0;
  private lengthsAt = 0;
  private dataAt = 0;

  private readonly shortestCode: number = 0;
  /** The lowest code of each length, left-aligned in 32 bits, with the sign bit flipped. */
  private readonly codes: Int32Array = new Int32Array(0);
  /** The symbol of the lowest code of each length. */
  private readonly symbols: Int32Array = new Int32Array(0);
  // By symbol: the two symbols it stands for, and the number of its values minus one.
  private readonly firsts: Uint16Array = new Uint16Array(0);
  private readonly seconds: Uint16Array = new Uint16Array(0);
  private readonly more: Uint8Array = new Uint8Array(0);

  /**
   * Reads the header of a sequence of `values` values. Throws a {@link TablebaseError} if it is not
   * valid.
   */
  constructor(cursor: Cursor, values: number) {
    this.file = cursor.file;
    this.cache = cursor.cache;
    this.flags = cursor.u8();
    if ((this.flags & SINGLE_VALUE) !== 0) {
      this.single = cursor.u8();
      return;
    }
    this.single = -1;
    this.blockBytes = 2 ** cursor.u8();
    this.span = 2 ** cursor.u8();
    const padding = cursor.u8();
    this.blocks = cursor.u32();
    this.lengths = this.blocks + padding;
    this.sparseEntries = Math.ceil(values / this.span);
    const longest = cursor.u8();
    this.shortestCode = cursor.u8();
    const lengths = longest - this.shortestCode + 1;
    cursor.check(
      this.blockBytes >= 8 &&
        this.blockBytes <= 2 ** 24 &&
        this.span <= 2 ** 32 &&
        this.blocks > 0 &&
        this.shortestCode > 0 &&
        lengths > 0 &&
        longest <= LONGEST_CODE,
    );

    this.symbols = new Int32Array(lengths);
    for (let i = 0; i < lengths; i++) this.symbols[i] = cursor.u16();
    this.codes = new Int32Array(lengths);
    // From the longest code to the shortest: each length's codes end where the longer ones begin.
    let code = 0;
    for (let i = lengths - 1; i >= 0; i--) {
      if (i < lengths - 1) {
        code = Math.floor((code + this.symbols[i]! - this.symbols[i + 1]!) / 2);
      }
      const length = this.shortestCode + i;
      cursor.check(code >= 0 && code < 2 ** length);
      this.codes[i] = (code * 2 ** (LONGEST_CODE - length)) ^ SIGN;
      cursor.check(i === lengths - 1 || this.codes[i]! >= this.codes[i + 1]!);
    }

    const symbols = cursor.u16();
    cursor.check(symbols > 0 && symbols <= NO_SECOND);
    this.firsts = new Uint16Array(symbols);
    this.seconds = new Uint16Array(symbols);
    for (let symbol = 0; symbol < symbols; symbol++) {
      const low = cursor.u8();
      const middle = cursor.u8();
      const high = cursor.u8();
      this.firsts[symbol] = ((middle & 15) << 8) | low;
      this.seconds[symbol] = (high << 4) | (middle >> 4);
    }
    cursor.align(2);
    this.more = countValues(this.firsts, this.seconds, cursor);
  }

  // Three parts follow in the file, each of them for all sequences of the table.

  placeSparseIndex(cursor: Cursor): void {
    this.sparseAt = cursor.skip(this.sparseEntries * SPARSE_ENTRY);
  }
  placeLengths(cursor: Cursor): void {
    this.lengthsAt = cursor.skip(this.lengths * 2);
  }
  placeData(cursor: Cursor): void {
    if (this.single >= 0) return;
    cursor.align(64);
    this.dataAt = cursor.skip(this.blocks * this.blockBytes);
  }

  /** The value at an index of the sequence. Throws a {@link TablebaseError} if there is none. */
  at(index: number): number {
    if (this.single >= 0) return this.single;
    const entry = Math.floor(index / this.span);
    if (!(entry >= 0 && entry < this.sparseEntries)) this.fail();
    // An entry points to the value in the middle of its span.
    const sparse = this.sparseAt + entry * SPARSE_ENTRY;
    let block = this.u16(sparse) + this.u16(sparse + 2) * 0x1_0000;
    let left = this.u16(sparse + 4) + (index - entry * this.span) - Math.floor(this.span / 2);
    while (left < 0) left += this.lengthOf(--block) + 1;
    for (let length = this.lengthOf(block); left > length; length = this.lengthOf(++block)) {
      left -= length + 1;
    }
    if (block >= this.blocks) this.fail();
    return this.decode(block, left);
  }

  /** The value of a block with `left` values before it. */
  private decode(block: number, left: number): number {
    const { cache, file, codes, symbols, more, firsts, seconds, shortestCode } = this;
    const bytes = cache.bytes;
    let offset = this.dataAt + block * this.blockBytes;
    const end = offset + this.blockBytes;
    let at = cache.locate(file, offset);
    let pageEnd = offset - (offset % PAGE) + PAGE;
    // Two words, of which `used` bits have been consumed.
    let word = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    let next =
      (bytes[at + 4]! << 24) | (bytes[at + 5]! << 16) | (bytes[at + 6]! << 8) | bytes[at + 7]!;
    offset += 8;
    at += 8;
    let used = 0;
    const longest = codes.length - 1;
    let symbol = 0;
    while (true) {
      const window = used === 0 ? word : (word << used) | (next >>> (32 - used));
      let i = 0;
      while (i < longest && (window ^ SIGN) < codes[i]!) i++;
      const length = shortestCode + i;
      symbol = symbols[i]! + (((window ^ SIGN) - codes[i]!) >>> (32 - length));
      if (symbol >= more.length) this.fail();
      const values = more[symbol]! + 1;
      if (left < values) break;
      left -= values;
      used += length;
      if (used >= 32) {
        used -= 32;
        word = next;
        if (offset >= pageEnd && offset < end) {
          at = cache.locate(file, offset);
          pageEnd += PAGE;
        }
        // The last code of a block may end with it: what follows is never used.
        next =
          offset < end
            ? (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
            : 0;
        if (offset >= end + 8) this.fail();
        offset += 4;
        at += 4;
      }
    }
    while (more[symbol] !== 0) {
      const first = firsts[symbol]!;
      const values = more[first]! + 1;
      if (left < values) {
        symbol = first;
      } else {
        left -= values;
        symbol = seconds[symbol]!;
      }
    }
    return firsts[symbol]!;
  }

  /** The number of values in a block minus one. */
  private lengthOf(block: number): number {
    if (!(block >= 0 && block < this.lengths)) this.fail();
    return this.u16(this.lengthsAt + block * 2);
  }

  /** The offset must be even, so that both bytes are on one page. */
  private u16(offset: number): number {
    const at = this.cache.locate(this.file, offset);
    return this.cache.bytes[at]! | (this.cache.bytes[at + 1]! << 8);
  }

  private fail(): never {
    throw new TablebaseError('it is damaged');
  }
}

/**
 * By symbol, the number of its values minus one, at most 255. Throws a {@link TablebaseError} if a symbol
 * contains itself.
 */
function countValues(firsts: Uint16Array, seconds: Uint16Array, cursor: Cursor): Uint8Array {
  const unknown = -1;
  const pending = -2;
  const counts = new Int16Array(firsts.length).fill(unknown);
  const stack: number[] = [];
  for (let start = 0; start < firsts.length; start++) {
    stack.push(start);
    while (stack.length > 0) {
      const symbol = stack[stack.length - 1]!;
      const first = firsts[symbol]!;
      const second = seconds[symbol]!;
      if (counts[symbol]! >= 0) {
        stack.pop();
      } else if (second === NO_SECOND) {
        counts[symbol] = 0;
      } else {
        cursor.check(first < firsts.length && second < firsts.length);
        if (counts[first]! >= 0 && counts[second]! >= 0) {
          counts[symbol] = counts[first]! + counts[second]! + 1;
          cursor.check(counts[symbol]! <= 255);
        } else {
          // Reached again before both halves are known: the symbol contains itself.
          cursor.check(counts[symbol] !== pending);
          counts[symbol] = pending;
          if (counts[first]! < 0) stack.push(first);
          if (counts[second]! < 0) stack.push(second);
        }
      }
    }
  }
  return new Uint8Array(counts);
}
