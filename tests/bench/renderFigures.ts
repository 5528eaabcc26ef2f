/**
 * Figures as Markdown. What was measured is kept in docs/figures.json; a document shows it between two markers,
 * `<!-- figures: NAME -->` and `<!-- /figures -->`. Nobody types a figure, so no two documents state different ones.
 */
import type { Row } from './measure.ts';

/** When, where and how something was measured. */
export interface Origin {
  date: string;
  commit: string;
  machine: string;
  command: string;
}

export interface Suite {
  name: string;
  solved: number;
  total: number;
  /** Seconds per position. */
  seconds: number;
}

/** What `npm run figures` measures; a part that has not been measured is missing. */
export interface Figures {
  /** Nodes per second of `bench`, on one thread. */
  speed?: { origin: Origin; nodes: number; nps: number; others: { name: string; nps: number }[] };
  suites?: { origin: Origin; suites: Suite[] };
  /** The built package against other libraries, start-up and response times. */
  library?: { origin: Origin; rows: Row[] };
  /** Bytes. */
  sizes?: { origin: Origin; sizes: { what: string; bytes: number; gzip?: number }[] };
  /** Speed of `bench` relative to `base`, in per cent, for each round. */
  nodes?: { origin: Origin; base: string; versions: { version: string; percent: number[] }[] };
}

const digits = (value: number | undefined) =>
  value === undefined ? '' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

type Other = 'chessops' | 'chess.js';

/** How many times as fast as another library ours is; undefined if that was not measured. */
function timesAsFast(row: Row | undefined, other: Other): number | undefined {
  const theirs = row?.[other];
  if (row === undefined || theirs === undefined) return undefined;
  return row.unit.endsWith('ps') ? row.refrain / theirs : theirs / row.refrain;
}

/** The number of another library, and the factor by which ours is better (faster). */
const compare = (row: Row, other: Other): string =>
  row[other] === undefined ? '' : `${digits(row[other])} (${digits(timesAsFast(row, other))}×)`;

/** Columns have the same width in every row, so that the Markdown source is readable. The first is text. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) =>
    Math.max(title.length, 2, ...rows.map((row) => row[i]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
  const rule = widths.map((width, i) =>
    i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

const thousands = (value: number) => Math.round(value).toLocaleString('en');
const kilobytes = (bytes: number) => `${thousands(bytes / 1000)} kB`;
const perSecond = (nps: number) => `${(nps / 1e6).toFixed(2)} million`;

const originLine = ({ date, commit, machine, command }: Origin) =>
  `\`${command}\`, ${date}, commit ${commit}, ${machine}.`;

const withOrigin = (origin: Origin, text: string) => `${originLine(origin)}\n\n${text}`;

/** A range such as `+3 to +16%`. */
const range = (percent: readonly number[]) => {
  const sign = (value: number) => (value < 0 ? `−${-value}` : `+${value}`);
  return `${sign(Math.min(...percent))} to ${sign(Math.max(...percent))}%`;
};

/** A row of the library. */
const rowOf = ({ library }: Figures, name: string) =>
  library?.rows.find(({ benchmark }) => benchmark === name);

/** `13 times as fast as chessops and 87 times as fast as chess.js`; null if that was not measured. */
function describeTimes(row: Row | undefined): string | null {
  const [chessops, chessJs] = [timesAsFast(row, 'chessops'), timesAsFast(row, 'chess.js')];
  if (chessops === undefined || chessJs === undefined) return null;
  const rounded = (times: number) => Number(times.toPrecision(2));
  return `${rounded(chessops)} times as fast as chessops and ${rounded(chessJs)} times as fast as chess.js`;
}

/** List items in lines of at most 120 characters. */
const list = (items: readonly string[]) =>
  items.map((text) => `- ${text}`.replace(/(?=.{119})(.{1,118}) /g, '$1\n  ')).join('\n');

/** The blocks that documents can show, by name. */
const BLOCKS: Record<string, (figures: Figures) => string | null> = {
  speed: ({ speed }) =>
    speed === undefined
      ? null
      : withOrigin(
          speed.origin,
          table(
            ['', 'nodes per second', 'relative'],
            [
              ['Refrain', thousands(speed.nps), '1.00'],
              ...speed.others.map(({ name, nps }) => [
                name,
                thousands(nps),
                (nps / speed.nps).toFixed(2),
              ]),
            ],
          ),
        ),
  suites: ({ suites }) =>
    suites === undefined
      ? null
      : withOrigin(
          suites.origin,
          table(
            ['suite', 'seconds per position', 'solved'],
            suites.suites.map(({ name, seconds, solved, total }) => [
              name,
              `${seconds}`,
              `${solved} of ${total}`,
            ]),
          ),
        ),
  library: ({ library }) =>
    library === undefined
      ? null
      : withOrigin(
          library.origin,
          table(
            ['', 'unit', 'Refrain', 'chessops', 'chess.js'],
            library.rows.map((row) => [
              row.benchmark,
              row.unit,
              digits(row.refrain),
              compare(row, 'chessops'),
              compare(row, 'chess.js'),
            ]),
          ),
        ),
  sizes: ({ sizes }) =>
    sizes === undefined
      ? null
      : withOrigin(
          sizes.origin,
          table(
            ['', 'size', 'gzip'],
            sizes.sizes.map(({ what, bytes, gzip }) => [
              what,
              kilobytes(bytes),
              gzip === undefined ? '' : kilobytes(gzip),
            ]),
          ),
        ),
  nodes: ({ nodes }) =>
    nodes === undefined
      ? null
      : withOrigin(
          nodes.origin,
          table(
            ['Node', `speed of \`bench\` relative to ${nodes.base}`],
            nodes.versions.map(({ version, percent }) => [version, range(percent)]),
          ),
        ),
  // For README: one sentence each.
  summary: (figures) => {
    const { speed, suites, library } = figures;
    const start = rowOf(figures, 'start to uciok')?.refrain;
    const perft = describeTimes(rowOf(figures, 'perft 5, start position, bulk'));
    const pgn = describeTimes(rowOf(figures, 'reading PGN, per move'));
    const lines: string[] = [];
    if (speed !== undefined) {
      const others = speed.others.map(
        ({ name, nps }) =>
          `, ${Math.round((100 * speed.nps) / nps)}% of what ${name} reports in its own \`bench\``,
      );
      lines.push(
        `One thread searches ${perSecond(speed.nps)} nodes per second in \`refrain bench\`${others.join('')}.`,
      );
    }
    if (suites !== undefined) {
      const solved = suites.suites.map(
        ({ name, solved, total, seconds }) =>
          `${solved} of ${total} positions in ${name} at ${seconds} s each`,
      );
      lines.push(`It solves ${solved.join('; ')}.`);
    }
    if (start !== undefined) {
      lines.push(`It starts in ${Math.round(start)} ms (from launch to \`uciok\`).`);
    }
    if (perft !== null && pgn !== null) {
      lines.push(`As a library, it runs perft ${perft}, and reads PGN ${pgn}.`);
    }
    if (lines.length === 0) return null;
    const parts = [speed, suites, start === undefined ? undefined : library];
    const origins = parts.map((part) => part?.origin).filter((origin) => origin !== undefined);
    const distinct = (texts: readonly string[]) => [...new Set(texts)];
    // Each part was measured under a different load.
    const machines = distinct(origins.map(({ machine }) => machine.replace(/, load [\d.]+$/, '')));
    const commits = distinct(origins.map(({ commit }) => commit));
    return `${list(lines)}\n\nMeasured by \`npm run figures\`: ${machines.join('; ')}, commits ${commits.join(', ')};\n[docs/benchmarks.md](docs/benchmarks.md) has the date, commit and load of each.`;
  },
};

/** What stands between the markers. */
const BLOCK = /(<!-- figures: (\w+) -->\n)([\s\S]*?)(<!-- \/figures -->)/g;

/**
 * A document with its blocks written from the figures. A block of which nothing has been measured stays as it is.
 * Throws an `Error` for a name that is no block.
 */
export function renderFigures(document: string, figures: Figures): string {
  return document.replace(BLOCK, (all, begin: string, name: string, _: string, end: string) => {
    const block = BLOCKS[name];
    if (block === undefined) throw new Error(`there are no figures named '${name}'`);
    const text = block(figures);
    return text === null ? all : `${begin}\n${text}\n\n${end}`;
  });
}
