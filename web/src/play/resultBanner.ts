/** The result of a game, with what to do next: another game, or what went wrong in this one. */
import { resultFor } from '../../../src/chess/notation/pgn.ts';
import { button, el } from '../dom.ts';
import { texts } from '../texts.ts';
import type { EngineGame } from './engineGame.ts';

interface Listener {
  onRematch: () => void;
  onReview: () => void;
  onAnalyse: () => void;
}

export class ResultBanner {
  readonly element: HTMLElement;
  private readonly headline = el('strong', {});
  private readonly reason = el('span', {});
  private readonly review: HTMLButtonElement;

  constructor({ onRematch, onReview, onAnalyse }: Listener) {
    this.review = button(texts.reviewShort, onReview, { class: 'plain primary' });
    this.element = el(
      'section',
      { class: 'result', 'aria-label': texts.resultLabel },
      el('p', {}, this.headline, ' ', this.reason),
      el(
        'div',
        {},
        this.review,
        button(texts.rematch, onRematch),
        button(texts.analyseGame, onAnalyse),
      ),
    );
  }

  show({ result, ending, settings, hasMoves }: EngineGame): void {
    const isWon = result === resultFor(settings.color);
    const kind = result === '1/2-1/2' ? 'drawn' : isWon ? 'won' : 'lost';
    this.element.dataset.outcome = kind;
    this.headline.textContent = `${texts.outcome[kind]} · ${texts.result(result)}`;
    this.reason.textContent = ending;
    this.review.disabled = !hasMoves;
  }
}
