/** Errors of evaluations as a table, for `refrain data measure` and `npm run measure:leaves`. */
import type { ErrorSummary } from '../train/truthSet.ts';
import { formatCount } from '../util/counts.ts';
import { compactTable } from './compactTable.ts';

/** A row for each group of positions; `name` is that of the network or engine. */
export function formatErrors(name: string, groups: ReadonlyMap<string, ErrorSummary>): string {
  const table = compactTable(
    [name, 'positions', 'error', 'best factor', 'error with it', 'bias'],
    ['left', 'right', 'right', 'right', 'right', 'right'],
  );
  for (const [group, { positions, error, factor, scaledError, bias }] of groups) {
    table.push([
      group,
      formatCount(positions),
      error.toFixed(5),
      factor.toFixed(2),
      scaledError.toFixed(5),
      `${bias < 0 ? '' : '+'}${bias.toFixed(4)}`,
    ]);
  }
  return `${table}`;
}
