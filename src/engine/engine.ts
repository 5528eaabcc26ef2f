/**
 * The engine: a position, options, and a search that can be started and stopped. The only door
 * for the protocol, the commands and library users.
 *
 * The search runs in a worker thread, so whoever holds the engine is never blocked. The table and
 * the stop flag are memory shared with that thread.
 */
import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { parseFen, positionFromFen, START_FEN } from '../chess/fen.ts';
import type { Position } from '../chess/position.ts';
import { fail, ok, type Result } from '../chess/result.ts';
import type { Move } from '../chess/types.ts';
import { parseUciMove } from '../chess/uciMove.ts';
import type { Limits } from '../search/limits.ts';
import type { SearchInfo, SearchResult } from '../search/search.ts';
import { TranspositionTable } from '../search/table.ts';
import type { FromThread, Root, ToThread } from './messages.ts';

export interface EngineEvents {
  /** An iteration is done, or the search ended within one. */
  info: [SearchInfo];
}

/** Mebibytes. */
export const DEFAULT_HASH = 16;
export const MAX_HASH = 4096;

/** Centipawns. */
export const MAX_CONTEMPT = 100;

/** Beside this file once bundled. */
const WORKER_URL = new URL('./worker.js', import.meta.url);

/** Milliseconds that `close` waits for a running search to answer. */
const CLOSE_PATIENCE = 80;

/** An order ends with one message of type `last`; those before it go to `onMessage`. */
interface Order {
  last: FromThread['type'];
  onMessage: (message: FromThread) => void;
  promise: Promise<FromThread>;
  resolve: (message: FromThread) => void;
  reject: (error: Error) => void;
}

export class Engine extends EventEmitter<EngineEvents> {
  private position: Position = positionFromFen(START_FEN);
  private chess960 = false;
  private hash = DEFAULT_HASH;
  private contempt = 0;
  private readonly stopFlag = new Int32Array(new SharedArrayBuffer(4));
  private thread: Worker | null = null;
  /** What the thread has been told and not yet done, in that order. */
  private readonly orders: Order[] = [];
  private isSearching = false;

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
    const position = parsed.value;
    if (this.chess960) position.chess960 = true;
    for (const text of moves) {
      const move = parseUciMove(position, text);
      if (!move.ok) return move;
      position.make(move.value);
      // What lies before an irreversible move can never come back.
      if (position.reversiblePlies === 0) position.forgetHistory();
    }
    this.position = position;
    return ok(undefined);
  }

  /** Castling is written as king takes rook, also where it would not have to be. */
  setChess960(on: boolean): void {
    this.chess960 = on;
  }

  /** Makes a draw worth so many centipawns less than nothing to the side that moves at the root. */
  setContempt(centipawns: number): void {
    this.contempt = centipawns;
  }

  /**
   * Gives the transposition table so many mebibytes, empty; when that much cannot be had the old
   * table is kept. Only while no search is running.
   */
  setHash(mebibytes: number): Result<void> {
    this.assertIdle();
    let memory: SharedArrayBuffer;
    try {
      memory = TranspositionTable.allocate(mebibytes);
    } catch {
      return fail(`no ${mebibytes} MiB for the hash table to be had, it stays at ${this.hash} MiB`);
    }
    this.hash = mebibytes;
    if (this.thread !== null) void this.ask(this.memoryOrder(memory), 'ready');
    return ok(undefined);
  }

  /** Resolves once everything asked so far is done, so that a search would begin at once. */
  async ready(): Promise<void> {
    this.ensureThread();
    await this.orders.at(-1)?.promise;
  }

  /** Forgets what was learnt in earlier searches. Only while no search is running. */
  async newGame(): Promise<void> {
    this.assertIdle();
    this.ensureThread();
    await this.ask({ type: 'newGame' }, 'ready');
  }

  /**
   * Searches the position until a limit is reached or {@link stop}; `info` events come meanwhile.
   * `allowed` are the moves to choose from (of `limits.searchmoves`, say); all if left out.
   * Throws when a search is already running.
   */
  async go(limits: Limits, allowed?: Move[]): Promise<SearchResult> {
    const order: ToThread = { type: 'go', root: this.root(), limits, contempt: this.contempt };
    if (allowed !== undefined) order.allowed = allowed;
    const answer = await this.search(order, 'best', (message) => {
      if (message.type === 'info') this.emit('info', message.info);
    });
    return (answer as Extract<FromThread, { type: 'best' }>).result;
  }

  /**
   * Counts the leaves of the legal move tree, calling back for each root move. Can be stopped
   * between root moves. Throws when a search is already running.
   */
  async perft(depth: number, onMove: (move: Move, nodes: number) => void): Promise<number> {
    let total = 0;
    await this.search({ type: 'perft', root: this.root(), depth }, 'perftDone', (message) => {
      if (message.type !== 'perftMove') return;
      total += message.nodes;
      onMove(message.move, message.nodes);
    });
    return total;
  }

  /** Ends the running search, which then answers with the best move it knows. */
  stop(): void {
    Atomics.store(this.stopFlag, 0, 1);
  }

  /** Stops, waits a moment for the answer, and ends the thread. */
  async close(): Promise<void> {
    this.stop();
    const patience = new Promise((resolve) => setTimeout(resolve, CLOSE_PATIENCE).unref());
    await Promise.race([this.orders.at(-1)?.promise, patience]);
    await this.thread?.terminate();
    this.thread = null;
  }

  private assertIdle(): void {
    if (this.isSearching) throw new Error('a search is already running');
  }

  private root(): Root {
    return { setup: this.position.toSetup(), history: this.position.history() };
  }

  private async search(
    order: ToThread,
    last: FromThread['type'],
    onMessage: (message: FromThread) => void,
  ): Promise<FromThread> {
    this.assertIdle();
    this.isSearching = true;
    // A stop from now on is meant for this search.
    Atomics.store(this.stopFlag, 0, 0);
    try {
      this.ensureThread();
      return await this.ask(order, last, onMessage);
    } finally {
      this.isSearching = false;
    }
  }

  private ensureThread(): void {
    if (this.thread !== null) return;
    const thread = new Worker(WORKER_URL);
    thread.on('message', (message: FromThread) => {
      const order = this.orders[0];
      if (message.type !== order?.last) return order?.onMessage(message);
      this.orders.shift();
      order.resolve(message);
    });
    thread.on('error', (error) => {
      this.thread = null;
      for (const order of this.orders.splice(0)) order.reject(error);
    });
    this.thread = thread;
    void this.ask(this.memoryOrder(TranspositionTable.allocate(this.hash)), 'ready');
  }

  private memoryOrder(table: SharedArrayBuffer): ToThread {
    return { type: 'memory', table, stopFlag: this.stopFlag.buffer as SharedArrayBuffer };
  }

  private ask(
    order: ToThread,
    last: FromThread['type'],
    onMessage: (message: FromThread) => void = () => {},
  ): Promise<FromThread> {
    let resolve: Order['resolve'] = () => {};
    let reject: Order['reject'] = () => {};
    const promise = new Promise<FromThread>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    this.orders.push({ last, onMessage, promise, resolve, reject });
    this.thread!.postMessage(order);
    return promise;
  }
}
