/**
 * The search: iterative deepening, negamax alpha-beta with a principal variation window,
 * quiescence at the leaves. https://www.chessprogramming.org/Principal_Variation_Search
 *
 * Plain synchronous code that knows nothing of threads or protocols: it takes a position and
 * limits, reports each iteration to a callback and can be stopped through one shared integer.
 */
import { FIFTY_MOVES, findSearchDraw, NOT_DRAWN } from '../chess/draws.ts';
import { ALL, KINGS, PAWNS } from '../chess/layout.ts';
import { isLegal } from '../chess/legality.ts';
import { generateMoves, generateNoisy } from '../chess/movegen.ts';
import type { Position } from '../chess/position.ts';
import { isNoisy, MAX_MOVES, type Move, NO_MOVE } from '../chess/types.ts';
import { findUpcomingRepetition } from '../chess/upcoming.ts';
import { evaluate } from '../eval/evaluate.ts';
import { History } from './history.ts';
import { DEFAULT_SETTINGS, type Limits, type SearchSettings } from './limits.ts';
import { pickMove, scoreMoves } from './ordering.ts';
import {
  LMR_BASE,
  LMR_DIVISOR,
  LMR_MIN_DEPTH,
  LMR_MIN_MOVES,
  NULL_MOVE_BASE,
  NULL_MOVE_DIVISOR,
  NULL_MOVE_MIN_DEPTH,
} from './parameters.ts';
import { listRootMoves, type RootMove } from './rootMoves.ts';
import { INFINITE, MATE, MATE_IN_MAX, MAX_PLY, matedIn } from './score.ts';
import { Signals } from './signals.ts';
import { EXACT, LOWER, NO_BOUND, type TranspositionTable, UPPER } from './table.ts';
import { planTime, type TimeBudget } from './time.ts';

export interface SearchInfo {
  depth: number;
  /** The deepest ply looked at. */
  seldepth: number;
  /** Centipawns from the side to move, or a mate score (score.ts). */
  score: number;
  nodes: number;
  /** Milliseconds. */
  time: number;
  /** Per mille of the table. */
  hashfull: number;
  pv: Move[];
  /** Which of the best lines this is, from 1. */
  multiPv: number;
}

/** The root move now being searched and its number, from 1. */
export interface CurrentMove {
  depth: number;
  move: Move;
  number: number;
}

export interface SearchResult {
  /** Null when there is no legal move. */
  best: RootMove | null;
  info: SearchInfo;
}

/** How a search is started, beside position and limits. All of it may be left out. */
export interface SearchOptions {
  /** The moves to choose from (`listRootMoves`); sorted best first afterwards. */
  rootMoves?: RootMove[];
  settings?: Readonly<SearchSettings>;
  /** Told of every line of every iteration, and of the last one when the search is stopped. */
  onInfo?: (info: SearchInfo) => void;
  /** Told of root moves, once the search takes long. */
  onCurrentMove?: (current: CurrentMove) => void;
}

/** Milliseconds after which `onCurrentMove` is told. */
const CURRENT_MOVE_AFTER = 3000;

/** Nodes between two looks at the clock and the stop flag: about a millisecond. */
const POLL_NODES = 1024;

const reductions = new Int32Array(64 * 64);
for (let depth = 1; depth < 64; depth++) {
  for (let count = 1; count < 64; count++) {
    reductions[depth * 64 + count] = LMR_BASE + (Math.log(depth) * Math.log(count)) / LMR_DIVISOR;
  }
}

export class Search {
  private readonly history = new History();
  private readonly moves = new Int32Array((MAX_PLY + 1) * MAX_MOVES);
  private readonly scores = new Int32Array((MAX_PLY + 1) * MAX_MOVES);
  // Triangular: the line from each ply on, row `ply`.
  private readonly pv = new Int32Array((MAX_PLY + 1) * (MAX_PLY + 1));
  private readonly pvLength = new Int32Array(MAX_PLY + 2);

  private position!: Position;
  private rootPly = 0;
  private nodes = 0;
  private nodeLimit = 0;
  private nextPoll = 0;
  private seldepth = 0;
  /**
   * The ply, from the root, of the earliest position on the path that the score just returned
   * rests on, because the score is a draw by repeating that position. Any ply not above the node
   * that returns means that the score would be the same on every path.
   */
  private restsOn = 0;
  private stopped = false;
  private started = 0;
  private budget: TimeBudget = { soft: 0, hard: 0 };
  private settings: Readonly<SearchSettings> = DEFAULT_SETTINGS;
  private onCurrentMove: (current: CurrentMove) => void = () => {};

  private readonly table: TranspositionTable;
  private readonly signals: Signals;
  private readonly thread: number;

  /**
   * `signals` stop the search, from wherever. Thread 0 alone minds the limits and tells the others
   * to stop; they search the same position, and help by what they leave in the table.
   */
  constructor(table: TranspositionTable, signals: Signals = new Signals(), thread = 0) {
    this.table = table;
    this.signals = signals;
    this.thread = thread;
  }

  /** Forgets what was learnt in earlier searches; the table is for its owner to clear. */
  forget(): void {
    this.history.clear();
  }

  /** Searches until a limit is reached or it is stopped, and leaves the position as it was. */
  run(position: Position, limits: Limits, options: SearchOptions = {}): SearchResult {
    const { rootMoves = listRootMoves(position), onInfo = () => {} } = options;
    this.onCurrentMove = options.onCurrentMove ?? (() => {});
    this.settings = options.settings ?? DEFAULT_SETTINGS;
    this.started = performance.now();
    this.position = position;
    this.rootPly = position.ply;
    this.nodes = 0;
    this.nodeLimit = limits.nodes ?? Number.POSITIVE_INFINITY;
    this.nextPoll = Math.min(POLL_NODES, this.nodeLimit);
    this.seldepth = 0;
    this.stopped = false;
    this.budget = planTime(limits, position.turn, this.settings.moveOverhead);
    this.table.newSearch();
    position.reserve(MAX_PLY + 1);

    if (rootMoves.length === 0) {
      const score = position.inCheck ? matedIn(0) : 0;
      const info = this.info(0, score, [], 1);
      onInfo(info);
      return { best: null, info };
    }

    const maxDepth = Math.min(limits.depth ?? MAX_PLY - 1, MAX_PLY - 1);
    let info = this.info(0, 0, [rootMoves[0]!.move], 1);
    const lines = Math.min(this.settings.multiPv, rootMoves.length);
    // Helpers begin a ply deeper, every other one, so that they do not all do the same.
    for (let depth = 1 + (this.thread & 1); depth <= maxDepth; depth++) {
      const infos: SearchInfo[] = [];
      for (let line = 0; line < lines && !this.stopped; line++) {
        this.seldepth = 0;
        const best = this.searchLine(rootMoves, line, depth);
        if (best.score > -INFINITE) infos.push(this.info(depth, best.score, best.pv, line + 1));
      }
      if (infos.length > 0) info = infos[0]!;
      if (this.stopped) break;
      // A later line may have turned out better than an earlier one.
      const sorted = infos.toSorted((a, b) => b.score - a.score);
      rootMoves.splice(0, lines, ...rootMoves.slice(0, lines).sort((a, b) => b.score - a.score));
      for (const [i, line] of sorted.entries()) onInfo({ ...line, multiPv: i + 1 });
      info = { ...sorted[0]!, multiPv: 1 };
      if (this.isEnough(info, rootMoves, limits)) break;
    }
    this.signals.setNodes(this.thread, this.nodes);
    info = { ...info, nodes: this.signals.totalNodes(), time: performance.now() - this.started };
    if (this.stopped) onInfo(info);
    return { best: rootMoves[0]!, info };
  }

  /** Whether no further iteration is worth its while. */
  private isEnough(info: SearchInfo, rootMoves: readonly RootMove[], limits: Limits): boolean {
    if (limits.mate !== undefined && info.score >= MATE - 2 * limits.mate) return true;
    if (this.budget.soft === Number.POSITIVE_INFINITY || this.signals.isPondering) return false;
    return rootMoves.length === 1 || performance.now() - this.started >= this.budget.soft;
  }

  /** Searches the moves from `line` on and puts the best of them there. */
  private searchLine(rootMoves: RootMove[], line: number, depth: number): RootMove {
    const candidates = rootMoves.slice(line);
    for (const rootMove of candidates) rootMove.score = -INFINITE;
    this.searchRoot(candidates, depth);
    // Those that failed low keep their order, which is that of earlier iterations.
    candidates.sort((a, b) => b.score - a.score);
    rootMoves.splice(line, candidates.length, ...candidates);
    return rootMoves[line]!;
  }

  private info(depth: number, score: number, pv: Move[], multiPv: number): SearchInfo {
    this.signals.setNodes(this.thread, this.nodes);
    return {
      depth,
      seldepth: Math.max(this.seldepth, pv.length),
      score,
      nodes: this.signals.totalNodes(),
      time: performance.now() - this.started,
      hashfull: this.table.hashfull(),
      pv,
      multiPv,
    };
  }

  /**
   * One iteration: the best move so far, then those that draw at once, which are not searched,
   * then the others, which must beat them.
   */
  private searchRoot(rootMoves: RootMove[], depth: number): void {
    const position = this.position;
    const [first, ...rest] = rootMoves as [RootMove, ...RootMove[]];
    const draws = rest.filter((rootMove) => rootMove.draw !== null);
    const others = rest.filter((rootMove) => rootMove.draw === null);
    let alpha = -INFINITE;
    for (const [i, rootMove] of [first, ...draws, ...others].entries()) {
      let score = this.drawScore(0);
      if (rootMove.draw === null) {
        if (performance.now() - this.started >= CURRENT_MOVE_AFTER) {
          this.onCurrentMove({ depth, move: rootMove.move, number: i + 1 });
        }
        position.make(rootMove.move);
        if (alpha > -INFINITE) score = 0 - this.negamax(depth - 1, -1 - alpha, 0 - alpha, 1, true);
        if (alpha === -INFINITE || score > alpha) {
          score = 0 - this.negamax(depth - 1, -INFINITE, 0 - alpha, 1, true);
        }
        position.unmake(rootMove.move);
        if (this.stopped) return;
      }
      if (score > alpha) {
        alpha = score;
        rootMove.score = score;
        rootMove.pv = rootMove.draw === null ? [rootMove.move, ...this.line(1)] : [rootMove.move];
      }
    }
  }

  private line(ply: number): Int32Array {
    const row = ply * (MAX_PLY + 1);
    return this.pv.subarray(row, row + this.pvLength[ply]!);
  }

  private keepLine(ply: number, move: Move): void {
    const row = ply * (MAX_PLY + 1);
    const length = this.pvLength[ply + 1]!;
    this.pv[row] = move;
    this.pv.copyWithin(row + 1, row + MAX_PLY + 1, row + MAX_PLY + 1 + length);
    this.pvLength[ply] = length + 1;
  }

  /** Both sides think the same of a draw: what one expects above it the other expects below. */
  private drawScore(ply: number): number {
    return (ply & 1) === 0 ? 0 - this.settings.contempt : this.settings.contempt;
  }

  /** The score of a draw that rests on the position at `drawnBy`, a ply of the position's stack. */
  private drawBy(drawnBy: number, ply: number): number {
    this.restsOn = drawnBy - this.rootPly;
    return this.drawScore(ply);
  }

  private poll(): void {
    this.signals.setNodes(this.thread, this.nodes);
    if (this.signals.isStopped) this.stopped = true;
    let left = POLL_NODES;
    if (this.thread === 0) {
      left = this.nodeLimit - this.signals.totalNodes();
      const isLate = performance.now() - this.started >= this.budget.hard;
      if (left <= 0 || (isLate && !this.signals.isPondering)) this.stopped = true;
    }
    this.nextPoll = this.nodes + Math.min(POLL_NODES, left);
  }

  private negamax(
    depth: number,
    alpha: number,
    beta: number,
    ply: number,
    mayPass: boolean,
  ): number {
    if (depth <= 0) return this.quiescence(alpha, beta, ply);
    this.pvLength[ply] = 0;
    if (this.nodes >= this.nextPoll) this.poll();
    if (this.stopped) return 0;
    this.nodes++;
    if (ply > this.seldepth) this.seldepth = ply;
    this.restsOn = MAX_PLY;
    const position = this.position;

    // Step 1. Draws, before anything is believed that was learnt on another path.
    const drawnBy = findSearchDraw(position, this.rootPly);
    if (drawnBy !== NOT_DRAWN) return this.drawBy(drawnBy, ply);
    if (ply >= MAX_PLY) return position.inCheck ? 0 : evaluate(position);

    // Step 2. Upcoming repetition: whoever can go back has at least a draw.
    if (alpha < this.drawScore(ply)) {
      const repeats = findUpcomingRepetition(position, this.rootPly);
      if (repeats !== NOT_DRAWN) {
        alpha = this.drawScore(ply);
        if (alpha >= beta) return this.drawBy(repeats, ply);
      }
    }

    // Step 3. Mate distance: no line from here can beat a mate that is nearer to the root.
    alpha = Math.max(alpha, matedIn(ply));
    beta = Math.min(beta, -matedIn(ply + 1));
    if (alpha >= beta) return alpha;

    // Step 4. Transposition table. Where the fifty-move limit lies within the horizon a score
    // belongs to this path alone: neither believe the table's nor let it remember ours.
    const isPv = beta - alpha > 1;
    const { keyLo, keyHi } = position;
    const isPathBound = position.halfmoves + depth >= FIFTY_MOVES;
    let tableMove = NO_MOVE;
    if (this.table.probe(keyLo, keyHi, ply)) {
      tableMove = this.table.move;
      if (
        !isPv &&
        !isPathBound &&
        this.table.depth >= depth &&
        (this.table.bound & (this.table.score >= beta ? LOWER : UPPER)) !== 0 &&
        (this.table.score >= beta || this.table.score <= alpha)
      ) {
        return this.table.score;
      }
      if (!isLegal(position, tableMove)) tableMove = NO_MOVE;
    }

    // Step 5. Null move: if passing still fails high, a real move will too. Not in check, and not
    // with pawns alone, where having to move may be what loses.
    const inCheck = position.inCheck;
    if (
      !isPv &&
      mayPass &&
      !inCheck &&
      depth >= NULL_MOVE_MIN_DEPTH &&
      beta > -MATE_IN_MAX &&
      this.hasPieces() &&
      evaluate(position) >= beta
    ) {
      const reduction = NULL_MOVE_BASE + ((depth / NULL_MOVE_DIVISOR) | 0);
      position.makeNull();
      const score = 0 - this.negamax(depth - 1 - reduction, 0 - beta, 1 - beta, ply + 1, false);
      position.unmakeNull();
      if (this.stopped) return 0;
      // A mate found by passing is no mate, but a cutoff all the same.
      if (score >= beta) return score >= MATE_IN_MAX ? beta : score;
    }

    // Step 6. Moves, best first.
    const first = ply * MAX_MOVES;
    const end = generateMoves(position, this.moves, first);
    if (end === first) return inCheck ? matedIn(ply) : this.drawScore(ply);
    scoreMoves(position, this.history, this.moves, this.scores, first, end, ply, tableMove);
    let bestScore = -INFINITE;
    let bestMove = NO_MOVE;
    let bestRestsOn = MAX_PLY;
    const oldAlpha = alpha;
    for (let i = first; i < end; i++) {
      const move = pickMove(this.moves, this.scores, i, end);
      const count = i - first + 1;
      const isQuiet = !isNoisy(move);
      position.make(move);

      // Step 7. Check extension: forced lines are followed to their end.
      const newDepth = depth - 1 + (position.inCheck ? 1 : 0);

      // Step 8. Late move reduction: late quiet moves are searched shallower, and again if they
      // surprise. Then the principal variation window.
      let score = alpha;
      let isResolved = false;
      if (depth >= LMR_MIN_DEPTH && count >= LMR_MIN_MOVES && isQuiet && !inCheck) {
        const reduction = reductions[Math.min(depth, 63) * 64 + Math.min(count, 63)]!;
        const reduced = Math.max(1, newDepth - reduction);
        if (reduced < newDepth) {
          score = 0 - this.negamax(reduced, -1 - alpha, 0 - alpha, ply + 1, true);
          isResolved = score <= alpha;
        }
      }
      if (!isResolved && (!isPv || count > 1)) {
        score = 0 - this.negamax(newDepth, -1 - alpha, 0 - alpha, ply + 1, true);
      }
      if (isPv && (count === 1 || score > alpha)) {
        score = 0 - this.negamax(newDepth, 0 - beta, 0 - alpha, ply + 1, true);
      }
      position.unmake(move);
      if (this.stopped) return 0;

      if (score > bestScore) {
        bestScore = score;
        bestRestsOn = this.restsOn;
        if (score > alpha) {
          alpha = score;
          bestMove = move;
          if (isPv) this.keepLine(ply, move);
          if (score >= beta) {
            if (isQuiet) this.rewardQuiet(first, i, ply, depth);
            break;
          }
        }
      }
    }

    // Step 9. Remember the score, unless it is a draw by repeating a position above this node:
    // on another path it would be none. The move is good to know all the same.
    this.restsOn = bestRestsOn;
    const bound = bestScore >= beta ? LOWER : alpha > oldAlpha ? EXACT : UPPER;
    if (isPathBound || bestRestsOn < ply)
      this.table.store(keyLo, keyHi, ply, bestMove, 0, 0, NO_BOUND);
    else this.table.store(keyLo, keyHi, ply, bestMove, bestScore, depth, bound);
    return bestScore;
  }

  /** Captures and promotions until the position is quiet; all moves when in check. */
  private quiescence(alpha: number, beta: number, ply: number): number {
    this.pvLength[ply] = 0;
    if (this.nodes >= this.nextPoll) this.poll();
    if (this.stopped) return 0;
    this.nodes++;
    if (ply > this.seldepth) this.seldepth = ply;
    this.restsOn = MAX_PLY;
    const position = this.position;
    const drawnBy = findSearchDraw(position, this.rootPly);
    if (drawnBy !== NOT_DRAWN) return this.drawBy(drawnBy, ply);
    const inCheck = position.inCheck;
    if (ply >= MAX_PLY) return inCheck ? 0 : evaluate(position);

    let bestScore = matedIn(ply);
    let bestRestsOn = MAX_PLY;
    const first = ply * MAX_MOVES;
    let end: number;
    if (inCheck) {
      end = generateMoves(position, this.moves, first);
    } else {
      // Standing pat: nobody has to capture.
      bestScore = evaluate(position);
      if (bestScore >= beta) return bestScore;
      if (bestScore > alpha) alpha = bestScore;
      end = generateNoisy(position, this.moves, first);
    }
    scoreMoves(position, this.history, this.moves, this.scores, first, end, ply, NO_MOVE);
    for (let i = first; i < end; i++) {
      const move = pickMove(this.moves, this.scores, i, end);
      if (!inCheck && this.scores[i]! < 0) break;
      position.make(move);
      const score = 0 - this.quiescence(0 - beta, 0 - alpha, ply + 1);
      position.unmake(move);
      if (this.stopped) return 0;
      if (score > bestScore) {
        bestScore = score;
        bestRestsOn = this.restsOn;
        if (score > alpha) {
          alpha = score;
          if (score >= beta) break;
        }
      }
    }
    this.restsOn = bestRestsOn;
    return bestScore;
  }

  /** Whether the side to move has more than king and pawns. */
  private hasPieces(): boolean {
    const { bitboards, turn } = this.position;
    const us = turn * 2;
    const lo = bitboards[ALL + us]! ^ bitboards[PAWNS + us]! ^ bitboards[KINGS + us]!;
    const hi = bitboards[ALL + us + 1]! ^ bitboards[PAWNS + us + 1]! ^ bitboards[KINGS + us + 1]!;
    return (lo | hi) !== 0;
  }

  /** The quiet move at `cut` refuted this node, those before it did not. */
  private rewardQuiet(first: number, cut: number, ply: number, depth: number): void {
    const { moves, history } = this;
    const { turn } = this.position;
    const bonus = Math.min(depth * depth * 16, 1600);
    history.addKiller(ply, moves[cut]!);
    history.updateQuiet(turn, moves[cut]!, bonus);
    for (let i = first; i < cut; i++) {
      if (!isNoisy(moves[i]!)) history.updateQuiet(turn, moves[i]!, -bonus);
    }
  }
}
