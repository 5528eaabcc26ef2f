/** Finds the tablebases for a command. */
import { ChessError } from '../chess/result.ts';
import type { TablebaseListing } from '../engine/threadMessages.ts';
import { listTablebases, splitPath } from '../hosts/node/tablebaseFiles.ts';

/**
 * The tablebases in folders; each text may name several, as in SyzygyPath. Problems are reported on
 * standard error. Throws a ChessError if there are no tablebases at all.
 */
export function readTablebasesPath(paths: readonly string[]): TablebaseListing[] {
  const folders = paths.flatMap(splitPath);
  if (folders.length === 0) throw new ChessError('no folder of tablebases given');
  const { tables, problems } = listTablebases(folders);
  if (tables.length === 0) throw new ChessError(problems.join('; '));
  for (const problem of problems) console.error(`refrain: ${problem}`);
  return tables;
}
