/**
 * Several engines with one queue of requests, each of which waits until an engine is free. For servers, and
 * for programs that analyse many positions at a time.
 */
import type { Position } from '../chess/board/position.ts';
import type { Game } from '../chess/game/game.ts';
import { readPosition } from '../chess/notation/anyPosition.ts';
import { START_FEN } from '../chess/notation/fen.ts';
import type { Limits } from '../search/limits.ts';
import { ChessError, checkOptions, isObject } from '../util/result.ts';
import type { BaseEngine } from './baseEngine.ts';
import { checkSignal, type SignalOption } from './checkArguments.ts';
import type { EngineResult, SearchLine } from './engineResult.ts';
import type { SettingsChange } from './engineSettings.ts';
import { GuardedCallback } from './guardedCallback.ts';
import { endOnAbort } from './onAbort.ts';
import { resolveRequest } from './searchRequest.ts';

/** How many engines a pool may start, and their settings. */
export interface PoolOptions {
  /** The largest number of engines, each with its own threads and table; by default one per processor. */
  engines?: number | undefined;
  /** Settings of every engine. */
  settings?: SettingsChange | undefined;
  /** Called with a line of text for every failure that no call can report, as an engine's `problem` events. */
  onProblem?: ((text: string) => void) | undefined;
}

/** Options of one search of a pool. */
export interface PoolSearchOptions extends SignalOption {
  /** Called for every line until the signal is aborted. An error that it throws ends the search. */
  onInfo?: ((line: SearchLine) => void) | undefined;
}

/** A request that waits for an engine. */
interface Waiting {
  resolve: (engine: BaseEngine) => void;
  reject: (reason: unknown) => void;
}

/** `hosts/node/` and `hosts/browser/` export subclasses whose engines are those of the host. */
export class BaseEnginePool {
  private readonly createEngine: () => BaseEngine;
  private readonly maxEngines: number;
  private readonly settings: SettingsChange;
  private readonly onProblem: (text: string) => void;
  private readonly engines: BaseEngine[] = [];
  private readonly idle: BaseEngine[] = [];
  /** In the order of their arrival. */
  private readonly queue = new Set<Waiting>();
  private isClosed = false;

  /**
   * Throws a ChessError for invalid options. Engines start when they are first needed, at most
   * `processors` unless the options say otherwise.
   */
  constructor(createEngine: () => BaseEngine, processors: number, options: PoolOptions) {
    checkOptions(options, ['engines', 'settings', 'onProblem']);
    const { engines = processors, settings = {}, onProblem = () => {} } = options;
    if (!(Number.isInteger(engines) && engines > 0)) {
      throw new ChessError('the number of engines must be a whole number, 1 or more');
    }
    if (!isObject(settings)) throw new ChessError('settings must be an object');
    if (typeof onProblem !== 'function') throw new ChessError('onProblem is not a function');
    this.createEngine = createEngine;
    this.maxEngines = engines;
    this.settings = { ...settings };
    this.onProblem = onProblem;
    // An invalid setting is better refused now than at the first request.
    this.idle.push(this.startEngine());
  }

  /**
   * Searches a position as soon as an engine is free. The position is a FEN, or a `Position` or `Game`
   * with its history; by default the start. Rejects with a ChessError for an invalid position, limits or
   * options, and once the pool is closed; with the signal's reason, an `AbortError`, if it is aborted; with
   * what `onInfo` throws.
   */
  async go(
    start: string | Position | Game | undefined,
    limits: Limits,
    options: PoolSearchOptions = {},
  ): Promise<EngineResult> {
    checkOptions(options, ['signal', 'onInfo']);
    const signal = checkSignal(options);
    const { onInfo } = options;
    if (onInfo !== undefined && typeof onInfo !== 'function') {
      throw new ChessError('onInfo is not a function');
    }
    const position = readPosition(start === undefined ? START_FEN : start);
    if (this.settings.chess960) position.chess960 = true;
    const request = resolveRequest(position, limits);
    const engine = await this.take(signal);
    const stop = () => {
      // After an abort, the caller may already show another position.
      engine.off('info', listener.call);
      engine.stop();
    };
    const listener = new GuardedCallback(onInfo ?? (() => {}), stop);
    try {
      // It may have been aborted since the engine was given to this request.
      signal?.throwIfAborted();
      if (this.isClosed) throw closed();
      engine.setPosition(position);
      engine.on('info', listener.call);
      const search = engine.search(request).finally(() => {
        listener.rethrow();
        signal?.throwIfAborted();
      });
      return await endOnAbort(signal, stop, search);
    } finally {
      engine.off('info', listener.call);
      this.give(engine);
    }
  }

  /** Rejects what waits, stops what runs, and closes the engines. The pool is unusable afterwards. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { reject } of this.queue) reject(closed());
    this.queue.clear();
    await Promise.all(this.engines.map((engine) => engine.close()));
  }

  /** The same as {@link close}, for `await using pool = new EnginePool()`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private startEngine(): BaseEngine {
    const engine = this.createEngine();
    engine.on('problem', this.onProblem);
    engine.configure(this.settings);
    this.engines.push(engine);
    return engine;
  }

  /** An engine that is free, or will be. */
  private async take(signal: AbortSignal | undefined): Promise<BaseEngine> {
    signal?.throwIfAborted();
    if (this.isClosed) throw closed();
    const engine = this.idle.pop();
    if (engine !== undefined) return engine;
    if (this.engines.length < this.maxEngines) return this.startEngine();
    return this.wait(signal);
  }

  private wait(signal: AbortSignal | undefined): Promise<BaseEngine> {
    let leave = () => {};
    const engine = new Promise<BaseEngine>((resolve, reject) => {
      const waiting = { resolve, reject };
      this.queue.add(waiting);
      leave = () => {
        this.queue.delete(waiting);
        reject(signal!.reason);
      };
    });
    return endOnAbort(signal, leave, engine);
  }

  /** Gives an engine to the next in the queue. */
  private give(engine: BaseEngine): void {
    const [next] = this.queue;
    if (next === undefined) {
      this.idle.push(engine);
      return;
    }
    this.queue.delete(next);
    next.resolve(engine);
  }
}

const closed = (): ChessError => new ChessError('the engine pool is closed');
