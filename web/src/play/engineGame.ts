/**
 * A game against the engine: the moves, the clocks, the engine's replies and the result. How it is shown
 * is left to a listener, which is notified of every change.
 */
import { BLACK, type Color, type Move, sideName, WHITE } from '../../../src/chess/board/types.ts';
import { winnerOnTime } from '../../../src/chess/game/draws.ts';
import { Game } from '../../../src/chess/game/game.ts';
import { positionFromFen } from '../../../src/chess/notation/fen.ts';
import { type GameResult, pgnDate, resultFor } from '../../../src/chess/notation/pgn.ts';
import { formatUciMove, parseUciMove } from '../../../src/chess/notation/uciMove.ts';
import { ChessClock, type Times } from '../../../src/play/chessClock.ts';
import {
  acceptsDraw,
  type DrawClaim,
  engineClaim,
  findDrawClaim,
} from '../../../src/play/drawClaims.ts';
import { clockComment, gameTags, terminationOf } from '../../../src/play/gameTags.ts';
import type { Limits } from '../../../src/search/limits.ts';
import { unwrap } from '../../../src/util/result.ts';
import type { Work } from '../archive/archive.ts';
import type { WorkingCopy } from '../archive/workingCopy.ts';
import { Searcher, type SearcherState } from '../engine/searcher.ts';
import { type GameNode, GameTree, path } from '../gameTree.ts';
import { texts } from '../texts.ts';
import { DEFAULT_GAME, type GameSettings, type GameState } from './settings.ts';

/** Milliseconds per move without a clock, and for a hint. */
const MOVE_TIME = 1000;
const HINT_TIME = 800;
/** The engine replies no sooner than this, in milliseconds, so that the user's move is seen first. */
const MIN_DELAY = 350;

/** What has changed: a move was made or taken back, a game was begun or ended, or the engine's state. */
export type GameChange = 'start' | 'move' | 'undo' | 'end' | 'engine' | 'clock';

/** Who has changed the game: the user, or the page with the engine and the clocks. */
type Author = 'user' | 'page';

export class EngineGame {
  settings: GameSettings = DEFAULT_GAME;
  tree = new GameTree();
  /** The last move played. */
  latest: GameNode = this.tree.root;
  clock: ChessClock | null = null;
  /** How the game ended, in words; empty while it is played. */
  ending = '';
  isThinking = false;
  /** When it began, as in PGN. */
  private date = pgnDate();
  /** Whether a game has been started; false for the empty board of the first visit. */
  isStarted = false;
  engineState: SearcherState = 'idle';
  /** Why there is no engine, or that it is loading. */
  engineProblem = '';

  private game = new Game();
  /** The engine's score for its last move, by which it answers an offer; null if that is not known. */
  private score: number | null = null;
  private ticker = 0;
  private readonly searcher: Searcher;
  private readonly copy: WorkingCopy;
  private readonly onChange: (change: GameChange) => void;

  constructor(copy: WorkingCopy, onChange: (change: GameChange) => void) {
    this.copy = copy;
    this.onChange = onChange;
    // The clocks run on, or stop with the page: no time is given back.
    copy.onLeave = () => this.keepTimes();
    document.addEventListener('freeze', () => this.freeze());
    document.addEventListener('resume', () => this.unfreeze());
    // Firefox and Safari have only these events, for a page that is kept for Back and Forward.
    addEventListener('pagehide', ({ persisted }) => persisted && this.freeze());
    addEventListener('pageshow', ({ persisted }) => persisted && this.unfreeze());
    this.searcher = new Searcher((state, reason) => {
      this.engineState = state;
      this.engineProblem = state === 'failed' || state === 'loading' ? reason : '';
      if (state === 'failed') this.isThinking = false;
      onChange('engine');
    });
  }

  // State

  get turn(): Color {
    return this.game.getPosition().turn;
  }

  get isOver(): boolean {
    return this.game.isOver();
  }

  /** `1-0`, `0-1`, `1/2-1/2`, or `*` while the game is played. */
  get result(): GameResult {
    return this.game.result();
  }

  /** Whether a game is started and not over. */
  get isPlaying(): boolean {
    return this.isStarted && !this.isOver;
  }

  isHumanTurn(): boolean {
    return this.isPlaying && this.turn === this.settings.color;
  }

  /** Whether the user has made a move. */
  get hasMoves(): boolean {
    const isFirst = this.tree.start.turn === this.settings.color;
    return this.latest.ply > (isFirst ? 0 : 1);
  }

  /** The draw that the user can claim now; null if there is none. */
  get claimable(): DrawClaim | null {
    return this.isHumanTurn() ? findDrawClaim(this.game.getPosition()) : null;
  }

  /** Whether the user has a move to take back. A finished game is final. */
  get canTakeBack(): boolean {
    return this.isPlaying && this.hasMoves;
  }

  /** Milliseconds that a side has left; null without a clock. */
  timeOf(color: number): number | null {
    return this.clock?.left(color, performance.now()) ?? null;
  }

  tags(): Record<string, string> {
    const { color, elo, clock } = this.settings;
    const user = { name: texts.you, elo: null };
    const engine = { name: texts.engineName(elo), elo };
    const termination = terminationOf(this.game, this.clock, performance.now());
    return {
      Event: texts.name,
      Date: this.date,
      Result: this.result,
      ...gameTags(color === WHITE ? [user, engine] : [engine, user], clock, termination),
    };
  }

  pgn(): string {
    return this.tree.pgn(this.result, this.tags());
  }

  // Actions

  /** Starts a game. Throws a ChessError for an invalid FEN, and changes nothing. */
  start(settings: GameSettings): void {
    this.keepTimes();
    this.set(settings, [], null);
    this.copy.begin();
    this.onChange('start');
    this.continue('user');
  }

  /**
   * Continues a game, the open one of the working copy, or shows how it ended. Throws a ChessError for
   * an invalid FEN or move, and changes nothing.
   */
  resume({ settings, moves, comments = [], times, ending, result, date }: GameState): void {
    this.set(settings, moves, times);
    for (const [i, node] of path(this.latest).entries()) {
      const comment = comments[i] ?? '';
      node.comments = comment === '' ? [] : [comment];
    }
    this.date = date ?? this.date;
    if (result !== '*') {
      if (!this.game.isOver()) this.game.conclude(result);
      this.ending = ending;
      this.clock?.stop(performance.now());
    }
    this.onChange('start');
    if (!this.isOver) this.awaitMove();
  }

  private set(settings: GameSettings, moves: readonly string[], times: Times | null): void {
    const game = new Game(settings.fen);
    const tree = new GameTree(positionFromFen(settings.fen));
    let latest = tree.root;
    for (const uci of moves) {
      latest = tree.add(latest, unwrap(parseUciMove(game.getPosition(), uci)));
      game.play(uci);
    }
    this.searcher.newGame();
    Object.assign(this, { settings, game, tree, latest, isStarted: true });
    Object.assign(this, { ending: '', isThinking: false, date: pgnDate(), score: null });
    this.clock = settings.clock === null ? null : new ChessClock(settings.clock);
    if (times !== null) this.clock?.start(this.turn, performance.now(), times);
    clearInterval(this.ticker);
  }

  /** Plays the user's move. */
  play(move: Move): void {
    this.tick();
    if (!this.isHumanTurn()) return;
    this.add(move);
    this.continue('user');
  }

  /** Undoes up to the user's last move. */
  takeBack(): void {
    if (!this.canTakeBack) return;
    this.searcher.cancel();
    this.isThinking = false;
    this.score = null;
    do {
      this.game.undo();
      const undone = this.latest;
      this.latest = undone.parent!;
      this.tree.remove(undone);
    } while (this.turn !== this.settings.color);
    this.onChange('undo');
    this.continue('user');
  }

  /** The move that the engine would play at full strength; null if it is no longer asked for. */
  async findHint(): Promise<Move | null> {
    const node = this.latest;
    const result = await this.searcher.search({
      position: this.game.getPosition(),
      limits: { movetime: HINT_TIME },
      settings: { multiPv: 1, limitStrength: false },
    });
    if (result?.best == null || this.latest !== node || !this.isHumanTurn()) return null;
    return result.best.move;
  }

  /** Claims the draw that can be claimed, with its move if it needs one. */
  claimDraw(): void {
    this.tick();
    const { claimable } = this;
    if (claimable === null) return;
    if (claimable.move !== null) this.add(claimable.move);
    this.claim('user');
  }

  /** Offers a draw; false if the engine declines. */
  offerDraw(): boolean {
    this.tick();
    if (!this.isHumanTurn() || !acceptsDraw(this.game.getPosition(), this.score)) return false;
    this.game.conclude('1/2-1/2');
    this.finish(texts.over.agreed, 'user');
    return true;
  }

  resign(): void {
    this.tick();
    if (!this.isPlaying) return;
    const winner = this.settings.color ^ 1;
    this.game.conclude(resultFor(winner));
    this.finish(texts.over.resigned(sideName(winner)), 'user');
  }

  /** Loads the engine, if it is not loaded yet. */
  loadEngine(): void {
    this.searcher.load();
  }

  /** Loads the engine again after a failure; it then continues with its move. */
  retry(): void {
    if (this.isPlaying && !this.isHumanTurn()) void this.letEngineMove();
    else this.searcher.load();
  }

  // Moves

  private add(move: Move): void {
    const { turn, clock } = this;
    const now = performance.now();
    this.game.play(formatUciMove(move, this.tree.start.chess960));
    this.latest = this.tree.add(this.latest, move);
    clock?.press(now);
    if (clock !== null) this.latest.comments = [clockComment(clock.left(turn, now))];
    this.onChange('move');
  }

  /** After a move: ends the game, or saves it and waits for the next move. */
  private continue(by: Author): void {
    const end = this.game.end();
    if (end !== null && this.ending === '') {
      const winner = sideName(this.turn ^ 1);
      this.finish(
        end === 'checkmate' ? texts.over.checkmate(winner) : texts.over.draw(texts.drawRules[end]),
        by,
      );
      return;
    }
    if (this.isOver) return;
    this.save(by);
    this.awaitMove();
  }

  /** Starts the clock of the side to move, and the engine's search if it is its turn. */
  private awaitMove(): void {
    this.runClock();
    if (!this.isHumanTurn()) void this.letEngineMove();
  }

  private async letEngineMove(): Promise<void> {
    const { game } = this;
    this.isThinking = true;
    this.onChange('engine');
    const began = performance.now();
    const { elo } = this.settings;
    const result = await this.searcher.search({
      position: this.game.getPosition(),
      limits: () => this.limits(),
      settings: {
        multiPv: 1,
        analyseMode: false,
        limitStrength: elo !== null,
        ...(elo !== null && { elo }),
      },
    });
    if (result?.best == null) return;
    const node = this.latest;
    const wait = this.clock === null ? began + MIN_DELAY - performance.now() : 0;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    this.tick();
    // The move may have been taken back, or another game started, meanwhile.
    if (this.game !== game || this.latest !== node || this.isOver || !this.isThinking) return;
    this.isThinking = false;
    this.score = result.info.score;
    const claim = engineClaim(game, result);
    if (claim === 'now') {
      this.claim('page');
      return;
    }
    this.add(result.best.move);
    if (claim === null || game.claimableDraw() === null) this.continue('page');
    else this.claim('page');
  }

  private limits(): Limits {
    return this.clock?.limits(performance.now()) ?? { movetime: MOVE_TIME };
  }

  private runClock(): void {
    const { clock } = this;
    if (clock === null) return;
    const now = performance.now();
    // After taking back a clock is running already: what has passed on it counts.
    clock.stop(now);
    clock.start(this.turn, now);
    clearInterval(this.ticker);
    this.ticker = window.setInterval(() => this.tick(), 100);
  }

  /**
   * The browser freezes the page, as on a phone that is locked: no clock runs meanwhile, and the engine's search
   * ends, which would take that time for its own.
   * https://developer.chrome.com/docs/web-platform/page-lifecycle-api
   */
  private freeze(): void {
    if (this.clock === null || !this.isPlaying) return;
    this.tick();
    this.clock.stop(performance.now());
    if (this.isThinking) this.searcher.cancel();
  }

  /** The page goes on: so do the clock of the side to move and the engine, with the time that is left. */
  private unfreeze(): void {
    if (this.clock === null || !this.isPlaying) return;
    this.runClock();
    if (this.isThinking) void this.letEngineMove();
  }

  /** Ends the game if a flag has fallen: called at intervals, and before every move, claim, offer or resignation. */
  private tick(): void {
    const { clock } = this;
    this.onChange('clock');
    if (clock === null || this.isOver || clock.left(this.turn, performance.now()) > 0) return;
    const winner = winnerOnTime(this.game.getPosition(), this.turn);
    this.game.conclude(resultFor(winner));
    this.finish(winner === null ? texts.over.timeDraw : texts.over.time(sideName(winner)), 'page');
  }

  private claim(by: Author): void {
    const reason = this.game.claimableDraw()!;
    this.game.claimDraw();
    const name = by === 'user' ? texts.you : texts.name;
    this.finish(texts.over.claimed(name, texts.drawRules[reason]), by);
  }

  private finish(ending: string, by: Author): void {
    this.searcher.cancel();
    this.isThinking = false;
    this.ending = ending;
    this.clock?.stop(performance.now());
    clearInterval(this.ticker);
    this.save(by);
    this.onChange('end');
  }

  /** Stores the game as it is now. Before its first move it is only there after a reload. */
  private save(by: Author): void {
    const work = this.work();
    const isChange = this.copy.isNew ? this.latest.ply > 0 : by === 'user';
    if (isChange) this.copy.save(() => work);
    else this.copy.update(() => work);
  }

  /** Stores the times of the clocks, which are no change of the game. */
  private keepTimes(): void {
    if (!this.isPlaying || this.clock === null) return;
    const work = this.work();
    this.copy.keepState(() => work);
  }

  private work(): Work {
    const { settings, ending, date } = this;
    const moves = this.game.moves();
    const result = this.game.result();
    const comments = path(this.latest).map((node) => node.comments.join(' '));
    const times = this.times();
    const state: GameState = { settings, moves, comments, times, ending, result, date };
    return { tags: this.tags(), plies: moves.length, pgn: this.pgn(), state };
  }

  private times(): [number, number] | null {
    const { clock } = this;
    const now = performance.now();
    return clock === null ? null : [clock.left(WHITE, now), clock.left(BLACK, now)];
  }
}
