/**
 * Runs the built binary like a GUI: a process with pipes for input and output. Lines are read in
 * order: {@link UciProcess.waitFor} continues where it last stopped, so no answer counts twice.
 *
 * Independent of vitest; callers must close the processes they start.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The built program. */
export const BUILT = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The program under test and its arguments: the built `refrain`, or the executable EXE. */
export const [PROGRAM, ...PROGRAM_ARGUMENTS] = (
  process.env.EXE === undefined ? [process.execPath, BUILT] : [resolve(process.env.EXE)]
) as [string, ...string[]];

/** Timeout in milliseconds, far longer than any answer takes. */
const PATIENCE = 300_000;

/** `info depth …`: neither `info string …` nor the `currmove` of a search that takes long. */
export const infosOf = (lines: readonly string[]): string[] =>
  lines.filter((line) => /^info (?!string )(?!.* currmove )/.test(line));

/** The number after a word in an info line. */
export function numberOf(info: string, word: string): number {
  const match = new RegExp(` ${word} (-?\\d+)`).exec(info);
  if (match === null) throw new Error(`no ${word} in: ${info}`);
  return Number(match[1]);
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export class UciProcess {
  /** All output so far. */
  readonly lines: string[] = [];
  /** The output to standard error. */
  errors = '';
  /** Resolves when the process has ended and all its output has been read. */
  readonly exit: Promise<Exit>;

  private readonly child: ChildProcessWithoutNullStreams;
  private isGone = false;
  /** The number of lines that `waitFor` has consumed. */
  private read = 0;
  private wake = () => {};

  /** Starts `refrain` with these arguments. */
  constructor(...args: string[]) {
    this.child = spawn(PROGRAM, [...PROGRAM_ARGUMENTS, ...args]);
    // Writing to an engine that has just quit is not an error.
    this.child.stdin.on('error', () => {});
    this.child.stderr.on('data', (data: Buffer) => {
      this.errors += data;
    });
    createInterface({ input: this.child.stdout, crlfDelay: Infinity }).on('line', (line) => {
      this.lines.push(line);
      this.wake();
    });
    this.exit = new Promise((resolve) => {
      this.child.on('close', (code, signal) => {
        this.isGone = true;
        this.wake();
        resolve({ code, signal });
      });
    });
  }

  /** The memory of the process in MiB; null if unknown (except on Linux). */
  residentMemory(): number | null {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
    } catch {
      return null;
    }
  }

  /** Sends lines, all in one write. */
  send(...lines: string[]): void {
    this.write(lines.map((line) => `${line}\n`).join(''));
  }

  /** Sends bytes as they are. */
  write(data: string | Buffer): void {
    this.child.stdin.write(data);
  }

  /** The next line that matches; earlier ones are skipped. Throws on timeout. */
  async waitFor(pattern: RegExp, patience = PATIENCE): Promise<string> {
    return (await this.readTo(pattern, patience)).at(-1)!;
  }

  /** The lines up to and including the next match. Throws on timeout. */
  async readTo(pattern: RegExp, patience = PATIENCE): Promise<string[]> {
    const first = this.read;
    const deadline = Date.now() + patience;
    for (;;) {
      while (this.read < this.lines.length) {
        if (pattern.test(this.lines[this.read++]!)) return this.lines.slice(first, this.read);
      }
      if (this.isGone) throw new Error(this.describe(`the engine ended without ${pattern}`));
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(this.describe(`no ${pattern} within ${patience} ms`));
      await this.nextLine(left);
    }
  }

  /** Sends lines. Resolves to the output from then on, up to and including the match. */
  async ask(lines: string | readonly string[], last: RegExp): Promise<string[]> {
    this.read = this.lines.length;
    this.send(...[lines].flat());
    return this.readTo(last);
  }

  /** Sends lines. Resolves to the output until the engine is ready again. */
  async say(...lines: string[]): Promise<string[]> {
    return (await this.ask([...lines, 'isready'], /^readyok$/)).slice(0, -1);
  }

  /** The FEN of the position on the engine's board. */
  async fen(): Promise<string> {
    const lines = await this.ask('d', /^Checkers:/);
    return lines.find((line) => line.startsWith('Fen: '))!.slice('Fen: '.length);
  }

  /** Closes the reading end of its output, like a GUI that has crashed. */
  stopReading(): void {
    this.child.stdout.destroy();
  }

  /** Ends the input and waits for the end of the process. */
  end(patience?: number): Promise<Exit> {
    this.child.stdin.end();
    return this.ended(patience);
  }

  /** Waits for the process to end. Kills it and throws on timeout. */
  async ended(patience = PATIENCE): Promise<Exit> {
    const timer = new AbortController();
    const late = sleep(patience, null, { signal: timer.signal }).catch(() => null);
    const exit = await Promise.race([this.exit, late]);
    timer.abort();
    if (exit !== null) return exit;
    await this.close();
    throw new Error(this.describe(`the engine still ran after ${patience} ms`));
  }

  /** Sends a signal, by default that of Ctrl-C. */
  interrupt(signal: NodeJS.Signals = 'SIGINT'): void {
    this.child.kill(signal);
  }

  /** Kills the process if it is still running. */
  async close(): Promise<void> {
    if (!this.isGone) this.child.kill('SIGKILL');
    await this.exit;
  }

  private nextLine(patience: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private describe(fault: string): string {
    const last = this.lines.slice(-12).map((line) => `  ${line.slice(0, 200)}`);
    const heard = last.length > 0 ? `its last lines:\n${last.join('\n')}` : 'it said nothing';
    return `${fault}; ${heard}${this.errors === '' ? '' : `\nstandard error:\n${this.errors}`}`;
  }
}
