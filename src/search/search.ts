/**
 * The search at the root: iterative deepening, aspiration windows, MultiPV, limits and time. The search
 * below the root is in tree.ts.
 * https://www.chessprogramming.org/Iterative_Deepening
 *
 * Synchronous code without threads or protocols: it takes a position and limits, reports to callbacks,
 * and is stopped through shared memory (signals.ts).
 */
import { chooseLevelOpening } from '../book/levelOpenings.ts';
import { countPieces } from '../chess/board/material.ts';
import type { Position } from '../chess/board/position.ts';
import { isNoisy, type Move, NO_MOVE } from '../chess/board/types.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { isCertain, rankMoves, type TablebaseMove } from '../syzygy/rankMoves.ts';
import type { Tablebases } from '../syzygy/tablebases.ts';
import { IS_DEBUG_BUILD } from '../version.ts';
import { AspirationWindow } from './aspirationWindow.ts';
import { rootReduction } from './lateMoveReductions.ts';
import { chooseAsLevel, FULL_STRENGTH, type Level, levelOf } from './levels.ts';
import { DEFAULT_SETTINGS, type Limits, type SearchSettings } from './limits.ts';
import {
  beginIteration,
  beginWindow,
  type InterruptedWindow,
  place,
  restorePrevious,
  settle,
  sortLines,
} from './multiPv.ts';
import {
  compareRootMoves,
  type Line,
  listRootMoves,
  type RootMove,
  rankRootMoves,
  reportedResult,
} from './rootMoves.ts';
import { INFINITE, isMateScore, MATE, MAX_PLY, matedIn, mateInMoves } from './score.ts';
import { SearchClock } from './searchClock.ts';
import type { CurrentMove, SearchInfo, SearchResult } from './searchResult.ts';
import { SearchState } from './searchState.ts';
import { CLAIM_NODES, Signals } from './signals.ts';
import { softFactor } from './timeManagement.ts';
import type { TranspositionTable } from './transpositionTable.ts';
import { Tree } from './tree.ts';
import { validateLine } from './validateNode.ts';

/** Optional arguments of a search. */
export interface SearchOptions {
  /** The moves to choose from (`listRootMoves`); sorted best first afterwards. */
  rootMoves?: RootMove[];
  settings?: Readonly<SearchSettings>;
  /** When the search was requested (`Date.now`); its time counts from then. */
  requestedAt?: number;
  tablebases?: Tablebases | null;
  /** Called for every line of every iteration, for the last line when the search is stopped, and for bounds. */
  onInfo?: (info: SearchInfo) => void;
  /** Called for every root move of a search that takes long. */
  onCurrentMove?: (current: CurrentMove) => void;
}

/** Milliseconds after which `onCurrentMove` is called. */
const CURRENT_MOVE_AFTER = 3000;

/** Bounds of a single line are reported from this depth on; at lower depths there are too many. */
const BOUNDS_FROM_DEPTH = 10;

/**
 * Nodes between two polls of the clock and the stop flag: about 0.15 ms, or 10 ms until V8 has
 * compiled the search.
 */
const POLL_NODES = CLAIM_NODES;

/** The same for searches shorter than {@link SHORT_TIME} milliseconds. */
const POLL_NODES_SHORT = 16;
const SHORT_TIME = 50;

export class Search {
  private readonly state: SearchState;
  private readonly tree: Tree;
  /** Of all threads together. */
  private nodeLimit = 0;
  /** The nodes this thread may search before it has to claim more. */
  private granted = 0;
  private pollNodes = POLL_NODES;
  private settings: Readonly<SearchSettings> = DEFAULT_SETTINGS;
  private level: Level = FULL_STRENGTH;
  /** Null without a listener; lines are then not built. */
  private onInfo: ((info: SearchInfo) => void) | null = null;
  private onCurrentMove: (current: CurrentMove) => void = () => {};
  /** Iterations for which the best move has been the same. */
  private stability = 0;
  /** The search ponders and has used its time: it stops as soon as the expected move is played. */
  private stopsOnPonderHit = false;

  private readonly tt: TranspositionTable;
  private readonly clock: SearchClock;
  private readonly signals: Signals;
  private readonly thread: number;

  /**
   * `signals` stop the search from outside. Thread 0 alone checks the clock and then stops the others,
   * which search the same position and help by filling the transposition table (Lazy SMP). A limit of nodes is
   * shared by all threads.
   */
  constructor(
    tt: TranspositionTable,
    evaluator: Evaluator,
    signals: Signals = new Signals(),
    thread = 0,
  ) {
    this.tt = tt;
    this.signals = signals;
    this.clock = new SearchClock(signals);
    this.thread = thread;
    this.state = new SearchState(tt, evaluator, () => this.poll());
    this.tree = new Tree(this.state);
  }

  /** Clears histories, and clocks that are kept by nodes. The transposition table belongs to the caller. */
  forget(): void {
    this.state.history.clear();
    this.clock.newGame();
  }

  /** Searches until a limit is reached or the search is stopped. The position is unchanged afterwards. */
  run(position: Position, limits: Limits, options: SearchOptions = {}): SearchResult {
    const { rootMoves = listRootMoves(position) } = options;
    this.onInfo = options.onInfo ?? null;
    if (IS_DEBUG_BUILD) this.onInfo = this.validated(position, this.onInfo);
    this.onCurrentMove = options.onCurrentMove ?? (() => {});
    this.settings = options.settings ?? DEFAULT_SETTINGS;
    const { elo } = this.settings;
    this.level = elo === null ? FULL_STRENGTH : levelOf(elo);
    this.nodeLimit = Math.min(limits.nodes ?? Number.POSITIVE_INFINITY, this.level.nodes);
    this.clock.begin(limits, position, this.settings, options.requestedAt ?? Date.now());
    this.stability = 0;
    this.stopsOnPonderHit = false;
    position.reserve(MAX_PLY + 1);
    // Tablebases are not used at limited strength.
    const tablebases = elo === null ? (options.tablebases ?? null) : null;
    this.state.begin(position, this.settings, tablebases);
    this.pollNodes = this.clock.budget.hard < SHORT_TIME ? POLL_NODES_SHORT : POLL_NODES;
    // Helpers of a search with a node limit have to claim their first nodes.
    const isFree = this.thread === 0 || this.nodeLimit === Number.POSITIVE_INFINITY;
    this.granted = isFree ? Math.min(CLAIM_NODES, this.nodeLimit) : 0;
    this.state.nextPoll = Math.min(this.pollNodes, this.granted);
    if (tablebases !== null) this.rankByTablebases(position, rootMoves, tablebases);

    if (rootMoves.length === 0) {
      const score = position.inCheck ? matedIn(0) : 0;
      const info = this.info({ depth: 0, seldepth: 0, score }, [], 1);
      this.onInfo?.(info);
      return { best: null, info };
    }
    if (elo !== null) this.keepOpeningMove(position, rootMoves, limits, elo);
    this.orderFirst(rootMoves);
    const isReported = this.deepen(rootMoves, limits);
    // Another search of this position begins with its best move.
    this.state.storeMove(rootMoves[0]!.move);
    this.clock.end(limits, position.turn);
    if (IS_DEBUG_BUILD) this.state.validate();
    const isReordered = elo !== null && this.chooseAsLevel(position, rootMoves);
    if (!isReported || isReordered) this.reportLines(rootMoves);
    const info = this.lineInfo(rootMoves[0]!, 1);
    // With its line as it is reported: of a move that tablebases rank first it may be the move alone.
    return { best: { ...rootMoves[0]!, pv: info.pv }, info };
  }

  /** If the root is in tablebases, they rank the moves; the search chooses among the best rank. */
  private rankByTablebases(
    position: Position,
    rootMoves: RootMove[],
    tablebases: Tablebases,
  ): void {
    const { syzygyProbeLimit, syzygy50MoveRule } = this.settings;
    if (countPieces(position) > Math.min(tablebases.largest, syzygyProbeLimit)) return;
    const ranked = rankMoves(tablebases, position, syzygy50MoveRule);
    if (ranked === null) return;
    const hasDtz = ranked.every(({ dtz }) => dtz !== null);
    const isKnown = (move: TablebaseMove) =>
      !syzygy50MoveRule || isCertain(move, position.halfmoves, hasDtz);
    rankRootMoves(rootMoves, ranked, this.state.drawScore(0), isKnown);
    if (this.thread === 0) this.state.tbHits = rootMoves.length;
    // With DTZ each of these moves keeps the result, so the search may ignore tablebases and look for
    // a mate. With WDL alone it needs them to make progress.
    if (hasDtz || (ranked[0]?.rank ?? 0) <= 0) this.state.withoutTablebases();
  }

  /** At a limited strength, keeps only the move that the level knows from openings, if there is one. */
  private keepOpeningMove(
    position: Position,
    rootMoves: RootMove[],
    { infinite, mate }: Limits,
    elo: number,
  ): void {
    if (infinite || mate !== undefined) return;
    const known = chooseLevelOpening(position, elo, this.settings.seed);
    const rootMove = rootMoves.find(({ move }) => move === known);
    if (rootMove !== undefined) rootMoves.splice(0, rootMoves.length, rootMove);
  }

  /**
   * At a limited strength, puts the level's choice among the lines first. Returns whether this changed
   * their order.
   */
  private chooseAsLevel(position: Position, rootMoves: RootMove[]): boolean {
    const scored = rootMoves.slice(0, this.level.lines).filter(({ line }) => line.depth > 0);
    if (scored.length < 2) return false;
    const { level, settings, state } = this;
    const chosen = chooseAsLevel(position, scored, level, settings.seed, state.evaluator);
    if (chosen === rootMoves[0]) return false;
    rootMoves.splice(rootMoves.indexOf(chosen), 1);
    rootMoves.unshift(chosen);
    return true;
  }

  /** Reports the best lines, as far as they have been searched. */
  private reportLines(rootMoves: readonly RootMove[]): void {
    if (this.onInfo === null) return;
    for (const [i, rootMove] of rootMoves.slice(0, this.settings.multiPv).entries()) {
      if (i === 0 || rootMove.line.depth > 0) this.onInfo(this.lineInfo(rootMove, i + 1));
    }
  }

  /** A debug build checks every line before it is reported. */
  private validated(position: Position, onInfo: ((info: SearchInfo) => void) | null) {
    return (info: SearchInfo) => {
      validateLine(position, info.pv, info.score);
      onInfo?.(info);
    };
  }

  /** Puts the TT move first. */
  private orderFirst(rootMoves: RootMove[]): void {
    const ttMove = this.state.ttMove();
    const at = rootMoves.findIndex(({ move }) => move === ttMove);
    if (at > 0) rootMoves.unshift(...rootMoves.splice(at, 1));
    rootMoves.sort((a, b) => b.rank - a.rank);
    const score = this.state.unsearchedScore(rootMoves[0]!);
    rootMoves[0]!.line = { depth: 0, seldepth: 0, score };
  }

  /**
   * Iterative deepening until a limit is reached. The best move is first afterwards. Returns whether the lines
   * have been reported: not if the last iteration was interrupted.
   */
  private deepen(rootMoves: RootMove[], limits: Limits): boolean {
    const maxDepth = Math.max(1, Math.min(limits.depth ?? MAX_PLY - 1, MAX_PLY - 1));
    const lines = Math.min(Math.max(this.settings.multiPv, this.level.lines), rootMoves.length);
    // Every other helper begins a ply deeper, so that threads diverge.
    const firstDepth = Math.min(maxDepth, 1 + (this.thread & 1));
    for (let depth = firstDepth; depth <= maxDepth; depth++) {
      const before = { move: rootMoves[0]!.move, score: rootMoves[0]!.line.score };
      this.state.beginIteration(depth);
      beginIteration(rootMoves);
      for (let pvIndex = 0; pvIndex < lines; pvIndex++) {
        this.state.seldepth = 0;
        const interrupted = this.searchLine(rootMoves, pvIndex, depth);
        if (interrupted !== null) {
          settle(rootMoves, lines, interrupted);
          return false;
        }
        sortLines(rootMoves, pvIndex + 1);
      }
      this.publishCounters();
      this.reportLines(rootMoves);
      const [best] = rootMoves as [RootMove];
      this.stability = best.move === before.move ? this.stability + 1 : 0;
      const drop = depth > 1 ? before.score - best.line.score : 0;
      if (this.isEnough(rootMoves, limits, drop)) return true;
    }
    return true;
  }

  /** Whether to start no further iteration. `drop`: by how much the score fell in this one. */
  private isEnough(rootMoves: readonly RootMove[], limits: Limits, drop: number): boolean {
    const { score, depth } = rootMoves[0]!.line;
    // All moves draw at once: there is nothing to search.
    if (rootMoves.every((rootMove) => rootMove.draw !== null)) return true;
    if (limits.mate !== undefined && isMateScore(score) && mateInMoves(score) <= limits.mate) {
      return true;
    }
    if (limits.softNodes !== undefined && this.signals.totalNodes() >= limits.softNodes)
      return true;
    // A mate that iterations of four times its length have not shortened.
    const isMate = isMateScore(score) && 4 * (MATE - Math.abs(score)) <= depth;
    if (isMate && limits.depth === undefined && this.settings.multiPv === 1) return true;
    if (this.clock.budget.soft === Number.POSITIVE_INFINITY) return false;
    const { isPondering } = this.signals;
    const isDue = this.isDue(rootMoves, drop);
    this.stopsOnPonderHit = isDue && isPondering;
    return isDue && !isPondering;
  }

  /** Whether by the clock the move should be played now. */
  private isDue(rootMoves: readonly RootMove[], drop: number): boolean {
    // One move, or one that tablebases put above all others.
    if (rootMoves.length === 1 || rootMoves[1]!.rank < rootMoves[0]!.rank) return true;
    const nodeShare = rootMoves[0]!.nodes / Math.max(1, this.state.nodes);
    const factor = softFactor({ stability: this.stability, drop, nodeShare });
    const { soft, hard } = this.clock.budget;
    return this.clock.spent() >= Math.min(soft * factor, hard);
  }

  /**
   * Searches the moves from `pvIndex` on that are of the same rank, and puts the best of them there.
   * Returns null, or the window in which the search was stopped.
   */
  private searchLine(
    rootMoves: RootMove[],
    pvIndex: number,
    depth: number,
  ): InterruptedWindow | null {
    const { rank } = rootMoves[pvIndex]!;
    const candidates = rootMoves.slice(pvIndex).filter((rootMove) => rootMove.rank === rank);
    // What they scored in the window of a better line says nothing here.
    for (const rootMove of candidates) restorePrevious(rootMove);
    const aspiration = new AspirationWindow(depth, candidates[0]!.previousScore);
    while (true) {
      const [first] = candidates;
      beginWindow(candidates);
      const { alpha, beta } = aspiration;
      const score = this.searchRoot(candidates, pvIndex, depth, aspiration);
      if (this.state.stopped) return { candidates, pvIndex, alpha };
      place(rootMoves, pvIndex, candidates.sort(compareRootMoves));
      if (score > alpha && score < beta) return null;
      const isLow = score <= alpha;
      const [best] = candidates as [RootMove];
      if (isLow) {
        best.line = { depth, seldepth: best.line.seldepth, score, bound: 'upper' };
        if (best !== first) best.pv = [best.move];
      }
      // Not with several lines: GUIs would show a bound and its few moves in place of the line.
      if (depth >= BOUNDS_FROM_DEPTH && pvIndex === 0 && this.settings.multiPv === 1)
        this.onInfo?.(this.lineInfo(best, 1));
      if (isLow) aspiration.failLow(score);
      else aspiration.failHigh(score);
    }
  }

  /** A root move's line, with the present nodes and time. */
  private lineInfo(rootMove: RootMove, multiPv: number): SearchInfo {
    const { line, pv } = reportedResult(rootMove, this.state.drawScore(0));
    return this.info(line, pv, multiPv);
  }

  private info({ depth, seldepth, score, bound }: Line, pv: Move[], multiPv: number): SearchInfo {
    this.publishCounters();
    return {
      depth,
      seldepth: Math.max(seldepth, pv.length),
      score,
      ...(bound !== undefined && { bound }),
      nodes: this.signals.totalNodes(),
      time: this.clock.elapsed(),
      hashfull: this.tt.hashfull(),
      pv,
      multiPv,
      tbHits: this.signals.totalTbHits(),
    };
  }

  /**
   * Searches the root moves that compete for line `pvIndex`, with a window: the best move so far; then moves that
   * draw at once, which have their score without a search; then the others. Moves that raise alpha get a score and
   * a principal variation. The first move gets one even if it fails low.
   */
  private searchRoot(
    rootMoves: readonly RootMove[],
    pvIndex: number,
    depth: number,
    aspiration: AspirationWindow,
  ): number {
    const { state, tree } = this;
    const { beta, searchDepth } = aspiration;
    let { alpha } = aspiration;
    const { root } = state;
    const [first, ...rest] = rootMoves as [RootMove, ...RootMove[]];
    const draws = rest.filter((rootMove) => rootMove.draw !== null);
    const others = rest.filter((rootMove) => rootMove.draw === null);
    let bestScore = -INFINITE;
    for (const [i, rootMove] of [first, ...draws, ...others].entries()) {
      const { move } = rootMove;
      let score = state.drawScore(0);
      let reply = NO_MOVE;
      if (rootMove.draw === null) {
        if (this.clock.elapsed() >= CURRENT_MOVE_AFTER) {
          this.onCurrentMove({ depth, move, number: pvIndex + i + 1 });
        }
        const nodes = state.nodes;
        const reduction = isNoisy(move) ? 0 : rootReduction(depth, i);
        state.make(root, move);
        const newDepth = searchDepth - 1;
        if (i > 0) {
          score = 0 - tree.negamax(root.next, newDepth - reduction, -1 - alpha, 0 - alpha, true);
          if (reduction > 0 && score > alpha && !state.stopped) {
            score = 0 - tree.negamax(root.next, newDepth, -1 - alpha, 0 - alpha, true);
          }
        }
        if (i === 0 || score > alpha) {
          score = 0 - tree.negamax(root.next, newDepth, 0 - beta, 0 - alpha, false);
        }
        const isLineKept = (i === 0 || score > alpha) && !state.stopped;
        if (isLineKept && root.next.pvLength === 0) reply = state.replyFromTt();
        state.unmake(move);
        if (state.stopped) return bestScore;
        rootMove.nodes += state.nodes - nodes;
      }
      bestScore = Math.max(bestScore, score);
      // The first move's PV is replaced even if it fails low: the old one is refuted, and may end in
      // a draw or mate that has nothing to do with this score.
      if (i === 0 || score > alpha) {
        const pv = rootMove.draw === null ? state.pv() : [];
        rootMove.pv = reply === NO_MOVE ? [move, ...pv] : [move, reply];
      }
      const line: Line = { depth, seldepth: state.seldepth, score };
      if (score <= alpha) {
        // What it scored in an earlier window of this iteration is refuted.
        if (i > 0) {
          restorePrevious(rootMove);
        } else {
          rootMove.score = -INFINITE;
          rootMove.line = { ...line, bound: 'upper' };
        }
        continue;
      }
      alpha = score;
      rootMove.score = score;
      rootMove.line = score >= beta ? { ...line, bound: 'lower' } : line;
      if (score >= beta) break;
    }
    return bestScore;
  }

  private publishCounters(): void {
    this.signals.setNodes(this.thread, this.state.nodes);
    this.signals.setTbHits(this.thread, this.state.tbHits);
  }

  private poll(): void {
    const { state, signals } = this;
    if (IS_DEBUG_BUILD) state.validate();
    this.publishCounters();
    if (state.nodes >= this.granted) this.granted = state.nodes + this.claim();
    if (signals.isStopped || state.nodes >= this.granted) state.stopped = true;
    if (this.thread === 0 && !signals.isPondering) {
      if (this.stopsOnPonderHit || this.clock.spent() >= this.clock.budget.hard)
        state.stopped = true;
    }
    state.nextPoll = Math.min(state.nodes + this.pollNodes, this.granted);
  }

  /** Nodes that this thread may search before it has to claim again. */
  private claim(): number {
    const { nodeLimit, signals } = this;
    if (nodeLimit === Number.POSITIVE_INFINITY) return CLAIM_NODES;
    if (signals.threads === 1) return Math.min(CLAIM_NODES, nodeLimit - this.state.nodes);
    return signals.claimNodes(nodeLimit);
  }
}
