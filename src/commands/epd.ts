/** `refrain epd suite.epd`: runs a test suite and shows what was solved, and when. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import Table from 'cli-table3';
import { runSuite, type SuiteOutcome } from '../analysis/runSuite.ts';
import { parseSuite, type SuiteTask } from '../analysis/suite.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { formatSan } from '../chess/notation/san.ts';
import { ChessError } from '../chess/result.ts';
import type { Limits } from '../search/limits.ts';
import { formatSignedEval } from '../search/score.ts';
import { type LimitOptions, limitsOf } from './limits.ts';
import { INTERRUPTED, paint, startProgress, untilInterrupted } from './terminal.ts';

export interface EpdOptions extends LimitOptions {
  threads: number;
  /** Mebibytes of each thread. */
  hash: number;
  /** How many must be solved. */
  require?: number;
  json?: boolean;
}

/** What a position gets when nothing else is said. */
const DEFAULT_LIMITS: Limits = { movetime: 1000 };

/**
 * Throws a ChessError for a bad suite, or when fewer than required are solved. What is shown on
 * the way goes to standard output only where that is not a terminal and not to hold JSON.
 */
export async function runEpd(files: readonly string[], options: EpdOptions): Promise<void> {
  const tasks = files.flatMap(readSuite);
  const limits = limitsOf(options) ?? DEFAULT_LIMITS;
  const progress = startProgress(tasks.length, 'positions');
  const isPlain = !process.stderr.isTTY && !options.json;
  let solved = 0;
  const started = performance.now();
  const { outcomes, isInterrupted } = await untilInterrupted(async (signal) => {
    const outcomes = await runSuite(tasks, {
      ...options,
      limits,
      signal,
      onOutcome: (outcome) => {
        if (outcome.solved !== null) solved++;
        progress.step(`${solved} solved`);
        if (isPlain) console.log(describeOutcome(outcome));
      },
      onMessage: (text) => console.error(`refrain: ${text}`),
    });
    return { outcomes, isInterrupted: signal.aborted };
  }).finally(() => progress.end());
  const summary = summarize(outcomes, tasks.length, limits, performance.now() - started);
  if (options.json) console.log(JSON.stringify({ ...summary, positions: outcomes.map(toJson) }));
  else console.log(formatReport(outcomes, summary));
  if (isInterrupted) process.exitCode = INTERRUPTED;
  else if (solved < (options.require ?? 0)) {
    throw new ChessError(`${solved} solved, ${options.require} required`);
  }
}

function readSuite(file: string): SuiteTask[] {
  const suite = parseSuite(readFileSync(file, 'utf8'));
  if (!suite.ok) throw new ChessError(`${basename(file)}: ${suite.error.message}`);
  return suite.value;
}

interface Summary {
  limits: Limits;
  /** Positions of the suite, those searched to the end, those solved. */
  total: number;
  searched: number;
  solved: number;
  /** Of the moves chosen, and the most that there are to get; null without any. */
  points: { got: number; of: number } | null;
  nodes: number;
  /** Milliseconds on the wall. */
  time: number;
}

function summarize(
  outcomes: readonly SuiteOutcome[],
  total: number,
  limits: Limits,
  time: number,
): Summary {
  const sum = (value: (outcome: SuiteOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + value(outcome), 0);
  const of = sum(({ task }) => Math.max(0, ...task.points.values()));
  return {
    ...{ limits, total, searched: outcomes.length, solved: sum((o) => (o.solved ? 1 : 0)) },
    points: of > 0 ? { got: sum((o) => o.points), of } : null,
    nodes: sum((o) => o.end.nodes),
    time: Math.round(time),
  };
}

const sans = (position: Position, moves: readonly Move[]): string =>
  moves.map((move) => formatSan(position, move)).join(' ');

/** `bm Qg6`, `am Nxe4`, `mate in 3`. */
function describeTask({ position, best, avoid, mateIn }: SuiteTask): string {
  const parts = [];
  if (best.length > 0) parts.push(`bm ${sans(position, best)}`);
  if (avoid.length > 0) parts.push(`am ${sans(position, avoid)}`);
  if (mateIn !== null) parts.push(`mate in ${mateIn}`);
  return parts.join(', ');
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function describeOutcome({ task, move, solved }: SuiteOutcome): string {
  const played = formatSan(task.position, move);
  const when = solved === null ? 'not solved' : `solved in ${seconds(solved.time)} s`;
  return `${task.id}: ${played} (${describeTask(task)}) ${when}`;
}

function formatReport(outcomes: readonly SuiteOutcome[], summary: Summary): string {
  const hasPoints = summary.points !== null;
  const head = ['Position', 'To find', 'Move', 'Score', 'After s', 'Depth', 'Nodes'];
  const table = new Table({
    head: hasPoints ? [...head, 'Points'] : head,
    colAligns: ['left', 'left', 'left', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { task, move, score, solved, points } of outcomes) {
    const played = formatSan(task.position, move);
    const when = solved
      ? [seconds(solved.time), `${solved.depth}`, solved.nodes.toLocaleString('en')]
      : ['–', '–', '–'];
    const row = [
      task.id,
      describeTask(task),
      paint(solved ? 'green' : 'red', `${solved ? '✓' : '✗'} ${played}`),
      formatSignedEval(score),
      ...when,
    ];
    table.push(hasPoints ? [...row, `${points}`] : row);
  }
  const { searched, total, points: all } = summary;
  const percent = searched > 0 ? ` (${((100 * summary.solved) / searched).toFixed(1)}%)` : '';
  const lines = [
    ...(outcomes.length > 0 ? [table.toString()] : []),
    ...(searched < total ? [`Stopped: ${searched} of ${total} positions searched.`] : []),
    `Solved   ${summary.solved} of ${searched}${percent}`,
    ...(all === null ? [] : [`Points   ${all.got} of ${all.of}`]),
    `Searched ${summary.nodes.toLocaleString('en')} nodes in ${seconds(summary.time)} s`,
  ];
  return lines.join('\n');
}

function toJson({ task, move, score, solved, points, end }: SuiteOutcome) {
  const { position, best, avoid, mateIn } = task;
  const san = (move: Move) => formatSan(position, move);
  return {
    ...{ id: task.id, fen: formatFen(position) },
    ...{ best: best.map(san), avoid: avoid.map(san), mateIn },
    ...{ move: san(move), score: formatSignedEval(score), isSolved: solved !== null, solved },
    ...(task.points.size > 0 && { points }),
    ...end,
  };
}
