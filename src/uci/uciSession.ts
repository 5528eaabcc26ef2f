/**
 * A UCI session: passes a GUI's commands to the engine and writes its events as UCI output.
 *
 * Commands are processed in order. While a search runs, `isready`, `stop`, `ponderhit`, `quit`,
 * `uci`, `debug`, `help`, `d` and `eval` are answered at once; everything else waits for the search to end,
 * so that a file of commands can be piped in. An endless search is stopped by the first queued
 * command other than `setoption`. Once a search has been told to stop, `isready` waits too: its
 * answer means that everything before it is done.
 */
import type { Color } from '../chess/board/types.ts';
import { findGameEnd } from '../chess/game/draws.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import type { BaseEngine } from '../engine/baseEngine.ts';
import { emergencyResult } from '../engine/chooseResult.ts';
import type { EngineResult } from '../engine/engineResult.ts';
import type { SearchRequest } from '../engine/searchRequest.ts';
import { explainNetwork } from '../eval/nnue/explainEvaluation.ts';
import { describeNetwork, type Network } from '../eval/nnue/networkFile.ts';
import { hasEnd, type Limits } from '../search/limits.ts';
import type { CurrentMove, SearchInfo } from '../search/searchResult.ts';
import { winDrawLossOf } from '../search/winDrawLoss.ts';
import { catching, fail, quote, type Result } from '../util/result.ts';
import { NAME, VERSION } from '../version.ts';
import { CommandQueue, QUERIES, type QueuedCommand, SEARCHES } from './commandQueue.ts';
import { describePosition } from './describePosition.ts';
import {
  formatBestMove,
  formatCurrentMove,
  formatDrawingMove,
  formatGameEnd,
  formatInfo,
} from './formatUci.ts';
import { HELP } from './help.ts';
import { LINE_TOO_LONG } from './lineReader.ts';
import { type PositionCommand, parseCommand, type UciCommand } from './parseCommand.ts';
import type { GoCommand } from './parseGo.ts';
import { formatProblem } from './problemLine.ts';
import { resolveGo } from './resolveGo.ts';
import { describeOptions, isLogFile, type OptionTarget, setOption } from './uciOptions.ts';

/** A running search. */
interface Running {
  limits: Limits;
  /** The side to move. */
  turn: Color;
  /** Whether it was told to stop. */
  isStopped: boolean;
  /** Releases the `bestmove`, if it {@link isHeld}. */
  release: () => void;
}

/** Whether a search may never end by itself. */
const isEndless = ({ limits, turn }: Running): boolean => !hasEnd(limits, turn);

/** Whether `bestmove` is held back until `stop` or `ponderhit`. */
const isHeld = ({ infinite, ponder }: Limits): boolean => infinite === true || ponder === true;

/** Whether the command begins or ends a log. */
const isNewLog = (command: UciCommand): boolean =>
  command.type === 'setoption' && isLogFile(command.name);

interface UciSessionOptions {
  /**
   * Called with the reason if a command is rejected; by default it is written (problemLine.ts). With this,
   * illegal `searchmoves` are an error too; without, a GUI still gets a move.
   */
  onRejected?: (reason: string) => void;
}

export class UciSession {
  private readonly engine: BaseEngine;
  private readonly output: (line: string) => void;
  private readonly options: UciSessionOptions;
  private readonly queue = new CommandQueue();
  private isBusy = false;
  private hasQuit = false;
  private hasEnded = false;
  /** Whether the last `position` was rejected, so that an older one is still on the board. */
  private isPositionStale = false;
  private search: Running | null = null;
  private isDebugging = false;
  private readonly target: OptionTarget;
  /** The network last reported to the GUI; null for the built-in one. */
  private announced: Readonly<Network> | null = null;
  /** For each queued `Debug Log File` the input after it, which belongs in that log. */
  private readonly heldInput: string[][] = [];
  private idleListeners: (() => void)[] = [];

  /** `write` is called with one line at a time, without a line break. */
  constructor(engine: BaseEngine, write: (line: string) => void, options: UciSessionOptions = {}) {
    this.engine = engine;
    this.options = options;
    const remark = (text: string) => this.writeInfo(text);
    this.target = { engine, showWdl: false, log: null, remark };
    this.output = write;
    engine.on('message', (text) => this.writeInfo(text));
    engine.on('problem', (text) => this.writeProblem(text));
  }

  /** Handles a line. Returns false for `quit` and for lines after it. */
  handle(line: string): boolean {
    if (this.hasQuit) return false;
    this.logInput(line);
    const parsed = parseCommand(line);
    if (!parsed.ok) {
      this.reject(parsed.error.message);
      return true;
    }
    const command = parsed.value;
    switch (command.type) {
      case 'quit':
        this.hasQuit = true;
        this.stopAll();
        return false;
      case 'stop':
        this.stopAll();
        break;
      case 'ponderhit':
        this.ponderHit();
        break;
      case 'uci':
        this.identify();
        break;
      case 'debug':
        this.isDebugging = command.on;
        this.writeDebugInfo();
        break;
      case 'help':
        this.write(HELP);
        break;
      case 'empty':
        break;
      default:
        if (this.isAnswerable(command)) this.answer(command);
        else this.enqueue(command);
    }
    return true;
  }

  /**
   * Rejects a line that is too long to be read; `start` is what it begins with. A `position` is rejected in its turn, so
   * that the next search says which position it searches.
   */
  rejectTooLong(start: string): void {
    if (this.hasQuit) return;
    this.logInput(`${start}...`);
    const parsed = parseCommand(start);
    if (!(parsed.ok && parsed.value.type === 'position')) this.reject(LINE_TOO_LONG);
    else this.enqueue({ ...parsed.value, problem: LINE_TOO_LONG });
  }

  private enqueue(command: UciCommand): void {
    this.queue.push(command);
    // Not every GUI waits between `ucinewgame` and `go`.
    if (SEARCHES.has(command.type)) this.engine.endWarmUp();
    if (isNewLog(command)) this.heldInput.push([]);
    this.stopIfAwaited();
    this.advance();
  }

  /** Ends the input. Resolves when all queued commands have been executed; endless searches are stopped. */
  async end(): Promise<void> {
    this.hasEnded = true;
    this.stopIfAwaited();
    this.engine.endWarmUp();
    await this.idle();
  }

  /** Resolves when all commands so far have been executed. */
  async idle(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => this.idleListeners.push(resolve));
  }

  /** Executes queued commands, up to the next asynchronous one. */
  private advance(): void {
    while (!this.isBusy) {
      const next = this.queue.shift();
      if (next === undefined) {
        for (const listener of this.idleListeners.splice(0)) listener();
        return;
      }
      const work = this.execute(next);
      if (work === undefined) continue;
      this.isBusy = true;
      work
        .catch((error: Error) => this.writeProblem(error.message))
        .finally(() => {
          this.isBusy = false;
          this.advance();
        });
    }
  }

  /** Whether the command can be answered during the running search. */
  private isAnswerable({ type }: UciCommand): boolean {
    if (this.search === null) return false;
    if (type === 'isready') return !this.search.isStopped;
    return QUERIES.has(type) && !this.queue.hasPosition;
  }

  /** Answers a command that changes no state. */
  private answer({ type }: UciCommand): void {
    if (type === 'isready') this.write('readyok');
    else if (type === 'eval') this.write(this.explainEvaluation());
    else if (type === 'd')
      for (const line of describePosition(this.engine.getPosition())) this.write(line);
  }

  private explainEvaluation(): string {
    const position = this.engine.getPosition();
    const network = this.engine.getNetwork();
    return network === null
      ? 'Evaluation: the network is not available'
      : explainNetwork(network, position);
  }

  private execute({ command, isStopped, isPonderHit }: QueuedCommand): Promise<void> | undefined {
    switch (command.type) {
      case 'isready':
        return this.engine
          .ready()
          .catch((error: Error) => this.writeProblem(error.message))
          .then(() => this.write('readyok'));
      case 'ucinewgame':
        // A clock may run from the first move on.
        return this.engine.newGame().then(() => this.engine.warmUp());
      case 'go':
        return this.go(command, isStopped, isPonderHit);
      case 'perft':
        return this.perft(command.depth, isStopped);
      case 'position':
        this.setPosition(command);
        return undefined;
      case 'setoption': {
        const result = setOption(this.target, command.name, command.value);
        if (isNewLog(command)) for (const line of this.heldInput.shift()!) this.log(`>> ${line}`);
        if (result instanceof Promise) return result.then((r) => this.rejectFailed(r));
        this.rejectFailed(result);
        return undefined;
      }
      default:
        this.answer(command);
        return undefined;
    }
  }

  /**
   * Runs a search; `isStopped` if it was stopped before it began. `search` receives its state, and a
   * promise that resolves when `bestmove` need not be held any more.
   */
  private async runSearch(
    limits: Limits,
    turn: Color,
    isStopped: boolean,
    search: (running: Running, released: Promise<void>) => Promise<void>,
  ): Promise<void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.search = { limits, turn, isStopped: false, release };
    try {
      const result = search(this.search, released);
      if (isStopped) this.stopSearch();
      this.stopIfAwaited();
      const answerable = this.queue.takeAnswerable(!this.search.isStopped);
      for (const command of answerable) this.answer(command);
      await result;
    } finally {
      this.search = null;
    }
  }

  /** Sets up a position, and reports if the game is over. An invalid one is rejected. */
  private setPosition({ fen, moves, problem }: PositionCommand): void {
    const set =
      problem === undefined
        ? catching(() => this.engine.setPosition(fen ?? undefined, moves))
        : fail(problem);
    this.isPositionStale = !set.ok;
    if (set.ok) this.announceGameEnd();
    else this.reject(`${set.error.message}; the position is unchanged`);
  }

  private rejectFailed(result: Result<void>): void {
    if (!result.ok) this.reject(result.error.message);
  }

  private reject(reason: string): void {
    (this.options.onRejected ?? ((text: string) => this.writeProblem(text)))(reason);
  }

  private write(text: string): void {
    for (const line of text.split('\n')) {
      this.output(line);
      this.log(`<< ${line}`);
    }
  }

  /** Writes a line of input to the log, or keeps it for the one that will be open by then. */
  private logInput(line: string): void {
    const held = this.heldInput.at(-1);
    if (held === undefined) this.log(`>> ${line}`);
    else held.push(line);
  }

  /** Writes to the file of `Debug Log File`. If that fails, there is no log any more. */
  private log(line: string): void {
    const { log } = this.target;
    try {
      log?.write(line);
    } catch (error) {
      this.target.log = null;
      this.writeProblem(`Debug Log File: ${(error as Error).message}`);
      log?.close();
    }
  }

  private writeProblem(text: string): void {
    this.write(formatProblem(text));
  }

  private writeInfo(text: string): void {
    this.write(`info string ${text}`);
  }

  private identify(): void {
    this.write(`id name ${NAME} ${VERSION}`);
    this.write('id author the Refrain authors');
    for (const line of describeOptions(this.engine)) this.write(line);
    this.write('uciok');
    // Threads start and warm up in the meantime; if that fails, the first search reports it.
    this.engine.ready().catch(() => {});
  }

  /** Stops an endless search if a queued command waits for its end, options excepted. */
  private stopIfAwaited(): void {
    const isAwaited = this.queue.hasStoppingCommand || this.hasEnded;
    if (isAwaited && this.search !== null && isEndless(this.search)) this.stopSearch();
  }

  /** Stops the running search, and the queued ones as soon as they begin. */
  private stopAll(): void {
    this.queue.stopAll();
    this.stopSearch();
  }

  private stopSearch(): void {
    this.engine.stop();
    if (this.search === null) return;
    this.search.isStopped = true;
    this.search.release();
  }

  /** The opponent played the expected move, perhaps before the ponder search began. */
  private ponderHit(): void {
    const { search } = this;
    if (search === null || !search.limits.ponder || search.isStopped) {
      this.queue.ponderHitAll();
      return;
    }
    search.limits = { ...search.limits, ponder: false };
    this.engine.ponderHit();
    if (!isHeld(search.limits)) search.release();
    this.stopIfAwaited();
  }

  private announceGameEnd(): void {
    const end = findGameEnd(this.engine.getPosition());
    if (end !== null) this.writeInfo(formatGameEnd(end));
  }

  /** Reports the network before a search, if it has changed since the last report. */
  private announceEvaluation(): void {
    const network = this.engine.getChosenNetwork();
    if (network === this.announced) return;
    this.announced = network;
    this.writeInfo(
      network === null
        ? 'using the built-in network'
        : `NNUE evaluation, ${describeNetwork(network)}`,
    );
  }

  private go(
    command: GoCommand,
    isStopped: boolean,
    isPonderHit: boolean,
  ): Promise<void> | undefined {
    const resolved = resolveGo(command, this.engine.getPosition());
    const { remarks, illegal } = resolved;
    if (illegal.length > 0 && this.options.onRejected !== undefined) {
      this.reject(`illegal searchmoves: ${quote(illegal.join(' '))}`);
      return undefined;
    }
    const { position, rootMoves } = resolved.request;
    const limits = { ...resolved.request.limits };
    if (isPonderHit) limits.ponder = false;
    if (remarks.length > 0) this.writeInfo(`go: ${shorten(remarks.join('; '))}`);
    this.writeDebugInfo();
    this.announceEvaluation();
    if (this.isPositionStale) {
      this.writeInfo(`the last position was rejected; searching ${formatFen(position)}`);
    }
    if (illegal.length > 0) {
      const rest = rootMoves === null ? '; none is left, so all moves are searched' : '';
      this.writeInfo(`searchmoves: not legal, ignored: ${quote(illegal.join(' '))}${rest}`);
    }
    const request = { position, limits, rootMoves };
    return this.runSearch(limits, position.turn, isStopped, async (running, released) => {
      const { best } = await this.searchAndReport(request).catch((error: Error) => {
        // A GUI waits for a move, whatever has happened.
        this.writeProblem(error.message);
        return emergencyResult(position, null, rootMoves);
      });
      if (isHeld(running.limits)) await released;
      if (best?.draw) this.writeInfo(formatDrawingMove(best.draw, best.move, position.chess960));
      this.write(formatBestMove(best?.pv[0], best?.pv[1], position.chess960));
    });
  }

  private async searchAndReport(request: SearchRequest): Promise<EngineResult> {
    const { position } = request;
    const { chess960 } = position;
    const onInfo = (info: SearchInfo) => {
      const wdl = this.target.showWdl ? winDrawLossOf(info, position) : undefined;
      this.write(formatInfo(info, chess960, wdl));
    };
    const onCurrentMove = (move: CurrentMove) => this.write(formatCurrentMove(move, chess960));
    this.engine.on('info', onInfo).on('currentMove', onCurrentMove);
    try {
      return await this.engine.search(request);
    } finally {
      this.engine.off('info', onInfo).off('currentMove', onCurrentMove);
    }
  }

  private perft(depth: number, isStopped: boolean): Promise<void> {
    const { chess960, turn } = this.engine.getPosition();
    return this.runSearch({ depth }, turn, isStopped, async (running) => {
      const total = await this.engine.perft(depth, (move, nodes) =>
        this.write(`${formatUciMove(move, chess960)}: ${nodes}`),
      );
      if (running.isStopped) this.writeInfo('perft was stopped: the count is incomplete');
      this.write('');
      this.write(`Nodes searched: ${total}`);
    });
  }

  /** In debug mode, writes what a bug report should contain. */
  private writeDebugInfo(): void {
    if (!this.isDebugging) return;
    const { threads, hash } = this.engine.getSettings();
    this.writeInfo(
      `debug: ${NAME} ${VERSION}, ${this.engine.describeHost()}, Threads ${threads}, ` +
        `Hash ${hash} MiB, ${formatFen(this.engine.getPosition())}`,
    );
  }
}

/** Keeps an `info string` short enough to read. */
const shorten = (text: string): string => (text.length <= 160 ? text : `${text.slice(0, 157)}...`);
