/**
 * A game against the engine: the board, the two players, and between them the start of a game, its
 * moves, and its result.
 */
import type { Position } from '../../../src/chess/board/position.ts';
import { type Color, type Move, NO_MOVE } from '../../../src/chess/board/types.ts';
import { parseFen } from '../../../src/chess/notation/fen.ts';
import { formatSan } from '../../../src/chess/notation/san.ts';
import { unwrap } from '../../../src/util/result.ts';
import { announce, notify } from '../announce.ts';
import type { App, View } from '../app.ts';
import type { SavedWork } from '../archive/archive.ts';
import type { WorkingCopy } from '../archive/workingCopy.ts';
import { MoveBoard } from '../board/moveInput.ts';
import { MoveField, speakNode, stepFrom } from '../controls.ts';
import { confirm } from '../dialogs.ts';
import { button, el } from '../dom.ts';
import type { GameNode } from '../gameTree.ts';
import { iconButton } from '../icons.ts';
import { handleKeys, type Step, stepOnWheel } from '../keys.ts';
import { viewLayout } from '../layout.ts';
import type { MenuItem } from '../menu.ts';
import { MoveList } from '../moveList.ts';
import { OpeningPanel } from '../openingPanel.ts';
import type { PrintedGame } from '../print.ts';
import { copyText, savePgn } from '../share.ts';
import { playSound, soundOf } from '../sound.ts';
import { texts } from '../texts.ts';
import { EngineGame, type GameChange } from './engineGame.ts';
import { PlayerCard } from './playerCard.ts';
import { ResultBanner } from './resultBanner.ts';
import {
  checkGame,
  DEFAULT_GAME,
  type GameSettings,
  storeChoices,
  storedChoices,
} from './settings.ts';
import { StartPanel } from './startPanel.ts';

export class PlayView implements View {
  readonly element: HTMLElement;
  private readonly app: App;
  private readonly copy: WorkingCopy;
  private readonly game: EngineGame;
  private readonly board = new MoveBoard((move) => this.onMove(move));
  private readonly list = new MoveList((node) => this.view(node));
  private readonly cards = { above: new PlayerCard('above'), below: new PlayerCard('below') };
  private readonly banner = new ResultBanner({
    onRematch: () => this.rematch(),
    onReview: () => void this.app.review(this.game.pgn(), this.game.settings.color),
    onAnalyse: () => this.analyse(),
  });
  private readonly opening = new OpeningPanel((move) =>
    this.canMove() ? this.onMove(move) : notify(texts.noMoveNow),
  );
  private readonly notice = el('span', {});
  private readonly back = button(texts.backToGame, () => this.leavePast(), { class: 'link' });
  private readonly claimButton = button('', () => this.game.claimDraw(), { class: 'claim' });
  private readonly retryButton = button(texts.retry, () => this.game.retry(), { class: 'link' });
  private readonly status = el(
    'p',
    { class: 'status' },
    this.notice,
    this.back,
    this.retryButton,
    this.claimButton,
  );
  private readonly field = new MoveField(
    () => (this.canMove() ? this.position : null),
    (move) => this.onMove(move),
  );
  private readonly buttons = {
    takeBack: iconButton('takeBack', texts.takeBack, () => this.game.takeBack(), texts.takeBack),
    hint: iconButton('hint', texts.hint, () => void this.giveHint(), texts.hint),
    resign: iconButton('resign', texts.resign, () => void this.resign(), texts.resign),
    newGame: iconButton('new', texts.newGame, () => this.askAnother(), texts.newShort),
  };
  private readonly startBox = el('div');
  /** The form for a new game while it is shown, and what it is going to start. */
  private start: StartPanel | null = null;
  private planned: GameSettings = DEFAULT_GAME;
  /** Closes the question whether to resign. */
  private resigning = new AbortController();
  /** The move whose position is on the board. */
  private viewed: GameNode;

  /** `saved` is what was open before, if anything. */
  constructor(app: App, copy: WorkingCopy, saved: SavedWork | null) {
    this.app = app;
    this.copy = copy;
    this.game = new EngineGame(copy, (change) => this.onChange(change));
    this.viewed = this.game.latest;
    this.element = viewLayout({
      kind: 'play',
      board: [this.board.element],
      above: this.cards.above.element,
      below: this.cards.below.element,
      body: [
        this.startBox,
        this.banner.element,
        this.status,
        this.list.element,
        this.field.element,
      ],
      side: [this.opening.element],
      onStep: (step) => this.step(step),
      actions: Object.values(this.buttons),
      menu: () => this.menu(),
    });
    stepOnWheel(this.board.element, (step) => this.step(step));
    // The engine is loaded on the first interaction.
    this.element.addEventListener('pointerdown', () => this.game.loadEngine(), { once: true });
    this.element.addEventListener('keydown', () => this.game.loadEngine(), { once: true });
    if (saved === null || !this.restore(saved)) this.askStart();
  }

  show(): void {}

  hide(): void {
    this.board.cancel();
  }

  onKey(event: KeyboardEvent): void {
    handleKeys(event, (step) => this.step(step), {
      f: () => this.flip(),
      h: () => this.buttons.hint.click(),
      m: () => this.field.open(),
      n: () => this.buttons.newGame.click(),
      u: () => this.buttons.takeBack.click(),
    });
  }

  printed(): PrintedGame | null {
    const { tree } = this.game;
    const tags = new Map(Object.entries(this.game.tags()));
    return this.start === null ? { tree, tags, figures: [this.board.element] } : null;
  }

  /** Offers a new game, from this position if given; the one before can be gone back to. */
  askStart(fen: string | null = null): void {
    const { settings, isStarted } = this.game;
    const before = storedChoices() ?? settings;
    this.start = new StartPanel(before, fen, isStarted, {
      onChange: (settings) => this.plan(settings),
      onStart: (settings) => this.begin(settings),
      onCancel: () => this.closeStart(),
    });
    this.startBox.replaceChildren(this.start.element);
    // A move made in advance would start the new game.
    this.clearBoard();
    // A random Chess960 position is known only now.
    this.plan(this.start.read() ?? before);
  }

  private askAnother(): void {
    this.askStart();
    this.start?.focus();
  }

  openRecord(id: string): Promise<boolean> {
    return this.copy.open(id, (saved) => this.restore(saved));
  }

  /** Continues a game, or shows how it ended; false if it cannot be read. */
  restore(saved: SavedWork): boolean {
    const state = checkGame(saved.state);
    if (state === null) return false;
    const { start } = this;
    this.start = null;
    try {
      this.game.resume(state);
      return true;
    } catch {
      // Not a game that can be played here.
      this.start = start;
      return false;
    }
  }

  // The start of a game

  /** Shows what is going to be played. */
  private plan(settings: GameSettings): void {
    // A dialog of the form may outlive it.
    if (this.start === null) return;
    this.planned = settings;
    this.board.setOrientation(settings.color);
    this.showGame(false);
  }

  private begin(settings: GameSettings): void {
    this.start = null;
    storeChoices(null);
    this.game.start(settings);
  }

  private closeStart(): void {
    this.start = null;
    this.viewed = this.game.latest;
    this.board.setOrientation(this.game.settings.color);
    this.showGame(false);
  }

  // Moves

  /** The position on the board. */
  private get position(): Position {
    if (this.start !== null) return unwrap(parseFen(this.planned.fen));
    return this.game.tree.positionAt(this.viewed);
  }

  /** Whether the user can move: not while an earlier position is shown. A first move starts the game. */
  private canMove(): boolean {
    if (this.start !== null) return this.position.turn === this.planned.color;
    return this.game.isHumanTurn() && this.viewed === this.game.latest;
  }

  private onMove(move: Move): void {
    if (!this.canMove()) return;
    if (this.start !== null) this.begin(this.planned);
    this.game.play(move);
  }

  private onChange(change: GameChange): void {
    const { game } = this;
    if (change === 'clock' || change === 'engine') {
      if (change === 'clock') this.showClocks();
      else this.showStatus();
      return;
    }
    this.speak(change);
    if (change === 'move') {
      playSound(soundOf(game.latest.san));
      if (this.viewed === game.latest.parent) this.viewed = game.latest;
    } else {
      this.viewed = game.latest;
      this.clearBoard();
    }
    if (change === 'start') this.board.setOrientation(game.settings.color);
    if (change === 'end') {
      playSound('end');
      this.resigning.abort();
    }
    this.board.setArrows([]);
    this.showGame(change !== 'start');
  }

  /** Forgets a move that was begun or made in advance, and a hint. */
  private clearBoard(): void {
    this.board.cancel();
    this.board.clearPremove();
    this.board.setArrows([]);
  }

  /** Announces a move, one that was taken back, the end, or a draw that can be claimed. */
  private speak(change: GameChange): void {
    const { game } = this;
    const { claimable } = game;
    if (change === 'end') {
      // The form for a new game stays: it may be in use. Another tab may be open.
      const isInSight = this.start === null && this.element.closest('[hidden]') === null;
      (isInSight ? announce : notify)(game.ending);
      return;
    }
    if (change === 'undo') announce(texts.takenBack);
    if (change === 'move') {
      const isOwn = game.turn !== game.settings.color;
      const { san } = game.latest;
      announce(isOwn ? texts.youPlayed(san) : texts.enginePlayed(san));
    }
    // The engine claims itself what its move makes.
    if (claimable !== null && (change !== 'move' || claimable.move !== null)) {
      announce(texts.canClaim(texts.drawRules[claimable.reason]));
    }
  }

  private async giveHint(): Promise<void> {
    const move = await this.game.findHint();
    // The board may show a new game by now.
    if (move === null || this.start !== null) return;
    this.leavePast();
    const san = formatSan(this.position, move);
    this.board.setArrows([{ move, kind: 'hint' }]);
    notify(texts.hintIs(san), texts.hintSpoken(san));
  }

  private async resign(): Promise<void> {
    const { tree } = this.game;
    this.resigning = new AbortController();
    const { signal } = this.resigning;
    const isSure = await confirm(texts.confirmResign, texts.resign, signal);
    // Another game may have been started while the dialog was open.
    if (isSure && this.game.tree === tree) this.game.resign();
  }

  private rematch(): void {
    const { settings } = this.game;
    this.begin({ ...settings, color: settings.color ^ 1 });
  }

  private analyse(): void {
    const { tree, settings } = this.game;
    const tags = new Map(Object.entries(this.game.tags()));
    void this.app.analyse(tree, this.viewed, tags, settings.color);
  }

  private menu(): MenuItem[] {
    const { game } = this;
    const hasGame = this.start === null;
    const offerDraw = () => {
      if (!game.offerDraw()) notify(texts.drawDeclined);
    };
    const copy = () => void copyText(game.pgn());
    const save = () => savePgn('game.pgn', game.pgn());
    return [
      { text: texts.flip, key: 'f', onClick: () => this.flip() },
      { text: texts.moveField, key: 'm', onClick: () => this.field.toggle() },
      {
        text: texts.offerDraw,
        onClick: offerDraw,
        isDisabled: !hasGame || !game.isHumanTurn(),
      },
      { text: texts.analyseGame, onClick: () => this.analyse(), isDisabled: !hasGame },
      { text: texts.copyPgn, onClick: copy, isDisabled: !hasGame },
      { text: texts.savePgn, onClick: save, isDisabled: !hasGame },
      { text: texts.archive.open, onClick: () => this.app.showArchive() },
    ];
  }

  // Display

  private view(node: GameNode): void {
    if (node !== this.viewed) announce(speakNode(node));
    this.viewed = node;
    if (node !== this.game.latest) this.board.setArrows([]);
    this.showBoard();
    this.list.select(node);
    this.showStatus();
  }

  private leavePast(): void {
    if (this.viewed !== this.game.latest) this.view(this.game.latest);
  }

  private step(step: Step): void {
    if (this.start === null) this.view(stepFrom(this.viewed, step));
  }

  private flip(): void {
    this.board.setOrientation(this.board.orientation ^ 1);
    this.showCards();
  }

  private showGame(isAnimated = true): void {
    const { game, start } = this;
    this.element.classList.toggle('is-starting', start !== null);
    this.startBox.hidden = start === null;
    this.list.element.hidden = start !== null;
    const isOver = start === null && game.isOver;
    if (isOver) this.banner.show(game);
    this.banner.element.hidden = !isOver;
    this.element.classList.toggle('is-over', isOver);
    if (start === null) this.list.render(game.tree, this.viewed);
    this.showBoard(isAnimated);
    this.showStatus();
  }

  private showBoard(isAnimated = true): void {
    this.field.clearProblem();
    const last = this.start === null ? this.viewed.move : NO_MOVE;
    this.board.show(this.position, last, isAnimated);
    this.opening.element.hidden = this.start !== null;
    if (this.start === null) void this.opening.show(this.game.tree, this.viewed, this.position);
  }

  private showCards(): void {
    const { game, position } = this;
    const isStarting = this.start !== null;
    const settings = isStarting ? this.planned : game.settings;
    const start = isStarting ? position : game.tree.start;
    const show = (color: Color, card: PlayerCard) => {
      const isHuman = color === settings.color;
      const name = isHuman ? texts.you : texts.engineName(settings.elo);
      const isTurn = !isStarting && game.isPlaying && game.turn === color;
      const doing = isHuman ? texts.yourMove : game.isThinking ? texts.thinking : '';
      card.show({ name, note: isTurn ? doing : '', color, isTurn, start, position });
    };
    const below = this.board.orientation;
    show(below, this.cards.below);
    show(below ^ 1, this.cards.above);
    this.showClocks();
  }

  private showClocks(): void {
    const below = this.board.orientation;
    const isStarting = this.start !== null;
    const planned = this.planned.clock?.base ?? null;
    const { game } = this;
    const time = (color: number) => (isStarting ? planned : game.timeOf(color));
    this.cards.below.showTime(time(below));
    this.cards.above.showTime(time(below ^ 1));
    this.start?.showTime(game.isPlaying ? game.timeOf(game.settings.color) : null);
  }

  private showStatus(): void {
    const { activeElement } = document;
    const { game } = this;
    const isStarting = this.start !== null;
    // After the game there is nothing to go back to.
    const isPast = !isStarting && !game.isOver && this.viewed !== game.latest;
    const settings = isStarting ? this.planned : game.settings;
    // During the engine's turn a move can be made in advance.
    const isActive = isStarting ? this.canMove() : game.isPlaying && !isPast;
    this.board.setMovable(isActive ? settings.color : 'none');
    const notice = isPast ? texts.viewingPast : game.engineProblem;
    const isFailure = game.engineState === 'failed' && notice === game.engineProblem;
    if (isFailure && notice !== this.notice.textContent) announce(notice);
    this.notice.textContent = notice;
    this.back.hidden = !isPast;
    this.retryButton.hidden = isPast || game.engineState !== 'failed';
    const claim = isStarting ? null : game.claimable;
    this.claimButton.hidden = claim === null;
    if (claim !== null) {
      const { reason, move } = claim;
      const san = move === null ? '' : formatSan(game.tree.positionAt(game.latest), move);
      this.claimButton.textContent = texts.claimDrawBy(texts.drawRules[reason], san);
    }
    this.showActions();
    this.showCards();
    this.keepFocus(activeElement);
  }

  /** If a button that had the focus is hidden or disabled now, the board takes it, where keys step. */
  private keepFocus(before: Element | null): void {
    if (before?.closest('[hidden], :disabled') && this.element.contains(before)) {
      this.board.element.focus({ preventScroll: true });
    }
  }

  /** Updates the buttons in place: a button must not be replaced between press and release. */
  private showActions(): void {
    const { game } = this;
    const { takeBack, hint, resign, newGame } = this.buttons;
    const isStarting = this.start !== null;
    takeBack.disabled = isStarting || !game.canTakeBack;
    hint.disabled = isStarting || !game.isHumanTurn();
    resign.disabled = isStarting || !game.hasMoves || game.isOver;
    newGame.disabled = isStarting;
  }
}
