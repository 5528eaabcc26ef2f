/** Tablebase files on disk, read in pages. */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { FoundTablebases } from '../../engine/engineHost.ts';
import type { TablebaseListing } from '../../engine/threadMessages.ts';
import { TablebaseError, type TablebaseFile } from '../../syzygy/source.ts';
import { printable } from '../../util/printable.ts';
import { ChessError } from '../../util/result.ts';
import { describeError, isExhausted, reasonOf } from './systemError.ts';

/** The maximum number of open files: there are more six-piece tablebases than files that a process may open. */
const MAX_OPEN = 256;

/** The folders in a `SyzygyPath`, separated as in PATH (`:`, on Windows `;`). */
export function splitPath(path: string): string[] {
  return path.split(delimiter).filter((folder) => folder !== '');
}

/**
 * The files `*.rtbw` and `*.rtbz` in folders. Problems are a folder that has none or cannot be read, and a
 * file that cannot be read or does not have the size of a tablebase. Throws a ChessError if none of the
 * folders can be read.
 */
export function listTablebases(folders: readonly string[]): FoundTablebases {
  const tables: TablebaseListing[] = [];
  const problems: string[] = [];
  let unreadable = 0;
  for (const folder of folders) {
    const names = attempt(() => readdirSync(folder), problems)?.filter((name) =>
      /\.rtb[wz]$/.test(name),
    );
    if (names === undefined) {
      unreadable++;
      continue;
    }
    if (names.length === 0) problems.push(printable(`no tablebases in ${folder}`));
    for (const name of names.sort()) {
      const at = join(folder, name);
      const size = attempt(() => statSync(at).size, problems);
      if (size === undefined) continue;
      // The data are a multiple of 64 bytes, followed by a checksum of 16.
      if (size % 64 === 16) tables.push({ name, size, at });
      else problems.push(printable(`${at} is not a complete tablebase`));
    }
  }
  if (unreadable > 0 && unreadable === folders.length) throw new ChessError(problems.join('; '));
  return { tables, problems };
}

/** What `read` returns; undefined, with the reason among the problems, if the file system refuses. */
function attempt<Read>(read: () => Read, problems: string[]): Read | undefined {
  try {
    return read();
  } catch (error) {
    problems.push(printable(describeError(error)));
    return undefined;
  }
}

/** The file is opened on first use. */
export function openTablebase({ name, size, at }: TablebaseListing): TablebaseFile {
  const path = at as string;
  return {
    name,
    size,
    read(offset, target, start, length) {
      try {
        const descriptor = openFiles.descriptor(path);
        for (let done = 0; done < length; ) {
          const read = readSync(descriptor, target, start + done, length - done, offset + done);
          if (read === 0) throw new TablebaseError('it ends too early');
          done += read;
        }
      } catch (error) {
        throw new TablebaseError(reasonOf(error));
      }
    },
    close: () => openFiles.close(path),
  };
}

/** Keeps a limited number of files open, as many as the system allows: opening one more closes the oldest. */
class OpenFiles {
  private readonly descriptors = new Map<string, number>();

  descriptor(path: string): number {
    const known = this.descriptors.get(path);
    if (known !== undefined) return known;
    if (this.descriptors.size >= MAX_OPEN) this.closeOldest();
    const descriptor = this.open(path);
    this.descriptors.set(path, descriptor);
    return descriptor;
  }

  private open(path: string): number {
    try {
      return openSync(path, 'r');
    } catch (error) {
      if (!isExhausted(error) || this.descriptors.size === 0) throw error;
      this.closeOldest();
      return this.open(path);
    }
  }

  private closeOldest(): void {
    const [path] = this.descriptors.keys();
    this.close(path!);
  }

  close(path: string): void {
    const descriptor = this.descriptors.get(path);
    if (descriptor === undefined) return;
    this.descriptors.delete(path);
    closeSync(descriptor);
  }
}

/** One per thread. */
const openFiles = new OpenFiles();
