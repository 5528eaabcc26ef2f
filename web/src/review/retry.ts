/**
 * "Retry your mistakes": the positions before a side's faults come back one after another, and a better
 * move is asked for. What is tried is judged by the engine, by the same measure as the fault.
 */
import type { Position } from '../../../src/chess/board/position.ts';
import { type Color, type Move, sideName, WHITE } from '../../../src/chess/board/types.ts';
import { findGameEnd } from '../../../src/chess/game/draws.ts';
import { formatSan } from '../../../src/chess/notation/san.ts';
import { forWhite } from '../../../src/eval/evaluator.ts';
import { moveName } from '../../../src/report/reviewText.ts';
import type { GameReview, ReviewedMove } from '../../../src/review/judge.ts';
import { isFault, THRESHOLDS } from '../../../src/review/marks.ts';
import { winPercent } from '../../../src/review/winPercent.ts';
import { announce } from '../announce.ts';
import { button, el, replaceContent } from '../dom.ts';
import { Searcher } from '../engine/searcher.ts';
import { reviewTexts } from './reviewTexts.ts';

const t = reviewTexts.retrying;

/** Milliseconds of search for a move that was tried. */
const SEARCH_TIME = 1000;

/** The verdict on a move that was tried. */
type Verdict = 'asked' | 'judging' | 'best' | 'good' | 'worse' | 'same' | 'shown' | 'failed';

/** Verdicts that end the question. */
const ANSWERS: ReadonlySet<Verdict> = new Set(['best', 'good', 'shown']);

/** How far it has come, to go on from there. */
export interface RetryProgress {
  /** The side whose mistakes are retried. */
  color: Color;
  /** The mistake that is asked about next, and how many were answered right before. */
  at: number;
  right: number;
}

interface Listener {
  /** Show the position before the fault, to be moved in. */
  onAsk: () => void;
  /** Show a move in it; `isRight` ends the question. */
  onTried: (move: Move, isRight: boolean) => void;
  onProgress: (progress: RetryProgress) => void;
  onEnd: () => void;
}

/** The faults of a side, in the order of the game. */
export const faultsOf = ({ moves }: GameReview, color: Color): ReviewedMove[] =>
  moves.filter((move) => move.color === color && isFault(move.glyph));

export class Retry {
  readonly element = el('section', { class: 'retry', 'aria-label': t.title });
  private readonly faults: readonly ReviewedMove[];
  private readonly positions: readonly Position[];
  private readonly listener: Listener;
  private readonly searcher = new Searcher((state) => {
    if (state === 'failed') this.show('failed');
  });
  private at: number;
  private right: number;
  private tried = '';
  private verdict: Verdict = 'asked';

  /** The side must have faults. */
  constructor(review: GameReview, { color, at, right }: RetryProgress, listener: Listener) {
    this.faults = faultsOf(review, color);
    this.positions = review.positions;
    this.at = at;
    this.right = right;
    this.listener = listener;
  }

  begin(): void {
    this.ask(this.at);
  }

  /** Whether an answer is wanted. */
  get isAsking(): boolean {
    return !this.isOver && !ANSWERS.has(this.verdict);
  }

  /** Whether all faults have been asked about. */
  get isOver(): boolean {
    return this.at >= this.faults.length;
  }

  /** The position to find a better move in, with its history: a move may repeat what came before. */
  get position(): Position {
    return this.positions[this.fault.ply - 1]!;
  }

  /** Ends the exercise and frees the engine. */
  close(): void {
    void this.searcher.close();
  }

  /** Judges a move of the user. */
  async try(move: Move): Promise<void> {
    // The verdict on an earlier try no longer counts.
    this.searcher.cancel();
    const { fault, position } = this;
    this.tried = formatSan(position, move);
    if (move === fault.played.move) return this.answer(move, 'same');
    if (move === fault.line[0]) return this.answer(move, 'best');
    this.show('judging');
    const after = position.clone();
    after.make(move);
    const score = await this.evaluate(after);
    if (score === null || fault !== this.fault) return;
    const win = winPercent(forWhite(score, after));
    const loss = (fault.winBefore - win) * (position.turn === WHITE ? 1 : -1);
    this.answer(move, loss < THRESHOLDS.inaccuracy ? 'good' : 'worse');
  }

  /** The score of the side to move: 0 if a draw can be claimed; null if the score is no longer wanted. */
  private async evaluate(position: Position): Promise<number | null> {
    const end = findGameEnd(position);
    if (end !== null && end !== 'checkmate') return 0;
    const result = await this.searcher.search({
      position,
      limits: { movetime: SEARCH_TIME },
      settings: { multiPv: 1, limitStrength: false, analyseMode: true },
    });
    return result?.info.score ?? null;
  }

  /** The fault that is asked about. */
  get fault(): ReviewedMove {
    return this.faults[Math.min(this.at, this.faults.length - 1)]!;
  }

  private ask(at: number): void {
    this.searcher.cancel();
    this.at = at;
    if (this.isOver) {
      this.showEnd();
      return;
    }
    this.show('asked');
    this.listener.onAsk();
  }

  private answer(move: Move, verdict: Verdict): void {
    const isRight = ANSWERS.has(verdict);
    if (isRight) this.right++;
    this.show(verdict);
    this.listener.onTried(move, isRight);
  }

  private reveal(): void {
    const [best] = this.fault.line;
    this.searcher.cancel();
    this.show('shown');
    if (best !== undefined) this.listener.onTried(best, true);
  }

  private show(verdict: Verdict): void {
    this.verdict = verdict;
    const { fault, tried } = this;
    const words: Record<Verdict, string> = {
      asked: t.question(moveName(fault), sideName(fault.color)),
      judging: t.judging(tried),
      best: t.best(tried),
      good: t.good(tried, fault.best),
      worse: t.worse(tried),
      same: t.same(tried),
      shown: t.shown(fault.best),
      failed: t.failed,
    };
    const isAnswered = ANSWERS.has(verdict);
    const isLast = this.at === this.faults.length - 1;
    const next = isLast ? t.finish : t.next;
    this.element.dataset.verdict = verdict;
    replaceContent(
      this.element,
      el('p', { class: 'count' }, t.count(this.at + 1, this.faults.length)),
      el('p', { class: 'words' }, words[verdict]),
      el(
        'div',
        { class: 'row' },
        !isAnswered && button(t.solution, () => this.reveal()),
        button(isAnswered ? next : t.skip, () => this.ask(this.at + 1), {
          class: isAnswered ? 'plain primary' : 'plain',
        }),
        button(t.end, () => this.listener.onEnd(), { class: 'link' }),
      ),
    );
    announce(words[verdict]);
    this.report();
  }

  private report(): void {
    const { at, right, fault } = this;
    const next = ANSWERS.has(this.verdict) && !this.isOver ? at + 1 : at;
    this.listener.onProgress({ color: fault.color, at: next, right });
  }

  private showEnd(): void {
    const words = t.result(this.right, this.faults.length);
    this.element.dataset.verdict = 'over';
    replaceContent(
      this.element,
      el('p', { class: 'words' }, words),
      el(
        'div',
        { class: 'row' },
        button(t.finish, () => this.listener.onEnd(), { class: 'plain primary' }),
      ),
    );
    announce(words);
    this.report();
  }
}
