/**
 * `npm run bench` compares the speed of the built package (`dist/`) with chessops and chess.js, in one
 * process and one run, so that ratios do not depend on the machine. Prints the Markdown table of
 * docs/benchmarks.md.
 */
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fenRows } from './fen.ts';
import type { Row } from './measure.ts';
import { moveRows } from './moves.ts';
import { perftRows } from './perft.ts';
import { pgnRows } from './pgn.ts';
import { searchRows } from './search.ts';
import { startupRows } from './startup.ts';

const digits = (value: number | undefined) =>
  value === undefined ? '' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

/** The number of another library, and the factor by which ours is better (faster). */
function compare(row: Row, other: 'chessops' | 'chess.js'): string {
  const theirs = row[other];
  if (theirs === undefined) return '';
  const times = row.unit.endsWith('ps') ? row.refrain / theirs : theirs / row.refrain;
  return `${digits(theirs)} (${digits(times)}×)`;
}

/** Columns have the same width in every row, so that the Markdown source is readable. */
function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => row[i]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
  const rule = widths.map((width, i) =>
    i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function commit(): string {
  try {
    const hash = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
    const changes = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
    return `commit ${hash}${changes === '' ? '' : ' with changes'}`;
  } catch {
    return 'no commit';
  }
}

const started = performance.now();
const rows = [
  ...(await startupRows()),
  ...(await searchRows()),
  ...(await moveRows()),
  ...(await perftRows()),
  ...(await fenRows()),
  ...(await pgnRows()),
];
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `\`npm run bench\`, ${commit()}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ` +
    `load ${loadavg()[0]!.toFixed(1)} at the end, ${seconds} s.\n`,
);
console.log(
  formatTable(
    ['', 'unit', 'Refrain', 'chessops', 'chess.js'],
    rows.map((row) => [
      row.benchmark,
      row.unit,
      digits(row.refrain),
      compare(row, 'chessops'),
      compare(row, 'chess.js'),
    ]),
  ),
);
const missed = rows.filter(({ reached }) => reached === false);
for (const { benchmark, mark } of missed) console.error(`missed: ${benchmark}, ${mark}`);
