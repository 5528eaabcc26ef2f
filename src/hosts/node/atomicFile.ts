/**
 * Files that appear under their name only when complete: they are written under another name, and
 * then renamed. A crash or a full disk leaves the old file, never half of a new one.
 */
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { quotePath } from '../../util/printable.ts';
import { ChessError } from '../../util/result.ts';
import { reasonOf } from './systemError.ts';

/** Names of files that are already open: they are written to, never replaced. */
const OPEN_FILE = /^(\/dev\/(stdout|stderr|fd\/)|\/proc\/)/;

/**
 * Creates or replaces the file `path` in one step: `write` creates the file whose path it is given,
 * in the same folder. If it throws, that file is removed, `path` is as it was, and the error is
 * passed on, with the name of `path` if that file cannot be written. A symbolic link is followed. Returns
 * what `write` returns.
 *
 * With `isNew`, a file that exists by the end of `write` is not replaced: throws a ChessError.
 */
export function writeAtomically<T>(
  path: string,
  write: (partPath: string) => T,
  { isNew = false } = {},
): T {
  const target = followLinks(path);
  const part = partPath(target);
  try {
    const value = write(part);
    if (isNew) publish(part, target);
    else renameSync(part, target);
    return value;
  } catch (error) {
    rmSync(part, { force: true });
    throw (error as NodeJS.ErrnoException).path === part ? cannotWrite(path, error) : error;
  }
}

/** Makes an error of the file system name the file that the user asked for. */
const cannotWrite = (path: string, error: unknown): ChessError =>
  new ChessError(`cannot write ${quotePath(path)}: ${reasonOf(error)}`);

/** A path beside a file for a part of it: random, as there may be a file of ours from a crash, or one of the user. */
export const partPath = (target: string): string =>
  `${target}.${randomBytes(6).toString('hex')}.part`;

/** Removes what is left at {@link partPath} beside a file if a process was killed. */
export function removeLeftovers(path: string): void {
  const target = followLinks(path);
  const folder = dirname(target);
  const name = basename(target);
  for (const other of readdirSync(folder)) {
    const rest = other.startsWith(name) ? other.slice(name.length) : '';
    if (/^\.[0-9a-f]{12}\.part$/.test(rest)) rmSync(join(folder, other), { recursive: true });
  }
}

/** Gives the complete file its name, unless there is a file of that name. */
function publish(part: string, target: string): void {
  const exists = () => new ChessError(`${quotePath(basename(target))} already exists`);
  try {
    // Unlike renaming, this fails if the name is taken.
    linkSync(part, target);
    rmSync(part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists();
    // Some file systems have no hard links.
    if (existsSync(target)) throw exists();
    renameSync(part, target);
  }
}

/** The file that a symbolic link leads to, whether or not it exists. */
export function followLinks(path: string): string {
  const leadsTo = statSync(path, { throwIfNoEntry: false });
  if (leadsTo !== undefined) return realpathSync(path);
  try {
    return followLinks(resolve(realpathSync(dirname(path)), readlinkSync(path)));
  } catch {
    return path;
  }
}

/** Writes all of `bytes` to an open file; a single call of the system may write only some. */
export function writeFully(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** What a file is to contain; a text that may be longer than a string can be comes in parts. */
type FileContent = Uint8Array | string | Iterable<string>;

/**
 * Creates or replaces a file in one step; it is on the disk when this returns. A device or a pipe
 * is written to. Throws a ChessError with the reason if it cannot be written; the old file is then
 * kept. A file that is replaced keeps its permissions.
 */
export function replaceFile(path: string, content: FileContent): void {
  withReason(path, () => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (OPEN_FILE.test(path) || (stats !== undefined && !stats.isFile())) {
      put(path, 'a', content);
    } else {
      writeAtomically(path, (part) => {
        put(part, 'wx', content);
        if (stats !== undefined) chmodSync(part, stats.mode);
      });
    }
  });
}

/** Creates a file as {@link replaceFile} does. Throws a ChessError if it exists. */
export function createFile(path: string, content: Uint8Array | string): void {
  withReason(path, () =>
    writeAtomically(path, (part) => put(part, 'wx', content), { isNew: true }),
  );
}

const bytesOf = (content: Uint8Array | string): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

function put(path: string, flags: 'a' | 'wx', content: FileContent): void {
  const isWhole = typeof content === 'string' || content instanceof Uint8Array;
  const file = openSync(path, flags);
  try {
    for (const part of isWhole ? [content] : content) writeFully(file, bytesOf(part));
    // Devices and pipes cannot be flushed.
    if (flags === 'wx') fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Turns an error of the file system while writing a file into a ChessError. */
export function withReason(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (error instanceof ChessError) throw error;
    throw cannotWrite(path, error);
  }
}

/** The error for a file that another process writes to as well: both would spoil it. */
const changedElsewhere = (path: string): ChessError =>
  new ChessError(`${quotePath(basename(path))} is being changed by another process`);

/** A file that a run appends to. */
export class AppendedFile {
  private readonly path: string;
  private size: number;

  /** `size` is the length in bytes that the file has; 0 if there is none. */
  constructor(path: string, size: number) {
    this.path = path;
    this.size = size;
  }

  /**
   * Appends to the file; it is there when this returns. Throws a ChessError if the file was changed, since two
   * runs with one file would both do all of the work; and with the reason if it cannot be written.
   */
  append(content: Uint8Array | string): void {
    const stats = statSync(this.path, { throwIfNoEntry: false });
    if ((stats?.size ?? 0) !== this.size) throw changedElsewhere(this.path);
    const bytes = bytesOf(content);
    withReason(this.path, () => appendFileSync(this.path, bytes));
    this.size += bytes.length;
  }
}

/** A file that a run replaces repeatedly, and may remove at its end. */
export class SavedFile {
  readonly path: string;
  private version: string | null;

  constructor(path: string) {
    this.path = path;
    this.version = versionOf(path);
  }

  /**
   * {@link replaceFile}, with its errors. Throws a ChessError if another process has written the file:
   * two runs with one file would destroy each other's work.
   */
  replace(content: Uint8Array | string): void {
    const found = versionOf(this.path);
    // A file that was removed can be written again.
    if (found !== null && found !== this.version) {
      throw changedElsewhere(this.path);
    }
    replaceFile(this.path, content);
    this.version = versionOf(this.path);
  }

  /**
   * Removes the file, unless another process has written it, or it is a device or a pipe. A symbolic
   * link is followed. Throws the error of the system.
   */
  remove(): void {
    if (this.version !== null && versionOf(this.path) === this.version) {
      rmSync(followLinks(this.path));
    }
  }
}

/** Changes whenever the file is written. Null if there is none, and for devices and pipes. */
function versionOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats?.isFile() ? `${stats.ino} ${stats.mtimeNs} ${stats.size}` : null;
}
