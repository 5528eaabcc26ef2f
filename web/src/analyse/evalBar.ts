/** A bar beside the board that shows White's chances of a win, draw and loss. */
import { type Color, WHITE } from '../../../src/chess/board/types.ts';
import type { WinDrawLoss } from '../../../src/search/winDrawLoss.ts';
import { el } from '../dom.ts';
import { analyseTexts } from './analyseTexts.ts';

export class EvalBar {
  /** Heights of wins, and of wins and draws together; the rest of the bar is losses. */
  private readonly wins = el('span', { class: 'wins' });
  private readonly draws = el('span', { class: 'draws' });
  readonly element = el(
    'div',
    { class: 'eval-bar', role: 'img', 'aria-label': analyseTexts.evaluationBar },
    this.draws,
    this.wins,
  );

  /** Shows White's chances, per mille; null if unknown. */
  show(chances: WinDrawLoss | null): void {
    const { win, draw, loss } = chances ?? { win: 0, draw: 1000, loss: 0 };
    this.element.classList.toggle('is-unknown', chances === null);
    this.wins.style.transform = `scaleY(${win / 1000})`;
    this.draws.style.transform = `scaleY(${(win + draw) / 1000})`;
    const label =
      chances === null
        ? analyseTexts.evaluationBar
        : analyseTexts.chances(...percents({ win, draw, loss }));
    this.element.setAttribute('aria-label', label);
    this.element.title = label;
  }

  /** Sets the side whose chances are at the bottom. */
  setOrientation(color: Color): void {
    this.element.classList.toggle('is-flipped', color !== WHITE);
  }
}

/** Whole per cents that add up to 100. */
export function percents({ win, loss }: WinDrawLoss): [number, number, number] {
  const [w, l] = [Math.round(win / 10), Math.round(loss / 10)];
  return [w, 100 - w - l, l];
}
