/** Finds the tablebases for a command. */
import { readdirSync } from 'node:fs';
import type { FoundTablebases } from '../engine/engineHost.ts';
import type { TablebaseListing } from '../engine/threadMessages.ts';
import { listTablebases, openTablebase, splitPath } from '../hosts/node/tablebaseFiles.ts';
import { Tablebases } from '../syzygy/tablebases.ts';
import { ChessError } from '../util/result.ts';
import { append } from './optionParsers.ts';
import { warn } from './warn.ts';

/** The option of commands, its help, and its parser. */
export const SYZYGY_OPTION = [
  '--syzygy <folder>',
  'folder of tablebases; several as in SyzygyPath, or repeat the option',
  append,
] as const;

/**
 * The tablebases in folders; each text may name several, as in SyzygyPath. Throws a ChessError if there are no
 * tablebases at all, and the file system's error for a folder that cannot be read.
 */
export function findTablebases(paths: readonly string[]): FoundTablebases {
  const folders = paths.flatMap(splitPath);
  if (folders.length === 0) throw new ChessError('no folder of tablebases: give it with --syzygy');
  for (const folder of folders) readdirSync(folder);
  const found = listTablebases(folders);
  if (found.tables.length === 0) throw new ChessError(found.problems.join('; '));
  return found;
}

/** Like {@link findTablebases}; reports damaged files, which are not used, on standard error. */
export function readTablebasesPath(paths: readonly string[]): TablebaseListing[] {
  const { tables, problems } = findTablebases(paths);
  for (const problem of problems) warn(problem);
  return tables;
}

/** Opens them for probing in this thread; damage that is found later is reported too. */
export const openTablebases = (paths: readonly string[]): Tablebases =>
  new Tablebases(readTablebasesPath(paths).map(openTablebase), { onProblem: warn });
