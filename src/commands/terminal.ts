/** Helpers of long-running commands: colours, progress bars, and interruption. */
import { styleText } from 'node:util';
import cliProgress from 'cli-progress';
import { TERMINATION_SIGNALS } from '../hosts/node/terminationSignals.ts';
import type { BoardStyle } from '../play/terminalBoard.ts';
import { counted } from '../util/counts.ts';
import { formatDuration } from '../util/durations.ts';
import { warn } from './warn.ts';

type Style = Parameters<typeof styleText>[0];

/** Styles a text if standard output is a terminal with colours. */
export function paint(style: Style, text: string): string {
  return process.stdout.isTTY && process.stdout.hasColors() ? styleText(style, text) : text;
}

/** How to draw a board: symbols and colours on a capable terminal, letters in a file. */
export function boardStyle(ascii: boolean): BoardStyle {
  const { isTTY } = process.stdout;
  return { ascii: ascii || !isTTY, colors: isTTY && process.stdout.hasColors(256) };
}

/**
 * Reports on standard error that a file ends with an incomplete game, if it does: it may be growing while it is
 * read, or the run that wrote it was killed.
 */
export function reportTornGame(
  name: string,
  bytes: number,
  done: 'left out' | 'removed' = 'left out',
): void {
  if (bytes > 0)
    warn(`${name}: ${done} ${counted(bytes, 'byte')} of an incomplete game at its end`);
}

/** The conventional exit code of a program that was interrupted by Ctrl-C; also after other signals. */
export const INTERRUPTED = 130;

/**
 * Runs `work` with a signal that is aborted by the first Ctrl-C, `kill` or closed terminal, so that it can end
 * early and show or save its results. The second one terminates the program.
 */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of TERMINATION_SIGNALS) process.once(name, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of TERMINATION_SIGNALS) process.off(name, stop);
  }
}

/** The progress of a count. */
export interface Progress {
  /** Adds `count` (default 1); `text` is shown after the bar. */
  step(text: string, count?: number): void;
  end(): void;
}

/**
 * A progress bar on standard error, if that is a terminal. `what` names the things counted, such as
 * `positions`; `done` is the initial count. Otherwise `line` is printed to standard output every
 * ten seconds, if given.
 */
export function startProgress(
  total: number,
  what: string,
  done = 0,
  line: (() => string) | null = null,
): Progress {
  if (!process.stderr.isTTY) {
    if (line === null) return { step() {}, end() {} };
    const print = atIntervals(LINE_INTERVAL, LINE_INTERVAL);
    return { step: () => print(() => console.log(line())), end() {} };
  }
  const bar = startBar(`{value}/{total} ${what}  {eta_formatted} left`, total, done);
  return {
    step: (text, count = 1) => bar.increment(count, { text }),
    end: () => bar.stop(),
  };
}

/** The progress of work whose completed share is all that is known. */
export interface Share {
  /** `done` is from 0 to 1, `left` in milliseconds or null if unknown; `text` describes the step. */
  show(done: number, left: number | null, text: string): void;
  end(): void;
}

/** A bar if standard error is a terminal, else lines at intervals through `print`. */
export function startShare(print: (text: string) => void): Share {
  const describe = (left: number | null, text: string) =>
    left === null ? text : `${formatDuration(left)} left, ${text}`;
  if (!process.stderr.isTTY) {
    const printNow = atIntervals(SHARE_INTERVAL, 0);
    return {
      show: (done, left, text) =>
        printNow(() => print(`${Math.round(100 * done)}%, ${describe(left, text)}`)),
      end() {},
    };
  }
  const bar = startBar('{percentage}%', 1000, 0);
  return {
    show: (done, left, text) => bar.update(Math.round(1000 * done), { text: describe(left, text) }),
    end: () => bar.stop(),
  };
}

/** Milliseconds between two lines of progress, if not at a terminal. */
const LINE_INTERVAL = 10_000;
const SHARE_INTERVAL = 2000;

/** Calls the function that it is given at most once per `interval`, and not before `delay`; both in milliseconds. */
function atIntervals(interval: number, delay: number): (print: () => void) => void {
  let next = performance.now() + delay;
  return (print) => {
    if (performance.now() < next) return;
    print();
    next = performance.now() + interval;
  };
}

/** Starts a bar on standard error, followed by `counts` and the text of each step. */
function startBar(counts: string, total: number, done: number): cliProgress.SingleBar {
  const bar = new cliProgress.SingleBar({
    format: `{bar} ${counts}  {text}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    clearOnComplete: true,
    // Ctrl-C is handled above.
    gracefulExit: false,
  });
  bar.start(total, done, { text: '' });
  return bar;
}
