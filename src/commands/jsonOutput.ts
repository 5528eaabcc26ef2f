/** `--json [file]`: the result of a command as data, on standard output or in a file. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ChessError, quote } from '../chess/result.ts';
import { replaceFile } from '../hosts/node/atomicFile.ts';
import { checkOutputs, type Paths } from './checkOutputs.ts';

/** The value of the option; true without a file. */
export type JsonTarget = string | true;

/** The name of the option, and its help. */
export const JSON_OPTION = [
  '--json [file]',
  'write the result as JSON (default: to standard output)',
] as const;

/** Whether the JSON goes to standard output, where nothing else may be printed then. */
export const isOnStandardOutput = (target: JsonTarget | undefined): boolean =>
  target === true || target === '-';

/**
 * Checks that the JSON can be written, before the work begins. `others` are files that the command writes as
 * well. Throws a ChessError if the file holds something else, since a word after `--json` may have been meant as
 * an input, and like {@link checkOutputs}.
 */
export function checkJson(
  target: JsonTarget | undefined,
  inputs: Paths = [],
  others: Paths = [],
): void {
  const path = target === true ? '-' : target;
  checkOutputs([...others, path], inputs);
  if (path !== undefined && path !== '-' && holdsOther(path)) {
    throw new ChessError(`${quote(path)} is not JSON, and is not overwritten by --json`);
  }
}

/** Writes the text and a line end. Throws a ChessError if the file cannot be written. */
export function writeJson(target: JsonTarget, text: string): void {
  if (target === true || target === '-') console.log(text);
  else replaceFile(target, `${text}\n`);
}

/** Whether a file exists that does not begin as JSON of a command does: with an object. PGN begins as a list does. */
function holdsOther(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const first = Buffer.alloc(1);
    return readSync(file, first, 0, 1, 0) === 1 && first.toString('latin1') !== '{';
  } finally {
    closeSync(file);
  }
}
