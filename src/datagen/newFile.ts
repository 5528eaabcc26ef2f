/**
 * Files that are written from start to end and appear under their name when complete. They are derived from
 * other files, so an interrupted run is repeated rather than continued.
 */
import { closeSync, existsSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { removeLeftovers, writeAtomically, writeFully } from '../hosts/node/atomicFile.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError } from '../util/result.ts';

/** Size of the write buffer in bytes. */
const BUFFER_BYTES = 1 << 16;

/** {@link writeAtomically}, for a file that must not exist yet: otherwise throws a ChessError. */
export function writeNewFile<T>(path: string, fill: (file: NewFile) => T): T {
  if (existsSync(path)) throw new ChessError(`${quotePath(basename(path))} already exists`);
  removeLeftovers(path);
  const write = (part: string) => {
    const file = new NewFile(part);
    const value = fill(file);
    file.close();
    return value;
  };
  return writeAtomically(path, write, { isNew: true });
}

/** A new file with a write buffer. */
export class NewFile {
  private readonly path: string;
  private readonly file: number;
  private readonly buffer = new Uint8Array(BUFFER_BYTES);
  private filled = 0;

  constructor(path: string) {
    this.path = path;
    this.file = openSync(path, 'wx');
  }

  write(bytes: Uint8Array): void {
    if (this.filled + bytes.length > BUFFER_BYTES) this.flush();
    if (bytes.length > BUFFER_BYTES) {
      this.put(bytes);
    } else {
      this.buffer.set(bytes, this.filled);
      this.filled += bytes.length;
    }
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }

  /** Writes what is in the buffer, so that {@link close} cannot fail for lack of space. */
  flush(): void {
    this.put(this.buffer.subarray(0, this.filled));
    this.filled = 0;
  }

  private put(bytes: Uint8Array): void {
    try {
      writeFully(this.file, bytes);
    } catch (error) {
      // The system does not name the file here; writeAtomically needs it.
      throw Object.assign(error as Error, { path: this.path });
    }
  }
}
