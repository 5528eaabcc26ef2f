/**
 * A UCI session: a GUI's commands go to the engine, its events come back as lines.
 *
 * Commands are carried out one after the other. While a search runs `isready`, `stop`,
 * `ponderhit`, `quit`, `uci`, `debug`, `d` and `eval` are answered at once; everything else waits for
 * the search to end, so a file of commands can simply be piped in. A search that may never end by
 * itself is stopped by the first command, other than `setoption`, that waits for it. Once a search
 * has been told to stop `isready` waits too: its answer means that all before it is done.
 */
import { findGameEnd } from '../chess/game/draws.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import type { Result } from '../chess/result.ts';
import type { Engine } from '../engine/engine.ts';
import { explainNetwork } from '../eval/nnue/explain.ts';
import type { Network } from '../eval/nnue/networkFile.ts';
import { hasEnd, type Limits } from '../search/limits.ts';
import type { CurrentMove, SearchInfo } from '../search/search.ts';
import { winDrawLoss } from '../search/winDrawLoss.ts';
import { NAME, VERSION } from '../version.ts';
import { CommandQueue, type Waiting } from './commandQueue.ts';
import { parseCommand, type UciCommand } from './commands.ts';
import { describePosition } from './describe.ts';
import {
  describeNetwork,
  formatBestMove,
  formatCurrentMove,
  formatGameEnd,
  formatInfo,
} from './format.ts';
import { completeClock } from './go.ts';
import { describeOptions, type OptionTarget, setOption } from './options.ts';

/** A running search. */
interface Running {
  limits: Limits;
  /** Who is to move. */
  turn: number;
  /** It was told to stop. */
  isStopped: boolean;
  /** Releases the answer, if it {@link isHeld}. */
  release: () => void;
}

/** Whether a search may never end by itself. */
const isEndless = ({ limits, turn }: Running): boolean => !hasEnd(limits, turn);

/** Whether the answer is held back until `stop` or `ponderhit`. */
const isHeld = ({ infinite, ponder }: Limits): boolean => infinite === true || ponder === true;

const isSearch = ({ type }: UciCommand): boolean => type === 'go' || type === 'perft';

export interface UciSessionOptions {
  /** Called with the reason when a command is refused; by default an `info string` is written. */
  onRefusal?: (reason: string) => void;
  /** Whether root moves are printed while they are searched (true). */
  showCurrentMoves?: boolean;
}

export class UciSession {
  private readonly engine: Engine;
  private readonly write: (line: string) => void;
  private readonly options: UciSessionOptions;
  private readonly queue = new CommandQueue();
  private isBusy = false;
  private hasQuit = false;
  /** Whether `quit` has broken off a search. */
  private isBrokenOff = false;
  private hasEnded = false;
  /** Whether the last `position` was refused, and an older one is on the board. */
  private isPositionOld = false;
  private search: Running | null = null;
  private isDebugging = false;
  private readonly target: OptionTarget;
  /** The network that the GUI was told of; null for the built-in evaluation. */
  private announced: Readonly<Network> | null = null;
  private idleListeners: (() => void)[] = [];

  /** `write` is given a line at a time, without its end. */
  constructor(engine: Engine, write: (line: string) => void, options: UciSessionOptions = {}) {
    this.engine = engine;
    this.options = options;
    this.target = { engine, showWdl: false };
    this.write = write;
    engine.on('message', (text) => this.tell(text));
  }

  /** Handles a line. Gives false for `quit` and for lines after it. */
  handle(line: string): boolean {
    if (this.hasQuit) return false;
    const parsed = parseCommand(line);
    if (!parsed.ok) {
      this.refuse(parsed.error.message);
      return true;
    }
    const command = parsed.value;
    switch (command.type) {
      case 'quit':
        this.quit();
        return false;
      case 'stop':
        this.queue.stopAll();
        this.stopSearch();
        break;
      case 'ponderhit':
        this.ponderHit();
        break;
      case 'uci':
        this.introduce();
        break;
      case 'debug':
        this.isDebugging = command.on;
        this.describeProgram();
        break;
      case 'empty':
        break;
      default:
        if (this.isAnswerable(command) && this.answer(command)) break;
        this.queue.push(command);
        this.stopIfAwaited();
        this.advance();
    }
    return true;
  }

  /**
   * Takes no more lines. A search is broken off, or dropped if it waits, with all commands behind it;
   * those before it are still carried out.
   */
  quit(): void {
    this.hasQuit = true;
    this.isBrokenOff = this.search !== null;
    if (this.isBrokenOff) this.queue.clear();
  }

  /**
   * No more lines will come. Resolves when those that came have been carried out; searches without an
   * end are stopped. A search that `quit` has broken off is not waited for.
   */
  async end(): Promise<void> {
    this.hasEnded = true;
    if (this.isBrokenOff) return;
    this.stopIfAwaited();
    await this.idle();
  }

  /** Resolves when all commands so far have been carried out. */
  async idle(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => this.idleListeners.push(resolve));
  }

  /** Carries out waiting commands, up to the next one that takes time. */
  private advance(): void {
    while (!this.isBusy) {
      const next = this.queue.shift();
      if (next === undefined || (this.hasQuit && isSearch(next.command))) {
        this.queue.clear();
        for (const listener of this.idleListeners.splice(0)) listener();
        return;
      }
      const work = this.carryOut(next);
      if (work === undefined) continue;
      this.isBusy = true;
      work
        .catch((error: Error) => {
          // The error is that it was broken off.
          if (!this.isBrokenOff) this.tell(error.message);
        })
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
    return !this.queue.hasPosition();
  }

  /** Answers commands that came before the search could begin and need not wait for its end. */
  private answerWaiting(withPings: boolean): void {
    for (;;) {
      const command = this.queue.shiftAnswerable(withPings);
      if (command === undefined) return;
      this.answer(command);
    }
  }

  /** Answers a command that changes nothing; gives false for other commands. */
  private answer(command: UciCommand): boolean {
    if (command.type === 'isready') this.write('readyok');
    else if (command.type === 'd')
      for (const line of describePosition(this.engine.getPosition())) this.write(line);
    else if (command.type === 'eval') this.write(this.explainEvaluation());
    else return false;
    return true;
  }

  private explainEvaluation(): string {
    const position = this.engine.getPosition();
    const network = this.engine.getNetwork();
    return network === null
      ? 'Evaluation: the network is not at hand here'
      : explainNetwork(network, position);
  }

  private carryOut({ command, isStopped, isHit }: Waiting): Promise<void> | undefined {
    switch (command.type) {
      case 'isready':
        return this.engine
          .ready()
          .catch((error: Error) => this.tell(error.message))
          .then(() => this.write('readyok'));
      case 'ucinewgame':
        return this.engine.newGame();
      case 'go': {
        const { turn } = this.engine.getPosition();
        const { limits, remark } = completeClock(command.limits, turn);
        const remarks = [...command.remarks, ...(remark === undefined ? [] : [remark])];
        if (remarks.length > 0) this.tell(`go: ${shorten(remarks.join('; '))}`);
        const ownLimits = isHit ? { ...limits, ponder: false } : limits;
        return this.running(ownLimits, isStopped, (...args) => this.go(...args));
      }
      case 'perft': {
        const { depth } = command;
        return this.running({ depth }, isStopped, () => this.perft(depth));
      }
      case 'position': {
        this.setPosition(command.fen ?? undefined, command.moves);
        return undefined;
      }
      case 'setoption': {
        const result = setOption(this.target, command.name, command.value);
        if (result instanceof Promise) return result.then((r) => this.refuseFault(r));
        this.refuseFault(result);
        return undefined;
      }
      default:
        this.answer(command);
        return undefined;
    }
  }

  /** Runs a search; `isStopped` if it was told to stop before it could begin. */
  private async running(
    limits: Limits,
    isStopped: boolean,
    search: (running: Running, released: Promise<void>) => Promise<void>,
  ): Promise<void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { turn } = this.engine.getPosition();
    this.search = { limits, turn, isStopped: false, release };
    try {
      const result = search(this.search, released);
      if (isStopped) this.stopSearch();
      this.stopIfAwaited();
      this.answerWaiting(!this.search.isStopped);
      await result;
    } finally {
      this.search = null;
    }
  }

  /** Sets up a position, and reports if the game is over there. A bad one is refused. */
  private setPosition(fen: string | undefined, moves: readonly string[]): void {
    try {
      this.engine.setPosition(fen, moves);
      this.isPositionOld = false;
      this.announceGameEnd();
    } catch (error) {
      this.isPositionOld = true;
      this.refuse(`${(error as Error).message}; the position stays as it was`);
    }
  }

  private refuseFault(result: Result<void>): void {
    if (!result.ok) this.refuse(result.error.message);
  }

  private refuse(reason: string): void {
    (this.options.onRefusal ?? ((text: string) => this.tell(text)))(reason);
  }

  private tell(text: string): void {
    this.write(`info string ${text}`);
  }

  private introduce(): void {
    this.write(`id name ${NAME} ${VERSION}`);
    this.write('id author the Refrain authors');
    for (const line of describeOptions(this.engine)) this.write(line);
    this.write('uciok');
    // The threads start and warm up meanwhile; if they cannot, the first search says so.
    this.engine.ready().catch(() => {});
  }

  /** Stops an endless search if a command waits for its end. Options wait without stopping it. */
  private stopIfAwaited(): void {
    const isAwaited = this.queue.isImpatient || this.hasEnded;
    if (isAwaited && this.search !== null && isEndless(this.search)) this.stopSearch();
  }

  private stopSearch(): void {
    this.engine.stop();
    if (this.search === null) return;
    this.search.isStopped = true;
    this.search.release();
  }

  /** The opponent has played the expected move, perhaps before the search could begin. */
  private ponderHit(): void {
    const { search } = this;
    if (search === null || !search.limits.ponder || search.isStopped) {
      this.queue.hitAll();
      return;
    }
    search.limits = { ...search.limits, ponder: false };
    this.engine.ponderHit();
    if (!isHeld(search.limits)) search.release();
    this.stopIfAwaited();
  }

  private announceGameEnd(): void {
    const end = findGameEnd(this.engine.getPosition());
    if (end !== null) this.tell(formatGameEnd(end));
  }

  /** Says before a search which network it uses, if that is not what was said last. */
  private announceEvaluation(): void {
    const network = this.engine.getChosenNetwork();
    if (network === this.announced) return;
    this.announced = network;
    this.tell(network === null ? 'the built-in network' : describeNetwork(network));
  }

  private async go(running: Running, released: Promise<void>): Promise<void> {
    const position = this.engine.getPosition();
    const { chess960 } = position;
    this.describeProgram();
    this.announceEvaluation();
    if (this.isPositionOld) {
      this.tell(`the last position was refused, so this one is searched: ${formatFen(position)}`);
    }
    const onInfo = (info: SearchInfo) => {
      const wdl = this.target.showWdl ? winDrawLoss(info.score, position) : undefined;
      this.write(formatInfo(info, chess960, wdl));
    };
    const onCurrentMove = (move: CurrentMove) => {
      if (this.options.showCurrentMoves !== false) this.write(formatCurrentMove(move, chess960));
    };
    this.engine.on('info', onInfo).on('currentMove', onCurrentMove);
    try {
      const { best } = await this.engine.go(running.limits);
      if (isHeld(running.limits)) await released;
      if (best?.draw) {
        this.tell(`${formatGameEnd(best.draw)} with ${formatUciMove(best.move, chess960)}`);
      }
      this.write(formatBestMove(best?.pv[0], best?.pv[1], chess960));
    } finally {
      this.engine.off('info', onInfo).off('currentMove', onCurrentMove);
    }
  }

  private async perft(depth: number): Promise<void> {
    const { chess960 } = this.engine.getPosition();
    const total = await this.engine.perft(depth, (move, nodes) =>
      this.write(`${formatUciMove(move, chess960)}: ${nodes}`),
    );
    this.write('');
    this.write(`Nodes searched: ${total}`);
  }

  /** While debugging: what a bug report should contain. */
  private describeProgram(): void {
    if (!this.isDebugging) return;
    const { threads, hash } = this.engine.getSettings();
    this.tell(
      `debug: ${NAME} ${VERSION}, ${this.engine.describeHost()}, Threads ${threads}, ` +
        `Hash ${hash} MiB, ${formatFen(this.engine.getPosition())}`,
    );
  }
}

/** An `info string` is to be read. */
const shorten = (text: string): string => (text.length <= 160 ? text : `${text.slice(0, 157)}...`);
