/** Checks the files that a command will write before its work begins, not hours later. */
import { closeSync, existsSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { followLinks } from '../hosts/node/atomicFile.ts';
import { readBeginning, STANDARD } from '../hosts/node/inputFile.ts';
import { quotePath } from '../util/printable.ts';
import { ChessError } from '../util/result.ts';

/** Names of files; undefined for an option that is not given. */
export type Paths = readonly (string | undefined)[];

/** The beginnings of the files that an option may replace. A command's JSON is an object. */
const BEGINNINGS = {
  JSON: /^\{/,
  HTML: /^<!doctype html/i,
  PGN: /^\[[A-Za-z]/,
  SVG: /^<svg/,
} as const;

/** The longest of these beginnings, in bytes. */
const BEGINNING_BYTES = 16;

/**
 * Throws a ChessError if two outputs are the same file, or one is also an input, and the file
 * system's error if one cannot be written. `-`, for standard input or output, is not a file.
 */
export function checkOutputs(outputs: Paths, inputs: Paths): void {
  const read = new Set(inputs.map(identityOf));
  const written = new Set<string>();
  for (const path of outputs) {
    const identity = identityOf(path);
    if (path === undefined || identity === null) continue;
    if (read.has(identity))
      throw new ChessError(`${quotePath(path)} is both an input and an output`);
    if (written.has(identity)) throw new ChessError(`${quotePath(path)} is given for two outputs`);
    written.add(identity);
  }
  for (const path of outputs) if (path !== undefined && path !== STANDARD) checkWritable(path);
}

/** Throws a ChessError if an input is given twice: its games would count twice. */
export function checkInputs(inputs: readonly string[]): void {
  // One that does not exist is reported when it is opened.
  const files = inputs.map((path) => (existsSync(path) ? realpathSync(path) : path));
  const twice = inputs.find((_, i) => files.indexOf(files[i]!) !== i);
  if (twice !== undefined) throw new ChessError(`${quotePath(basename(twice))} is given twice`);
}

/**
 * An identity that all names of a file share, whether or not it exists. Null for devices and pipes, which can
 * be used twice.
 */
function identityOf(path: string | undefined): string | null {
  if (path === undefined || path === STANDARD) return null;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined) return stats.isFile() ? realpathSync.native(path) : null;
  const target = resolve(followLinks(path));
  const folder = dirname(target);
  return join(existsSync(folder) ? realpathSync.native(folder) : folder, basename(target));
}

/** Opening it is the only test that covers everything: folders, permissions, read-only disks. */
function checkWritable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  // Opening a pipe blocks until there is a reader, and closing it would be its end of file.
  if (stats?.isFIFO()) return;
  closeSync(openSync(path, 'a'));
  if (stats === undefined) rmSync(followLinks(path));
}

/**
 * Throws a ChessError if a file that an option would replace holds something else than the option writes: it
 * may have been meant as an input.
 */
export function checkReplaced(kind: keyof typeof BEGINNINGS, path: string | undefined): void {
  if (path === undefined || path === STANDARD) return;
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const beginning = Buffer.from(readBeginning(path, BEGINNING_BYTES)).toString('latin1');
  if (beginning === '' || BEGINNINGS[kind].test(beginning)) return;
  throw new ChessError(
    `${quotePath(path)} is not ${kind}, and is not overwritten by --${kind.toLowerCase()}`,
  );
}
