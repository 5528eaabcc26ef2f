/**
 * An engine as a process that we talk UCI to.
 *
 * It is started without a shell. What it prints is data: lines are cut at a length, all but the
 * last score is forgotten at once, and an engine that prints without end has failed. Every wait has
 * a limit. An engine that has failed in any way stays failed; to go on, another one is started.
 * https://backscattering.de/chess/uci/
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { printable } from '../chess/printable.ts';
import { quote } from '../chess/result.ts';
import { type EngineInfo, isScoreLine, parseInfo } from './engineInfo.ts';
import { type EngineOption, parseEngineOption } from './engineOption.ts';
import { LONGEST_TIMER } from './timer.ts';

/** A program and how to start it. */
export interface EngineProgram {
  file: string;
  args: readonly string[];
  /** Null for our own. */
  folder: string | null;
  options: readonly (readonly [name: string, value: string])[];
}

/** Milliseconds. */
export interface Patience {
  /** From the start to `uciok`, and for every `readyok`. */
  ready: number;
  /** What an engine has to answer to `stop` in, once it is too late. */
  stop: number;
  /** What it may take to be gone after `quit`. */
  quit: number;
}

export const DEFAULT_PATIENCE: Patience = { ready: 10_000, stop: 1000, quit: 500 };

/** Characters of a line; what comes behind is cut off. No honest line is as long. */
const MAX_LINE = 1 << 16;
/** Characters from one command to the next. */
const MAX_OUTPUT = 1 << 24;
/** Options that are kept of an engine. */
const MAX_OPTIONS = 1000;
/** Characters of its standard error that are kept, to tell why it died. */
const MAX_ERRORS = 400;
/**
 * Milliseconds for the last output of an engine that has ended. A process that it has left behind
 * may hold its pipes open without end, so they are closed from here.
 */
const LAST_OUTPUT = 200;

/** How an engine failed. */
export type FailureKind = 'does not start' | 'crash' | 'stall' | 'flood';

export class EngineFailure extends Error {
  override name = 'EngineFailure';
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface Answer {
  /** As the engine has said it, normally in UCI notation. */
  move: string;
  /** Milliseconds from our `go` to its `bestmove`. */
  elapsed: number;
  /** `performance.now()` when the answer was there. */
  at: number;
  info: EngineInfo | null;
  /** It came only after the engine was told to stop. */
  isLate: boolean;
}

interface Waiter {
  isAwaited: (line: string) => boolean;
  resolve: (line: string) => void;
  reject: (failure: EngineFailure) => void;
  timer: NodeJS.Timeout;
}

/** Milliseconds within what Node's timers take. */
const timerTime = (milliseconds: number): number =>
  Math.min(Math.ceil(milliseconds), LONGEST_TIMER);

export class UciClient {
  /** As the engine calls itself; empty if it does not. */
  name = '';
  /** The options it has, by their names in lower case. */
  readonly options = new Map<string, EngineOption>();

  private readonly child: ChildProcess;
  private readonly patience: Patience;
  private readonly gone: Promise<void>;
  private failure: EngineFailure | null = null;
  private waiter: Waiter | null = null;
  private partial = '';
  private received = 0;
  private errors = '';
  private scoreLine = '';
  private lastLine = '';

  private constructor(program: EngineProgram, patience: Patience) {
    this.patience = patience;
    // A group of its own: Ctrl-C at the terminal is for us, not for it, and when it has to be
    // killed its children go with it.
    this.child = spawn(program.file, program.args, {
      ...(program.folder === null ? {} : { cwd: program.folder }),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
      shell: false,
    });
    const { stdin, stdout, stderr } = this.child;
    // A broken pipe shows as the end of the process.
    stdin!.on('error', () => {});
    stdout!.setEncoding('utf8').on('data', (chunk: string) => this.receive(chunk));
    stderr!.setEncoding('utf8').on('data', (chunk: string) => {
      this.errors = (this.errors + chunk).slice(-MAX_ERRORS);
    });
    this.gone = new Promise((resolve) => {
      this.child.on('error', (error) => {
        this.fail('does not start', printable(error.message));
        resolve();
      });
      this.child.on('exit', () => {
        const timer = setTimeout(() => this.closePipes(), LAST_OUTPUT);
        this.child.once('close', () => clearTimeout(timer));
      });
      this.child.on('close', (code, signal) => {
        this.fail('crash', this.describeEnd(code, signal));
        resolve();
      });
    });
  }

  /**
   * Starts an engine and sets its options. `onSpawn` is given the client as soon as there is a
   * process that may have to be ended. Throws an EngineFailure when it cannot be talked to.
   */
  static async start(
    program: EngineProgram,
    patience: Patience = DEFAULT_PATIENCE,
    onSpawn: (client: UciClient) => void = () => {},
  ): Promise<UciClient> {
    const client = new UciClient(program, patience);
    onSpawn(client);
    try {
      await client.introduce(program.options);
      return client;
    } catch (error) {
      client.kill();
      throw new EngineFailure('does not start', client.describeStart((error as Error).message));
    }
  }

  private async introduce(options: EngineProgram['options']): Promise<void> {
    const done = this.waitFor((line) => {
      const [, name] = /^id name (.+)/.exec(line) ?? [];
      if (name !== undefined) this.name = printable(name.trim().slice(0, 80));
      const option = parseEngineOption(line);
      if (option !== null && this.options.size < MAX_OPTIONS) {
        this.options.set(option.name.toLowerCase(), option);
      }
      return line === 'uciok';
    }, this.patience.ready);
    this.send('uci');
    await done;
    for (const [name, value] of options) {
      this.send(`setoption name ${name}${value === '' ? '' : ` value ${value}`}`);
    }
    await this.ready();
  }

  get isAlive(): boolean {
    return this.failure === null;
  }

  /** Tells it that another game begins, and waits until it is ready. */
  async newGame(): Promise<void> {
    this.send('ucinewgame');
    await this.ready();
  }

  private async ready(): Promise<void> {
    const done = this.waitFor((line) => line === 'readyok', this.patience.ready);
    this.send('isready');
    await done;
  }

  /**
   * Lets it think about a position, given as UCI has it, for as long as `go` says. After `allowed`
   * milliseconds it is told to stop; one that does not stop either has stalled.
   */
  async think(position: string, go: string, allowed: number): Promise<Answer> {
    const isBestMove = (line: string) => line.startsWith('bestmove ');
    this.scoreLine = '';
    let answerAt = 0;
    const note = (line: string) => {
      if (!isBestMove(line)) return false;
      answerAt = performance.now();
      return true;
    };
    let isLate = false;
    const patience = allowed + this.patience.stop;
    const done = this.waitFor(note, patience);
    const stopper = setTimeout(() => {
      isLate = true;
      this.send('stop');
    }, timerTime(allowed));
    this.send(`${position}\n${go}`);
    const start = performance.now();
    try {
      const line = await done;
      const move = line.split(/\s+/, 2)[1]!;
      const info = this.scoreLine === '' ? null : parseInfo(this.scoreLine);
      return { move, elapsed: answerAt - start, at: answerAt, info, isLate };
    } finally {
      clearTimeout(stopper);
    }
  }

  /**
   * Sends commands and hands over every line of the answer, until `onLine` returns true. Throws an
   * EngineFailure when that takes longer than `patience` milliseconds.
   */
  async converse(
    commands: string,
    onLine: (line: string) => boolean,
    patience: number,
  ): Promise<void> {
    const done = this.waitFor(onLine, patience);
    this.send(commands);
    await done;
  }

  /** Asks it to go, and makes sure that it does. */
  async quit(): Promise<void> {
    this.send('quit');
    this.child.stdin!.end();
    const timer = setTimeout(() => this.kill(), this.patience.quit);
    await this.gone;
    clearTimeout(timer);
  }

  /** Ends it and its children at once. */
  kill(): void {
    this.fail('crash', 'killed');
    const { pid } = this.child;
    if (pid !== undefined) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // No process groups on this system, or the group is empty.
        this.child.kill('SIGKILL');
      }
    }
    this.closePipes();
  }

  private closePipes(): void {
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) pipe?.destroy();
  }

  private send(lines: string): void {
    this.received = 0;
    if (this.failure === null) this.child.stdin!.write(`${lines}\n`);
  }

  private waitFor(isAwaited: (line: string) => boolean, patience: number): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.failure !== null) {
        reject(this.failure);
        return;
      }
      const timer = setTimeout(() => {
        this.fail('stall', `no answer within ${(patience / 1000).toFixed(1)} s`);
        this.kill();
      }, timerTime(patience));
      this.waiter = { isAwaited, resolve, reject, timer };
    });
  }

  private receive(chunk: string): void {
    if (this.failure !== null) return;
    this.received += chunk.length;
    if (this.received > MAX_OUTPUT) {
      this.fail('flood', 'prints without end');
      this.kill();
      return;
    }
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      this.takeLine((this.partial + chunk.slice(from, end)).slice(0, MAX_LINE).trimEnd());
      this.partial = '';
      from = end + 1;
    }
    this.partial = (this.partial + chunk.slice(from)).slice(0, MAX_LINE);
  }

  private takeLine(line: string): void {
    if (line !== '') this.lastLine = line;
    if (isScoreLine(line)) this.scoreLine = line;
    const { waiter } = this;
    if (waiter?.isAwaited(line) !== true) return;
    this.waiter = null;
    clearTimeout(waiter.timer);
    waiter.resolve(line);
  }

  /** The first failure is the one that counts. */
  private fail(kind: FailureKind, message: string): void {
    if (this.failure !== null) return;
    this.failure = new EngineFailure(kind, message);
    const { waiter } = this;
    this.waiter = null;
    if (waiter === null) return;
    clearTimeout(waiter.timer);
    waiter.reject(this.failure);
  }

  /** Why it did not start, with the last thing it said, which often tells the cause. */
  private describeStart(message: string): string {
    const said = this.lastError() || this.lastLine;
    return said === '' || message.includes(quote(said)) ? message : `${message}, ${quote(said)}`;
  }

  private lastError(): string {
    return this.errors.trim().split('\n').at(-1)!.trim();
  }

  private describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
    const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
    const last = this.lastError();
    return last === '' ? how : `${how}, ${quote(last)}`;
  }
}
