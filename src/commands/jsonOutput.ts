/** `--json [file]`: the result of a command as data, on standard output or in a file. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ChessError, quote } from '../chess/result.ts';
import { replaceFile } from '../hosts/node/atomicFile.ts';

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
 * Writes the text and a line end. Throws a ChessError if the file cannot be written, or holds something else: a
 * word after `--json` may have been meant as an input.
 */
export function writeJson(target: JsonTarget, text: string): void {
  if (target === true || target === '-') {
    console.log(text);
    return;
  }
  if (holdsOther(target)) {
    throw new ChessError(`${quote(target)} is not JSON, and is not overwritten by --json`);
  }
  replaceFile(target, `${text}\n`);
}

/** Whether a file exists that does not begin as JSON of a command does. */
function holdsOther(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const first = Buffer.alloc(1);
    return readSync(file, first, 0, 1, 0) === 1 && !'{['.includes(first.toString('latin1'));
  } finally {
    closeSync(file);
  }
}
