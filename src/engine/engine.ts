/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The engine: a position, options, and a search that can be started and stopped. The only door
 * for the protocol, the commands and library users.
 *
 * Searches run in worker threads, so whoever holds the engine is never blocked. The threads share
 * the transposition table and a few words of signals; all search the same position, and one of
 * them minds the limits (Lazy SMP). One thread is the same with nobody to help it.
 * https://www.chessprogramming.org/Lazy_SMP
 */
import type { BookMove } from '../book/book.ts';
import { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { formatFen, positionFromFen, START_FEN } from '../chess/notation/fen.ts';
import { parseUciMove } from '../chess/notation/uciMove.ts';
import { ChessError, quote, unwrap } from '../chess/result.ts';
import { decodeNetwork, type Network } from '../eval/nnue/networkFile.ts';
import { checkLimits, type Limits } from '../search/limits.ts';
import { listRootMoves } from '../search/rootMoves.ts';
import {
  type CurrentMove,
  epochTime,
  type SearchInfo,
  type SearchResult,
} from '../search/search.ts';
import { type SignalState, Signals } from '../search/signals.ts';
import { TranspositionTable } from '../search/table.ts';
import { describeTables } from '../syzygy/material.ts';
import type { TableProbe } from '../syzygy/rankMoves.ts';
import { analyze } from './analysis.ts';
import { Emitter } from './emitter.ts';
import type { EngineHost } from './host.ts';
import type { FromThread, Memory, Root, TableListing, ToThread } from './messages.ts';
import { OwnBook } from './ownBook.ts';
import { EngineResult, SearchLine } from './results.ts';
import { SearchThread } from './searchThread.ts';
import {
  changesScores,
  checkSettings,
  DEFAULT_ENGINE_SETTINGS,
  type EngineSettings,
  searchSettings,
} from './settings.ts';

export interface EngineEvents {
  /**
   * An iteration is done, or the search ended within one; or, deep in the search, a score is known to be
   * outside of its window (`bound`).
   */
  info: [SearchLine];
  /** A search takes long: this is the root move it has come to. */
  currentMove: [CurrentMove];
  /** Something went wrong that a person should know: one line. */
  message: [string];
}

/** Milliseconds that `close` waits for a running search to answer. */
const CLOSE_PATIENCE = 80;

/** Whether a helper's line is proven, as deep as the one that is known, and better. */
function isBetter(info: SearchInfo, known: SearchInfo | null): boolean {
  if (info.bound !== undefined) return false;
  if (known === null) return true;
  return info.depth >= known.depth && (known.bound === 'upper' || info.score > known.score);
}

/** `engine/node/` and `engine/browser/` export it bound to their host. */
export class Engine extends Emitter<EngineEvents> {
  private readonly host: EngineHost;
  private position: Position = positionFromFen(START_FEN);
  private settings: EngineSettings = { ...DEFAULT_ENGINE_SETTINGS };
  /** Of the game: what makes the errors of a weaker level differ from one to the next. */
  private seed = 0;

  private readonly book: OwnBook;
  private tables: readonly TableListing[] = [];
  private readonly toldProblems = new Set<string>();
  private threads: SearchThread[] = [];
  private table: Memory | null = null;
  /** Whether there is anything in the table: a large one takes long to clear. */
  private isTableUsed = false;
  private signals = new Signals();
  /** What the threads are doing: nobody may ask anything of them before it is done. */
  private work: Promise<unknown> = Promise.resolve();
  /** The network that the user chose, and its file; null for the built-in evaluation. */
  private chosen: { network: Network; file: Uint8Array } | null = null;
  private isSearching = false;
  private isClosed = false;

  constructor(host: EngineHost) {
    super();
    this.host = host;
    this.book = new OwnBook(host.randomSeed());
  }

  /** The largest transposition table that can be had here, in mebibytes. */
  get maxHash(): number {
    return this.host.maxHash;
  }

  /** How many search threads make sense here. */
  get maxThreads(): number {
    return this.host.maxThreads;
  }

  /** Reads a file of the host that the user names. Rejects when it cannot be read. */
  readFile(path: string): Promise<Uint8Array> {
    return this.host.readFile(path);
  }

  /** Where it runs, for reports of bugs: one line. */
  describeHost(): string {
    return this.host.describe();
  }

  /** How it is to play and what it may use. */
  getSettings(): Readonly<EngineSettings> {
    return { ...this.settings };
  }

  /** A copy of the position on the board. */
  getPosition(): Position {
    return this.position.clone();
  }

  /**
   * Sets up a position, by its FEN or with its history, and plays moves in UCI notation. Throws a
   * ChessError when anything is wrong with them, and keeps the old position.
   */
  setPosition(start: string | Position = START_FEN, moves: readonly string[] = []): void {
    const position = start instanceof Position ? start.clone() : positionFromFen(start);
    if (this.settings.chess960) position.chess960 = true;
    if (!Array.isArray(moves)) throw new ChessError('moves are a list of texts');
    const fen = start instanceof Position ? formatFen(start) : start;
    let last: Move | undefined;
    for (const text of moves) {
      last = unwrap(parseUciMove(position, text));
      position.make(last);
      // What lies before an irreversible move can never come back.
      if (position.reversiblePlies === 0) position.forgetHistory();
    }
    this.position = position;
    this.book.follow(fen, last);
  }

  /**
   * Changes some of the settings, from the next search on. A table of another size is empty, and where
   * scores mean something else than before all that was learnt is forgotten. Only while no search is
   * running. Throws a ChessError, and changes nothing, for an unknown setting, a value out of its range,
   * or a table for which there is no memory.
   */
  configure(settings: Partial<EngineSettings>): void {
    this.assertIdle();
    const before = this.settings;
    const after = { ...before, ...checkSettings(settings, this.host) };
    if (after.hash !== before.hash || (settings.hash !== undefined && this.table === null)) {
      this.replaceTable(after.hash);
    }
    this.settings = after;
    if (after.syzygyPath !== before.syzygyPath) this.findTables(after.syzygyPath);
    else if (after.syzygyCache !== before.syzygyCache) this.shareTables();
    if (changesScores(before, after) && this.threads.length > 0) void this.newGame();
  }

  /** Uses the endgame tables in these folders, and tells which they are. */
  private findTables(folders: string): void {
    const { tables, problems } = this.host.listTables(folders);
    for (const problem of problems) this.emit('message', problem);
    if (folders !== '') this.emit('message', describeTables(tables.map(({ name }) => name)));
    this.useTables(tables);
  }

  /**
   * Uses these endgame tables, from the next search on, instead of those of the setting `syzygyPath`:
   * in a browser, files that the user has picked or URLs.
   */
  useTables(tables: readonly TableListing[]): void {
    this.tables = tables;
    this.toldProblems.clear();
    this.shareTables();
  }

  /**
   * What the endgame tables know of a position, by default the one on the board: outcome, distance, and
   * all moves ranked; null where they do not know. The fifty-move counter of the position counts if
   * the setting `syzygy50MoveRule` says so. Waits for a running search to end.
   */
  async probe(position: Position = this.position): Promise<TableProbe | null> {
    await this.ready();
    const root = { setup: position.toSetup(), history: position.history() };
    const withFiftyMoves = this.settings.syzygy50MoveRule;
    const order: ToThread = { type: 'probe', root, withFiftyMoves };
    const answer = await this.threads[0]!.ask(order, 'probed', (message) => this.hear(message));
    return answer.probe;
  }

  /** Problems of endgame tables are told once, whichever thread meets them. */
  private hear(message: FromThread): void {
    if (message.type !== 'problem' || this.toldProblems.has(message.text)) return;
    this.toldProblems.add(message.text);
    this.emit('message', message.text);
  }

  /**
   * Plays from the Polyglot book in these bytes of a file, while the setting `ownBook` says so; null
   * for no book. Throws a ChessError when the bytes are no book, and keeps the one before.
   */
  setBook(file: Uint8Array | null): void {
    unwrap(this.book.load(file));
  }

  /** What the book has for the position on the board, the greatest weight first. */
  bookMoves(): BookMove[] {
    return this.book.find(this.position);
  }

  /** Gives the transposition table so many mebibytes, empty. Throws a ChessError if it cannot. */
  private replaceTable(mebibytes: number): void {
    try {
      this.table = this.allocateTable(mebibytes);
    } catch {
      const { hash } = this.settings;
      throw new ChessError(`no memory for a table of ${mebibytes} MiB, it stays at ${hash} MiB`);
    }
    this.isTableUsed = false;
    if (this.threads.length > 0) this.shareMemory();
    this.host.collectGarbage();
  }

  /**
   * Evaluates positions with the network in these bytes of a file (networkFile.ts) from the next search
   * on; null stands for the built-in network. What earlier searches learnt is forgotten, as scores
   * mean something else now. Only while no search is running. Throws a ChessError if the bytes are no
   * network, and keeps the present evaluation.
   */
  setNetwork(file: Uint8Array | null): void {
    this.assertIdle();
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

  /** The network that positions are evaluated with; null if it is the built-in one of a browser's worker. */
  getNetwork(): Readonly<Network> | null {
    if (this.chosen !== null) return this.chosen.network;
    const { network } = this.host.builtIn();
    return network === null ? null : unwrap(decodeNetwork(network));
  }

  /**
   * Resolves once everything asked so far is done, so that a search would begin at once. Rejects with
   * a ChessError when no search thread can be started.
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

  /** Forgets what was learnt in earlier searches. Only while no search is running. */
  async newGame(): Promise<void> {
    this.assertIdle();
    this.ensureThreads();
    // A weaker level errs differently in every game.
    this.seed = this.host.randomSeed();
    const isTableUsed = this.isTableUsed;
    this.isTableUsed = false;
    await this.askAll(() => ({ type: 'newGame', isTableUsed }));
  }

  /**
   * Searches the position until a limit is reached or {@link stop}; events come meanwhile.
   * Of `limits.searchmoves` those that are legal are chosen from, all moves if none is; a `message`
   * tells of the others. Where the opening book has a move it is given without a search.
   * Should the search itself fail, a `message` says so and the best move known so far is given.
   * `signal` stops the search, which then answers with what it has found. Rejects with a ChessError for
   * limits that make no sense, while another search is running, and when no search can be started.
   */
  async go(limits: Limits, { signal }: { signal?: AbortSignal } = {}): Promise<EngineResult> {
    this.assertIdle();
    checkLimits(limits);
    const started = epochTime();
    const known = this.book.answer(this.position, limits, this.settings);
    if (known !== null && !this.settings.analyseMode) {
      return new EngineResult(known.best, new SearchLine(known.info, this.getPosition()));
    }
    const allowed = this.parseSearchMoves(limits.searchmoves);
    const root = this.begin(limits.ponder === true);
    const position = this.getPosition();
    this.isTableUsed = true;
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
              this.hear(message);
              if (message.type === 'currentMove') this.emit('currentMove', message.current);
              if (message.type !== 'info') return;
              if (message.info.multiPv === 1) last = message.info;
              this.emit('info', new SearchLine(message.info, position));
            })
            .catch((error: Error) => {
              // Without its first thread nobody would end the search.
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
      const chosen = this.chooseResult(first, results, limits, last);
      const { best, info } = chosen ?? this.emergencyResult(last, allowed);
      // A helper's line is told as of now: what was told last may be later than its nodes and time.
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
   * The same as a stream: `for await (const info of engine.analyze({ infinite: true }))`. Leaving
   * the loop, or the signal, stops the search.
   */
  analyze(
    limits: Limits,
    { signal }: { signal?: AbortSignal } = {},
  ): AsyncGenerator<SearchLine, void, undefined> {
    return analyze(this, limits, signal);
  }

  /** The legal ones of the moves named; undefined, for all, if there are none. */
  private parseSearchMoves(texts: readonly string[] = []): Move[] | undefined {
    const results = texts.map((text) => parseUciMove(this.position, text));
    const moves = results.flatMap((result) => (result.ok ? [result.value] : []));
    const bad = texts.filter((_, i) => !results[i]!.ok);
    if (bad.length > 0) {
      const rest = moves.length > 0 ? '' : '; none is left, so all moves are searched';
      this.emit('message', `searchmoves: not legal, ignored: ${quote(bad.join(' '))}${rest}`);
    }
    return moves.length > 0 ? moves : undefined;
  }

  /**
   * The first thread's result, unless a helper has proven a better move in an iteration as deep, and
   * neither a depth nor several lines were asked for. Without the first thread what it told last stands
   * against the helpers; null is for that.
   */
  private chooseResult(
    first: SearchResult | null,
    helpers: readonly SearchResult[],
    { depth, mate }: Limits,
    last: SearchInfo | null,
  ): SearchResult | null {
    const isAlone = depth !== undefined || mate !== undefined || this.settings.multiPv > 1;
    if (first !== null && isAlone) return first;
    let chosen = first;
    let known = first?.info ?? last;
    for (const helper of helpers) {
      if (!isBetter(helper.info, known)) continue;
      chosen = helper;
      known = helper.info;
    }
    return chosen;
  }

  /** All threads died: the best move of the last iteration, or any. */
  private emergencyResult(last: SearchInfo | null, allowed: Move[] | undefined): SearchResult {
    const moves = listRootMoves(this.position.clone(), allowed);
    const best = moves.find(({ move }) => move === last?.pv[0]) ?? moves[0] ?? null;
    const info = last ?? {
      ...{ depth: 0, seldepth: 0, score: 0, nodes: 0, time: 0, hashfull: 0, multiPv: 1 },
      tableHits: 0,
      pv: best === null ? [] : [best.move],
    };
    return { best: best === null ? null : { ...best, pv: info.pv }, info };
  }

  /**
   * Counts the leaves of the legal move tree, calling back for each root move. Can be stopped at any
   * time. `depth` in plies. Rejects with a ChessError while a search is running.
   */
  async perft(depth: number, onMove: (move: Move, nodes: number) => void): Promise<number> {
    if (!(Number.isInteger(depth) && depth >= 0)) throw new ChessError(`not a depth: ${depth}`);
    const root = this.begin(false);
    let total = 0;
    try {
      await this.ready();
      await this.threads[0]!.ask(
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

  /** Ends the running search, which then answers with the best move it knows. */
  stop(): void {
    this.signals.stop();
    if (!this.host.isMemoryShared) this.threads[0]?.signal({ type: 'stop' });
  }

  /**
   * The opponent played the move that is being pondered on. From now on time may be up; what was thought
   * until now counts, so that a move pondered on for long enough is answered at once.
   */
  ponderHit(): void {
    this.signals.ponderHit();
    if (!this.host.isMemoryShared) this.threads[0]?.signal({ type: 'ponderHit' });
  }

  /**
   * Stops, waits a moment for the answer, and ends the threads, for good. A search that has not answered
   * by then does so with what is known of it.
   */
  async close(): Promise<void> {
    this.stop();
    this.isClosed = true;
    const deadline = performance.now() + CLOSE_PATIENCE;
    while (this.isSearching && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(this.threads.splice(0).map((thread) => thread.terminate()));
    this.table = null;
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

  /** What a search starts from. A stop from now on is meant for it. */
  private begin(isPondering: boolean): Root {
    this.assertIdle();
    this.ensureThreads();
    const root = { setup: this.position.toSetup(), history: this.position.history() };
    this.signals.reset(isPondering);
    this.isSearching = true;
    return root;
  }

  /** As many threads as are wanted, all of them alive. Those that are there and live stay. */
  private ensureThreads(): void {
    const { threads: count } = this.settings;
    const isComplete =
      this.threads.length === count && this.threads.every((thread) => thread.isAlive);
    if (isComplete) return;
    const alive = this.threads.filter((thread) => thread.isAlive);
    for (const thread of alive.splice(count)) void thread.terminate();
    while (alive.length < count) alive.push(new SearchThread(this.host));
    this.threads = alive;
    this.shareEvaluation();
    this.shareMemory();
    if (this.tables.length > 0) this.shareTables();
  }

  private shareEvaluation(): void {
    const network = this.chosen?.file ?? null;
    void this.askAll(() => ({ type: 'evaluation', network }));
  }

  private shareMemory(): void {
    // What is not shared has gone to the thread that used it last.
    const isGone = this.table === null || this.table.byteLength === 0;
    const table = isGone ? this.allocateTable(this.settings.hash) : this.table!;
    this.table = table;
    const { threads } = this.settings;
    this.signals = new Signals(this.host.allocate(Signals.bytes(threads)));
    const signals = this.signals.memory;
    void this.askAll((thread) => ({ type: 'memory', thread, threads, table, signals }));
  }

  private shareTables(): void {
    if (this.threads.length === 0) return;
    const cacheBytes = this.settings.syzygyCache * 2 ** 20;
    void this.askAll(() => ({ type: 'tables', tables: this.tables, cacheBytes }));
  }

  private allocateTable(mebibytes: number): Memory {
    return this.host.allocate(TranspositionTable.bytes(mebibytes));
  }

  /** The signals as they are now, for a thread that cannot see them. */
  private sentSignals(): { signals?: SignalState } {
    return this.host.isMemoryShared ? {} : { signals: this.signals.state() };
  }

  /** Gives every thread an order that it answers with `ready`. One that dies shows in the search. */
  private askAll(order: (thread: number) => ToThread): Promise<unknown> {
    this.work = Promise.allSettled(this.threads.map((thread, i) => thread.ask(order(i), 'ready')));
    return this.work;
  }
}
