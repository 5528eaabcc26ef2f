/** Reads the header of a tablebase file byte by byte. All numbers are little-endian. */
import type { PageCache } from './pageCache.ts';
import { TablebaseError, type TablebaseFile } from './source.ts';

export class Cursor {
  readonly cache: PageCache;
  /** The file's number in the cache. */
  readonly file: number;
  private readonly size: number;
  private offset = 0;

  constructor(cache: PageCache, file: TablebaseFile) {
    this.cache = cache;
    this.file = cache.add(file);
    this.size = file.size;
  }

  u8(): number {
    if (this.offset >= this.size) throw new TablebaseError('it ends too early');
    return this.cache.bytes[this.cache.locate(this.file, this.offset++)]!;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  u32(): number {
    return this.u16() + this.u16() * 0x1_0000;
  }

  /** Skips to the next offset that is a multiple of `multiple`. */
  align(multiple: number): void {
    this.offset = Math.ceil(this.offset / multiple) * multiple;
  }

  /** Skips bytes and returns their offset. Throws a {@link TablebaseError} if the file ends before. */
  skip(bytes: number): number {
    const begin = this.offset;
    this.offset += bytes;
    if (this.offset > this.size) throw new TablebaseError('it ends too early');
    return begin;
  }

  /** Throws a {@link TablebaseError} unless a value read from the file is valid. */
  check(isValid: boolean): void {
    if (!isValid) throw new TablebaseError('it is damaged');
  }
}
