/** The tables that commands print: without colours, and without lines between the rows. */
import Table from 'cli-table3';

type Alignment = 'left' | 'center' | 'right';

/** A table with a head; `colAligns` are the alignments of its columns. */
export const compactTable = (head: string[], colAligns: Alignment[]) =>
  new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
