/**
 * The chart of a game: White's win percentage after every move, with a dot for every marked move. It
 * grows while the review is under way. An invisible slider over it makes it clickable and accessible.
 */
import { advantagePaths, tenths } from '../../../src/report/advantageCurve.ts';
import { markClass } from '../../../src/report/markClass.ts';
import type { ReviewedMove } from '../../../src/review/judge.ts';
import { el, svg } from '../dom.ts';
import { texts } from '../texts.ts';
import { reviewTexts } from './reviewTexts.ts';

/** Height of the chart: a unit is one per cent vertically and one move horizontally. */
const TOP = 100;

export class Chart {
  readonly element: HTMLElement;
  private readonly width: number;
  private readonly field = svg('path', { class: 'below' });
  private readonly curve = svg('path', { class: 'curve' });
  private readonly cursor = svg('path', { class: 'cursor' });
  private readonly dots = svg('g');
  private readonly slider: HTMLInputElement;
  /** The moves of the game in SAN, and White's win percentage before them and after each. */
  private readonly sans: readonly string[];
  private wins: readonly (number | undefined)[] = [];
  private ply = 0;

  constructor(sans: readonly string[], onPly: (ply: number) => void) {
    this.sans = sans;
    this.width = Math.max(1, sans.length);
    const [left, right] = this.sides();
    const drawing = svg(
      'svg',
      {
        viewBox: `0 0 ${this.width} ${TOP}`,
        preserveAspectRatio: 'none',
        'aria-hidden': 'true',
      },
      svg('rect', { class: 'above', x: left, width: right - left, height: TOP }),
      this.field,
      svg('path', { class: 'middle', d: `M${left} 50H${right}` }),
      this.curve,
      this.cursor,
      this.dots,
    );
    this.slider = el('input', {
      type: 'range',
      min: 0,
      max: sans.length,
      step: 1,
      'aria-label': reviewTexts.chart,
      input: () => onPly(Number(this.slider.value)),
    });
    this.element = el('div', { class: 'chart' }, this.slider);
    this.element.prepend(drawing);
    this.show(0);
  }

  /** Draws White's win percentages, undefined where they are not known yet, and the marks of moves. */
  draw(wins: readonly (number | undefined)[], moves: readonly ReviewedMove[] = []): void {
    this.wins = wins;
    // Curve and area extend to both sides, under the slider's margins.
    const [left, right] = this.sides();
    const { curve, area } = advantagePaths(wins, {
      x: (ply) => ply,
      y: (percent) => tenths(TOP - percent),
      left,
      right,
    });
    this.curve.setAttribute('d', curve);
    this.field.setAttribute('d', area);
    this.dots.replaceChildren(...moves.flatMap(dot));
    this.show(this.ply);
  }

  /** Moves the cursor to the position after `ply` moves. */
  show(ply: number): void {
    this.ply = ply;
    this.cursor.setAttribute('d', `M${ply} 0V${TOP}`);
    this.slider.value = `${ply}`;
    const [san, win] = [this.sans[ply - 1], this.wins[ply]];
    const move = san === undefined ? texts.startPosition : texts.speakSan(san);
    const percent = win === undefined ? '' : `, ${reviewTexts.winPercent(Math.round(win))}`;
    this.slider.setAttribute('aria-valuetext', move + percent);
  }

  private sides(): [left: number, right: number] {
    return [-this.width, 2 * this.width];
  }
}

/**
 * A line of almost no length: its round caps make a dot that stays round when the chart is stretched. (Safari
 * stretches the caps of lines of no length at all.)
 */
function dot({ glyph, ply, win }: ReviewedMove): SVGElement[] {
  if (glyph === null) return [];
  const y = Math.min(TOP - 4, Math.max(4, TOP - win));
  return [svg('path', { class: `dot ${markClass(glyph)}`, d: `M${ply} ${y.toFixed(1)}h.01` })];
}
