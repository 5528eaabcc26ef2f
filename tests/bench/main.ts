/**
 * `npm run bench`: how fast the built library (`dist/`, what users get) is beside chessops and
 * chess.js, in one process and one run, so that only the ratios matter and the machine does not.
 */
import { cpus, loadavg } from 'node:os';
import { fenRows } from './fen.ts';
import type { Row } from './measure.ts';
import { moveRows } from './moves.ts';
import { perftRows } from './perft.ts';
import { startupRows } from './startup.ts';

const digits = (value: number | undefined) =>
  value === undefined ? '' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

/** How many times better we are: more nodes in a second, or less time. */
function ratio(row: Row, other: 'chessops' | 'chess.js'): string {
  const theirs = row[other];
  if (theirs === undefined) return '';
  const times = row.unit.endsWith('ps') ? row.refrain / theirs : theirs / row.refrain;
  return `${digits(times)}x`;
}

const started = performance.now();
const rows = [
  ...(await startupRows()),
  ...(await moveRows()),
  ...(await perftRows()),
  ...(await fenRows()),
];
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}`);
console.log(
  `load ${loadavg()[0]!.toFixed(1)}, ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
console.table(
  Object.fromEntries(
    rows.map((row) => [
      row.benchmark,
      {
        refrain: `${digits(row.refrain)} ${row.unit}`,
        chessops: digits(row.chessops),
        'chess.js': digits(row['chess.js']),
        'to chessops': ratio(row, 'chessops'),
        'to chess.js': ratio(row, 'chess.js'),
        mark: row.mark ?? '',
        reached: row.reached === undefined ? '' : row.reached ? 'yes' : 'NO',
      },
    ]),
  ),
);
