/**
 * Runs a test suite: every position is searched from scratch, several of them at a time, and what
 * counts is the move that stands at the end, with the moment from which it stood there.
 */

import type { Move } from '../chess/board/types.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { unwrap } from '../chess/result.ts';
import { Engine } from '../engine/node/engine.ts';
import type { Limits } from '../search/limits.ts';
import type { SearchInfo } from '../search/search.ts';
import { isSolution, type SuiteTask } from './suite.ts';

/** How far a search had come: milliseconds, plies, nodes. */
export interface Moment {
  time: number;
  depth: number;
  nodes: number;
}

export interface SuiteOutcome {
  task: SuiteTask;
  /** The move chosen, and its score in centipawns from the side to move. */
  move: Move;
  score: number;
  /** Since when the solution was found and kept; null if it was not, or not kept. */
  solved: Moment | null;
  /** What the suite gives for the move, 0 where it gives nothing. */
  points: number;
  /** When the search ended. */
  end: Moment;
}

export interface SuiteRun {
  limits: Limits;
  /** How many positions are searched at the same time, each on one thread. */
  threads: number;
  /** Mebibytes of each of them. */
  hash: number;
  /** Ends the run; the positions being searched then do not count. */
  signal: AbortSignal;
  onOutcome: (outcome: SuiteOutcome) => void;
  onMessage: (text: string) => void;
}

/** Resolves to the outcomes in the order of the tasks; those of a run that is ended are missing. */
export async function runSuite(
  tasks: readonly SuiteTask[],
  { limits, threads, hash, signal, onOutcome, onMessage }: SuiteRun,
): Promise<SuiteOutcome[]> {
  const outcomes: SuiteOutcome[] = [];
  let next = 0;
  const lane = async () => {
    const engine = new Engine();
    engine.on('message', onMessage);
    const stop = () => engine.stop();
    signal.addEventListener('abort', stop);
    try {
      unwrap(engine.setHash(hash));
      while (next < tasks.length && !signal.aborted) {
        const i = next++;
        await engine.newGame();
        if (signal.aborted) return;
        const outcome = await solve(engine, tasks[i]!, limits);
        if (signal.aborted) return;
        outcomes[i] = outcome;
        onOutcome(outcome);
      }
    } finally {
      signal.removeEventListener('abort', stop);
      await engine.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, lane));
  return outcomes.filter((outcome) => outcome !== undefined);
}

async function solve(engine: Engine, task: SuiteTask, limits: Limits): Promise<SuiteOutcome> {
  const isSolved = (move: Move, score: number) => isSolution(task, move, score);
  /** Since when the best line is a solution; null while it is none. */
  let since: Moment | null = null;
  const onInfo = (info: SearchInfo) => {
    const [move] = info.pv;
    // A score that is only known to be lower says nothing yet.
    if (move === undefined || info.bound === 'upper') return;
    since = isSolved(move, info.score) ? (since ?? momentOf(info)) : null;
  };
  unwrap(engine.setPosition(formatFen(task.position)));
  engine.on('info', onInfo);
  const { best, info } = await engine.go(limits);
  engine.off('info', onInfo);
  // A task has legal moves, so there is a best one.
  const { move } = best!;
  const { score } = info;
  const end = momentOf(info);
  const solved = isSolved(move, score) ? (since ?? end) : null;
  return { task, move, score, solved, points: task.points.get(move) ?? 0, end };
}

const momentOf = ({ time, depth, nodes }: SearchInfo): Moment => ({ time, depth, nodes });
