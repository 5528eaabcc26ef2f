/** Reports on runs of test suites: a table for people, plain data for programs. */
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { formatSan } from '../chess/notation/san.ts';
import { evaluationOf } from '../engine/engineResult.ts';
import type { Limits } from '../search/limits.ts';
import { formatSignedEval } from '../search/score.ts';
import type { SuiteTask } from '../suite/epdSuite.ts';
import { type Attempt, medianAttempt, type SuiteOutcome } from '../suite/runSuite.ts';
import { formatCount } from '../util/counts.ts';
import { printable } from '../util/printable.ts';
import { compactTable } from './compactTable.ts';
import { paint } from './terminal.ts';

/** An engine's results. */
export interface EngineRun {
  name: string;
  /** The number of searches per position. */
  repeat: number;
  outcomes: SuiteOutcome[];
  summary: SuiteSummary;
}

interface SuiteSummary {
  limits: Limits;
  /** Positions in the suite, searched positions, and solved ones (in the median attempt). */
  total: number;
  searched: number;
  solved: number;
  /** Milliseconds to the solution of solved positions; null if there are none. */
  solution: { mean: number; median: number } | null;
  /** Points of the chosen moves, and the maximum; null if the suite has no points. */
  points: { got: number; of: number } | null;
  nodes: number;
  /** Wall-clock time in milliseconds. */
  time: number;
}

/** `time` is the duration of the run in milliseconds. */
export function summarizeRun(
  outcomes: readonly SuiteOutcome[],
  total: number,
  limits: Limits,
  time: number,
): SuiteSummary {
  const medians = outcomes.map(medianAttempt);
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const of = sum(outcomes.map(({ task }) => Math.max(0, ...task.points.values())));
  const times = medians.flatMap(({ solved }) => (solved === null ? [] : [solved.time]));
  const sorted = times.toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return {
    limits,
    total,
    searched: outcomes.length,
    solved: times.length,
    solution:
      times.length === 0
        ? null
        : {
            mean: sum(times) / times.length,
            median: (sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2,
          },
    points: of > 0 ? { got: sum(medians.map(({ points }) => points)), of } : null,
    nodes: sum(outcomes.flatMap(({ attempts }) => attempts.map(({ end }) => end.nodes))),
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

/** `WAC.001: Qg6 (bm Qg6) solved in 0.012 s` */
export function describeAttempt(task: SuiteTask, { move, solved }: Attempt): string {
  const played = formatSan(task.position, move);
  const when = solved === null ? 'not solved' : `solved in ${seconds(solved.time)} s`;
  return `${printable(task.id)}: ${played} (${describeTask(task)}) ${when}`;
}

const marked = (position: Position, { move, solved }: Attempt): string =>
  paint(solved ? 'green' : 'red', `${solved ? '✓' : '✗'} ${formatSan(position, move)}`);

/** The time to solution; for several attempts the median, the range, and how many were solved. */
function timeCells(outcome: SuiteOutcome, repeat: number): string[] {
  const { solved } = medianAttempt(outcome);
  const time = solved === null ? '–' : seconds(solved.time);
  if (repeat === 1) return [time];
  const times = outcome.attempts.flatMap((a) => (a.solved === null ? [] : [a.solved.time]));
  const range =
    times.length > 1 ? `${seconds(Math.min(...times))}–${seconds(Math.max(...times))}` : '–';
  return [time, range, `${times.length}/${outcome.attempts.length}`];
}

/** The results of one engine. */
export function formatRun({ outcomes, summary, repeat }: EngineRun): string {
  const hasPoints = summary.points !== null;
  const table = compactTable(
    [
      'Position',
      'To find',
      'Move',
      'Score',
      'Time s',
      ...(repeat > 1 ? ['From–to', 'Solved'] : []),
      ...['Depth', 'Nodes', ...(hasPoints ? ['Points'] : [])],
    ],
    ['left', 'left', 'left', ...Array<'right'>(7).fill('right')],
  );
  for (const outcome of outcomes) {
    const { task } = outcome;
    const median = medianAttempt(outcome);
    const { solved } = median;
    table.push([
      ...[printable(task.id), describeTask(task), marked(task.position, median)],
      ...[formatSignedEval(median.score), ...timeCells(outcome, repeat)],
      ...(solved === null ? ['–', '–'] : [`${solved.depth}`, formatCount(solved.nodes)]),
      ...(hasPoints ? [`${median.points}`] : []),
    ]);
  }
  return [...(outcomes.length > 0 ? [table.toString()] : []), ...formatSummary(summary)].join('\n');
}

function formatSummary({
  searched,
  total,
  solved,
  solution,
  points,
  nodes,
  time,
}: SuiteSummary): string[] {
  const percent = searched > 0 ? ` (${((100 * solved) / searched).toFixed(1)}%)` : '';
  return [
    ...(searched < total ? [`Stopped: ${searched} of ${total} positions searched.`] : []),
    `Solved   ${solved} of ${searched}${percent}`,
    ...(solution === null
      ? []
      : [
          `Time     mean ${seconds(solution.mean)} s to solution, median ${seconds(solution.median)} s`,
        ]),
    ...(points === null ? [] : [`Points   ${points.got} of ${points.of}`]),
    `Searched ${formatCount(nodes)} nodes in ${seconds(time)} s`,
  ];
}

/** The results of several engines side by side. */
export function formatComparison(runs: readonly EngineRun[]): string {
  const names = runs.map(({ name }) => printable(name));
  const table = compactTable(
    ['Position', 'To find', ...names.flatMap((name) => [name, 'Time s'])],
    ['left', 'left', ...runs.flatMap(() => ['left', 'right'] as const)],
  );
  for (const { task } of runs[0]!.outcomes) {
    const cells = runs.flatMap(({ outcomes }) => {
      const outcome = outcomes.find((one) => one.task === task);
      if (outcome === undefined) return ['–', '–'];
      const median = medianAttempt(outcome);
      const { solved } = median;
      return [marked(task.position, median), solved === null ? '–' : seconds(solved.time)];
    });
    table.push([printable(task.id), describeTask(task), ...cells]);
  }
  const summaries = runs.map(({ summary }, i) => [names[i]!, ...formatSummary(summary)].join('\n'));
  return [table.toString(), ...summaries, ...compareTimes(runs)].join('\n\n');
}

/** For two engines, compares the times of the positions that both solved. */
function compareTimes(runs: readonly EngineRun[]): string[] {
  const [a, b, ...more] = runs;
  if (a === undefined || b === undefined || more.length > 0) return [];
  const times = a.outcomes.flatMap((outcome) => {
    const other = b.outcomes.find(({ task }) => task === outcome.task);
    const [own, others] = [outcome, other].map((o) => o && medianAttempt(o).solved?.time);
    return own === undefined || others === undefined ? [] : [{ own, others }];
  });
  if (times.length === 0) return [];
  const faster = times.filter(({ own, others }) => own < others).length;
  const slower = times.filter(({ own, others }) => own > others).length;
  const total = (key: 'own' | 'others') => times.reduce((sum, time) => sum + time[key], 0);
  return [
    `Both solved ${times.length}: ${printable(a.name)} faster in ${faster} (${seconds(total('own'))} s in all), ` +
      `${printable(b.name)} in ${slower} (${seconds(total('others'))} s)`,
  ];
}

/**
 * A run for `JSON.stringify`; scores are those of the side to move, as `{ cp }` or `{ mate }`. Lists the attempts if
 * there was more than one per position.
 */
export function runToJson({ name, repeat, outcomes, summary }: EngineRun) {
  return { engine: name, ...summary, positions: outcomes.map((o) => outcomeToJson(o, repeat)) };
}

function outcomeToJson(outcome: SuiteOutcome, repeat: number) {
  const { task, attempts } = outcome;
  const { position, best, avoid, mateIn } = task;
  const san = (move: Move) => formatSan(position, move);
  const attemptToJson = ({ move, score, solved, points, end }: Attempt) => ({
    move: san(move),
    score: evaluationOf(score),
    isSolved: solved !== null,
    solved,
    ...(task.points.size > 0 && { points }),
    ...end,
  });
  return {
    id: task.id,
    fen: formatFen(position),
    best: best.map(san),
    avoid: avoid.map(san),
    mateIn,
    ...attemptToJson(medianAttempt(outcome)),
    ...(repeat > 1 && { attempts: attempts.map(attemptToJson) }),
  };
}
