/**
 * Reviews a game: every move is judged by the win percentages before and after it, and every mark is
 * verified.
 *
 * First comes a very short search of every position, from the start on: what a player sees at a glance.
 * Then the first pass, from the end of the game backwards, so that the transposition table carries
 * results of later positions to earlier ones. Then rounds of verification (verification.ts), backwards
 * too, and last searches of candidates for praise (goodMoves.ts). Several engines share the positions.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import { NO_MOVE } from '../chess/board/types.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';
import { readPgnGames } from '../chess/notation/pgnReader.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { ChessError, unwrap } from '../chess/result.ts';
import type { Limits } from '../search/limits.ts';
import { isPraiseworthy, praiseFor } from './goodMoves.ts';
import {
  type Assessment,
  type GameReview,
  gainOf,
  judgeGame,
  type Mark,
  positionsOf,
} from './judge.ts';
import { glyphOf, isFault, severityOf } from './marks.ts';
import { findGameOpening } from './openingNames.ts';
import {
  assess,
  assessmentOf,
  type ReviewEngine,
  recordOf,
  type SearchedGame,
  type SearchRecord,
  type SearchTask,
  seenBefore,
  taskKey,
} from './reviewSearches.ts';
import { factorOf, findSuspects, isSettled, ROUNDS, verdictOf } from './verification.ts';
import { forWhite, winPercent } from './winPercent.ts';

export interface ReviewOptions {
  /** Each searches one position at a time; they are not closed. */
  engines: readonly ReviewEngine[];
  /** Limits per position of the first pass; the default is {@link DEFAULT_REVIEW_LIMITS}. */
  limits?: Limits;
  /** Whether to verify marks (default: true). Otherwise they are those of the first pass, without `!`. */
  verify?: boolean;
  /** Ends the review early, with the results so far. */
  signal?: AbortSignal;
  onProgress?: (progress: ReviewProgress) => void;
  /** Searches of an interrupted review of the same game. */
  known?: readonly SearchRecord[];
  /** Called for every search, so that a later review can continue. */
  onSearch?: (record: SearchRecord) => void;
}

export interface ReviewProgress {
  stage: 'first pass' | 'verification';
  /** The share of the work that is done, 0 to 1. An estimate that may not change for a while. */
  done: number;
  /** Milliseconds left, by the same estimate; null while it is unknown. */
  left: number | null;
}

/** The default limits per position of the first pass. */
export const DEFAULT_REVIEW_LIMITS: Readonly<Limits> = { movetime: 200 };

/** Longer games are rejected. The longest tournament game has 538 plies. */
export const MAX_REVIEW_PLIES = 3000;

/** A very short search: what a player sees at a glance. */
const GLANCE: Limits = { depth: 5 };

/** Book positions are not judged, so they get only this share of the limit. */
const BOOK_FACTOR = 0.25;

/** Differences between two searches up to this, in points of win percentage, are noise. */
const NOISE = 3;

/** Estimated cost of verification, and of the search for praise, in first passes. */
const EXPECTED_VERIFICATION = 2.5;
const EXPECTED_PRAISE = 0.5;

/** A better line of fewer plies is extended. */
const SHORT_LINE = 4;

/** The total cost of the long searches for praise, in first passes. */
const PRAISE_BUDGET = 0.8;

/**
 * Reviews a game, or the first one of a PGN text. Throws a ChessError if the text has no game or an
 * invalid one, if the game is too long or has null moves, or if there is no engine; passes on errors of
 * engines.
 */
export async function reviewGame(
  game: PgnGame | string,
  options: ReviewOptions,
): Promise<GameReview> {
  const read = typeof game === 'string' ? readFirstGame(game) : game;
  if (read.moves.length > MAX_REVIEW_PLIES) {
    throw new ChessError(
      `${read.moves.length} plies in one game: more than ${MAX_REVIEW_PLIES} are not reviewed`,
    );
  }
  if (read.moves.some(({ move }) => move === NO_MOVE)) {
    throw new ChessError('a game with null moves is not reviewed');
  }
  if (options.engines.length === 0) throw new ChessError('a review needs an engine');
  return new Review(read, options).run();
}

function readFirstGame(text: string): PgnGame {
  for (const game of readPgnGames(text)) return unwrap(game);
  throw new ChessError('no game in the text');
}

/** The limits of a search that is `factor` times as long. Twice as long is about a ply deeper. */
export function scaleLimits({ depth, nodes, movetime }: Limits, factor: number): Limits {
  const scaled = (value: number) => Math.max(1, Math.round(value * factor));
  return {
    ...(depth !== undefined && { depth: Math.max(1, depth + Math.round(Math.log2(factor))) }),
    ...(nodes !== undefined && { nodes: scaled(nodes) }),
    ...(movetime !== undefined && { movetime: scaled(movetime) }),
  };
}

class Review {
  private readonly options: ReviewOptions;
  private readonly limits: Limits;
  private readonly searched: SearchedGame;
  private readonly positions: readonly Position[];
  /** The number of book moves. */
  private readonly bookPlies: number;
  private readonly known: ReadonlyMap<string, SearchRecord>;

  /** Results of the very short searches, and the best results so far. */
  private readonly glances: (Assessment | undefined)[] = [];
  private readonly assessments: (Assessment | undefined)[] = [];
  /** How long each was searched, in searches of the first pass. */
  private readonly efforts: number[] = [];
  /** The losses found for each suspect move, one per round. */
  private readonly losses = new Map<number, number[]>();
  private readonly marks = new Map<number, Mark>();

  private stage: ReviewProgress['stage'] = 'first pass';
  private readonly started = performance.now();
  /** Work in searches of the first pass: done by searching, done or known before, and all of it. */
  private worked = 0;
  private done = 0;
  private total: number;
  private shown = 0;

  constructor(game: PgnGame, options: ReviewOptions) {
    this.options = options;
    this.limits = options.limits ?? DEFAULT_REVIEW_LIMITS;
    this.positions = positionsOf(game);
    const moves = game.moves.map(({ move }) => move);
    const ucis = moves.map((move) => formatUciMove(move, game.start.chess960));
    this.searched = { game, positions: this.positions, ucis };
    this.bookPlies = findGameOpening(game.start, moves)?.plies ?? 0;
    this.known = new Map((options.known ?? []).map((record) => [taskKey(record), record]));
    const later = this.isVerified() ? EXPECTED_VERIFICATION + EXPECTED_PRAISE : 0;
    this.total = this.firstPassSize() * (1 + later);
  }

  async run(): Promise<GameReview> {
    const { engines, signal } = this.options;
    const stop = () => {
      for (const engine of engines) engine.stop();
    };
    signal?.addEventListener('abort', stop);
    try {
      this.report();
      await Promise.all(engines.map((engine) => engine.newGame()));
      await this.glance();
      await this.firstPass();
      this.stage = 'verification';
      if (this.isVerified() && !this.isAborted()) await this.verify();
      if (this.isVerified() && !this.isAborted()) await this.praise();
      if (this.isVerified() && !this.isAborted()) await this.extendLines();
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    const { game } = this.searched;
    const isComplete = signal?.aborted !== true;
    return judgeGame(game, this.positions, this.assessments, this.marks, isComplete);
  }

  private isVerified(): boolean {
    return this.options.verify ?? true;
  }

  private isAborted(): boolean {
    return this.options.signal?.aborted === true;
  }

  /** The cost of the first pass, in searches. */
  private firstPassSize(): number {
    return this.positions.length - this.bookPlies * (1 - BOOK_FACTOR);
  }

  private async glance(): Promise<void> {
    const tasks = this.positions.map((_, ply) => ({ ply, limits: GLANCE }));
    await this.searchAll(tasks, 0, ({ ply }, assessment) => {
      this.glances[ply] = assessment;
      this.assessments[ply] = assessment;
    });
  }

  private async firstPass(): Promise<void> {
    const plies = [...this.positions.keys()].reverse();
    const judged = plies.filter((ply) => ply >= this.bookPlies);
    const book = plies.filter((ply) => ply < this.bookPlies);
    await this.searchPlies(judged, 1);
    await this.searchPlies(book, BOOK_FACTOR);
    if (this.isAborted()) return;
    this.carryBack();
    // Best moves too: a longer search may find better ones.
    const losses = this.searched.game.moves.map((_, i) => Math.max(0, -this.gainOf(i)));
    const wins = this.assessments.map((known) => winPercent(known!.score));
    const suspects = findSuspects(losses, wins, this.positions[0]!.turn);
    for (const i of suspects) this.suspect(i, losses[i]!);
    if (!this.isVerified()) this.giveMarks(this.findLosses());
  }

  private async verify(): Promise<void> {
    for (let round = 0; round < ROUNDS.length && !this.isAborted(); round++) {
      const open = [...this.losses].filter(([, losses]) => !isSettled(losses)).map(([i]) => i);
      const wanted = [...open.flatMap((i) => [i, i + 1]), ...this.findSurprises()];
      const plies = [...new Set(wanted)].sort((a, b) => b - a);
      const factor = factorOf(round, plies.length, this.firstPassSize());
      const isLast = round === ROUNDS.length - 1;
      const later = EXPECTED_PRAISE * this.firstPassSize();
      this.expect(plies.length * factor * (isLast ? 1 : 1.5) + later);
      await this.searchPlies(plies, factor);
      if (this.isAborted()) break;
      this.carryBack();
      await this.reconsider(factor);
      if (this.isAborted()) break;
      const losses = this.findLosses();
      for (const i of open) this.losses.get(i)!.push(losses[i]!);
      // A result of a position also affects the moves before and after it.
      for (const [i, loss] of losses.entries()) {
        if (!this.losses.has(i) && severityOf(loss) > 0) this.suspect(i, loss);
      }
    }
    const last = this.findLosses();
    for (const [i, losses] of this.losses) {
      // Suspects of the last round have been searched only once.
      const mark = losses.length > 1 ? verdictOf([...losses.slice(-2), last[i]!]) : null;
      if (mark !== null) this.marks.set(i, mark);
    }
  }

  /**
   * Where the engine's own move was played and the position after it turned out worse, its score was
   * wrong: the other moves are searched, and the better of both is what the position is worth.
   */
  private async reconsider(factor: number): Promise<void> {
    const { moves } = this.searched.game;
    const doubtful = [...moves.keys()].filter(
      (i) =>
        i >= this.bookPlies &&
        this.assessments[i]!.line[0] === moves[i]!.move &&
        this.gainOf(i) < -NOISE &&
        this.efforts[i + 1]! >= this.efforts[i]! &&
        legalMoves(this.positions[i]!).length > 1,
    );
    const others = await this.searchFor(doubtful.reverse(), factor, true);
    for (const [i, other] of others) {
      const { score, line } = this.assessments[i + 1]!;
      const played = seenBefore(score, [moves[i]!.move], line);
      const own = (found: Assessment) => forWhite(found.score, this.positions[i]!);
      this.assessments[i] = own(other) > own(played) ? other : played;
    }
  }

  /**
   * Moves that were found and that hold the result: what else there was is searched, first in brief,
   * then both the move and the rest for long. The judgement of other moves stays as it is.
   */
  private async praise(): Promise<void> {
    const moves = [...this.searched.game.moves.keys()].reverse();
    const candidates = moves.filter((i) => i >= this.bookPlies && this.isCandidate(i));
    this.expect(candidates.length * 2);
    const others = await this.searchFor(candidates, 1, true);
    const worth = [...others.keys()].filter((i) =>
      praiseFor(this.positions[i]!, this.assessments[i]!, others.get(i)!),
    );
    const budget = (PRAISE_BUDGET * this.firstPassSize()) / (2 * Math.max(1, worth.length));
    const factor = Math.max(1, Math.min(ROUNDS[0].factor, budget));
    this.expect(worth.length * 2 * factor);
    const best = await this.searchFor(worth, factor, false);
    const rest = await this.searchFor(worth, factor, true);
    if (this.isAborted()) return;
    for (const i of worth) {
      const found = best.get(i)!;
      const glyph = praiseFor(this.positions[i]!, found, rest.get(i)!);
      const isBest = found.line[0] === this.searched.game.moves[i]!.move;
      if (isBest && glyph !== null) this.marks.set(i, { glyph, isUnclear: false });
    }
  }

  /** A better line of a move or two explains little: what comes after it is searched and added. */
  private async extendLines(): Promise<void> {
    const short = [...this.marks].filter(([i, { glyph }]) => {
      return isFault(glyph) && this.assessments[i]!.line.length < SHORT_LINE;
    });
    this.expect(short.length);
    const tasks = short.map(([ply]) => {
      return { ply, limits: this.limits, after: this.assessments[ply]!.line };
    });
    await this.searchAll(tasks, 1, ({ ply }, { line }) => {
      this.assessments[ply] = { score: this.assessments[ply]!.score, line };
    });
  }

  /** Searches the positions before these moves, with or without them. */
  private async searchFor(
    moves: readonly number[],
    factor: number,
    isWithout: boolean,
  ): Promise<Map<number, Assessment>> {
    const limits = scaleLimits(this.limits, factor);
    const tasks = moves.map((ply) => ({
      ...{ ply, limits },
      ...(isWithout && { without: this.searched.game.moves[ply]!.move }),
    }));
    const found = new Map<number, Assessment>();
    await this.searchAll(tasks, factor, ({ ply }, assessment) => found.set(ply, assessment));
    return found;
  }

  private isCandidate(i: number): boolean {
    const [move, previous] = [i, i - 1].map((j) => this.searched.game.moves[j]?.move);
    const [known, glance] = [this.assessments[i], this.glances[i]];
    if (this.marks.has(i) || known?.line[0] !== move || glance === undefined) return false;
    return isPraiseworthy(this.positions[i]!, move!, known!, glance, previous);
  }

  private suspect(i: number, loss: number): void {
    if (i >= this.bookPlies) this.losses.set(i, [loss]);
  }

  /**
   * A position is worth no less than what was played there led to. Where a search thought less of
   * it, and not just by the noise between two searches, it is the later position that is believed,
   * if it was searched as long.
   */
  private carryBack(): void {
    const { moves } = this.searched.game;
    for (let i = moves.length - 1; i >= this.bookPlies; i--) {
      if (this.gainOf(i) <= NOISE || this.efforts[i]! > this.efforts[i + 1]!) continue;
      const { score, line } = this.assessments[i + 1]!;
      this.assessments[i] = seenBefore(score, [moves[i]!.move], line);
    }
  }

  /** Positions that look better for who moved there than the longer search before them said. */
  private findSurprises(): number[] {
    return [...this.searched.game.moves.keys()]
      .filter((i) => this.gainOf(i) > NOISE && this.efforts[i]! > this.efforts[i + 1]!)
      .map((i) => i + 1);
  }

  /** The gain of the side that moved, by the results so far. */
  private gainOf(i: number): number {
    return gainOf(this.positions[i]!, this.assessments[i]!, this.assessments[i + 1]!);
  }

  /** The loss of every move, by the results so far. */
  private findLosses(): number[] {
    return this.searched.game.moves.map(({ move }, i) =>
      this.assessments[i]!.line[0] === move ? 0 : Math.max(0, -this.gainOf(i)),
    );
  }

  /** The marks of a plain first pass. */
  private giveMarks(losses: readonly number[]): void {
    for (const i of this.losses.keys()) {
      const glyph = glyphOf(severityOf(losses[i]!));
      if (glyph !== null) this.marks.set(i, { glyph, isUnclear: false });
    }
  }

  private searchPlies(plies: readonly number[], factor: number): Promise<void> {
    const limits = scaleLimits(this.limits, factor);
    return this.searchAll(
      plies.map((ply) => ({ ply, limits })),
      factor,
      ({ ply }, assessment) => {
        this.assessments[ply] = assessment;
        this.efforts[ply] = factor;
      },
    );
  }

  /** Engines take the next remaining task. `cost` is that of a task, in first-pass searches. */
  private async searchAll(
    tasks: readonly SearchTask[],
    cost: number,
    keep: (task: SearchTask, assessment: Assessment) => void,
  ): Promise<void> {
    let next = 0;
    const lane = async (engine: ReviewEngine) => {
      while (next < tasks.length && !this.isAborted()) {
        const task = tasks[next++]!;
        const assessment = await this.search(engine, task, cost);
        if (assessment === null) return;
        keep(task, assessment);
        this.done += cost;
        this.report();
      }
    };
    await Promise.all(this.options.engines.map(lane));
  }

  /** Null when interrupted. */
  private async search(
    engine: ReviewEngine,
    task: SearchTask,
    cost: number,
  ): Promise<Assessment | null> {
    const position = this.positions[task.ply]!;
    const record = this.known.get(taskKey(task));
    const known = record === undefined ? null : assessmentOf(record, position);
    if (known !== null) return known;
    const found = await assess(engine, this.searched, task, this.options.signal);
    if (found === null) return null;
    this.worked += cost;
    this.options.onSearch?.(recordOf(task, found, position));
    return found;
  }

  /** From now on so much work is expected, in searches of the first pass. */
  private expect(cost: number): void {
    this.total = this.done + cost;
  }

  private report(): void {
    const { engines, onProgress } = this.options;
    if (onProgress === undefined) return;
    const { movetime, depth, nodes } = this.limits;
    const open = Math.max(0, this.total - this.done);
    const isTimed = movetime !== undefined && depth === undefined && nodes === undefined;
    const measured = this.worked === 0 ? null : (performance.now() - this.started) / this.worked;
    const each = isTimed ? movetime / engines.length : measured;
    // A round that turns out longer than expected holds it up, but never takes it back.
    this.shown = Math.max(this.shown, this.done / Math.max(1, this.done + open));
    onProgress({ stage: this.stage, done: this.shown, left: each === null ? null : open * each });
  }
}
