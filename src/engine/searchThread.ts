/**
 * The work of a search thread, on any host: processes the orders of `Engine` in sequence and
 * answers them.
 */
import { Position } from '../chess/board/position.ts';
import { divideInSteps } from '../chess/perft.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { newEvaluator } from '../eval/newEvaluator.ts';
import type { Limits } from '../search/limits.ts';
import { tune } from '../search/parameters.ts';
import { listRootMoves } from '../search/rootMoves.ts';
import { MAX_PLY } from '../search/score.ts';
import { Search, type SearchOptions } from '../search/search.ts';
import type { SearchResult } from '../search/searchResult.ts';
import { Signals } from '../search/signals.ts';
import { runInSlices, type SlicedSearch, slice } from '../search/slices.ts';
import { TranspositionTable } from '../search/transpositionTable.ts';
import { probePosition } from '../syzygy/rankMoves.ts';
import { Tablebases } from '../syzygy/tablebases.ts';
import { IS_TUNING_BUILD } from '../version.ts';
import type { ThreadHost } from './engineHost.ts';
import { type FromThread, SIGNALS, type ToThread } from './threadMessages.ts';
import { WarmUp } from './warmUp.ts';

type Order<T extends ToThread['type']> = Extract<ToThread, { type: T }>;

export class SearchThread {
  private thread = 0;
  private threads = 1;
  private evaluator!: Evaluator;
  private tt!: TranspositionTable;
  private signals!: Signals;
  private search!: Search;
  private tablebases: Tablebases | null = null;
  /** Null once a search has begun. */
  private warmUp: WarmUp | null = null;
  /** Whether a sliced search is running, so that orders must wait for its end. */
  private isSearching = false;
  private readonly waiting: ToThread[] = [];

  private readonly say: (message: FromThread) => void;
  private readonly host: ThreadHost;

  /** `say` posts a message to the engine. */
  constructor(say: (message: FromThread) => void, host: ThreadHost) {
    this.say = say;
    this.host = host;
  }

  /** Handles an order. The first two are `evaluation` and `memory`. */
  handle(order: ToThread): void {
    if (this.isSearching && !SIGNALS.has(order.type)) {
      this.waiting.push(order);
      return;
    }
    switch (order.type) {
      case 'memory':
        this.share(order);
        this.say({ type: 'ready' });
        this.warmUp?.start();
        break;
      case 'evaluation':
        this.evaluateWith(order);
        this.say({ type: 'ready' });
        break;
      case 'newGame':
        this.search.forget();
        if (order.isTtUsed) this.tt.clear(this.thread, this.threads);
        this.say({ type: 'ready' });
        break;
      case 'warmUp':
        this.warmUp?.finish(this.host.onProgress);
        this.say({ type: 'ready' });
        break;
      case 'go':
        this.go(order);
        break;
      case 'tablebases':
        this.useTablebases(order);
        this.say({ type: 'ready' });
        break;
      case 'probe':
        this.probe(order);
        break;
      case 'perft':
        this.perft(order);
        break;
      case 'stop':
        this.signals.stop();
        break;
      case 'ponderHit':
        this.signals.ponderHit();
        break;
      case 'ping':
        this.say({ type: 'pong' });
        break;
    }
  }

  private evaluateWith({ network }: Order<'evaluation'>): void {
    const builtIn = this.host.builtIn();
    this.evaluator = newEvaluator({ ...builtIn, network: network ?? builtIn.network }, MAX_PLY);
    if (this.tt !== undefined) this.search = this.newSearch();
  }

  private newSearch(): Search {
    return new Search(this.tt, this.evaluator, this.signals, this.thread);
  }

  private share(order: Order<'memory'>): void {
    const isFirst = this.tt === undefined;
    this.thread = order.thread;
    this.threads = order.threads;
    this.tt = new TranspositionTable(order.tt);
    this.signals = new Signals(order.signals);
    this.search = this.newSearch();
    if (isFirst) this.warmUp = new WarmUp(this.evaluator, () => this.signals.isSearchRequested);
    else this.host.collectGarbage?.();
  }

  private go({ root, limits, rootMoves, settings, requestedAt, signals }: Order<'go'>): void {
    this.warmUp?.end();
    this.warmUp = null;
    if (IS_TUNING_BUILD) tune(settings.parameters ?? {});
    if (signals !== null) this.signals.set(signals);
    const position = new Position(root.setup, root.history);
    const options: SearchOptions = {
      settings,
      requestedAt,
      rootMoves: listRootMoves(position, rootMoves ?? undefined),
      tablebases: this.tablebases,
    };
    const isFirst = this.thread === 0;
    if (isFirst) {
      options.onInfo = (info) => this.say({ type: 'info', info });
      options.onCurrentMove = (current) => this.say({ type: 'currentMove', current });
    }
    // Helpers have only the node limit, which is shared by all threads. Thread 0 stops them.
    const ownLimits: Limits = isFirst ? limits : { nodes: limits.nodes };
    const { yieldToEvents } = this.host;
    const search: Search & SlicedSearch = this.search;
    if (yieldToEvents === undefined || search.runInSlices === undefined) {
      this.answer(search.run(position, ownLimits, options));
      return;
    }
    const steps = search.runInSlices(position, ownLimits, options);
    void this.runSliced(async () => this.answer(await runInSlices(steps, yieldToEvents)));
  }

  /** Runs sliced work; other orders wait for its end. */
  private async runSliced(work: () => Promise<void>): Promise<void> {
    this.isSearching = true;
    try {
      await work();
      this.isSearching = false;
      while (!this.isSearching && this.waiting.length > 0) this.handle(this.waiting.shift()!);
    } catch (error) {
      this.host.onFailure?.(error as Error);
    }
  }

  private answer(result: SearchResult): void {
    if (this.thread === 0) this.signals.stop();
    this.say({ type: 'best', result });
  }

  private useTablebases({ listings, cacheBytes }: Order<'tablebases'>): void {
    this.tablebases?.close();
    const files = listings.map((listing) => this.host.openTablebase(listing));
    const onProblem = (text: string) => this.say({ type: 'problem', text });
    this.tablebases = files.length === 0 ? null : new Tablebases(files, { cacheBytes, onProblem });
  }

  private probe({ root, withFiftyMoves }: Order<'probe'>): void {
    const position = new Position(root.setup, root.history);
    const probe = this.tablebases && probePosition(this.tablebases, position, withFiftyMoves);
    this.say({ type: 'probed', probe });
  }

  private perft(order: Order<'perft'>): void {
    const { yieldToEvents } = this.host;
    const steps = this.perftSteps(order);
    if (yieldToEvents === undefined) steps.next();
    else void this.runSliced(() => runInSlices(steps, yieldToEvents));
  }

  private *perftSteps({ root, depth, signals }: Order<'perft'>): Generator<void, void> {
    if (signals !== null) this.signals.set(signals);
    const position = new Position(root.setup, root.history);
    let progress = 0;
    for (const row of divideInSteps(position, depth)) {
      if (row !== null) this.say({ type: 'perftMove', ...row });
      this.signals.setNodes(this.thread, ++progress);
      if (this.signals.isStopped) break;
      if (performance.now() >= slice.end) yield;
    }
    this.say({ type: 'perftDone' });
  }
}
