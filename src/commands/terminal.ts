/** What commands that run for a while share: colours, counts, a progress bar, being stopped by a person. */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { styleText } from 'node:util';
import cliProgress from 'cli-progress';
import type { BoardStyle } from '../play/terminalBoard.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours a text, when standard output is a terminal that has colours and wants them. */
export function paint(style: Style, text: string): string {
  return process.stdout.isTTY && process.stdout.hasColors() ? styleText(style, text) : text;
}

/** How a board is drawn: symbols and colours on a terminal that has them, letters in a file. */
export function boardStyle(ascii: boolean): BoardStyle {
  const { isTTY } = process.stdout;
  return { ascii: ascii || !isTTY, colors: isTTY && process.stdout.hasColors(256) };
}

/** A count as people read it. */
export const formatCount = (count: number): string => count.toLocaleString('en');

/** Says on standard error what was done with a torn game at the end of a file, if there was one. */
export function tellTornGame(name: string, bytes: number, done: 'left out' | 'cut off'): void {
  if (bytes > 0)
    console.error(`refrain: ${name}: ${done} ${bytes} bytes of a torn game at its end`);
}

/**
 * Throws what the file system throws if a file cannot be written there: better now than after hours.
 * Opening it is the only test that sees everything: folders, rights, read-only disks.
 */
export function checkWritable(paths: readonly (string | undefined)[]): void {
  for (const path of paths) {
    if (path === undefined) continue;
    const isNew = !existsSync(path);
    closeSync(openSync(path, 'a'));
    if (isNew) rmSync(path);
  }
}

/** What a program ends with that Ctrl-C has ended, by custom. */
export const INTERRUPTED = 130;

/**
 * Runs `work` with a signal that the first Ctrl-C gives, so that it can end early and show what it
 * has. A second one ends the program as always.
 */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
  }
}

/** How far a count has come. */
export interface Progress {
  /** `count` more are done (default: one); `text` stands behind the bar. */
  step(text: string, count?: number): void;
  end(): void;
}

/**
 * A progress bar on standard error where that is a terminal. `what` are the things counted, such as
 * `positions`; `done` of them were done before. Where there is no terminal, `line` is printed to
 * standard output every ten seconds, if given.
 */
export function startProgress(
  total: number,
  what: string,
  done = 0,
  line: (() => string) | null = null,
): Progress {
  if (!process.stderr.isTTY) return line === null ? { step() {}, end() {} } : startLines(line);
  const bar = new cliProgress.SingleBar({
    format: `{bar} {value}/{total} ${what}  {eta_formatted} left  {text}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    clearOnComplete: true,
    // Ctrl-C is handled above.
    gracefulExit: false,
  });
  bar.start(total, done, { text: '' });
  return {
    step: (text, count = 1) => bar.increment(count, { text }),
    end: () => bar.stop(),
  };
}

/** Milliseconds between two lines where there is no terminal. */
const LINE_INTERVAL = 10_000;

function startLines(line: () => string): Progress {
  let next = performance.now() + LINE_INTERVAL;
  return {
    step() {
      if (performance.now() < next) return;
      console.log(line());
      next = performance.now() + LINE_INTERVAL;
    },
    end() {},
  };
}

/** How far a long piece of work has come, when only its share is known. */
export interface Share {
  /** `done` from 0 to 1, `left` in milliseconds, null if unknown; `text` says what is being done. */
  show(done: number, left: number | null, text: string): void;
  end(): void;
}

/** Milliseconds between two lines about it where there is no terminal. */
const SHARE_INTERVAL = 2000;

/** A bar where standard error is a terminal, else a line now and then for `say`, the first at once. */
export function startShare(say: (text: string) => void): Share {
  const describe = (left: number | null, text: string) =>
    left === null ? text : `${Math.ceil(left / 1000)} s left, ${text}`;
  if (!process.stderr.isTTY) {
    let last = Number.NEGATIVE_INFINITY;
    return {
      show(done, left, text) {
        if (performance.now() - last < SHARE_INTERVAL) return;
        last = performance.now();
        say(`${Math.round(100 * done)}%, ${describe(left, text)}`);
      },
      end() {},
    };
  }
  const bar = new cliProgress.SingleBar({
    format: '{bar} {percentage}%  {text}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    clearOnComplete: true,
    gracefulExit: false,
  });
  bar.start(1000, 0, { text: '' });
  return {
    show: (done, left, text) => bar.update(Math.round(1000 * done), { text: describe(left, text) }),
    end: () => bar.stop(),
  };
}
