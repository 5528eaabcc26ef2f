/** Finds the endgame tables for a command. */
import { ChessError } from '../chess/result.ts';
import type { TableListing } from '../engine/messages.ts';
import { listTables, splitPath } from '../engine/node/tableFiles.ts';

/**
 * The tables in folders; each text may name several, as in SyzygyPath. Problems are reported on
 * standard error. Throws a ChessError if there are no tables at all.
 */
export function readTablesPath(paths: readonly string[]): TableListing[] {
  const folders = paths.flatMap(splitPath);
  if (folders.length === 0) throw new ChessError('no folder of endgame tables given');
  const { tables, problems } = listTables(folders);
  if (tables.length === 0) throw new ChessError(problems.join('; '));
  for (const problem of problems) console.error(`refrain: ${problem}`);
  return tables;
}
