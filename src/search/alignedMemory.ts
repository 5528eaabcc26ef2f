/**
 * Memory that begins at a page boundary, so that data laid out in cache lines is aligned to them.
 * `ArrayBuffer`s are not: V8 takes them from `malloc`, whose large blocks begin 16 bytes into a page.
 * WebAssembly memory is.
 */

/** WebAssembly's unit of memory, in bytes. */
const PAGE = 65_536;
/** WebAssembly's limit. */
const MAX_PAGES = 65_536;

/**
 * Zeroed memory of `bytes`, which cannot be transferred to another thread. Not aligned where WebAssembly has
 * no memory of this size. Throws a RangeError if there is not enough memory.
 */
export function alignedMemory(bytes: number, isShared: boolean): SharedArrayBuffer | ArrayBuffer {
  const pages = bytes / PAGE;
  if (typeof WebAssembly !== 'undefined' && Number.isInteger(pages) && pages <= MAX_PAGES) {
    try {
      return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: isShared }).buffer;
    } catch {
      // Too little address space: this takes more of it than an ArrayBuffer.
    }
  }
  return isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}
