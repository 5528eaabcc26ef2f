/**
 * Search results as reported by an engine: moves and scores as numbers, and as text computed on
 * demand.
 */
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { formatSans } from '../chess/notation/san.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import type { RootMove, ScoreBound } from '../search/rootMoves.ts';
import { isMateScore, movesToMate } from '../search/score.ts';
import type { CurrentMove, SearchInfo, SearchResult } from '../search/searchResult.ts';
import { INSPECT } from '../util/inspect.ts';

/**
 * For the side to move: centipawns, or full moves to mate, negative if that side is being mated, 0 if it is
 * checkmated. A tablebase win is 20000 centipawns minus the plies to the tablebase position.
 */
export type Evaluation = { cp: number } | { mate: number };

/** A score as an {@link Evaluation}. */
export const evaluationOf = (score: number): Evaluation =>
  isMateScore(score) ? { mate: movesToMate(score) } : { cp: score };

export const ENGINE_EVENTS = ['info', 'currentMove', 'message', 'problem'] as const;

/** What an engine reports while it works: the arguments of the listeners, by event. */
export interface EngineEvents {
  /**
   * A line of play: after every iteration, when the search is stopped, and, at higher depths, when
   * a score is outside its window (`bound`).
   */
  info: [SearchLine];
  /** The root move being searched, in searches that take long. */
  currentMove: [CurrentMove];
  /** A remark for the user, one line: which tablebases were found. */
  message: [string];
  /**
   * A failure that the user should know about, one line: a search thread that died, a folder without
   * tablebases, a damaged file.
   */
  problem: [string];
}

/** A line of play and its evaluation. */
export class SearchLine implements SearchInfo {
  /** The depth of the iteration, in plies. */
  readonly depth: number;
  /** The deepest ply reached. */
  readonly seldepth: number;
  /** Centipawns for the side to move, or a mate score (`isMateScore`). */
  readonly score: number;
  /** `lower` or `upper` if the score is only a bound. */
  declare readonly bound?: ScoreBound;
  /** Nodes of all threads since the search was started. */
  readonly nodes: number;
  /** Positions found in tablebases. */
  readonly tbHits: number;
  /** Whole milliseconds since the search was started. */
  readonly time: number;
  /** Per mille of the transposition table with entries of this search. */
  readonly hashfull: number;
  /** The moves of the line. */
  readonly pv: Move[];
  /** The rank of this line among the best lines, from 1. */
  readonly multiPv: number;
  declare private readonly root: Position;

  /** `root` is the position that was searched; it is kept, and must not change. */
  constructor(info: SearchInfo, root: Position) {
    this.depth = info.depth;
    this.seldepth = info.seldepth;
    this.score = info.score;
    if (info.bound !== undefined) this.bound = info.bound;
    this.nodes = info.nodes;
    this.tbHits = info.tbHits;
    this.time = Math.round(info.time);
    this.hashfull = info.hashfull;
    this.pv = info.pv;
    this.multiPv = info.multiPv;
    // Neither copied nor printed. A proxy, such as those of Vue, could not read a field `#root`, nor one that
    // is not writable.
    Object.defineProperty(this, 'root', { value: root, writable: true });
  }

  /** The score as `{ cp }` or `{ mate }`. */
  get evaluation(): Evaluation {
    return evaluationOf(this.score);
  }

  /** The moves in UCI notation. */
  get uci(): string[] {
    return this.pv.map((move) => formatUciMove(move, this.root.chess960));
  }

  /** The moves in SAN. */
  get san(): string[] {
    return formatSans(this.root.clone(), this.pv);
  }

  /** For `JSON.stringify`: moves and score as text. */
  toJSON() {
    const { depth, seldepth, evaluation, bound, nodes, tbHits, time, hashfull } = this;
    const { multiPv, uci, san } = this;
    return { depth, seldepth, evaluation, bound, nodes, tbHits, time, hashfull, multiPv, uci, san };
  }

  /** `console.log` prints the same. */
  [INSPECT]() {
    return this.toJSON();
  }
}

/** The answer to a search. */
export class EngineResult implements SearchResult {
  /** The move to play; null if there is none. */
  readonly best: RootMove | null;
  /** The line that begins with it. That of a book move has depth 0, and its score means nothing. */
  readonly info: SearchLine;
  /** The best lines, as many as `multiPv` asks for and there are moves, best first; the first is `info`. */
  readonly lines: readonly [SearchLine, ...SearchLine[]];

  constructor(best: RootMove | null, lines: readonly [SearchLine, ...SearchLine[]]) {
    this.best = best;
    [this.info] = lines;
    this.lines = lines;
  }

  /** The move to play in UCI notation; null if there is none. */
  get uci(): string | null {
    return this.info.uci[0] ?? null;
  }

  /** The move to play in SAN; null if there is none. */
  get san(): string | null {
    return this.info.san[0] ?? null;
  }

  /** The expected reply in UCI notation, to ponder on; null if there is none. */
  get ponder(): string | null {
    return this.info.uci[1] ?? null;
  }

  /** For `JSON.stringify`. */
  toJSON() {
    const { uci, san, ponder, info, lines } = this;
    return { uci, san, ponder, info, lines };
  }

  /** `console.log` prints the same, but a single line only once. */
  [INSPECT]() {
    const { lines, ...rest } = this.toJSON();
    return lines.length > 1 ? { ...rest, lines } : rest;
  }
}
