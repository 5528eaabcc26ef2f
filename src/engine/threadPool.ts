/**
 * The search threads of an engine, and what they share: the memory of the transposition table and of
 * the signals. All threads search the same position; the first one checks the limits (Lazy SMP).
 *
 * Threads start when they are first needed, and are replaced when they have died. The pool remembers
 * what it has told them (network, tablebases, memory), so that it can tell new threads the same.
 * https://www.chessprogramming.org/Lazy_SMP
 */
import type { SearchSettings } from '../search/limits.ts';
import type { SearchResult } from '../search/searchResult.ts';
import { type SignalState, Signals } from '../search/signals.ts';
import { MEBIBYTE, TranspositionTable } from '../search/transpositionTable.ts';
import type { TablebaseProbe } from '../syzygy/rankMoves.ts';
import { ChessError } from '../util/result.ts';
import { IS_DEBUG_BUILD } from '../version.ts';
import type { PerftListener } from './checkArguments.ts';
import type { EngineHost } from './engineHost.ts';
import type { SearchRequest } from './searchRequest.ts';
import { ThreadHandle } from './threadHandle.ts';
import {
  type FromThread,
  type Memory,
  type Root,
  rootOf,
  type TablebaseListing,
  type ToThread,
} from './threadMessages.ts';

/** Milliseconds that `close` waits for the answer of a running search. */
const CLOSE_TIMEOUT = 80;

/**
 * Ends the program, with the stack of a check that has failed: in a match it would go on with a new thread,
 * unnoticed.
 */
function failLoudly(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Ends the threads of pools that nobody can use any more. */
const abandoned = new FinalizationRegistry<ThreadHandle[]>((threads) => {
  for (const thread of threads.splice(0)) void thread.terminate();
});

export class ThreadPool {
  /** Whether a search or a perft is running. */
  isBusy = false;
  private readonly host: EngineHost;
  private readonly onProblem: (text: string) => void;
  /** Changed in place: the registry below has it too. */
  private readonly threads: ThreadHandle[] = [];
  private threadCount: number;
  /** The size of the transposition table, in mebibytes. */
  private hash: number;
  /** The memory of the transposition table; null until it is needed. */
  private tt: Memory | null = null;
  /** Whether the table must be cleared for a new game, which is slow if it is large. */
  private isTtUsed = false;
  private signals = new Signals();
  /** The network file; null for the built-in network. */
  private network: Uint8Array | null = null;
  private tablebases: readonly TablebaseListing[] = [];
  private tablebaseCache = 0;
  private readonly reportedProblems = new Set<string>();
  /** Resolves when all orders have been answered. */
  private answered: Promise<void> = Promise.resolve();
  /** Settles when the latest search or perft has ended. */
  private workEnded: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  /** `hash` in mebibytes; `onProblem` is called with what the user should know, one line. */
  constructor(host: EngineHost, threads: number, hash: number, onProblem: (text: string) => void) {
    this.host = host;
    this.threadCount = threads;
    this.hash = hash;
    this.onProblem = onProblem;
    abandoned.register(this, this.threads, this);
  }

  /** Nodes of the latest search, of all threads together. */
  get nodes(): number {
    return this.signals.totalNodes();
  }

  /** The number of threads from the next search on. */
  setThreads(count: number): void {
    this.threadCount = count;
  }

  /**
   * Replaces the transposition table by an empty one, unless it has this size already. Throws a ChessError,
   * and keeps the old one, if there is not enough memory.
   */
  setHash(mebibytes: number): void {
    if (mebibytes === this.hash && this.tt !== null) return;
    const replaced = this.tt === null ? 0 : this.hash;
    try {
      this.tt = this.allocateTt(mebibytes);
    } catch (error) {
      throw new ChessError(`${(error as Error).message}; it stays at ${this.hash} MiB`);
    }
    this.hash = mebibytes;
    this.isTtUsed = false;
    if (this.threads.length > 0) this.shareMemory();
    if (replaced > 0) this.host.collectTable(replaced);
  }

  /** The network file to evaluate with from the next search on; null for the built-in network. */
  setNetwork(network: Uint8Array | null): void {
    this.network = network;
    if (this.threads.length > 0) this.shareNetwork();
  }

  /** The tablebases to probe, and the mebibytes of them that each thread may cache in memory. */
  setTablebases(tablebases: readonly TablebaseListing[], cache: number): void {
    this.tablebases = tablebases;
    this.tablebaseCache = cache;
    this.reportedProblems.clear();
    if (this.threads.length > 0) this.shareTablebases();
  }

  /**
   * Starts the threads and resolves when they have processed all orders. Rejects with a ChessError if
   * no thread can be started, and once the pool is closed.
   */
  async ready(): Promise<void> {
    this.assertOpen();
    // New threads get new signals, which the threads of a running search would not see.
    await this.prepareThreads(() => !this.isBusy);
    this.assertOpen();
  }

  /** Replaces dead threads if it `mayReplace` them by then, and waits until all orders are processed. */
  private async prepareThreads(mayReplace: () => boolean): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.checkAlive()));
    if (!this.isClosed && mayReplace()) this.ensureThreads();
    await this.answered;
    const failures = this.threads.flatMap(({ startFailure }) => startFailure ?? []);
    if (failures.length > 0 && failures.length === this.threads.length) {
      throw new ChessError(`no search thread can be started: ${failures[0]!.message}`);
    }
  }

  /** Clears the transposition table and the histories. */
  async newGame(): Promise<void> {
    this.ensureThreads();
    const { isTtUsed } = this;
    this.isTtUsed = false;
    await this.askAll(() => ({ type: 'newGame', isTtUsed }));
  }

  /** Completes the warm-up of the threads, unless {@link endWarmUp} ends it. */
  async warmUp(): Promise<void> {
    this.ensureThreads();
    await this.askAll(() => ({ type: 'warmUp' }));
  }

  /** Clears the threads' memory of earlier positions, if there are threads. */
  forget(): void {
    if (this.threads.length === 0) return;
    this.newGame().catch((error: Error) => this.onProblem(error.message));
  }

  /**
   * Searches in all threads. Resolves to the results in the order of the threads, null for one that
   * died; `onMessage` receives what they report. Rejects with a ChessError if no thread can be
   * started.
   */
  async search(
    { position, limits, rootMoves }: SearchRequest,
    settings: SearchSettings,
    onMessage: (message: FromThread) => void,
  ): Promise<(SearchResult | null)[]> {
    // Before the threads are started.
    const requestedAt = Date.now();
    const root = rootOf(position);
    return this.work(limits.ponder === true, async () => {
      this.isTtUsed = true;
      const order: ToThread = {
        type: 'go',
        root,
        limits,
        rootMoves,
        settings,
        requestedAt,
        signals: this.sentSignals(),
      };
      const answers = this.threads.map(async (thread, i) => {
        try {
          return (await thread.ask(order, 'best', this.listener(onMessage))).result;
        } catch (error) {
          // The first thread checks the limits: without it the search would not end.
          if (i === 0) this.signals.stop();
          if (this.isClosed) return null;
          this.onProblem(`search thread ${i + 1} died: ${(error as Error).message}`);
          if (IS_DEBUG_BUILD) failLoudly(error);
          return null;
        }
      });
      // A listener that throws at a problem does not end the search of the other threads.
      await Promise.allSettled(answers);
      return Promise.all(answers);
    });
  }

  /** Counts the leaves below a position, calling back for each root move. */
  async perft(root: Root, depth: number, onMove: PerftListener): Promise<number> {
    return this.work(false, async () => {
      let total = 0;
      const order: ToThread = { type: 'perft', root, depth, signals: this.sentSignals() };
      await this.askFirst(order, 'perftDone', (message) => {
        if (message.type !== 'perftMove') return;
        total += message.nodes;
        onMove(message.move, message.nodes);
      });
      // If the pool was closed before the end, the count is incomplete.
      this.assertOpen();
      return total;
    });
  }

  /** Probes the tablebases, after the running search; null if they do not have the position. */
  async probe(root: Root, withFiftyMoves: boolean): Promise<TablebaseProbe | null> {
    await this.workEnded;
    await this.ready();
    const order: ToThread = { type: 'probe', root, withFiftyMoves };
    return (await this.askFirst(order, 'probed', this.listener())).probe;
  }

  /** Ends a warm-up. */
  endWarmUp(): void {
    this.signals.requestSearch();
  }

  /** Stops the running search. */
  stop(): void {
    this.signals.stop();
    if (!this.host.isMemoryShared) this.threads[0]?.signal({ type: 'stop' });
  }

  /** Time limits of the running search apply from now on. */
  ponderHit(): void {
    this.signals.ponderHit();
    if (!this.host.isMemoryShared) this.threads[0]?.signal({ type: 'ponderHit' });
  }

  /**
   * Stops the search, waits briefly for its answer, and terminates the threads. The pool is unusable
   * afterwards.
   */
  async close(): Promise<void> {
    this.stop();
    this.isClosed = true;
    if (this.isBusy) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_TIMEOUT)));
      await Promise.race([this.workEnded, timeout]);
      clearTimeout(timer);
    }
    abandoned.unregister(this);
    await Promise.all(this.threads.splice(0).map((thread) => thread.terminate()));
    if (this.tt !== null) this.host.collectTable(this.hash);
    this.tt = null;
  }

  /** Throws a ChessError once the pool is closed. */
  assertOpen(): void {
    if (this.isClosed) throw new ChessError('the engine is closed');
  }

  /** Gives the threads work. {@link stop} stops it even if the threads have not begun. */
  private work<T>(isPondering: boolean, work: () => Promise<T>): Promise<T> {
    this.ensureThreads();
    this.signals.reset(isPondering);
    this.isBusy = true;
    const result = this.prepareThreads(() => true)
      .then(work)
      .finally(() => {
        this.isBusy = false;
      });
    this.workEnded = result.catch(() => {});
    return result;
  }

  /** Asks the first thread. Rejects with a ChessError if the engine has been closed, or is before the answer. */
  private async askFirst<T extends FromThread['type']>(
    order: ToThread,
    last: T,
    onMessage: (message: FromThread) => void,
  ): Promise<Extract<FromThread, { type: T }>> {
    this.assertOpen();
    try {
      return await this.threads[0]!.ask(order, last, onMessage);
    } catch (error) {
      this.assertOpen();
      throw error;
    }
  }

  /** Starts missing or dead threads, and terminates surplus ones. */
  private ensureThreads(): void {
    const isComplete =
      this.threads.length === this.threadCount && this.threads.every((thread) => thread.isAlive);
    if (isComplete) return;
    // First: if there is no memory, no thread has been replaced, and the next search tries again.
    this.ensureTt();
    const alive = this.threads.filter((thread) => thread.isAlive);
    // Once they have cleared their part of the table, if they were told to.
    for (const thread of alive.splice(this.threadCount)) {
      void this.answered.then(() => thread.terminate());
    }
    while (alive.length < this.threadCount) alive.push(new ThreadHandle(this.host));
    this.threads.splice(0, this.threads.length, ...alive);
    this.shareNetwork();
    this.shareMemory();
    if (this.tablebases.length > 0) this.shareTablebases();
  }

  private shareNetwork(): void {
    const { network } = this;
    void this.askAll(() => ({ type: 'evaluation', network }));
  }

  private shareMemory(): void {
    const tt = this.ensureTt();
    const threads = this.threadCount;
    const before = this.signals.state();
    this.signals = new Signals(this.host.allocate(Signals.bytes(threads)));
    // A dead thread may have been replaced after `stop`, before the search has begun.
    if (this.isBusy) this.signals.set(before);
    const signals = this.signals.memory;
    void this.askAll((thread) => ({ type: 'memory', thread, threads, tt, signals }));
  }

  private shareTablebases(): void {
    const cacheBytes = this.tablebaseCache * MEBIBYTE;
    void this.askAll(() => ({ type: 'tablebases', listings: this.tablebases, cacheBytes }));
  }

  /** The memory of the transposition table, allocated if there is none. Throws a ChessError if that fails. */
  private ensureTt(): Memory {
    // Unshared memory has been transferred to the thread.
    if (this.tt === null || this.tt.byteLength === 0) this.tt = this.allocateTt(this.hash);
    return this.tt;
  }

  private allocateTt(mebibytes: number): Memory {
    try {
      return this.host.allocate(TranspositionTable.bytes(mebibytes));
    } catch {
      throw new ChessError(`not enough memory for a table of ${mebibytes} MiB`);
    }
  }

  /** The present signals, for a thread without shared memory. */
  private sentSignals(): SignalState | null {
    return this.host.isMemoryShared ? null : this.signals.state();
  }

  /** Passes messages on, and reports problems, each only once. */
  private listener(onMessage: (message: FromThread) => void = () => {}) {
    return (message: FromThread): void => {
      if (message.type !== 'problem') onMessage(message);
      else if (!this.reportedProblems.has(message.text)) {
        this.reportedProblems.add(message.text);
        this.onProblem(message.text);
      }
    };
  }

  /** Sends an order to every thread, answered with `ready`. The search notices dead threads. */
  private askAll(order: (thread: number) => ToThread): Promise<void> {
    const asked = this.threads.map((thread, i) => thread.ask(order(i), 'ready', this.listener()));
    this.answered = Promise.allSettled([this.answered, ...asked]).then(() => {});
    return this.answered;
  }
}
