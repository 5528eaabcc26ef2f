/**
 * A bounded cache of file pages, so that files never have to be read whole. It is set-associative,
 * like a processor's cache: a page can be in a few slots only and replaces the least recently used.
 * https://en.wikipedia.org/wiki/Cache_placement_policies
 */
import { TablebaseError, type TablebaseFile } from './source.ts';

/** Bytes of a page. */
export const PAGE = 4096;
/** Slots in which a page can be. */
const WAYS = 8;
const NO_FILE = -1;

/** The default size of a thread's cache in bytes. */
const DEFAULT_CACHE_BYTES = 32 << 20;

export class PageCache {
  /** All slots in a row. {@link locate} returns indices into it. */
  readonly bytes: Uint8Array;
  private readonly files: TablebaseFile[] = [];
  private readonly setMask: number;
  // The page in each slot, and when it was last used.
  private readonly slotFile: Int32Array;
  private readonly slotPage: Int32Array;
  private readonly slotUsed: Uint32Array;
  private clock = 0;

  /** `bytes` is rounded down to a power of two; the minimum is 64 KiB. */
  constructor(bytes = DEFAULT_CACHE_BYTES) {
    const sets = 2 ** Math.max(1, Math.floor(Math.log2(bytes / (PAGE * WAYS))));
    const slots = sets * WAYS;
    this.setMask = sets - 1;
    this.bytes = new Uint8Array(slots * PAGE);
    this.slotFile = new Int32Array(slots).fill(NO_FILE);
    this.slotPage = new Int32Array(slots);
    this.slotUsed = new Uint32Array(slots);
  }

  /** Adds a file and returns its number for {@link locate}. */
  add(file: TablebaseFile): number {
    return this.files.push(file) - 1;
  }

  /**
   * The index in {@link bytes} of a byte of a file. The bytes from there to the end of the page or of
   * the file are valid until the next call. Throws a {@link TablebaseError} beyond the end of the file,
   * and the errors of the file.
   */
  locate(file: number, offset: number): number {
    const page = Math.floor(offset / PAGE);
    const mixed = Math.imul(page, 0x9e3779b1) ^ Math.imul(file + 1, 0x85ebca6b);
    const first = ((mixed ^ (mixed >>> 15)) & this.setMask) * WAYS;
    const { slotFile, slotPage, slotUsed } = this;
    let oldest = first;
    for (let slot = first; slot < first + WAYS; slot++) {
      if (slotPage[slot] === page && slotFile[slot] === file) {
        slotUsed[slot] = ++this.clock;
        return slot * PAGE + (offset - page * PAGE);
      }
      if (slotUsed[slot]! < slotUsed[oldest]!) oldest = slot;
    }
    this.load(file, page, oldest);
    return oldest * PAGE + (offset - page * PAGE);
  }

  private load(file: number, page: number, slot: number): void {
    const source = this.files[file]!;
    const length = Math.min(PAGE, source.size - page * PAGE);
    if (!(page >= 0 && length > 0)) throw new TablebaseError('it ends too early');
    this.slotFile[slot] = NO_FILE;
    source.read(page * PAGE, this.bytes, slot * PAGE, length);
    // Bytes beyond the end of a file must be the same every time.
    this.bytes.fill(0, slot * PAGE + length, (slot + 1) * PAGE);
    this.slotFile[slot] = file;
    this.slotPage[slot] = page;
    this.slotUsed[slot] = ++this.clock;
  }
}
