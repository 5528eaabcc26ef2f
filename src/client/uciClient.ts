/**
 * A UCI engine in a child process.
 *
 * The process is started without a shell, and its output is untrusted: lines are truncated, only
 * the last score is kept, and an engine that prints too much has failed. Every wait has a timeout.
 * Once an engine has failed it stays failed; start another one to continue.
 * https://backscattering.de/chess/uci/
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { isExhausted, startReasonOf } from '../hosts/node/systemError.ts';
import { parseProblem } from '../uci/problemLine.ts';
import { printable } from '../util/printable.ts';
import { ChessError, quote, unwrap } from '../util/result.ts';
import { NAME } from '../version.ts';
import { type EngineInfo, SearchScore } from './engineInfo.ts';
import { checkOption, type EngineOption, parseEngineOption } from './engineOption.ts';
import { MAX_TIMER } from './timer.ts';

/** A program and how to start it. */
export interface EngineProgram {
  file: string;
  args: readonly string[];
  /** The working directory; null for our own. */
  folder: string | null;
  options: readonly (readonly [name: string, value: string])[];
}

/** Timeouts in milliseconds. */
const TIMEOUTS = {
  /** From the start to `uciok`. */
  uci: 10_000,
  /** For every `readyok`: before it, an engine may have to allocate or clear gigabytes of hash table. */
  ready: 60_000,
  /** For the answer to `stop`, after the time for the move is over. */
  stop: 1000,
  /** For the process to exit after `quit`. */
  quit: 500,
};

/** The maximum length of a line; the rest is dropped. Real output is far shorter. */
const MAX_LINE = 1 << 16;
/** The maximum number of characters from one command to the next. */
const MAX_OUTPUT = 1 << 24;
/** The maximum number of options kept. */
const MAX_OPTIONS = 1000;
/** How many characters of standard error are kept, to report why an engine died. */
const MAX_ERRORS = 400;
/**
 * Milliseconds to wait for the last output of an engine that has exited. A child process that it
 * left behind may hold its pipes open forever, so they are closed on our side.
 */
const LAST_OUTPUT = 200;

/** How an engine failed. */
type FailureKind = 'does not start' | 'crash' | 'stall' | 'flood';

export class EngineFailure extends Error {
  override name = 'EngineFailure';
  readonly kind: FailureKind;
  /** Whether the system is to blame rather than the engine: it has run out of files or processes. */
  readonly isBySystem: boolean;
  constructor(kind: FailureKind, message: string, isBySystem = false) {
    super(message);
    this.kind = kind;
    this.isBySystem = isBySystem;
  }
}

/**
 * An engine's failure as an error that names the engine: `'Stockfish': exit code 3`. Other errors are returned
 * unchanged.
 */
export function withEngineName(engine: string, error: unknown): unknown {
  const isFailure = error instanceof EngineFailure;
  if (!isFailure && !(error instanceof ChessError)) return error;
  const how = isFailure && error.kind === 'does not start' ? ' does not start' : '';
  return new ChessError(`${quote(engine)}${how}: ${error.message}`);
}

export interface Answer {
  /** The move as sent by the engine, normally in UCI notation. */
  move: string;
  /** Milliseconds from our `go` to its `bestmove`. */
  elapsed: number;
  /** `performance.now()` when the answer arrived. */
  at: number;
  info: EngineInfo | null;
  /** Whether the answer came only after `stop`. */
  isLate: boolean;
}

/**
 * Reads a line of an engine's answer, and returns whether it is the last one. Words in `line` are
 * separated by one blank, whatever white space the engine uses; `text` is what it printed, for lines that
 * are not UCI, and for free text.
 */
type LineHandler = (line: string, text: string) => boolean;

interface Waiter {
  isAwaited: LineHandler;
  resolve: (line: string) => void;
  reject: (failure: EngineFailure) => void;
  timer: NodeJS.Timeout;
}

/** Clamps milliseconds to what Node's timers accept. */
const timerTime = (milliseconds: number): number => Math.min(Math.ceil(milliseconds), MAX_TIMER);

export class UciClient {
  /** The name from `id name`; empty if there was none. */
  name = '';
  /** The engine's options by lower-case name. */
  readonly options = new Map<string, EngineOption>();

  private readonly child: ChildProcess;
  private readonly exited: Promise<void>;
  private failure: EngineFailure | null = null;
  private waiter: Waiter | null = null;
  private partial = '';
  private received = 0;
  private errors = '';
  private readonly score = new SearchScore();
  private lastLine = '';

  private constructor(program: EngineProgram) {
    // A process group of its own: Ctrl-C at the terminal does not reach it, and killing the group
    // also kills its children.
    this.child = spawn(program.file, program.args, {
      cwd: program.folder ?? undefined,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
      shell: false,
    });
    // There are none if too many files are open.
    const { stdin, stdout, stderr } = this.child;
    // A broken pipe also shows as the exit of the process.
    stdin?.on('error', () => {});
    stdout?.setEncoding('utf8').on('data', (chunk: string) => this.receive(chunk));
    stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.errors = (this.errors + chunk).slice(-MAX_ERRORS);
    });
    this.exited = new Promise((resolve) => {
      this.child.on('error', (error) => {
        this.fail('does not start', printable(startReasonOf(error)), isExhausted(error));
        resolve();
      });
      this.child.on('exit', () => {
        const timer = setTimeout(() => this.closePipes(), LAST_OUTPUT);
        this.child.once('close', () => clearTimeout(timer));
      });
      this.child.on('close', (code, signal) => {
        this.fail('crash', this.describeExit(code, signal));
        resolve();
      });
    });
  }

  /**
   * Starts an engine and sets its options. `onSpawn` is called with the client as soon as there is
   * a process that may have to be killed. Throws an EngineFailure if the handshake fails, and a
   * ChessError if the engine lacks an option or does not accept its value.
   */
  static async start(
    program: EngineProgram,
    onSpawn: (client: UciClient) => void = () => {},
  ): Promise<UciClient> {
    const client = new UciClient(program);
    onSpawn(client);
    try {
      await client.handshake(program.options);
      return client;
    } catch (error) {
      client.kill();
      if (error instanceof ChessError) throw error;
      throw new EngineFailure(
        'does not start',
        client.describeStartFailure((error as Error).message),
        error instanceof EngineFailure && error.isBySystem,
      );
    }
  }

  private async handshake(options: EngineProgram['options']): Promise<void> {
    const done = this.waitFor((line) => {
      const [, name] = /^id name (.+)/.exec(line) ?? [];
      if (name !== undefined) this.name = printable(name.trim().slice(0, 80));
      const option = parseEngineOption(line);
      if (option !== null && this.options.size < MAX_OPTIONS) {
        this.options.set(option.name.toLowerCase(), option);
      }
      return line === 'uciok';
    }, TIMEOUTS.uci);
    this.send('uci');
    await done;
    for (const [name, value] of options) unwrap(checkOption(this.options, name, value));
    this.setOptions(options);
    let problem: string | null = null;
    await this.ready((text) => {
      problem ??= parseProblem(text);
    });
    // In a match against itself, a missing network would go unnoticed. Other engines may mean
    // anything by such a line.
    const isRefrain = this.name.startsWith(`${NAME} `);
    if (problem !== null && isRefrain) throw new ChessError(printable(problem).slice(0, 200));
  }

  get isAlive(): boolean {
    return this.failure === null;
  }

  private setOptions(options: EngineProgram['options']): void {
    for (const [name, value] of options) {
      this.send(`setoption name ${name}${value === '' ? '' : ` value ${value}`}`);
    }
  }

  /** Sets options, announces a new game, and waits until the engine is ready. Throws an EngineFailure if it fails. */
  async newGame(options: EngineProgram['options'] = []): Promise<void> {
    this.setOptions(options);
    this.send('ucinewgame');
    await this.ready();
  }

  /** `onText` is called with every line of the answer, as it was printed. */
  private async ready(onText: (text: string) => void = () => {}): Promise<void> {
    const done = this.waitFor((line, text) => {
      onText(text);
      return line === 'readyok';
    }, TIMEOUTS.ready);
    this.send('isready');
    await done;
  }

  /**
   * Searches a position, given as a UCI command, with the limits of `go`. After `allowed`
   * milliseconds the engine is told to stop; if it does not answer then, it has stalled. Throws an
   * EngineFailure if it has, or has ended.
   */
  async think(position: string, go: string, allowed: number): Promise<Answer> {
    this.score.reset();
    let at = 0;
    let isLate = false;
    const done = this.waitFor((line) => {
      at = performance.now();
      return line.startsWith('bestmove ');
    }, allowed + TIMEOUTS.stop);
    const stopper = setTimeout(() => {
      isLate = true;
      this.send('stop');
    }, timerTime(allowed));
    this.send(`${position}\n${go}`);
    const start = performance.now();
    try {
      const line = await done;
      const move = line.split(' ', 2)[1]!;
      return { move, elapsed: at - start, at, info: this.score.info, isLate };
    } finally {
      clearTimeout(stopper);
    }
  }

  /**
   * Sends commands and passes every line of the answer to `onLine`, until it returns true. Throws
   * an EngineFailure if that takes longer than `timeout` milliseconds, or if the answer is longer than
   * an engine may print: the limit for one answer, times `shares`.
   */
  async query(commands: string, onLine: LineHandler, timeout: number, shares = 1): Promise<void> {
    const done = this.waitFor(onLine, timeout);
    this.send(commands);
    this.received = -MAX_OUTPUT * (shares - 1);
    await done;
  }

  /** Sends `quit`, and kills the engine if it does not exit in time. */
  async quit(): Promise<void> {
    this.send('quit');
    this.child.stdin?.end();
    const timer = setTimeout(() => this.kill(), TIMEOUTS.quit);
    await this.exited;
    clearTimeout(timer);
  }

  /** Kills the engine and its children. */
  kill(): void {
    this.fail('crash', 'killed');
    const { pid } = this.child;
    if (pid !== undefined) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // No process groups on this system, or the group has exited.
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
    if (this.failure === null) this.child.stdin?.write(`${lines}\n`);
  }

  private waitFor(isAwaited: LineHandler, timeout: number): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.failure !== null) {
        reject(this.failure);
        return;
      }
      const timer = setTimeout(() => {
        this.fail('stall', `no answer within ${(timeout / 1000).toFixed(1)} s`);
        this.kill();
      }, timerTime(timeout));
      this.waiter = { isAwaited, resolve, reject, timer };
    });
  }

  private receive(chunk: string): void {
    if (this.failure !== null) return;
    this.received += chunk.length;
    if (this.received > MAX_OUTPUT) {
      this.fail('flood', `more than ${MAX_OUTPUT >> 20} MiB without an answer`);
      this.kill();
      return;
    }
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      this.handleLine((this.partial + chunk.slice(from, end)).slice(0, MAX_LINE).trimEnd());
      this.partial = '';
      from = end + 1;
    }
    this.partial = (this.partial + chunk.slice(from)).slice(0, MAX_LINE);
  }

  private handleLine(text: string): void {
    // UCI allows any white space between words, and before the first.
    const line = text.trim().replace(/\s+/g, ' ');
    if (line !== '') this.lastLine = line;
    this.score.note(line);
    const { waiter } = this;
    if (waiter?.isAwaited(line, text) !== true) return;
    this.waiter = null;
    clearTimeout(waiter.timer);
    waiter.resolve(line);
  }

  /** Records a failure; only the first one counts. */
  private fail(kind: FailureKind, message: string, isBySystem = false): void {
    if (this.failure !== null) return;
    this.failure = new EngineFailure(kind, message, isBySystem);
    const { waiter } = this;
    this.waiter = null;
    if (waiter === null) return;
    clearTimeout(waiter.timer);
    waiter.reject(this.failure);
  }

  /** Why the engine did not start, with its last output, which often shows the cause. */
  private describeStartFailure(message: string): string {
    const last = this.lastError() || this.lastLine;
    return last === '' || message.includes(quote(last)) ? message : `${message}, ${quote(last)}`;
  }

  private lastError(): string {
    return this.errors.trim().split('\n').at(-1)!.trim();
  }

  private describeExit(code: number | null, signal: NodeJS.Signals | null): string {
    const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
    const last = this.lastError();
    return last === '' ? how : `${how}, ${quote(last)}`;
  }
}
