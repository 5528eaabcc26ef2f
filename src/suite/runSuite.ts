/**
 * Runs a test suite: every position is searched from scratch, once or several times, several of them at the
 * same time. What counts is the final best move, and the time from which it stayed the best: the time to
 * solution.
 */
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { endOnAbort } from '../engine/onAbort.ts';
import type { Limits } from '../search/limits.ts';
import { isSolution, type SuiteTask } from './epdSuite.ts';

/** The progress of a search: milliseconds, plies, nodes. */
interface Moment {
  time: number;
  depth: number;
  nodes: number;
}

/** The best move of a search at some moment, and its score in centipawns for the side to move. */
export interface Choice extends Moment {
  move: Move;
  score: number;
}

/** Searches positions: our engine, or another one. */
export interface Solver {
  /** Searches from scratch; `onChoice` is called for every new best move. */
  solve(position: Position, limits: Limits, onChoice: (choice: Choice) => void): Promise<Choice>;
  /** Ends the running search; its result is ignored. */
  stop(): void;
}

export interface Attempt {
  /** The move chosen, and its score in centipawns for the side to move. */
  move: Move;
  score: number;
  /** Since when the solution was found and kept; null if it was not, or not kept. */
  solved: Moment | null;
  /** What the suite gives for the move, 0 where it gives nothing. */
  points: number;
  /** When the search ended. */
  end: Moment;
}

export interface SuiteOutcome {
  task: SuiteTask;
  /** At least one. */
  attempts: Attempt[];
}

interface SuiteRun {
  limits: Limits;
  /** Each searches one position at a time. */
  solvers: readonly Solver[];
  /** How often each position is searched. */
  repeat: number;
  /** Ends the run; the positions being searched then do not count. */
  signal: AbortSignal;
  onAttempt: (task: SuiteTask, attempt: Attempt) => void;
}

interface SuiteResult {
  /** In the order of the tasks; those that a run did not reach before it ended are missing. */
  outcomes: SuiteOutcome[];
  /** The error of a solver, which has ended the run; null if none has failed. */
  failure: Error | null;
}

/** Does not reject: what was searched before a solver failed is not lost. */
export async function runSuite(
  tasks: readonly SuiteTask[],
  { limits, solvers, repeat, signal: interruption, onAttempt }: SuiteRun,
): Promise<SuiteResult> {
  const outcomes = tasks.map((task): SuiteOutcome => ({ task, attempts: [] }));
  const failed = new AbortController();
  const signal = AbortSignal.any([interruption, failed.signal]);
  let failure: Error | null = null;
  let next = 0;
  const lane = async (solver: Solver) => {
    while (next < tasks.length * repeat && !signal.aborted) {
      const { task, attempts } = outcomes[Math.floor(next++ / repeat)]!;
      const attempt = await attemptTask(solver, task, limits).catch((error: Error) => {
        if (!signal.aborted) failure = error;
        failed.abort();
        return null;
      });
      if (signal.aborted || attempt === null) return;
      attempts.push(attempt);
      onAttempt(task, attempt);
    }
  };
  await Promise.all(solvers.map((solver) => endOnAbort(signal, () => solver.stop(), lane(solver))));
  return { outcomes: outcomes.filter(({ attempts }) => attempts.length > 0), failure };
}

async function attemptTask(solver: Solver, task: SuiteTask, limits: Limits): Promise<Attempt> {
  /** Since when the best line is a solution; null while it is none. */
  let since: Moment | null = null;
  const last = await solver.solve(task.position, limits, (choice) => {
    const isSolved = isSolution(task, choice.move, choice.score);
    since = isSolved ? (since ?? momentOf(choice)) : null;
  });
  const { move, score } = last;
  const end = momentOf(last);
  const solved = isSolution(task, move, score) ? (since ?? end) : null;
  return { move, score, solved, points: task.points.get(move) ?? 0, end };
}

const momentOf = ({ time, depth, nodes }: Moment): Moment => ({ time, depth, nodes });

/** The attempt in the middle, by the time to solution; one that did not solve it took forever. */
export function medianAttempt({ attempts }: SuiteOutcome): Attempt {
  const time = ({ solved }: Attempt) => solved?.time ?? Number.POSITIVE_INFINITY;
  const sorted = attempts.toSorted((a, b) => (time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}
