/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The engine: a position, settings, and a search that can be started and stopped. UCI, the commands
 * and library users all go through it. Searches run in the threads of a pool (threadPool.ts), so the
 * caller is never blocked.
 */
import type { BookMove } from '../book/polyglotBook.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { isGameOver } from '../chess/game/draws.ts';
import type { Game } from '../chess/game/game.ts';
import { resolveMove } from '../chess/notation/anyMove.ts';
import { readPosition } from '../chess/notation/anyPosition.ts';
import { formatFen, positionFromFen, START_FEN } from '../chess/notation/fen.ts';
import { decodeNetwork, type Network } from '../eval/nnue/networkFile.ts';
import type { Limits } from '../search/limits.ts';
import type { SearchResult } from '../search/searchResult.ts';
import type { TablebaseProbe } from '../syzygy/rankMoves.ts';
import { describeTablebases } from '../syzygy/tablebaseNames.ts';
import { ChessError, checkOptions, unwrap } from '../util/result.ts';
import { analyze } from './analyzeStream.ts';
import {
  checkPerft,
  checkSignal,
  checkTablebases,
  copyBytes,
  type PerftListener,
  type SignalOption,
} from './checkArguments.ts';
import { chooseResult, emergencyResult, needsFirstThread } from './chooseResult.ts';
import { Emitter } from './emitter.ts';
import type { EngineHost, FoundTablebases, LogFile } from './engineHost.ts';
import { ENGINE_EVENTS, type EngineEvents, EngineResult, SearchLine } from './engineResult.ts';
import {
  checkSettings,
  DEFAULT_ENGINE_SETTINGS,
  type EngineSettings,
  invalidatesTable,
  type SettingsChange,
  searchSettings,
} from './engineSettings.ts';
import { GuardedCallback } from './guardedCallback.ts';
import { endOnAbort } from './onAbort.ts';
import { OwnBook } from './ownBook.ts';
import { resolveRequest, type SearchRequest } from './searchRequest.ts';
import { type FromThread, rootOf, type TablebaseListing } from './threadMessages.ts';
import { ThreadPool } from './threadPool.ts';

/** `hosts/node/` and `hosts/browser/` export subclasses bound to their hosts. */
export class BaseEngine extends Emitter<EngineEvents> {
  private readonly host: EngineHost;
  private readonly pool: ThreadPool;
  private readonly book: OwnBook;
  private position: Position = positionFromFen(START_FEN);
  private settings: EngineSettings = { ...DEFAULT_ENGINE_SETTINGS };
  /** The seed of the choices at limited strength; a new one for each game. */
  private seed: number;
  private tablebases: readonly TablebaseListing[] = [];
  /** The network that the user chose; null for the built-in one. */
  private chosenNetwork: Network | null = null;

  constructor(host: EngineHost) {
    super(ENGINE_EVENTS);
    this.host = host;
    this.seed = host.randomSeed();
    this.book = new OwnBook(host.randomSeed());
    const { threads, hash } = this.settings;
    this.pool = new ThreadPool(host, threads, hash, (text) => this.emit('problem', text));
  }

  /** The largest transposition table on this host, in mebibytes. */
  get maxHash(): number {
    return this.host.maxHash;
  }

  /** The maximum number of search threads on this host. */
  get maxThreads(): number {
    return this.host.maxThreads;
  }

  /** Reads a file of the host. Rejects with a ChessError if it cannot be read. */
  readFile(path: string): Promise<Uint8Array> {
    return this.host.readFile(path);
  }

  /** Creates or empties a file of the host for a log. Throws a ChessError if that is not possible. */
  openLog(path: string): LogFile {
    return this.host.openLog(path);
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
   * Sets up a position and plays moves, in UCI notation, in SAN or as moves. The position is a FEN, or a
   * `Position` or `Game` with its history: repetitions count. Throws a ChessError if any of them is
   * invalid, and keeps the old position.
   */
  setPosition(
    start: string | Position | Game = START_FEN,
    moves: readonly (string | Move)[] = [],
  ): void {
    const position = readPosition(start);
    if (this.settings.chess960) position.chess960 = true;
    if (!Array.isArray(moves)) throw new ChessError('moves must be an array');
    const fen = typeof start === 'string' ? start : formatFen(position);
    let last: Move | undefined;
    for (const move of moves) {
      last = unwrap(resolveMove(position, move));
      position.make(last);
      // Positions before an irreversible move cannot recur.
      if (position.reversiblePlies === 0) position.forgetHistory();
    }
    this.position = position;
    this.book.follow(fen, last);
  }

  /**
   * Changes some of the settings from the next search on. The transposition table is cleared by a new
   * `hash` size, by another rating to play at (`limitStrength`, `elo`, `skillLevel`) and by
   * `syzygy50MoveRule`. The folders of a given `syzygyPath` are read again, even if they are the same.
   * Throws a ChessError and changes nothing for an unknown setting, a value out of range, folders of which
   * none can be read, a lack of memory, or during a search.
   */
  configure(settings: SettingsChange): void {
    this.assertIdle();
    const before = this.settings;
    const after = { ...before, ...checkSettings(settings, this.host) };
    const { syzygyPath } = after;
    // The same folders may have other files by now; the same lack of folders leaves listed tablebases in use.
    const isRead =
      settings.syzygyPath !== undefined && (syzygyPath !== '' || before.syzygyPath !== '');
    const found = isRead ? this.host.listTablebases(syzygyPath) : null;
    if (settings.hash !== undefined) this.pool.setHash(after.hash);
    this.pool.setThreads(after.threads);
    this.settings = after;
    if (found !== null) this.useTablebases(found.tables);
    else if (after.syzygyCache !== before.syzygyCache) this.useTablebases(this.tablebases);
    if (invalidatesTable(before, after)) this.forget();
    // Last: a listener may throw.
    if (found !== null) this.reportFolders(syzygyPath, found);
  }

  /** Reports what was found in the folders of tablebases. */
  private reportFolders(folders: string, { tables, problems }: FoundTablebases): void {
    for (const problem of problems) this.emit('problem', problem);
    if (folders !== '') this.emit('message', describeTablebases(tables.map(({ name }) => name)));
  }

  /**
   * Uses these tablebases from the next search on, instead of those of the setting
   * `syzygyPath`: in a browser, files that the user has picked or URLs. Throws a ChessError, and
   * changes nothing, if these are not listings of tablebases.
   */
  useTablebases(listings: readonly TablebaseListing[]): void {
    checkTablebases(listings);
    // A copy: threads that start later get them too.
    this.tablebases = [...listings];
    this.pool.setTablebases(this.tablebases, this.settings.syzygyCache);
  }

  /**
   * Probes the tablebases for a position, by default the one on the board: outcome, distance,
   * and all moves ranked; null if they do not have it. The setting `syzygy50MoveRule` decides
   * whether the halfmove clock matters. Waits for a running search to end. Rejects with a ChessError for
   * an invalid position, and once the engine is closed.
   */
  async probe(position: string | Position | Game = this.position): Promise<TablebaseProbe | null> {
    return this.pool.probe(rootOf(readPosition(position)), this.settings.syzygy50MoveRule);
  }

  /**
   * Plays from a Polyglot book, given as the bytes of its file, which are copied, while the setting `ownBook`
   * is on; null for no book. Throws a ChessError if the bytes are not a book, and keeps the old one.
   */
  setBook(file: Uint8Array | null): void {
    this.book.load(copyBytes(file, 'a book'));
  }

  /** The book moves of the position on the board, by weight. */
  bookMoves(): BookMove[] {
    return this.book.find(this.position);
  }

  /**
   * Evaluates positions with a network, given as the bytes of its file (networkFile.ts), which are copied,
   * from the next search on; null for the built-in network. Clears the transposition table. Throws a ChessError if the
   * bytes are not a network, and keeps the old one; also during a search.
   */
  setNetwork(file: Uint8Array | null): void {
    this.assertIdle();
    const network = copyBytes(file, 'a network');
    this.chosenNetwork = network === null ? null : unwrap(decodeNetwork(network));
    this.pool.setNetwork(network);
    this.forget();
  }

  /** The network set by {@link setNetwork}; null for the built-in one. */
  getChosenNetwork(): Readonly<Network> | null {
    return this.chosenNetwork;
  }

  /** The current network; null if it is the built-in one of a browser's worker. */
  getNetwork(): Readonly<Network> | null {
    if (this.chosenNetwork !== null) return this.chosenNetwork;
    const { network } = this.host.builtIn();
    return network === null ? null : unwrap(decodeNetwork(network));
  }

  /**
   * Starts the search threads and resolves when they have processed all orders, so that a search
   * would start at once. Rejects with a ChessError if no thread can be started, and once the engine
   * is closed. During a search, dead threads are left to the next one.
   */
  ready(): Promise<void> {
    return this.pool.ready();
  }

  /**
   * Clears the transposition table and histories for a new game. Rejects with a ChessError during a
   * search.
   */
  async newGame(): Promise<void> {
    this.assertIdle();
    this.seed = this.host.randomSeed();
    await this.pool.newGame();
  }

  /**
   * Completes the warm-up of new threads, so that the clock of the first search does not run while it is compiled.
   * {@link endWarmUp} ends it. Rejects with a ChessError once the engine is closed.
   * @internal
   */
  async warmUp(): Promise<void> {
    this.pool.assertOpen();
    await this.pool.warmUp();
  }

  /** Clears what the threads know of earlier searches, if they have started. */
  private forget(): void {
    this.seed = this.host.randomSeed();
    this.pool.forget();
  }

  /**
   * Searches the position until a limit is reached, or {@link stop}, or `signal`, emitting events.
   * Book moves are played without a search. If a search thread dies, a `problem` reports it, and the
   * best move found so far is the answer. Rejects with a ChessError for invalid limits or options, illegal
   * `searchmoves`, during another search, if no thread can be started, and if the engine is closed before
   * the search has found a move; with the signal's reason, an `AbortError`, once an aborted search has
   * ended.
   */
  async go(limits: Limits, options: SignalOption = {}): Promise<EngineResult> {
    this.assertIdle();
    return this.search(resolveRequest(this.getPosition(), limits), options);
  }

  /** {@link go} for a request that is resolved already: one for the position on the board. */
  async search(request: SearchRequest, options: SignalOption = {}): Promise<EngineResult> {
    this.assertIdle();
    checkOptions(options, ['signal']);
    const signal = checkSignal(options);
    signal?.throwIfAborted();
    const known = this.book.answer(request, this.settings);
    if (known === null) return this.run(request, signal);
    return new EngineResult(known.best, [new SearchLine(known.info, request.position)]);
  }

  /** Searches in the threads. */
  private async run(
    request: SearchRequest,
    signal: AbortSignal | undefined,
  ): Promise<EngineResult> {
    const { position, limits, rootMoves } = request;
    const started = performance.now();
    const lines: SearchLine[] = [];
    let reportedTime = 0;
    const onMessage = (message: FromThread) => {
      if (message.type === 'currentMove') this.emit('currentMove', message.current);
      if (message.type !== 'info') return;
      const line = new SearchLine(message.info, position);
      lines[line.multiPv - 1] = line;
      reportedTime = message.info.time;
      this.emit('info', line);
    };
    const settings = searchSettings(this.settings, this.seed);
    // A draw that the rules have made cannot be avoided.
    if (isGameOver(position)) settings.contempt = 0;
    const search = this.pool.search(request, settings, onMessage);
    const results = await endOnAbort(signal, () => this.stop(), search);
    signal?.throwIfAborted();
    const [first, ...helpers] = results as [SearchResult | null, ...(SearchResult | null)[]];
    const mustBeFirst = needsFirstThread(limits, settings);
    const last = lines[0] ?? null;
    const chosen = chooseResult(first, helpers, last, mustBeFirst);
    // Closed before it found a move: it has no answer.
    if (last === null) this.pool.assertOpen();
    const { best, info } = chosen ?? emergencyResult(position, last, rootMoves);
    if (chosen === null || chosen === first) {
      const others = lines.slice(1).filter((line) => line !== undefined);
      return new EngineResult(best, [new SearchLine(info, position), ...others]);
    }
    // A helper's info may be older than lines reported since; update nodes and time. The threads' clocks may
    // be a millisecond ahead.
    const time = Math.max(reportedTime, performance.now() - started);
    const now = { nodes: this.pool.nodes, time };
    const line = new SearchLine({ ...info, ...now }, position);
    this.emit('info', line);
    return new EngineResult(best, [line]);
  }

  /**
   * A search as a stream of lines: `for await (const line of engine.analyze({ infinite: true }))`. The book
   * is not used: it knows no scores. Leaving the loop stops it, as does the signal, whose reason is then
   * thrown. Throws a ChessError for invalid options; the loop throws one where {@link go} rejects.
   */
  analyze(limits: Limits, options: SignalOption = {}): AsyncGenerator<SearchLine, void, undefined> {
    checkOptions(options, ['signal']);
    const startSearch = () => {
      this.assertIdle();
      return this.run(resolveRequest(this.getPosition(), limits), undefined);
    };
    return analyze(this, startSearch, checkSignal(options));
  }

  /**
   * Counts the leaves of the legal move tree, calling back for each root move. `depth` is in plies, from 1
   * to 32. {@link stop} ends it with the leaves of the root moves that are complete. Rejects with a
   * ChessError for an invalid depth and during a search, and with what `onMove` throws.
   */
  async perft(depth: number, onMove: PerftListener = () => {}): Promise<number> {
    checkPerft(depth, onMove);
    this.assertIdle();
    const listener = new GuardedCallback(onMove, () => this.stop());
    const leaves = await this.pool.perft(rootOf(this.position), depth, listener.call);
    listener.rethrow();
    return leaves;
  }

  /**
   * Ends {@link warmUp}, which would delay what comes next: a search, or the end.
   * @internal
   */
  endWarmUp(): void {
    this.pool.endWarmUp();
  }

  /** Stops the running search, which then answers with the best move found, or the running perft. */
  stop(): void {
    this.pool.stop();
  }

  /**
   * The opponent played the expected move: time limits apply from now on. Time spent pondering
   * counts, so the answer may come at once.
   */
  ponderHit(): void {
    this.pool.ponderHit();
  }

  /**
   * Stops the search, waits briefly for its answer, and terminates the threads. A search that has
   * not answered by then answers with the last line reported, or rejects if there is none. The engine is
   * unusable afterwards.
   */
  async close(): Promise<void> {
    await this.pool.close();
  }

  /** The same as {@link close}, for `await using engine = new Engine()`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private assertIdle(): void {
    this.pool.assertOpen();
    if (this.pool.isBusy) throw new ChessError('a search is already running');
  }
}
