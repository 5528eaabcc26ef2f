/** `refrain epd suite.epd`: runs test suites with one or more engines and shows what was solved. */
import { Builds } from '../client/engineProgram.ts';
import {
  type EngineSpec,
  parseEngineSpec,
  rejectMatchWords,
  uniqueName,
} from '../client/engineSpec.ts';
import { inputName, readText } from '../hosts/node/inputFile.ts';
import type { Limits } from '../search/limits.ts';
import { parseSuite, type SuiteTask } from '../suite/epdSuite.ts';
import { runSuite } from '../suite/runSuite.ts';
import { ChessError, unwrap, within } from '../util/result.ts';
import {
  describeAttempt,
  type EngineRun,
  formatComparison,
  formatRun,
  runToJson,
  summarizeRun,
} from './epdReport.ts';
import { startSolvers } from './epdSolvers.ts';
import { checkJson, isOnStandardOutput, type JsonTarget, writeJson } from './jsonOutput.ts';
import { type LimitOptions, limitsOf } from './limitOptions.ts';
import { INTERRUPTED, type Progress, startProgress, untilInterrupted } from './terminal.ts';

interface EpdOptions extends LimitOptions {
  threads: number;
  /** Mebibytes per thread; by default the engine's own default. */
  hash?: number;
  /** Engine specifications as for `match`; by default this engine only. */
  engine?: string[];
  /** The number of searches per position. */
  repeat: number;
  /** How many positions the first engine must solve. */
  require?: number;
  json?: JsonTarget;
}

/** The default limits per position. */
const DEFAULT_LIMITS: Limits = { movetime: 1000 };

/** The number of engines that fit side by side in the table. */
const MAX_ENGINES = 4;

/**
 * Runs the engines until done, Ctrl-C, or a failure, and then shows the results so far. Throws a
 * ChessError for an invalid suite or engine, for an engine that fails, or if fewer positions than required
 * are solved. Without a progress bar on standard error, prints a line per search, unless standard output is JSON.
 */
export async function runEpd(files: readonly string[], options: EpdOptions): Promise<void> {
  checkJson(options.json, files);
  const tasks = files.flatMap(readSuite);
  const limits = limitsOf(options) ?? DEFAULT_LIMITS;
  const specs = readEngines(options.engine);
  const progress = startProgress(tasks.length * options.repeat * specs.length, 'positions');
  const builds = new Builds();
  const runs: EngineRun[] = [];
  let isInterrupted = false;
  try {
    isInterrupted = await untilInterrupted(async (signal) => {
      // One engine after another: in parallel they would compete for CPU time.
      for (const spec of specs) {
        if (signal.aborted) break;
        const context = { runs, builds, signal, progress };
        await runEngine(spec, tasks, limits, options, context).catch((error) => {
          // An engine whose start is interrupted has not failed.
          if (!signal.aborted) throw error;
        });
      }
      return signal.aborted;
    });
  } finally {
    progress.end();
    builds.remove();
    // Also if an engine failed: results are not lost.
    report(runs, options.json);
  }
  const solved = runs[0]?.summary.solved ?? 0;
  if (isInterrupted) process.exitCode = INTERRUPTED;
  else if (solved < (options.require ?? 0)) {
    throw new ChessError(`${solved} solved, ${options.require} required`);
  }
}

/** Writes the results, if there are any. */
function report(runs: readonly EngineRun[], target: JsonTarget | undefined): void {
  const [first, ...others] = runs;
  if (first === undefined) return;
  if (target !== undefined) writeJson(target, JSON.stringify({ engines: runs.map(runToJson) }));
  if (!isOnStandardOutput(target)) {
    console.log(others.length === 0 ? formatRun(first) : formatComparison(runs));
  }
}

/** Null stands for this engine. */
function readEngines(words: readonly string[] = ['self']): (EngineSpec | null)[] {
  if (words.length > MAX_ENGINES) throw new ChessError(`at most ${MAX_ENGINES} engines`);
  return words.map((text) => {
    const spec = unwrap(parseEngineSpec(text));
    rejectMatchWords(spec, 'the options of the command');
    return text.trim() === 'self' ? null : spec;
  });
}

function readSuite(file: string): SuiteTask[] {
  return unwrap(within(inputName(file), parseSuite(readText(file))));
}

interface RunContext {
  /** The results so far. */
  runs: EngineRun[];
  builds: Builds;
  signal: AbortSignal;
  progress: Progress;
}

/**
 * Appends the results of an engine to `runs`. If it fails, appends what it had searched, then throws a
 * ChessError.
 */
async function runEngine(
  spec: EngineSpec | null,
  tasks: readonly SuiteTask[],
  limits: Limits,
  { threads, hash, repeat, json }: EpdOptions,
  { runs, builds, signal, progress }: RunContext,
): Promise<void> {
  const isPlain = !process.stderr.isTTY && !isOnStandardOutput(json);
  const count = Math.min(threads, tasks.length * repeat);
  const chess960 = tasks.some(({ position }) => position.chess960);
  const solvers = await startSolvers(spec, count, hash, builds, chess960, signal);
  const names = runs.map((run) => run.name);
  const name = uniqueName(solvers[0]!.name, names);
  let solved = 0;
  const started = performance.now();
  try {
    const { outcomes, failure } = await runSuite(tasks, {
      limits,
      solvers,
      repeat,
      signal,
      onAttempt: (task, attempt) => {
        if (attempt.solved !== null) solved++;
        progress.step(`${name}: ${solved} solved`);
        if (isPlain) console.log(describeAttempt(task, attempt));
      },
    });
    const summary = summarizeRun(outcomes, tasks.length, limits, performance.now() - started);
    if (failure === null || outcomes.length > 0) runs.push({ name, repeat, outcomes, summary });
    if (failure !== null) throw failure;
  } finally {
    await Promise.all(solvers.map((solver) => solver.close()));
  }
}
