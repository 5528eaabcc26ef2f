/**
 * Where the bytes of tablebase files come from. This folder knows neither disks nor networks:
 * `hosts/node` and `hosts/browser` supply the sources, tests supply arrays.
 *
 * Reading is synchronous, because the search is.
 */

/** One tablebase file. */
export interface TablebaseFile {
  /** Without the folder: `KRPvKR.rtbw`. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /**
   * Reads `length` bytes at `offset` into `target` at index `at`. If it throws, the file is no longer
   * used.
   */
  read(offset: number, target: Uint8Array, at: number, length: number): void;
  /** Closes the file, if reading has opened it. Another read opens it again. */
  close?(): void;
}

/** Bytes that cannot be read, or are not valid. The file is then no longer used. */
export class TablebaseError extends Error {
  override name = 'TablebaseError';
}
