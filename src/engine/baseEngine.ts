/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The engine: a position, settings, and a search that can be started and stopped. UCI, the commands
 * and library users all go through it.
 *
 * Searches run in worker threads, so the caller is never blocked. All threads search the same position
 * and share the transposition table and the signals; the first one checks the limits (Lazy SMP).
 * https://www.chessprogramming.org/Lazy_SMP
 */
import type { BookMove } from '../book/polyglotBook.ts';
import { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { formatFen, positionFromFen, START_FEN } from '../chess/notation/fen.ts';
import { parseUciMove } from '../chess/notation/uciMove.ts';
import { ChessError, unwrap } from '../chess/result.ts';
import { decodeNetwork, type Network } from '../eval/nnue/networkFile.ts';
import { checkLimits, type Limits } from '../search/limits.ts';
import { epochTime, type SearchInfo } from '../search/search.ts';
import { type SignalState, Signals } from '../search/signals.ts';
import { TranspositionTable } from '../search/transpositionTable.ts';
import type { TablebaseProbe } from '../syzygy/rankMoves.ts';
import { describeTablebases } from '../syzygy/tablebaseNames.ts';
import { analyze } from './analyzeStream.ts';
import {
  checkBytes,
  checkPerft,
  checkSignal,
  checkTablebases,
  type PerftListener,
  type SignalOption,
} from './checkArguments.ts';
import { chooseResult, emergencyResult, needsFirstThread } from './chooseResult.ts';
import { Emitter } from './emitter.ts';
import type { EngineHost } from './engineHost.ts';
import { type EngineEvents, EngineResult, SearchLine } from './engineResult.ts';
import {
  changesScores,
  checkSettings,
  DEFAULT_ENGINE_SETTINGS,
  type EngineSettings,
  searchSettings,
} from './engineSettings.ts';
import { OwnBook } from './ownBook.ts';
import { ThreadHandle } from './threadHandle.ts';
import type { FromThread, Memory, Root, TablebaseListing, ToThread } from './threadMessages.ts';

/** Milliseconds that `close` waits for the answer of a running search. */
const CLOSE_TIMEOUT = 80;

/** `hosts/node/` and `hosts/browser/` export subclasses bound to their hosts. */
export class Engine extends Emitter<EngineEvents> {
  private readonly host: EngineHost;
  private position: Position = positionFromFen(START_FEN);
  private settings: EngineSettings = { ...DEFAULT_ENGINE_SETTINGS };
  /** The seed of the evaluation noise at limited strength; a new one for each game. */
  private seed: number;

  private readonly book: OwnBook;
  private tables: readonly TablebaseListing[] = [];
  private readonly reportedProblems = new Set<string>();
  private threads: ThreadHandle[] = [];
  private table: Memory | null = null;
  /** Whether the table must be cleared for a new game, which is slow if it is large. */
  private isTtUsed = false;
  private signals = new Signals();
  /** Settles when the threads have answered the latest orders. */
  private work: Promise<unknown> = Promise.resolve();
  /** The network that the user chose, and its file; null for the built-in evaluation. */
  private chosen: { network: Network; file: Uint8Array } | null = null;
  private isSearching = false;
  private isClosed = false;

  constructor(host: EngineHost) {
    super();
    this.host = host;
    this.seed = host.randomSeed();
    this.book = new OwnBook(host.randomSeed());
  }

  /** The largest transposition table on this host, in mebibytes. */
  get maxHash(): number {
    return this.host.maxHash;
  }

  /** The maximum number of search threads on this host. */
  get maxThreads(): number {
    return this.host.maxThreads;
  }

  /** Reads a file of the host. Rejects if it cannot be read. */
  readFile(path: string): Promise<Uint8Array> {
    return this.host.readFile(path);
  }

  /** A one-line description of the host, for bug reports. */
  describeHost(): string {
    return this.host.describe();
  }

  /** All settings. */
  getSettings(): Readonly<EngineSettings> {
    return { ...this.settings };
  }

  /** A copy of the position on the board. */
  getPosition(): Position {
    return this.position.clone();
  }

  /**
   * Sets up a position, given as a FEN or with its history, and plays moves in UCI notation. Throws
   * a ChessError if any of them is invalid, and keeps the old position.
   */
  setPosition(start: string | Position = START_FEN, moves: readonly string[] = []): void {
    const position = start instanceof Position ? start.clone() : positionFromFen(start);
    if (this.settings.chess960) position.chess960 = true;
    if (!Array.isArray(moves)) throw new ChessError('moves must be an array of strings');
    const fen = start instanceof Position ? formatFen(start) : start;
    let last: Move | undefined;
    for (const text of moves) {
      last = unwrap(parseUciMove(position, text));
      position.make(last);
      // Positions before an irreversible move cannot recur.
      if (position.reversiblePlies === 0) position.forgetHistory();
    }
    this.position = position;
    this.book.follow(fen, last);
  }

  /**
   * Changes some of the settings from the next search on. A new `hash` size clears the table, as do
   * settings that change the meaning of scores. Throws a ChessError and changes nothing for an
   * unknown setting, a value out of range, a lack of memory, or during a search.
   */
  configure(settings: Partial<EngineSettings>): void {
    this.assertIdle();
    const before = this.settings;
    const after = { ...before, ...checkSettings(settings, this.host) };
    if (after.hash !== before.hash || (settings.hash !== undefined && this.table === null)) {
      this.replaceTt(after.hash);
    }
    this.settings = after;
    if (after.syzygyPath !== before.syzygyPath) this.findTablebases(after.syzygyPath);
    else if (after.syzygyCache !== before.syzygyCache) this.shareTablebases();
    if (changesScores(before, after) && this.threads.length > 0) void this.newGame();
  }

  /** Uses the tablebases in these folders, and reports what was found. */
  private findTablebases(folders: string): void {
    const { tables, problems } = this.host.listTablebases(folders);
    for (const problem of problems) this.emit('message', problem);
    if (folders !== '') this.emit('message', describeTablebases(tables.map(({ name }) => name)));
    this.useTablebases(tables);
  }

  /**
   * Uses these tablebases from the next search on, instead of those of the setting
   * `syzygyPath`: in a browser, files that the user has picked or URLs. Throws a ChessError, and
   * changes nothing, if these are not listings of tables.
   */
  useTablebases(tables: readonly TablebaseListing[]): void {
    checkTablebases(tables);
    this.tables = tables;
    this.reportedProblems.clear();
    this.shareTablebases();
  }

  /**
   * Probes the tablebases for a position, by default the one on the board: outcome, distance,
   * and all moves ranked; null if they do not have it. The setting `syzygy50MoveRule` decides
   * whether the fifty-move counter matters. Waits for a running search to end.
   */
  async probe(position: Position = this.position): Promise<TablebaseProbe | null> {
    if (!(position instanceof Position)) throw new ChessError('not a Position');
    const thread = await this.firstThread();
    const root = { setup: position.toSetup(), history: position.history() };
    const withFiftyMoves = this.settings.syzygy50MoveRule;
    const order: ToThread = { type: 'probe', root, withFiftyMoves };
    const answer = await thread.ask(order, 'probed', (message) => this.reportProblem(message));
    return answer.probe;
  }

  /** Reports problems with tablebases, each only once. */
  private reportProblem(message: FromThread): void {
    if (message.type !== 'problem' || this.reportedProblems.has(message.text)) return;
    this.reportedProblems.add(message.text);
    this.emit('message', message.text);
  }

  /**
   * Plays from a Polyglot book, given as the bytes of its file, while the setting `ownBook` is on;
   * null for no book. Throws a ChessError if the bytes are not a book, and keeps the old one.
   */
  setBook(file: Uint8Array | null): void {
    if (file !== null) checkBytes(file, 'a book');
    unwrap(this.book.load(file));
  }

  /** The book moves of the position on the board, by weight. */
  bookMoves(): BookMove[] {
    return this.book.find(this.position);
  }

  /** Allocates a new transposition table. Throws a ChessError if there is not enough memory. */
  private replaceTt(mebibytes: number): void {
    try {
      this.table = this.allocateTt(mebibytes);
    } catch {
      const { hash } = this.settings;
      throw new ChessError(
        `not enough memory for a table of ${mebibytes} MiB; it stays at ${hash} MiB`,
      );
    }
    this.isTtUsed = false;
    if (this.threads.length > 0) this.shareMemory();
    this.host.collectGarbage();
  }

  /**
   * Evaluates positions with a network, given as the bytes of its file (networkFile.ts), from the
   * next search on; null for the built-in network. Clears the table. Throws a ChessError if the bytes
   * are not a network, and keeps the old one; also during a search.
   */
  setNetwork(file: Uint8Array | null): void {
    this.assertIdle();
    if (file !== null) checkBytes(file, 'a network');
    this.chosen = file === null ? null : { network: unwrap(decodeNetwork(file)), file };
    if (this.threads.length > 0) {
      this.shareEvaluation();
      void this.newGame();
    }
  }

  /** The network set by {@link setNetwork}; null for the built-in evaluation. */
  getChosenNetwork(): Readonly<Network> | null {
    return this.chosen?.network ?? null;
  }

  /** The current network; null if it is the built-in one of a browser's worker. */
  getNetwork(): Readonly<Network> | null {
    if (this.chosen !== null) return this.chosen.network;
    const { network } = this.host.builtIn();
    return network === null ? null : unwrap(decodeNetwork(network));
  }

  /**
   * Starts the search threads and resolves when they have processed all orders, so that a search
   * would start at once. Rejects with a ChessError if no thread can be started.
   */
  async ready(): Promise<void> {
    this.assertOpen();
    await Promise.all(this.threads.map((thread) => thread.probe()));
    this.ensureThreads();
    await this.work;
    const failures = this.threads.flatMap(({ startFailure }) => startFailure ?? []);
    if (failures.length > 0 && failures.length === this.threads.length) {
      throw new ChessError(`no search thread can be started: ${failures[0]!.message}`);
    }
  }

  private async firstThread(): Promise<ThreadHandle> {
    await this.ready();
    // The engine may have been closed in the meantime.
    this.assertOpen();
    return this.threads[0]!;
  }

  /** Clears the table and histories for a new game. Rejects with a ChessError during a search. */
  async newGame(): Promise<void> {
    this.assertIdle();
    this.ensureThreads();
    this.seed = this.host.randomSeed();
    const isTtUsed = this.isTtUsed;
    this.isTtUsed = false;
    await this.askAll(() => ({ type: 'newGame', isTtUsed }));
  }

  /**
   * Searches the position until a limit is reached, or {@link stop}, or `signal`, emitting events.
   * Book moves are played without a search. If a search thread dies, a `message` reports it, and the
   * best move found so far is the answer. Rejects with a ChessError for invalid limits, illegal
   * `searchmoves`, during another search, and if no thread can be started.
   */
  async go(limits: Limits, options: SignalOption = {}): Promise<EngineResult> {
    this.assertIdle();
    checkLimits(limits);
    const signal = checkSignal(options);
    const started = epochTime();
    const known = this.book.answer(this.position, limits, this.settings);
    if (known !== null && !this.settings.analyseMode) {
      return new EngineResult(known.best, new SearchLine(known.info, this.getPosition()));
    }
    const { searchmoves = [] } = limits;
    const moves = searchmoves.map((text) => unwrap(parseUciMove(this.position, text)));
    const allowed = moves.length > 0 ? moves : undefined;
    const root = this.begin(limits.ponder === true);
    const position = this.getPosition();
    this.isTtUsed = true;
    const settings = searchSettings(this.settings, this.seed);
    const stop = () => this.stop();
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    let last: SearchInfo | null = null;
    try {
      await this.ready();
      const order: ToThread = {
        type: 'go',
        root,
        limits,
        settings,
        started,
        ...this.sentSignals(),
      };
      if (allowed !== undefined) order.allowed = allowed;
      const answers = await Promise.allSettled(
        this.threads.map((thread, i) =>
          thread
            .ask(order, 'best', (message) => {
              this.reportProblem(message);
              if (message.type === 'currentMove') this.emit('currentMove', message.current);
              if (message.type !== 'info') return;
              if (message.info.multiPv === 1) last = message.info;
              this.emit('info', new SearchLine(message.info, position));
            })
            .catch((error: Error) => {
              // The first thread checks the limits: without it the search would not end.
              if (i === 0) this.signals.stop();
              if (!this.isClosed) {
                this.emit('message', `search thread ${i + 1} died: ${error.message}`);
              }
              throw error;
            }),
        ),
      );
      const results = answers.flatMap((a) => (a.status === 'fulfilled' ? [a.value.result] : []));
      const first = answers[0]?.status === 'fulfilled' ? results.shift()! : null;
      const { multiPv } = this.settings;
      const chosen = chooseResult(first, results, last, needsFirstThread(limits, multiPv));
      const { best, info } = chosen ?? emergencyResult(position, last, allowed);
      // The helper's info may be older than lines reported since; update nodes and time.
      const isHelpers = chosen !== null && chosen !== first;
      const now = { nodes: this.signals.totalNodes(), time: epochTime() - started };
      const line = new SearchLine(isHelpers ? { ...info, ...now } : info, position);
      if (isHelpers) this.emit('info', line);
      return new EngineResult(best, line);
    } finally {
      this.isSearching = false;
      signal?.removeEventListener('abort', stop);
    }
  }

  /**
   * A search as a stream of lines: `for await (const line of engine.analyze({ infinite: true }))`.
   * Leaving the loop stops it, as does the signal. Throws a ChessError if that is no AbortSignal.
   */
  analyze(limits: Limits, options: SignalOption = {}): AsyncGenerator<SearchLine, void, undefined> {
    return analyze(this, limits, checkSignal(options));
  }

  /**
   * Counts the leaves of the legal move tree, calling back for each root move. Can be stopped at any
   * time. `depth` in plies. Rejects with a ChessError while a search is running.
   */
  async perft(depth: number, onMove: PerftListener = () => {}): Promise<number> {
    checkPerft(depth, onMove);
    const root = this.begin(false);
    let total = 0;
    try {
      const thread = await this.firstThread();
      await thread.ask(
        { type: 'perft', root, depth, ...this.sentSignals() },
        'perftDone',
        (message) => {
          if (message.type !== 'perftMove') return;
          total += message.nodes;
          onMove(message.move, message.nodes);
        },
      );
      return total;
    } finally {
      this.isSearching = false;
    }
  }

  /** Stops the running search, which then answers with the best move found. */
  stop(): void {
    this.signals.stop();
    if (!this.host.isMemoryShared) this.threads[0]?.signal({ type: 'stop' });
  }

  /**
   * The opponent played the expected move: time limits apply from now on. Time spent pondering
   * counts, so the answer may come at once.
   */
  ponderHit(): void {
    this.signals.ponderHit();
    if (!this.host.isMemoryShared) this.threads[0]?.signal({ type: 'ponderHit' });
  }

  /**
   * Stops the search, waits briefly for its answer, and terminates the threads. A search that has
   * not answered by then answers with the last line reported. The engine is unusable afterwards.
   */
  async close(): Promise<void> {
    this.stop();
    this.isClosed = true;
    const deadline = performance.now() + CLOSE_TIMEOUT;
    while (this.isSearching && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(this.threads.splice(0).map((thread) => thread.terminate()));
    this.table = null;
    this.host.collectGarbage();
  }

  /** The same as {@link close}, for `await using engine = new Engine()`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private assertOpen(): void {
    if (this.isClosed) throw new ChessError('the engine is closed');
  }

  private assertIdle(): void {
    this.assertOpen();
    if (this.isSearching) throw new ChessError('a search is already running');
  }

  /** Begins a search, which {@link stop} can stop from now on. Returns its root. */
  private begin(isPondering: boolean): Root {
    this.assertIdle();
    this.ensureThreads();
    const root = { setup: this.position.toSetup(), history: this.position.history() };
    this.signals.reset(isPondering);
    this.isSearching = true;
    return root;
  }

  /** Starts missing or dead threads, and terminates surplus ones. */
  private ensureThreads(): void {
    const { threads: count } = this.settings;
    const isComplete =
      this.threads.length === count && this.threads.every((thread) => thread.isAlive);
    if (isComplete) return;
    const alive = this.threads.filter((thread) => thread.isAlive);
    for (const thread of alive.splice(count)) void thread.terminate();
    while (alive.length < count) alive.push(new ThreadHandle(this.host));
    this.threads = alive;
    this.shareEvaluation();
    this.shareMemory();
    if (this.tables.length > 0) this.shareTablebases();
  }

  private shareEvaluation(): void {
    const network = this.chosen?.file ?? null;
    void this.askAll(() => ({ type: 'evaluation', network }));
  }

  private shareMemory(): void {
    // Unshared memory has been transferred to the thread.
    const isGone = this.table === null || this.table.byteLength === 0;
    const table = isGone ? this.allocateTt(this.settings.hash) : this.table!;
    this.table = table;
    const { threads } = this.settings;
    const before = this.signals.state();
    this.signals = new Signals(this.host.allocate(Signals.bytes(threads)));
    // A dead thread may have been replaced after `stop`, before the search has begun.
    if (this.isSearching) this.signals.set(before);
    const signals = this.signals.memory;
    void this.askAll((thread) => ({ type: 'memory', thread, threads, table, signals }));
  }

  private shareTablebases(): void {
    if (this.threads.length === 0) return;
    const cacheBytes = this.settings.syzygyCache * 2 ** 20;
    void this.askAll(() => ({ type: 'tables', tables: this.tables, cacheBytes }));
  }

  private allocateTt(mebibytes: number): Memory {
    return this.host.allocate(TranspositionTable.bytes(mebibytes));
  }

  /** The present signals, for a thread without shared memory. */
  private sentSignals(): { signals?: SignalState } {
    return this.host.isMemoryShared ? {} : { signals: this.signals.state() };
  }

  /**
   * Sends an order to every thread, answered with `ready`. Dead threads are noticed by the search.
   */
  private askAll(order: (thread: number) => ToThread): Promise<unknown> {
    this.work = Promise.allSettled(
      this.threads.map((thread, i) =>
        thread.ask(order(i), 'ready', (message) => this.reportProblem(message)),
      ),
    );
    return this.work;
  }
}
