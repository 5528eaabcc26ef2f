/**
 * Reading files that the user names. Devices are refused: one like /dev/zero has no end, and would be
 * read until the memory is full. Commands read pipes, such as `<(zcat games.pgn.gz)`.
 */
import { readFileSync, statSync } from 'node:fs';
import { ChessError, quote } from '../../chess/result.ts';

/** Throws a ChessError if `path` exists and is not a file: pipes may never be written to. */
export function requireFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === false) throw new ChessError(`${quote(path)} is not a file`);
}

/** Throws a ChessError if `path` is a device. */
export function refuseDevice(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isCharacterDevice() || stats?.isBlockDevice()) {
    throw new ChessError(`${quote(path)} is a device, not a file`);
  }
}

/** The bytes of a file or pipe. Throws a ChessError for a device, or the error of the system. */
export function readBytes(path: string): Uint8Array {
  refuseDevice(path);
  return new Uint8Array(readFileSync(path));
}

/** The text of a file or pipe; `-` is the standard input. Throws like {@link readBytes}. */
export function readText(path: string, encoding: BufferEncoding = 'utf8'): string {
  if (path === '-') return readFileSync(0, encoding);
  refuseDevice(path);
  return readFileSync(path, encoding);
}
