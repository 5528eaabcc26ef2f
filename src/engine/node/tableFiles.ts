/** Tablebase files of folders on disk, read by pieces. */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { TableError, type TableFile } from '../../syzygy/source.ts';

/** Files that are open at the same time; all tables of six men are more than a process may open. */
const MOST_OPEN = 256;

/** What is found in folders, and in a sentence each what is not as it should be. */
export interface FoundTables {
  files: TableFile[];
  problems: string[];
}

/** Folders as `SyzygyPath` has them, separated like those of PATH (`:`, on Windows `;`). */
export function splitPath(path: string): string[] {
  return path.split(delimiter).filter((folder) => folder !== '');
}

/** The files `*.rtbw` and `*.rtbz` of folders. None is opened before it is read. */
export function findTables(folders: readonly string[]): FoundTables {
  const files: TableFile[] = [];
  const problems: string[] = [];
  const open = new OpenFiles();
  for (const folder of folders) {
    try {
      const names = readdirSync(folder).filter((name) => /\.rtb[wz]$/.test(name));
      if (names.length === 0) problems.push(`no endgame tables in ${folder}`);
      for (const name of names.sort()) {
        const path = join(folder, name);
        const { size } = statSync(path);
        // The data end with a block of 64 bytes, and a checksum of 16 follows.
        if (size % 64 === 16) files.push(new DiskFile(name, path, size, open));
        else problems.push(`${path} is no endgame table or not all of it, it is not used`);
      }
    } catch (error) {
      problems.push(`endgame tables: ${(error as Error).message}`);
    }
  }
  return { files, problems };
}

class DiskFile implements TableFile {
  readonly name: string;
  readonly size: number;
  private readonly path: string;
  private readonly open: OpenFiles;

  constructor(name: string, path: string, size: number, open: OpenFiles) {
    this.name = name;
    this.path = path;
    this.size = size;
    this.open = open;
  }

  read(offset: number, target: Uint8Array, at: number, length: number): void {
    const descriptor = this.open.descriptor(this.path);
    for (let done = 0; done < length; ) {
      const read = readSync(descriptor, target, at + done, length - done, offset + done);
      if (read === 0) throw new TableError('it ends too early');
      done += read;
    }
  }
}

/** The files that are open: the one that has been open for longest is closed for the next. */
class OpenFiles {
  private readonly descriptors = new Map<string, number>();

  descriptor(path: string): number {
    const known = this.descriptors.get(path);
    if (known !== undefined) return known;
    if (this.descriptors.size >= MOST_OPEN) {
      const [oldest, descriptor] = this.descriptors.entries().next().value!;
      this.descriptors.delete(oldest);
      closeSync(descriptor);
    }
    const descriptor = openSync(path, 'r');
    this.descriptors.set(path, descriptor);
    return descriptor;
  }
}
