/** The review of the whole game: a chart, which grows during the review, then the summary and the key moments. */
import type { PgnGame } from '../../../src/chess/notation/pgnReader.ts';
import { winsOf } from '../../../src/report/advantageCurve.ts';
import type { GameReview, ReviewedMove } from '../../../src/review/judge.ts';
import type { SearchRecord } from '../../../src/review/reviewSearches.ts';
import { el } from '../dom.ts';
import { iconButton } from '../icons.ts';
import { Chart } from './chart.ts';
import { GrowingValues } from './growingValues.ts';
import { reviewTexts } from './reviewTexts.ts';
import { keyMoments, markMoment, momentList, summaryOf } from './summary.ts';

const t = reviewTexts;

export class ReviewResult {
  readonly chartBox = el('div', { class: 'chart-box' });
  readonly summaryBox = el('div', { class: 'summary-box' });
  readonly momentBox = el('div', { class: 'moment-box' });
  /** The button for the next key moment. */
  readonly next = iconButton('moment', t.nextMoment, () => this.goToNextMoment(), t.nextShort);
  private readonly onPly: (ply: number) => void;
  private chart: Chart | null = null;
  private moments: readonly ReviewedMove[] = [];
  /** The move of the game that is on the board, or the last one before it. */
  private ply = 0;

  /** `onPly` is called with the move that is to be shown. */
  constructor(onPly: (ply: number) => void) {
    this.onPly = onPly;
  }

  /** Shows the result of a review, or none. */
  show(review: GameReview | null, sans: readonly string[]): void {
    this.setChart(review === null ? null : sans);
    if (review !== null) this.chart?.draw(winsOf(review), review.moves);
    this.moments = review === null ? [] : keyMoments(review);
    this.next.disabled = this.moments.length === 0;
    this.summaryBox.replaceChildren(...(review === null ? [] : summaryOf(review)));
    const list = () => momentList(this.moments, ({ ply }) => this.onPly(ply));
    this.momentBox.replaceChildren(...(review === null ? [] : [list()]));
  }

  /** Begins the chart of a review with the searches made so far; returns what adds one. */
  grow(
    { moves, start }: PgnGame,
    sans: readonly string[],
    searches: readonly SearchRecord[],
  ): (search: SearchRecord) => void {
    this.show(null, sans);
    this.setChart(sans);
    const values = new GrowingValues(moves.length, start.turn);
    for (const search of searches) values.add(search);
    this.chart?.draw(values.values());
    const { chart } = this;
    return (search) => {
      values.add(search);
      chart?.draw(values.values());
    };
  }

  private setChart(sans: readonly string[] | null): void {
    this.chart = sans === null ? null : new Chart(sans, this.onPly);
    this.chartBox.replaceChildren(...(this.chart === null ? [] : [this.chart.element]));
    this.chartBox.hidden = this.chart === null;
    this.chart?.show(this.ply);
  }

  /** Marks the place in the game: its ply, and its move if that is one of the game. */
  follow(ply: number, move: ReviewedMove | null): void {
    this.ply = ply;
    this.chart?.show(ply);
    markMoment(this.momentBox, move === null ? -1 : this.moments.indexOf(move));
  }

  /** Goes to the next key moment; after the last one to the first. */
  goToNextMoment(): void {
    const next = this.moments.find(({ ply }) => ply > this.ply) ?? this.moments[0];
    if (next !== undefined) this.onPly(next.ply);
  }
}
