/**
 * Files that appear under their name only when complete: they are written under another name, and
 * then renamed. A crash or a full disk leaves the old file, never half of a new one.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { ChessError, quote } from './chess/result.ts';

/**
 * Creates or replaces the file `path` in one step: `write` fills the file whose path it is given,
 * in the same folder. If it throws, that file is removed, `path` is as it was, and the error is
 * passed on. Returns what `write` returns.
 */
export function writeAtomically<T>(path: string, write: (partPath: string) => T): T {
  const part = `${path}.part`;
  try {
    const value = write(part);
    renameSync(part, path);
    return value;
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Writes all of `bytes` to an open file; a single call of the system may write only some. */
export function writeFully(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/**
 * Creates or replaces a file in one step; it is on the disk when this returns. Throws a ChessError
 * with the reason if it cannot be written; the old file is then kept.
 */
export function replaceFile(path: string, content: Uint8Array | string): void {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  try {
    writeAtomically(path, (part) => {
      const file = openSync(part, 'w');
      try {
        writeFully(file, bytes);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOSPC' ? 'the disk is full' : message;
    throw new ChessError(`cannot write ${quote(basename(path))}: ${reason}`);
  }
}
