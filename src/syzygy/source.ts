/**
 * Where the bytes of tablebase files come from. Nothing else in this folder knows of disks or
 * networks: `engine/node` and `engine/browser` supply sources, a test supplies arrays.
 *
 * Reading is synchronous, because the search is.
 */

/** One tablebase file. */
export interface TableFile {
  /** Without its folder, for example `KRPvKR.rtbw`. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /**
   * Reads `length` bytes from `offset` on into `target` at index `at`. Throws when it cannot; the
   * file is then not used any more.
   */
  read(offset: number, target: Uint8Array, at: number, length: number): void;
}

/** What a source cannot deliver, or bytes that make no sense: the file at fault is not used. */
export class TableError extends Error {
  override name = 'TableError';
}
