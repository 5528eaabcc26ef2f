/**
 * The chart of a reviewed game: White's win percentage after every move, with a dot for every marked
 * move. An invisible slider over it makes it clickable and accessible.
 */
import { advantagePaths, tenths } from '../../../src/report/advantageCurve.ts';
import type { GameReview, ReviewedMove } from '../../../src/review/judge.ts';
import { el, svg } from '../dom.ts';
import { texts } from '../texts.ts';
import { markClass } from './marks.ts';

/** Height of the chart: a unit is one per cent vertically and one move horizontally. */
const TOP = 100;

export class Chart {
  readonly element: HTMLElement;
  private readonly cursor: SVGElement;
  private readonly slider: HTMLInputElement;
  private readonly moves: readonly ReviewedMove[];

  constructor(review: GameReview, onPly: (ply: number) => void) {
    const { moves } = review;
    this.moves = moves;
    const width = Math.max(1, moves.length);
    // Curve and area extend to both sides, under the slider's margins.
    const [left, right] = [-width, 2 * width];
    const { curve, area } = advantagePaths(review, {
      ...{ x: (ply) => ply, y: (percent) => tenths(TOP - percent), left, right, bottom: TOP },
    });
    this.cursor = svg('path', { class: 'cursor', 'vector-effect': 'non-scaling-stroke' });
    const drawing = svg(
      'svg',
      {
        ...{ viewBox: `0 0 ${width} ${TOP}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      },
      svg('rect', { class: 'above', x: left, width: right - left, height: TOP }),
      svg('path', { class: 'below', d: area }),
      svg('path', {
        class: 'middle',
        d: `M${left} 50H${right}`,
        'vector-effect': 'non-scaling-stroke',
      }),
      svg('path', { class: 'curve', d: curve, 'vector-effect': 'non-scaling-stroke' }),
      this.cursor,
      ...moves.flatMap(dot),
    );
    this.slider = el('input', {
      ...{ type: 'range', min: 0, max: moves.length, step: 1, 'aria-label': texts.review.chart },
      input: () => onPly(Number(this.slider.value)),
    });
    this.element = el('div', { class: 'chart' }, this.slider);
    this.element.prepend(drawing);
    this.show(0);
  }

  /** Moves the cursor to the position after `ply` moves. */
  show(ply: number): void {
    this.cursor.setAttribute('d', `M${ply} 0V${TOP}`);
    this.slider.value = `${ply}`;
    const move = this.moves[ply - 1];
    const text =
      move === undefined
        ? texts.startPosition
        : `${texts.speakSan(move.san)}, ${texts.review.winPercent(Math.round(move.win))}`;
    this.slider.setAttribute('aria-valuetext', text);
  }
}

/** A line of zero length: its round caps make a dot that stays round when the chart is stretched. */
function dot({ glyph, ply, win }: ReviewedMove): SVGElement[] {
  if (glyph === null) return [];
  const y = Math.min(TOP - 4, Math.max(4, TOP - win));
  return [
    svg('path', {
      ...{ class: `dot ${markClass(glyph)}`, 'vector-effect': 'non-scaling-stroke' },
      d: `M${ply} ${y.toFixed(1)}h0`,
    }),
  ];
}
