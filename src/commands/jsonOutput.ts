/** `--json [file]`: the result of a command as data, on standard output or in a file. */
import { replaceFile } from '../hosts/node/atomicFile.ts';
import { STANDARD } from '../hosts/node/inputFile.ts';
import { checkOutputs, checkReplaced, type Paths } from './checkOutputs.ts';

/** The value of the option; true without a file. */
export type JsonTarget = string | true;

/** The name of the option, and its help. */
export const JSON_OPTION = [
  '--json [file]',
  'write the result as JSON (default: to standard output)',
] as const;

/** Whether the JSON goes to standard output, where nothing else may be printed then. */
export const isOnStandardOutput = (
  target: JsonTarget | undefined,
): target is true | typeof STANDARD => target === true || target === STANDARD;

/**
 * Checks that the JSON can be written, before the work begins. `others` are files that the command writes as
 * well. Throws a ChessError like {@link checkOutputs} and {@link checkReplaced}.
 */
export function checkJson(
  target: JsonTarget | undefined,
  inputs: Paths = [],
  others: Paths = [],
): void {
  const path = target === true ? STANDARD : target;
  checkOutputs([...others, path], inputs);
  checkReplaced('JSON', path);
}

/** Writes the text and a line end. Throws a ChessError if the file cannot be written. */
export function writeJson(target: JsonTarget, text: string): void {
  if (isOnStandardOutput(target)) console.log(text);
  else replaceFile(target, `${text}\n`);
}
