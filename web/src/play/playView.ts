import { type Color, colorName, type Move, WHITE } from '../../../src/chess/board/types.ts';
import { type DrawReason, isBareKing } from '../../../src/chess/game/draws.ts';
import { Game } from '../../../src/chess/game/game.ts';
import { positionFromFen } from '../../../src/chess/notation/fen.ts';
import { formatSan } from '../../../src/chess/notation/san.ts';
import { formatUciMove, parseUciMove } from '../../../src/chess/notation/uciMove.ts';
import { unwrap } from '../../../src/chess/result.ts';
import { ChessClock, type Times } from '../../../src/play/chessClock.ts';
import type { Limits } from '../../../src/search/limits.ts';
import { announce, notify } from '../announce.ts';
import type { App, View } from '../app.ts';
import { MoveBoard } from '../board/moveInput.ts';
import { handleStepKey, moveField, type Step, stepButtons, stepFrom } from '../controls.ts';
import { button, confirm, copy, el, today } from '../dom.ts';
import { Searcher, type SearcherState } from '../engine/searcher.ts';
import { type GameNode, GameTree } from '../gameTree.ts';
import { MoveList } from '../moveList.ts';
import { texts } from '../texts.ts';
import { askNewGame } from './newGameDialog.ts';
import { PlayerBar } from './playerBar.ts';
import { DEFAULT_GAME, type GameSettings, levelText, loadGame, saveGame } from './settings.ts';

/** Milliseconds per move without a clock, and for a hint. */
const MOVE_TIME = 1000;
const HINT_TIME = 800;
/** The engine replies no sooner than this, in milliseconds, so that the user's move is seen first. */
const LEAST_DELAY = 350;
/** The engine claims a draw if its score is at most this, in centipawns. */
const CLAIM_BELOW = -50;

export class PlayView implements View {
  readonly element: HTMLElement;
  private readonly app: App;
  private readonly board: MoveBoard;
  private readonly searcher: Searcher;
  private readonly list = new MoveList((node) => this.view(node));
  private readonly bars = { above: new PlayerBar(), below: new PlayerBar() };
  private readonly result = el('strong', {});
  private readonly notice = el('span', {});
  private readonly back = button(texts.backToGame, () => this.view(this.latest), { class: 'link' });
  private readonly claimButton = button('', () => this.claimByHuman(), { class: 'claim' });
  private readonly retryButton = button(texts.retry, () => this.retry(), { class: 'link' });
  private readonly status = el(
    'p',
    { class: 'status' },
    ...[this.result, ' ', this.notice, this.back, this.retryButton],
  );
  private readonly buttons = this.makeButtons();

  private settings: GameSettings = DEFAULT_GAME;
  private game = new Game();
  private tree = new GameTree();
  /** The last move played, and the one whose position is on the board. */
  private latest: GameNode = this.tree.root;
  private viewed: GameNode = this.tree.root;
  private clock: ChessClock | null = null;
  private ticker = 0;
  /** How the game ended, in words. */
  private ending = '';
  private isThinking = false;
  /** The score of the engine's last search, in centipawns. */
  private lastScore = 0;
  private engineState: SearcherState = 'idle';
  private engineProblem = '';

  constructor(app: App) {
    this.app = app;
    this.board = new MoveBoard(texts.board, (move) => this.onHumanMove(move));
    this.searcher = new Searcher((state, reason) => {
      this.engineState = state;
      this.engineProblem = state === 'failed' || state === 'loading' ? reason : '';
      if (state === 'failed') this.isThinking = false;
      this.showStatus();
    });
    const field = moveField(
      () => (this.canMove() ? this.game.getPosition() : null),
      (move) => this.onHumanMove(move),
    );
    this.element = el(
      'div',
      { class: 'view play' },
      el(
        'div',
        { class: 'stage' },
        this.bars.above.element,
        this.board.element,
        this.bars.below.element,
      ),
      el(
        'div',
        { class: 'panel' },
        el('div', { class: 'status-row' }, this.status, this.claimButton),
        this.list.element,
        stepButtons(
          (step) => this.step(step),
          () => this.flip(),
        ),
        field,
        el('div', { class: 'actions wide' }, ...Object.values(this.buttons)),
      ),
    );
    // The engine is loaded on the first interaction.
    this.element.addEventListener('pointerdown', () => this.searcher.load(), { once: true });
    this.element.addEventListener('keydown', () => this.searcher.load(), { once: true });
    this.restore();
  }

  show(): void {}

  hide(): void {
    this.board.cancel();
  }

  onKey(event: KeyboardEvent): void {
    handleStepKey(event, (step) => this.step(step));
  }

  /**
   * Starts a game, or continues one after these moves with these times on the clocks. Throws a
   * ChessError for an invalid FEN or move, and changes nothing.
   */
  start(settings: GameSettings, moves: readonly string[] = [], times: Times | null = null): void {
    const game = new Game(settings.fen);
    const tree = new GameTree(positionFromFen(settings.fen));
    let latest = tree.root;
    for (const uci of moves) {
      latest = tree.add(latest, unwrap(parseUciMove(game.getPosition(), uci)));
      game.play(uci);
    }
    this.searcher.newGame();
    this.settings = settings;
    this.game = game;
    this.tree = tree;
    this.latest = this.viewed = latest;
    this.clock = settings.clock === null ? null : new ChessClock(settings.clock);
    if (times !== null) this.clock?.start(this.turn, performance.now(), times);
    this.ending = '';
    this.isThinking = false;
    this.lastScore = 0;
    this.board.setOrientation(settings.color);
    this.board.setArrows([]);
    this.showGame(false);
    this.continue();
  }

  /** Asks for the settings and starts a game, from this position if given. */
  async askStart(fen: string | null = null): Promise<void> {
    const settings = await askNewGame(fen === null ? this.settings : { ...this.settings, fen });
    if (settings !== null) this.start(settings);
  }

  /** Continues the game of the last visit. */
  private restore(): void {
    const saved = loadGame();
    try {
      if (saved === null) this.start(DEFAULT_GAME);
      else this.start(saved.settings, saved.moves, saved.times);
    } catch {
      this.start(DEFAULT_GAME);
    }
  }

  private get turn(): Color {
    return this.game.getPosition().turn;
  }

  private get isOver(): boolean {
    return this.game.isOver();
  }

  private isHumanTurn(): boolean {
    return !this.isOver && this.turn === this.settings.color;
  }

  /** Whether the user can move: not while an earlier position is shown. */
  private canMove(): boolean {
    return this.isHumanTurn() && this.viewed === this.latest;
  }

  /** After a move: ends the game, or starts the clock and the engine's search. */
  private continue(): void {
    const end = this.game.end();
    if (end !== null && this.ending === '') {
      const winner = colorName((this.turn ^ 1) as Color);
      this.finish(
        end === 'checkmate' ? texts.over.checkmate(winner) : texts.over.draw(texts.drawRules[end]),
      );
      return;
    }
    if (this.isOver) return;
    this.runClock();
    this.save();
    if (!this.isHumanTurn()) void this.letEngineMove();
  }

  private onHumanMove(move: Move): void {
    if (!this.canMove()) return;
    this.board.setArrows([]);
    this.play(move, texts.youPlayed);
    this.continue();
  }

  private play(move: Move, describe: (san: string) => string): void {
    const wasLatest = this.viewed === this.latest;
    this.game.play(formatUciMove(move, this.tree.start.chess960));
    this.latest = this.tree.add(this.latest, move);
    if (wasLatest) this.viewed = this.latest;
    this.clock?.press(performance.now());
    announce(describe(this.latest.san));
    this.showGame();
  }

  private async letEngineMove(): Promise<void> {
    const { game } = this;
    const claim = game.claimableDraw();
    if (claim !== null && this.lastScore <= CLAIM_BELOW) {
      this.claim(claim, texts.name);
      return;
    }
    this.isThinking = true;
    this.showStatus();
    const began = performance.now();
    const result = await this.searcher.search({
      position: this.game.getPosition(),
      limits: this.limits(began),
      settings: {
        multiPv: 1,
        analyseMode: false,
        limitStrength: this.settings.elo !== null,
        ...(this.settings.elo === null ? {} : { elo: this.settings.elo }),
      },
    });
    const node = this.latest;
    const wait = this.clock === null ? began + LEAST_DELAY - performance.now() : 0;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (result === null || result.best === null) return;
    // The move may have been taken back, or another game started, during the search.
    if (this.game !== game || this.latest !== node || this.isOver || !this.isThinking) return;
    this.isThinking = false;
    this.lastScore = result.info.score;
    this.play(result.best.move, texts.enginePlayed);
    this.continue();
  }

  /** Loads the engine again after a failure; it then continues with its move. */
  private retry(): void {
    if (this.isHumanTurn()) this.searcher.load();
    else void this.letEngineMove();
  }

  private limits(now: number): Limits {
    const { clock } = this;
    if (clock === null) return { movetime: MOVE_TIME };
    const increment = this.settings.clock!.increment;
    return {
      wtime: Math.max(1, clock.left(0, now)),
      btime: Math.max(1, clock.left(1, now)),
      winc: increment,
      binc: increment,
    };
  }

  // Clock

  private runClock(): void {
    const { clock } = this;
    if (clock === null) return;
    clock.start(this.turn, performance.now());
    clearInterval(this.ticker);
    this.ticker = window.setInterval(() => this.tick(), 100);
  }

  private tick(): void {
    const { clock } = this;
    this.showClocks();
    if (clock === null || this.isOver || clock.left(this.turn, performance.now()) > 0) return;
    const winner = (this.turn ^ 1) as Color;
    // A bare king cannot mate (FIDE 6.9).
    const isDraw = isBareKing(this.game.getPosition(), winner);
    this.game.conclude(isDraw ? '1/2-1/2' : winner === WHITE ? '1-0' : '0-1');
    this.finish(isDraw ? texts.over.timeDraw : texts.over.time(colorName(winner)));
  }

  /** Whether a flag has fallen. No move can be taken back then: clocks are not set back. */
  private isTimeUp(): boolean {
    const { clock } = this;
    const now = performance.now();
    return clock !== null && [0, 1].some((color) => clock.left(color, now) <= 0);
  }

  private showClocks(): void {
    const { clock } = this;
    const below = this.board.orientation;
    const now = performance.now();
    const time = (color: number) => (clock === null ? null : clock.left(color, now));
    this.bars.below.showTime(time(below));
    this.bars.above.showTime(time(below ^ 1));
  }

  // Actions

  private takeBack(): void {
    this.searcher.cancel();
    this.isThinking = false;
    this.ending = '';
    // Undo up to the user's last move.
    do {
      if (this.game.undo() === null) break;
      const undone = this.latest;
      this.latest = undone.parent!;
      this.tree.remove(undone);
    } while (this.turn !== this.settings.color);
    this.viewed = this.latest;
    this.board.setArrows([]);
    this.showGame();
    this.continue();
  }

  private async giveHint(): Promise<void> {
    const node = this.latest;
    const result = await this.searcher.search({
      position: this.game.getPosition(),
      limits: { movetime: HINT_TIME },
      settings: { multiPv: 1, limitStrength: false },
    });
    if (result?.best == null || this.latest !== node || !this.isHumanTurn()) return;
    const san = formatSan(this.game.getPosition(), result.best.move);
    this.view(this.latest);
    this.board.setArrows([{ move: result.best.move, kind: 'hint' }]);
    notify(texts.hintIs(san), texts.hintSpoken(san));
  }

  private claim(reason: DrawReason, by: string): void {
    this.game.claimDraw();
    this.finish(texts.over.claimed(by, texts.drawRules[reason]));
  }

  private claimByHuman(): void {
    const reason = this.isOver ? null : this.game.claimableDraw();
    if (reason !== null && this.isHumanTurn()) this.claim(reason, texts.you);
  }

  private async resign(): Promise<void> {
    const { game } = this;
    const isSure = await confirm(texts.confirmResign, texts.resign, texts.setup.cancel);
    // The game may have ended on time while the dialog was open.
    if (!isSure || this.game !== game || this.isOver) return;
    const winner = (this.settings.color ^ 1) as Color;
    this.game.conclude(winner === WHITE ? '1-0' : '0-1');
    this.finish(texts.over.resigned(colorName(winner)));
  }

  private finish(ending: string): void {
    this.searcher.cancel();
    this.isThinking = false;
    this.ending = ending;
    this.clock?.stop(performance.now());
    clearInterval(this.ticker);
    saveGame(null);
    announce(ending);
    this.showGame();
  }

  private rematch(): void {
    this.start({ ...this.settings, color: (this.settings.color ^ 1) as Color });
  }

  private tags(): Record<string, string> {
    const engine = texts.engineName(levelText(this.settings.elo));
    const [White, Black] =
      this.settings.color === WHITE ? [texts.you, engine] : [engine, texts.you];
    return { Event: texts.name, Date: today(), White, Black };
  }

  private pgn(): string {
    return this.game.pgn(this.tags());
  }

  // Display

  private view(node: GameNode): void {
    this.viewed = node;
    if (node !== this.latest) this.board.setArrows([]);
    this.showBoard();
    this.list.select(node);
    this.showStatus();
  }

  private step(step: Step): void {
    this.view(stepFrom(this.viewed, step));
  }

  private flip(): void {
    this.board.setOrientation((this.board.orientation ^ 1) as Color);
    this.showBars();
  }

  private showGame(isAnimated = true): void {
    this.list.render(this.tree, this.viewed);
    this.showBoard(isAnimated);
    this.showStatus();
  }

  private showBoard(isAnimated = true): void {
    const { viewed } = this;
    const position = this.tree.positionAt(viewed);
    this.board.show(position, viewed.parent === null ? null : viewed.move, isAnimated);
    this.showBars();
  }

  private showBars(): void {
    const position = this.tree.positionAt(this.viewed);
    const { color, elo } = this.settings;
    const below = this.board.orientation;
    const bar = (side: Color, view: PlayerBar) => {
      const isHuman = side === color;
      const name = isHuman ? texts.you : texts.engineName(levelText(elo));
      const isTurn = !this.isOver && this.turn === side;
      view.show(name, side, position, !isHuman && this.isThinking ? texts.thinking : '', isTurn);
    };
    bar(below, this.bars.below);
    bar((below ^ 1) as Color, this.bars.above);
    this.showClocks();
  }

  private showStatus(): void {
    const isPast = this.viewed !== this.latest;
    this.board.setMovable(this.canMove() ? this.settings.color : 'none');
    this.notice.textContent = this.isOver
      ? this.ending
      : isPast
        ? texts.viewingPast
        : this.engineProblem || (this.isHumanTurn() ? texts.yourMove : texts.thinking);
    this.result.textContent = this.isOver ? this.game.result() : '';
    this.back.hidden = !isPast;
    this.retryButton.hidden = this.isOver || isPast || this.engineState !== 'failed';
    this.showActions();
    this.showBars();
  }

  /** Updates the buttons in place: a button must not be replaced between press and release. */
  private showActions(): void {
    const { takeBack, hint, resign, review, rematch, newGame } = this.buttons;
    const isHumanTurn = this.isHumanTurn();
    const claim = this.isOver ? null : this.game.claimableDraw();
    const canClaim = claim !== null && isHumanTurn;
    // Whether the user has made a move.
    const isFirst = this.tree.start.turn === this.settings.color;
    const hasMoves = this.latest.ply > (isFirst ? 0 : 1);
    takeBack.disabled = !hasMoves || this.isTimeUp();
    review.disabled = !hasMoves;
    hint.disabled = !isHumanTurn;
    resign.disabled = !hasMoves;
    this.claimButton.hidden = !canClaim;
    if (canClaim) this.claimButton.textContent = texts.claimDrawBy(texts.drawRules[claim]);
    newGame.classList.toggle('primary', !this.isOver);
    for (const button of [hint, resign]) button.hidden = this.isOver;
    for (const button of [rematch, review]) button.hidden = !this.isOver;
  }

  private makeButtons() {
    return {
      rematch: button(texts.rematch, () => this.rematch(), { class: 'primary' }),
      takeBack: button(texts.takeBack, () => this.takeBack()),
      hint: button(texts.hint, () => void this.giveHint()),
      resign: button(texts.resign, () => void this.resign()),
      newGame: button(texts.newGame, () => void this.askStart()),
      analyse: button(texts.analyseGame, () => this.analyse()),
      review: button(texts.reviewGame, () => this.app.review(this.pgn())),
      copyPgn: button(texts.copyPgn, async () => {
        notify((await copy(this.pgn())) ? texts.copied : texts.cannotCopy);
      }),
    };
  }

  private analyse(): void {
    const tags = new Map(Object.entries({ ...this.tags(), Result: this.game.result() }));
    this.app.analyse(this.tree, this.viewed, tags);
  }

  private save(): void {
    const now = performance.now();
    const times =
      this.clock === null
        ? null
        : ([0, 1].map((c) => this.clock!.left(c, now)) as [number, number]);
    saveGame({ settings: this.settings, moves: this.game.moves(), times });
  }
}
