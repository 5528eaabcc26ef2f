/** Endgame tables that a command is told of. */
import { ChessError } from '../chess/result.ts';
import type { TableListing } from '../engine/messages.ts';
import { listTables, splitPath } from '../engine/node/tableFiles.ts';

/**
 * The tables of folders, each text possibly several as in SyzygyPath. What is not as it should be is
 * named on standard error. Throws a ChessError when there is none at all.
 */
export function readTablesPath(paths: readonly string[]): TableListing[] {
  const folders = paths.flatMap(splitPath);
  if (folders.length === 0) throw new ChessError('no folder of endgame tables is named');
  const { tables, problems } = listTables(folders);
  if (tables.length === 0) throw new ChessError(problems.join('; '));
  for (const problem of problems) console.error(`refrain: ${problem}`);
  return tables;
}
