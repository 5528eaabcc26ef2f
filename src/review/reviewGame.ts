/**
 * Reviews a game: every move is judged by the values of the positions before and after it
 * (gameValues.ts), and every mark is verified.
 *
 * First comes a very short search of every position: what a player sees at a glance. Then the first
 * pass, which searches what else could have been played. Then rounds of verification (verification.ts)
 * search longer what decides the loss of suspects and candidates for praise. Every search starts from an
 * empty table and is limited by nodes, so the engines share them in any order, and the review depends on
 * the game, the limits and the size of the table alone.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import { NO_MOVE } from '../chess/board/types.ts';
import type { Game } from '../chess/game/game.ts';
import { type PgnGame, readPgnGame } from '../chess/notation/pgnReader.ts';
import { onAbort } from '../engine/onAbort.ts';
import type { Limits } from '../search/limits.ts';
import { ChessError } from '../util/result.ts';
import {
  type Assessment,
  findOpeningOf,
  type GameLine,
  gameLine,
  isPlayedAgain,
  lossAt,
  propagate,
  type Value,
  valueOfMove,
} from './gameValues.ts';
import { type Praise, praiseFor } from './goodMoves.ts';
import { type GameReview, judgeGame, type Mark } from './judge.ts';
import { glyphOf, isBad, severityOf, THRESHOLDS, unexpectedResult } from './marks.ts';
import {
  checkReview,
  DEFAULT_REVIEW_LIMITS,
  type ReviewOptions,
  type ReviewProgress,
  scaleLimits,
} from './reviewOptions.ts';
import {
  assess,
  assessmentOf,
  type ReviewEngine,
  recordOf,
  type SearchRecord,
  type SearchTask,
  taskKey,
} from './reviewSearches.ts';
import { factorOf, findSuspects, isSettled, ROUNDS, verdictOf } from './verification.ts';
import { winPercent } from './winPercent.ts';

/** Longer games are rejected. The longest tournament game has 538 plies. */
export const MAX_REVIEW_PLIES = 3000;

/** A very short search: what a player sees at a glance. */
const GLANCE: Limits = { depth: 5 };

/** Book moves are hardly ever judged, so their positions get only this share of the limit. */
const BOOK_FACTOR = 0.25;

/** Estimated cost of verification, in first passes. */
const EXPECTED_VERIFICATION = 4;

/** A better line of fewer plies is extended. */
const SHORT_LINE = 4;

/**
 * Reviews a game, or the first one of a PGN text. Rejects with a ChessError if the text has no game or an
 * invalid one, if the game has more than 3,000 plies or null moves, and for invalid options; with errors of
 * engines as they are.
 */
export async function reviewGame(
  game: string | PgnGame | Game,
  options: ReviewOptions,
): Promise<GameReview> {
  checkReview(options);
  const read = readPgnGame(isGame(game) ? game.pgn() : game);
  const obstacle = reviewObstacle(read);
  if (obstacle !== null) throw new ChessError(obstacle);
  return new Review(read, options).run();
}

/** Why a game cannot be reviewed, or null. */
export function reviewObstacle({ moves }: PgnGame): string | null {
  if (moves.length > MAX_REVIEW_PLIES) {
    return `${moves.length} plies in one game: more than ${MAX_REVIEW_PLIES} are not reviewed`;
  }
  return moves.some(({ move }) => move === NO_MOVE)
    ? 'a game with null moves is not reviewed'
    : null;
}

/** Whether this is a `Game`, of this copy of the library or another one. */
const isGame = (game: unknown): game is Game => typeof Object(game).pgn === 'function';

class Review {
  private readonly options: ReviewOptions;
  private readonly limits: Limits;
  private readonly line: GameLine;
  /** The number of moves that lead to named openings, and of those that are not judged: up to a mistake. */
  private readonly namedPlies: number;
  private bookPlies: number;
  /** The plies with an alternative to the move played, and the last one, if the game is not over there. */
  private readonly searchable: readonly number[];
  private readonly known: ReadonlyMap<string, SearchRecord>;

  /** By ply, the results of the very short searches, and the best alternatives by the longest ones. */
  private readonly glances: (Assessment | undefined)[];
  private readonly alternatives: (Assessment | undefined)[];
  /** How long each was searched, in searches of the first pass. */
  private readonly efforts = new Map<number, number>();
  private values: Value[] = [];
  /** The losses found for each suspect move, one per round. */
  private readonly losses = new Map<number, number[]>();

  /** Aborted by the caller's signal, or when an engine fails. */
  private readonly interruption = new AbortController();

  private stage: ReviewProgress['stage'] = 'first pass';
  private readonly started = performance.now();
  /** Work in searches of the first pass: done by searching, done or known before, and all of it. */
  private worked = 0;
  private done = 0;
  private total: number;
  private shown = 0;

  constructor(game: PgnGame, options: ReviewOptions) {
    // Copies: the caller may reuse the objects for the next game.
    this.options = { ...options, engines: [...options.engines] };
    this.limits = { ...(options.limits ?? DEFAULT_REVIEW_LIMITS) };
    this.line = gameLine(game);
    this.namedPlies = findOpeningOf(this.line)?.plies ?? 0;
    this.bookPlies = this.namedPlies;
    const { positions, end } = this.line;
    this.glances = positions.map(() => undefined);
    this.alternatives = positions.map(() => undefined);
    const isSearchable = (ply: number) =>
      ply < end && (ply === positions.length - 1 || legalMoves(positions[ply]!).length > 1);
    this.searchable = [...positions.keys()].filter(isSearchable);
    this.known = new Map((options.known ?? []).map((record) => [taskKey(record), record]));
    this.total = this.firstPassSize() * (1 + (this.isVerified() ? EXPECTED_VERIFICATION : 0));
  }

  async run(): Promise<GameReview> {
    const { signal } = this.options;
    if (signal?.aborted) this.interruption.abort();
    const unsubscribe = onAbort(signal, this.interrupt);
    try {
      this.report();
      await this.glance();
      await this.firstPass();
      await this.questionBook();
      this.findSuspects();
      this.stage = 'verification';
      if (this.isVerified()) await this.verify();
      const marks = this.findMarks();
      this.closeBook(marks);
      if (this.isVerified()) await this.extendLines(marks);
      return judgeGame(this.line, this.values, marks, this.bookPlies, !this.isAborted());
    } finally {
      unsubscribe();
    }
  }

  private isVerified(): boolean {
    return this.options.verify ?? true;
  }

  private isAborted(): boolean {
    return this.interruption.signal.aborted;
  }

  private readonly interrupt = (): void => this.interruption.abort();

  /** The cost of the first pass, in searches. */
  private firstPassSize(): number {
    const book = this.searchable.filter((ply) => ply < this.bookPlies).length;
    return this.searchable.length - book * (1 - BOOK_FACTOR);
  }

  /** Its results serve as alternatives until there are better ones. */
  private async glance(): Promise<void> {
    const { moves } = this.line;
    const tasks = this.searchable.map((ply) => ({ ply, limits: GLANCE }));
    await this.searchAll(tasks, 0, ({ ply }, found) => {
      this.glances[ply] = found;
      if (found.line[0] !== moves[ply]) this.alternatives[ply] = found;
    });
    this.propagate();
  }

  private async firstPass(): Promise<void> {
    const judged = this.searchable.filter((ply) => ply >= this.bookPlies);
    const book = this.searchable.filter((ply) => ply < this.bookPlies);
    await this.searchPlies(judged, 1);
    await this.searchPlies(book, BOOK_FACTOR);
  }

  /** Blunders have names too: from the first book move that seems a mistake on, all are judged. */
  private async questionBook(): Promise<void> {
    while (!this.isAborted()) {
      const losses = this.findLosses().slice(0, this.bookPlies);
      const first = losses.findIndex((loss) => loss >= THRESHOLDS.mistake);
      if (first < 0) return;
      const plies = this.searchable.filter((ply) => ply >= first && ply < this.bookPlies);
      this.bookPlies = first;
      this.total += plies.length;
      await this.searchPlies(plies, 1);
    }
  }

  /** The book ends before its first move that is marked as a mistake. The moves up to there have no mark. */
  private closeBook(marks: Map<number, Mark>): void {
    const bad = [...marks].filter(([, { glyph }]) => isBad(glyph)).map(([i]) => i);
    this.bookPlies = Math.min(this.namedPlies, ...bad);
    for (const i of marks.keys()) if (i < this.bookPlies) marks.delete(i);
  }

  private findSuspects(): void {
    const losses = this.findLosses();
    const wins = this.values.map(({ score }) => winPercent(score));
    const suspects = findSuspects(losses, wins, this.line.positions[0]!.turn);
    // What is said of the result depends on the last position.
    const isUnexpected = unexpectedResult(this.line.game.result, wins.at(-1)!) !== null;
    for (const i of isUnexpected ? [...suspects, losses.length - 1] : suspects) {
      if (i >= this.bookPlies) this.losses.set(i, [losses[i]!]);
    }
  }

  private async verify(): Promise<void> {
    for (let round = 0; round < ROUNDS.length && !this.isAborted(); round++) {
      const open = [...this.losses].filter(([, losses]) => !isSettled(losses)).map(([i]) => i);
      const isLast = round === ROUNDS.length - 1;
      // The last round is only for faults.
      const praised = isLast ? [] : this.findPraise().keys();
      const plies = this.decisivePlies([...open, ...praised]);
      const factor = factorOf(round, plies.length, this.firstPassSize());
      this.expect(plies.length * factor * (isLast ? 1 : 1.5));
      await this.searchPlies(
        plies.filter((ply) => (this.efforts.get(ply) ?? 0) < factor),
        factor,
      );
      if (this.isAborted()) break;
      const losses = this.findLosses();
      for (const i of open) this.losses.get(i)!.push(losses[i]!);
      // A result of a position also affects the moves before it.
      for (const [i, loss] of losses.entries()) {
        if (i >= this.bookPlies && !this.losses.has(i) && severityOf(loss) > 0) {
          this.losses.set(i, [loss]);
        }
      }
    }
  }

  /**
   * The positions whose searches decide what these moves lose: the one before the move, the one after
   * it, and the one from which the value of that comes.
   */
  private decisivePlies(moves: readonly number[]): number[] {
    const plies = moves.flatMap((i) => [i, i + 1, this.values[i + 1]!.source]);
    return [...new Set(plies)].filter((ply) => this.searchable.includes(ply)).sort((a, b) => a - b);
  }

  private findMarks(): Map<number, Mark> {
    const marks = new Map<number, Mark>();
    const losses = this.findLosses();
    for (const [i, loss] of losses.entries()) {
      if (i < this.bookPlies) continue;
      const mark = this.isVerified()
        ? verdictOf(this.losses.get(i) ?? [], loss)
        : { glyph: glyphOf(severityOf(loss)), isUnclear: false };
      if (severityOf(loss) > 0) marks.set(i, mark);
    }
    if (!this.isVerified() || this.isAborted()) return marks;
    for (const [i, praise] of this.findPraise()) {
      const isVerified = (this.efforts.get(i) ?? 0) > 1;
      if (isVerified && !marks.has(i)) marks.set(i, { ...praise, isUnclear: false });
    }
    return marks;
  }

  /** The moves to be praised by the results so far. */
  private findPraise(): Map<number, Praise> {
    const { moves, positions } = this.line;
    const praised = new Map<number, Praise>();
    for (let i = this.bookPlies; i < this.values.length - 1; i++) {
      if (isPlayedAgain(this.line, i)) continue;
      const praise = praiseFor({
        position: positions[i]!,
        move: moves[i]!,
        previous: moves[i - 1],
        played: valueOfMove(this.line, i, this.values[i + 1]!),
        continued: [...moves.slice(i, i + 2), ...(this.values[i + 2]?.line ?? [])],
        alternative: this.alternatives[i],
        glance: this.glances[i],
      });
      if (praise !== null) praised.set(i, praise);
    }
    return praised;
  }

  /** A better line of a move or two explains little: what comes after it is searched and added. */
  private async extendLines(marks: ReadonlyMap<number, Mark>): Promise<void> {
    const short = [...marks.keys()].filter((i) => {
      return this.values[i]!.source === i && this.values[i]!.line.length < SHORT_LINE;
    });
    this.expect(short.length);
    const tasks = short.map((ply) => {
      return { ply, limits: this.limits, after: this.values[ply]!.line };
    });
    await this.searchAll(tasks, 1, ({ ply }, { line }) => {
      const { score } = this.alternatives[ply]!;
      this.alternatives[ply] = { score, line };
    });
    this.propagate();
  }

  /** Computes the values from the results so far, up to the first position without one. */
  private propagate(): void {
    const missing = this.searchable.find((ply) => this.glances[ply] === undefined);
    if (missing === undefined) {
      this.values = propagate(this.line, this.alternatives);
      return;
    }
    const last = this.searchable.findLast((ply) => ply < missing);
    if (last === undefined) return;
    // Of the last known position every move counts.
    this.values = propagate(this.line, this.alternatives.with(last, this.glances[last]), last);
  }

  /** The loss of every move, by the results so far. */
  private findLosses(): number[] {
    return this.values.slice(1).map((_, i) => lossAt(this.line, this.values, i));
  }

  /** Searches what else could be played at these plies. */
  private async searchPlies(plies: readonly number[], factor: number): Promise<void> {
    const limits = scaleLimits(this.limits, factor);
    const { moves } = this.line;
    const tasks = plies.map((ply) =>
      ply < moves.length ? { ply, limits, without: moves[ply]! } : { ply, limits },
    );
    await this.searchAll(tasks, factor, ({ ply }, found) => {
      this.alternatives[ply] = found;
      this.efforts.set(ply, factor);
    });
    this.propagate();
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
    const lanes = this.options.engines.map((engine) =>
      lane(engine).catch((error) => {
        this.interrupt();
        throw error;
      }),
    );
    // All engines are free again when an error of one is passed on.
    await Promise.allSettled(lanes);
    await Promise.all(lanes);
  }

  /** Null when interrupted. */
  private async search(
    engine: ReviewEngine,
    task: SearchTask,
    cost: number,
  ): Promise<Assessment | null> {
    const position = this.line.positions[task.ply]!;
    const record = this.known.get(taskKey(task));
    const known = record === undefined ? null : assessmentOf(record, position);
    if (known !== null) return known;
    const found = await assess(engine, position, task, this.interruption.signal);
    if (found === null) return null;
    this.worked += cost;
    this.options.onSearch?.(recordOf(task, found, position));
    return found;
  }

  /** Sets how much work is expected from now on, in searches of the first pass. */
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
    // Never goes back: if a round takes longer than expected, the share stays where it is.
    this.shown = Math.max(this.shown, this.done / Math.max(1, this.done + open));
    onProgress({ stage: this.stage, done: this.shown, left: each === null ? null : open * each });
  }
}
