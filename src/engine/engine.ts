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
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { parseFen, positionFromFen, START_FEN } from '../chess/notation/fen.ts';
import { parseUciMove } from '../chess/notation/uciMove.ts';
import { ChessError, fail, ok, quote, type Result, unwrap } from '../chess/result.ts';
import { decodeNetwork, type Network } from '../eval/nnue/networkFile.ts';
import { DEFAULT_SETTINGS, type Limits, type SearchSettings } from '../search/limits.ts';
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
import type { EngineHost, Memory, TableListing } from './host.ts';
import type { FromThread, Root, ToThread } from './messages.ts';
import { type BookSettings, DEFAULT_BOOK_SETTINGS, OwnBook } from './ownBook.ts';
import { SearchThread } from './searchThread.ts';

export interface EngineEvents {
  /**
   * An iteration is done, or the search ended within one; or, deep in the search, a score is known to be
   * outside of its window (`bound`).
   */
  info: [SearchInfo];
  /** A search takes long: this is the root move it has come to. */
  currentMove: [CurrentMove];
  /** Something went wrong that a person should know: one line. */
  message: [string];
}

/** Mebibytes. */
export const DEFAULT_HASH = 16;
/** What an engine can be told of how to play. */
export interface EngineSettings extends SearchSettings, BookSettings {
  /** Whether to play no better than {@link elo}. */
  limitStrength: boolean;
  /** From 600 to 2600; counts only while the strength is limited. */
  elo: number;
  /** The positions are analysed, not played: no contempt. */
  analyseMode: boolean;
  /** Folders of endgame tables, separated as in PATH; empty for none. */
  syzygyPath: string;
  /** Mebibytes of endgame tables that each thread may keep in memory. */
  syzygyCache: number;
}

export const DEFAULT_ENGINE_SETTINGS: Readonly<EngineSettings> = {
  ...DEFAULT_SETTINGS,
  ...DEFAULT_BOOK_SETTINGS,
  limitStrength: false,
  elo: 1500,
  analyseMode: false,
  syzygyPath: '',
  syzygyCache: 32,
};

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
  private chess960 = false;
  private settings: EngineSettings = { ...DEFAULT_ENGINE_SETTINGS };
  private hash = DEFAULT_HASH;
  private threadCount = 1;

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
  /** The network file of the user; null for the built-in evaluation. */
  private networkFile: Uint8Array | null = null;
  /** What positions are evaluated with, null for the classical evaluation; undefined before it is read. */
  private network: Network | null | undefined;
  private isSearching = false;
  private isClosing = false;

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

  /** What it has been told of how to play, its table (mebibytes) and its threads. */
  getSettings(): Readonly<EngineSettings & { hash: number; threads: number }> {
    return { ...this.settings, hash: this.hash, threads: this.threadCount };
  }

  /** A copy of the position on the board. */
  getPosition(): Position {
    return this.position.clone();
  }

  /**
   * Sets up a position and plays moves in UCI notation. When anything is wrong with them the old
   * position is kept.
   */
  setPosition(fen: string = START_FEN, moves: readonly string[] = []): Result<void> {
    const parsed = parseFen(fen);
    if (!parsed.ok) return parsed;
    if (!Array.isArray(moves)) return fail(`moves are a list, not ${quote(String(moves))}`);
    const position = parsed.value;
    if (this.chess960) position.chess960 = true;
    let last: Move | undefined;
    for (const text of moves) {
      const move = parseUciMove(position, text);
      if (!move.ok) return move;
      last = move.value;
      position.make(last);
      // What lies before an irreversible move can never come back.
      if (position.reversiblePlies === 0) position.forgetHistory();
    }
    this.position = position;
    this.book.follow(fen, last);
    return ok(undefined);
  }

  /** Castling is written as king takes rook, also where it would not have to be. */
  setChess960(on: boolean): void {
    this.chess960 = on;
  }

  /**
   * Changes some of what holds for all searches from the next one on. Throws a ChessError when no line
   * is to be shown.
   */
  configure(settings: Partial<EngineSettings>): void {
    const { multiPv = 1 } = settings;
    if (!(Number.isInteger(multiPv) && multiPv >= 1)) throw new ChessError(`no lines: ${multiPv}`);
    const before = this.settings;
    this.settings = { ...before, ...settings };
    const { syzygyPath, syzygyCache } = this.settings;
    if (syzygyPath !== before.syzygyPath) {
      const { tables, problems } = this.host.listTables(syzygyPath);
      for (const problem of problems) this.emit('message', problem);
      if (syzygyPath !== '') this.emit('message', describeTables(tables.map(({ name }) => name)));
      this.useTables(tables);
    } else if (syzygyCache !== before.syzygyCache) {
      this.shareTables();
    }
  }

  /**
   * Uses these endgame tables, from the next search on, instead of those of the setting `syzygyPath`:
   * in a browser, files that the user has picked or URLs.
   */
  useTables(tables: readonly TableListing[]): void {
    this.tables = tables;
    this.toldProblems.clear();
    if (this.threads.length > 0) this.shareTables();
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
   * for no book. The one before is kept when the bytes are no book.
   */
  setBook(file: Uint8Array | null): Result<void> {
    return this.book.load(file);
  }

  /** What the book has for the position on the board, the greatest weight first. */
  bookMoves(): BookMove[] {
    return this.book.find(this.position);
  }

  /** What a search is to go by. */
  private searchSettings(): SearchSettings {
    const { contempt, limitStrength, elo, analyseMode } = this.settings;
    return {
      ...this.settings,
      // Whoever analyses wants to know what is true for both sides.
      contempt: analyseMode ? 0 : contempt,
      elo: limitStrength ? elo : null,
    };
  }

  /**
   * Gives the transposition table so many mebibytes, empty; when that much cannot be had the old
   * table is kept. Only while no search is running.
   */
  setHash(mebibytes: number): Result<void> {
    this.assertIdle();
    try {
      this.table = this.allocateTable(mebibytes);
      this.isTableUsed = false;
    } catch {
      return fail(`no ${mebibytes} MiB for the hash table to be had, it stays at ${this.hash} MiB`);
    }
    this.hash = mebibytes;
    if (this.threads.length > 0) this.shareMemory();
    this.host.collectGarbage();
    return ok(undefined);
  }

  /**
   * Searches with so many threads from now on. Only while no search is running. Throws a ChessError for
   * what is no number of threads.
   */
  setThreads(count: number): void {
    this.assertIdle();
    if (!(Number.isInteger(count) && count >= 1))
      throw new ChessError(`no number of threads: ${count}`);
    this.threadCount = count;
  }

  /**
   * Evaluates positions with the network in these bytes of a file (networkFile.ts) from the next search
   * on; null stands for the built-in evaluation. What earlier searches learnt is forgotten, as scores
   * mean something else now. If the bytes are no network, the present evaluation stays. Only while no
   * search is running.
   */
  setNetwork(file: Uint8Array | null): Result<void> {
    this.assertIdle();
    if (file === null) {
      this.network = undefined;
    } else {
      const network = decodeNetwork(file);
      if (!network.ok) return network;
      this.network = network.value;
    }
    this.networkFile = file;
    if (this.threads.length > 0) {
      this.shareEvaluation();
      void this.newGame();
    }
    return ok(undefined);
  }

  /** The network that positions are evaluated with; null for the classical evaluation. */
  getNetwork(): Readonly<Network> | null {
    if (this.network === undefined) {
      const { network } = this.host.builtIn();
      this.network = network === null ? null : unwrap(decodeNetwork(network));
    }
    return this.network;
  }

  /**
   * Resolves once everything asked so far is done, so that a search would begin at once. Rejects with
   * a ChessError when no search thread can be started.
   */
  async ready(): Promise<void> {
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
    this.settings.seed = this.host.randomSeed();
    const isTableUsed = this.isTableUsed;
    this.isTableUsed = false;
    await this.askAll(() => ({ type: 'newGame', isTableUsed }));
  }

  /**
   * Searches the position until a limit is reached or {@link stop}; events come meanwhile.
   * Of `limits.searchmoves` those that are legal are chosen from, all moves if none is; a `message`
   * tells of the others. Where the opening book has a move it is given without a search.
   * Should the search itself fail, a `message` says so and the best move known so far is given.
   * Throws when a search is already running.
   */
  async go(limits: Limits): Promise<SearchResult> {
    this.assertIdle();
    const started = epochTime();
    const known = this.book.answer(this.position, limits, this.settings);
    if (known !== null && !this.settings.analyseMode) return known;
    const allowed = this.parseSearchMoves(limits.searchmoves);
    const root = this.begin(limits.ponder === true);
    this.isTableUsed = true;
    const settings = this.searchSettings();
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
              this.emit('info', message.info);
            })
            .catch((error: Error) => {
              // Without its first thread nobody would end the search.
              if (i === 0) this.signals.stop();
              if (!this.isClosing) {
                this.emit('message', `search thread ${i + 1} died: ${error.message}`);
              }
              throw error;
            }),
        ),
      );
      const results = answers.flatMap((a) => (a.status === 'fulfilled' ? [a.value.result] : []));
      const first = answers[0]?.status === 'fulfilled' ? results.shift()! : null;
      const chosen = this.chooseResult(first, results, limits, last);
      if (chosen === null) return this.emergencyResult(last, allowed);
      if (chosen === first) return first;
      // A helper's line is told as of now: what was told last may be later than its own nodes and time.
      const nodes = this.signals.totalNodes();
      const info = { ...chosen.info, nodes, time: epochTime() - started };
      this.emit('info', info);
      return { ...chosen, info };
    } finally {
      this.isSearching = false;
    }
  }

  /**
   * The same as a stream: `for await (const info of engine.analyze({ infinite: true }))`. Leaving
   * the loop, or the signal, stops the search.
   */
  analyze(
    limits: Limits,
    { signal }: { signal?: AbortSignal } = {},
  ): AsyncGenerator<SearchInfo, void, undefined> {
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
   * time. Throws when a search is already running.
   */
  async perft(depth: number, onMove: (move: Move, nodes: number) => void): Promise<number> {
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
   * Stops, waits a moment for the answer, and ends the threads. A search that has not answered by
   * then does so with what is known of it.
   */
  async close(): Promise<void> {
    this.stop();
    this.isClosing = true;
    const deadline = performance.now() + CLOSE_PATIENCE;
    while (this.isSearching && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(this.threads.splice(0).map((thread) => thread.terminate()));
    this.isClosing = false;
  }

  private assertIdle(): void {
    if (this.isSearching) throw new Error('a search is already running');
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

  /** As many threads as are wanted, all of them alive. */
  private ensureThreads(): void {
    const isComplete =
      this.threads.length === this.threadCount && this.threads.every((thread) => thread.isAlive);
    if (isComplete) return;
    for (const thread of this.threads.splice(0)) void thread.terminate();
    this.threads = Array.from({ length: this.threadCount }, () => new SearchThread(this.host));
    this.shareEvaluation();
    this.shareMemory();
    if (this.tables.length > 0) this.shareTables();
  }

  private shareEvaluation(): void {
    const network = this.networkFile;
    void this.askAll(() => ({ type: 'evaluation', network }));
  }

  private shareMemory(): void {
    // What is not shared has gone to the thread that used it last.
    const isGone = this.table === null || this.table.byteLength === 0;
    const table = isGone ? this.allocateTable(this.hash) : this.table!;
    this.table = table;
    const threads = this.threadCount;
    this.signals = new Signals(this.host.allocate(Signals.bytes(threads)));
    const signals = this.signals.memory;
    void this.askAll((thread) => ({ type: 'memory', thread, threads, table, signals }));
  }

  private shareTables(): void {
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
