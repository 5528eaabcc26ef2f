/**
 * Runs one search at a time: a new search stops the one before it, whose result is discarded. The
 * engine is loaded on first use, so that the page can be used long before the network has loaded.
 */
import type { Position } from '../../../src/chess/board/position.ts';
import type { EngineSettings } from '../../../src/engine/engineSettings.ts';
import type { TablebaseListing } from '../../../src/engine/threadMessages.ts';
import type { Limits } from '../../../src/search/limits.ts';
import type { SearchInfo, SearchResult } from '../../../src/search/searchResult.ts';
import { notify } from '../announce.ts';
import { texts } from '../texts.ts';
import { createEngine, type PageEngine } from './load.ts';

interface Order {
  /** With its history, for repetitions. */
  position: Position;
  /** Clocks run while the engine loads: a function gives what is left when the search begins. */
  limits: Limits | (() => Limits);
  settings?: Partial<EngineSettings>;
  /** Files that the engine uses from this search on. */
  tablebases?: readonly TablebaseListing[];
}

const NO_TABLEBASES: readonly TablebaseListing[] = [];

/** An error of the engine whose reason is for developers, as it names files of the package. */
const NOT_STARTED = /^no search thread can be started/;

export type SearcherState = 'idle' | 'loading' | 'ready' | 'failed';

export class Searcher {
  private engine: Promise<PageEngine> | null = null;
  private running: Promise<unknown> = Promise.resolve();
  private current: PageEngine | null = null;
  /** Incremented by every search and cancellation: results of older generations are discarded. */
  private generation = 0;
  private isNewGame = false;
  /** The tablebases that the engine has. */
  private tablebases = NO_TABLEBASES;
  private readonly onState: (state: SearcherState, reason: string) => void;

  /** `onState` is called when the engine is loading, ready, or has failed, with the reason. */
  constructor(onState: (state: SearcherState, reason: string) => void) {
    this.onState = onState;
  }

  /** Loads the engine, if it is not loaded yet. */
  load(): void {
    this.getEngine().catch((error: Error) => this.onState('failed', error.message));
  }

  /**
   * Searches. Null if another search or {@link cancel} came before the result, or if the engine
   * failed, which `onState` reports.
   */
  async search(
    order: Order,
    onInfo: (info: SearchInfo) => void = () => {},
  ): Promise<SearchResult | null> {
    const generation = this.stop();
    const isCurrent = () => generation === this.generation;
    const before = this.running;
    const run = (async () => {
      await before;
      if (!isCurrent()) return null;
      const engine = await this.getEngine();
      if (!isCurrent()) return null;
      if (this.isNewGame) await engine.newGame();
      this.isNewGame = false;
      if (!isCurrent()) return null;
      return await this.run(engine, order, (info) => isCurrent() && onInfo(info));
    })();
    this.running = run.catch(() => {});
    try {
      const result = await run;
      return isCurrent() ? result : null;
    } catch (error) {
      if (isCurrent()) this.onState('failed', (error as Error).message);
      return null;
    }
  }

  /** Stops the search and discards its result. */
  cancel(): void {
    this.stop();
  }

  /** The next search belongs to another game. */
  newGame(): void {
    this.cancel();
    this.isNewGame = true;
  }

  /** Closes the engine and frees its memory; the next search loads it again. */
  async close(): Promise<void> {
    this.stop();
    await this.release();
  }

  private async release(): Promise<void> {
    const { engine } = this;
    this.engine = null;
    this.tablebases = NO_TABLEBASES;
    this.current = null;
    await engine?.then((it) => it.close()).catch(() => {});
  }

  private stop(): number {
    this.current?.stop();
    return ++this.generation;
  }

  private getEngine(): Promise<PageEngine> {
    if (this.engine !== null) return this.engine;
    this.onState('loading', texts.engineLoading);
    const loading = createEngine().then(
      (engine) => {
        engine.on('problem', (text) => notify(text));
        this.onState('ready', '');
        return engine;
      },
      () => {
        // The next search loads it again, unless one has already done so after `close`.
        if (this.engine === loading) this.engine = null;
        // The reasons are for developers: nearly always a file could not be fetched.
        throw new Error(texts.engineFailed);
      },
    );
    this.engine = loading;
    return loading;
  }

  private async run(
    engine: PageEngine,
    { position, limits, settings = {}, tablebases = NO_TABLEBASES }: Order,
    onInfo: (info: SearchInfo) => void,
  ): Promise<SearchResult> {
    engine.configure({ ...settings, chess960: position.chess960 });
    engine.setPosition(position);
    if (tablebases !== this.tablebases) engine.useTablebases(tablebases);
    this.tablebases = tablebases;
    engine.on('info', onInfo);
    this.current = engine;
    try {
      return await engine.go(typeof limits === 'function' ? limits() : limits);
    } catch (error) {
      // The next search loads another one, unless `close` has already seen to that.
      if (this.current === engine) void this.release();
      const { message } = error as Error;
      // Its worker has died, and cannot be loaded again.
      if (NOT_STARTED.test(message)) throw new Error(texts.engineFailed);
      throw new Error(texts.engineStopped(message));
    } finally {
      engine.off('info', onInfo);
      this.current = null;
    }
  }
}
