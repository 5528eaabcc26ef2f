/**
 * Retrying mistakes on the board of a review: the question, what was tried, and the way back to the question
 * for those who have looked at other moves. Nothing on the board says what is best meanwhile.
 */
import { landingSquare } from '../../../src/chess/board/castling.ts';
import type { Position } from '../../../src/chess/board/position.ts';
import { type Move, sideName } from '../../../src/chess/board/types.ts';
import type { GameReview } from '../../../src/review/judge.ts';
import type { EvalBar } from '../analyse/evalBar.ts';
import { notify, offerAction } from '../announce.ts';
import type { MoveBoard } from '../board/moveInput.ts';
import { button, el } from '../dom.ts';
import { iconButton } from '../icons.ts';
import { faultsOf, Retry, type RetryProgress } from './retry.ts';
import { reviewTexts } from './reviewTexts.ts';

const t = reviewTexts.retrying;

interface Listener {
  /** Start it, if there is a review. */
  onStart: () => void;
  /** Turn the board. */
  onFlip: () => void;
  /** Go to the position after this many plies of the game. */
  onGo: (ply: number) => void;
  /** Show the position at hand again. */
  onShow: () => void;
  onToggle: (isOpen: boolean) => void;
  onProgress: () => void;
}

export class RetryPanel {
  readonly element = el('div', { class: 'retry-box' });
  /** Starts it. */
  readonly button: HTMLButtonElement;
  /** How far it has come, also while it is closed; null if there is nothing to resume. */
  progress: RetryProgress | null = null;
  private retry: Retry | null = null;
  /** The ply of the position on the board; null for one of a variation. */
  private ply: number | null = 0;
  private readonly back = button(t.back, () => this.goBack(), { class: 'link' });
  private readonly board: MoveBoard;
  private readonly bar: EvalBar;
  private readonly listener: Listener;

  constructor(board: MoveBoard, bar: EvalBar, listener: Listener) {
    this.board = board;
    this.bar = bar;
    this.listener = listener;
    this.button = iconButton('retry', t.title, listener.onStart, t.short);
  }

  get isOpen(): boolean {
    return this.retry !== null;
  }

  /** Asks for better moves of the side at the bottom, from the first one on. */
  start(review: GameReview): void {
    const color = this.board.orientation;
    const other = color ^ 1;
    const nothing = t.nothing(sideName(color));
    if (faultsOf(review, color).length > 0) this.open(review, { color, at: 0, right: 0 });
    else if (faultsOf(review, other).length === 0) notify(nothing);
    else {
      offerAction(nothing, t.other(sideName(other)), () => {
        this.listener.onFlip();
        this.listener.onStart();
      });
    }
  }

  /** Goes on where it was when the page was left, if it was under way. */
  resume(review: GameReview): void {
    const { progress } = this;
    if (progress !== null && faultsOf(review, progress.color).length > 0) {
      this.open(review, progress);
    }
  }

  private open(review: GameReview, from: RetryProgress): void {
    this.close();
    const retry = new Retry(review, from, {
      onAsk: () => this.goBack(),
      onTried: (tried, isRight) => this.showTried(retry.position, tried, isRight),
      onProgress: (progress) => this.setProgress(progress),
      onEnd: () => this.end(),
    });
    this.retry = retry;
    this.element.replaceChildren(retry.element, this.back);
    this.back.hidden = true;
    this.listener.onToggle(true);
    retry.begin();
  }

  /** Judges a move of the user. */
  try(move: Move): void {
    void this.retry?.try(move);
  }

  /** Another position is on the board: the question comes with its own. */
  follow(ply: number | null): void {
    this.ply = ply;
    const { retry } = this;
    if (retry === null) return;
    if (retry.isOver) {
      this.end();
      return;
    }
    this.back.hidden = !retry.isAsking || this.isAtQuestion;
    this.conceal();
    if (retry.isAsking && this.isAtQuestion) this.board.setMovable(retry.fault.color);
  }

  /** Closes it; it can be resumed. */
  close(): void {
    if (this.retry === null) return;
    this.retry.close();
    this.retry = null;
    if (this.element.contains(document.activeElement)) this.button.focus();
    this.element.replaceChildren();
    this.listener.onToggle(false);
  }

  private end(): void {
    this.close();
    this.setProgress(null);
    this.listener.onShow();
  }

  private setProgress(progress: RetryProgress | null): void {
    this.progress = progress;
    this.listener.onProgress();
  }

  private get isAtQuestion(): boolean {
    return this.retry !== null && this.ply === this.retry.fault.ply - 1;
  }

  private goBack(): void {
    if (this.retry !== null) this.listener.onGo(this.retry.fault.ply - 1);
  }

  private conceal(): void {
    this.board.setMovable('none');
    this.board.setArrows([]);
    this.board.setBadge(null);
    this.bar.show(null);
  }

  private showTried(before: Position, tried: Move, isRight: boolean): void {
    // The verdict may come while another move is looked at.
    if (!this.isAtQuestion) this.goBack();
    if (!isRight) {
      this.listener.onShow();
      return;
    }
    const position = before.clone();
    position.make(tried);
    this.board.show(position, tried, true);
    this.board.setMovable('none');
    this.board.setBadge({ square: landingSquare(tried), sign: '✓', kind: 'good' });
  }
}
