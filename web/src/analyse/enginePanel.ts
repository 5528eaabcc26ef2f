/**
 * The engine's output: evaluation, White's chances, depth, speed and the best lines, whose moves can
 * be clicked; and its settings.
 */
import type { Position } from '../../../src/chess/board/position.ts';
import type { Move } from '../../../src/chess/board/types.ts';
import { forWhite } from '../../../src/eval/evaluator.ts';
import { whiteWinDrawLoss } from '../../../src/review/winPercent.ts';
import { formatSignedEval } from '../../../src/search/score.ts';
import type { SearchInfo } from '../../../src/search/searchResult.ts';
import type { WinDrawLoss } from '../../../src/search/winDrawLoss.ts';
import { button, el } from '../dom.ts';
import { iconButton } from '../icons.ts';
import { lineMoves } from '../lineMoves.ts';
import { texts } from '../texts.ts';
import { analyseTexts } from './analyseTexts.ts';
import { type EngineChoices, openEngineSettings } from './engineSettings.ts';
import { percents } from './evalBar.ts';

/** Plies shown of a line. */
const SHOWN_PLIES = 14;

interface Listener {
  /** The choices have changed. */
  onChange: () => void;
  /** The moves up to a clicked one, and their start, which may no longer be the position on the board. */
  onLine: (start: Position, moves: readonly Move[]) => void;
  /** Keep searching, after the time for the position is up. */
  onGoOn: () => void;
  /** Load the engine again. */
  onRetry: () => void;
}

export class EnginePanel {
  readonly element: HTMLElement;
  private readonly toggle = el('input', {
    type: 'checkbox',
    role: 'switch',
    'aria-label': analyseTexts.engine,
    title: analyseTexts.engine,
    change: () => this.change({ isOn: this.toggle.checked }),
  });
  /** Not an `output`, which screen readers would read out at every change. */
  private readonly evaluation = el('span', { class: 'evaluation' }, '–');
  private readonly chances = el('span', { class: 'chances' });
  private readonly effort = el('span', { class: 'effort' });
  /** Instead of the effort and the chances. */
  private readonly message = el('span', { class: 'message' });
  private readonly goOn: HTMLButtonElement;
  private readonly retry: HTMLButtonElement;
  private readonly lines = el('ol', { class: 'lines', 'aria-label': analyseTexts.lines });
  /** Rows are reused, so that they keep their scroll positions. */
  private rows: LineRow[] = [];
  /** The start of the lines shown. */
  private shown: Position | null = null;
  private isPressed = false;
  private readonly choices: EngineChoices;
  private readonly listener: Listener;

  /** The panel changes `choices` in place. */
  constructor(choices: EngineChoices, listener: Listener) {
    this.choices = choices;
    this.listener = listener;
    this.goOn = button(analyseTexts.goOn, listener.onGoOn, { class: 'link', hidden: true });
    this.retry = button(texts.retry, listener.onRetry, { class: 'link', hidden: true });
    const settings = iconButton('settings', analyseTexts.engineSettings, () =>
      openEngineSettings(settings, this.choices, (changed) => this.change(changed)),
    );
    settings.setAttribute('aria-haspopup', 'dialog');
    this.element = el(
      'section',
      { class: 'engine', 'aria-label': analyseTexts.engine },
      el(
        'div',
        { class: 'engine-head' },
        el('label', { class: 'switch' }, this.toggle),
        this.evaluation,
        el('div', { class: 'facts' }, this.effort, this.goOn, this.chances, this.message),
        this.retry,
        settings,
      ),
      this.lines,
    );
    this.showChoices();
    const press = (isPressed: boolean) => () => {
      this.isPressed = isPressed;
    };
    this.lines.addEventListener('pointerdown', press(true));
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, press(false));
  }

  /** Switches the engine on or off. */
  switch(): void {
    this.change({ isOn: !this.choices.isOn });
  }

  private change(changed: Partial<EngineChoices>): void {
    Object.assign(this.choices, changed);
    this.showChoices();
    this.listener.onChange();
  }

  /** Reserves room for the lines while the engine is on, to avoid layout shifts. */
  private showChoices(): void {
    const { isOn, lines } = this.choices;
    this.toggle.checked = isOn;
    this.lines.style.setProperty('--lines', `${isOn ? lines : 0}`);
  }

  /** Shows a message instead of lines: the engine is off, loading, or the game is over. */
  showMessage(text: string, canRetry: boolean): void {
    this.evaluation.textContent = '–';
    this.message.textContent = text;
    this.chances.textContent = '';
    this.effort.textContent = '';
    this.goOn.hidden = true;
    this.retry.hidden = !canRetry;
    this.rows = [];
    this.lines.replaceChildren();
  }

  /** Shows the lines, best first; returns White's chances, for the bar. */
  show(position: Position, infos: readonly SearchInfo[]): WinDrawLoss | null {
    const [best] = infos;
    if (best === undefined) return null;
    const score = forWhite(best.score, position);
    const wdl = whiteWinDrawLoss(best, position);
    this.evaluation.textContent = formatSignedEval(score);
    this.message.textContent = '';
    this.chances.textContent = analyseTexts.chancesShort(...percents(wdl));
    const speed = abbreviate((best.nodes * 1000) / Math.max(1, best.time));
    const depth = analyseTexts.depth(best.depth);
    this.effort.replaceChildren(
      depth,
      el('span', { class: 'speed' }, ` · ${analyseTexts.speed(speed)}`),
    );
    this.goOn.hidden = true;
    this.retry.hidden = true;
    this.showLines(position, infos);
    return wdl;
  }

  /** The search has ended; its lines stay, and the way to search on takes the place of its speed. */
  showDone(): void {
    this.effort.querySelector('.speed')?.remove();
    this.goOn.hidden = false;
  }

  private showLines(position: Position, infos: readonly SearchInfo[]): void {
    const isSame = position === this.shown;
    // A pressed or focused move must not be replaced.
    const isFocused = this.lines.querySelector(':focus-visible') !== null;
    if (isSame && (this.isPressed || isFocused)) return;
    this.shown = position;
    for (const { element } of this.rows.splice(infos.length)) element.remove();
    for (const [i, { score, pv, multiPv }] of infos.entries()) {
      let row = this.rows[i];
      if (row === undefined) {
        row = lineRow();
        this.rows.push(row);
        this.lines.append(row.element);
      }
      row.element.setAttribute('aria-label', analyseTexts.lineLabel(multiPv));
      row.score.textContent = formatSignedEval(forWhite(score, position));
      const onMoves = (moves: readonly Move[]) => this.listener.onLine(position, moves);
      row.line.replaceChildren(...lineMoves(position, pv.slice(0, SHOWN_PLIES), onMoves));
      // One tab stop per line: clicks reach the moves after the first.
      for (const san of [...row.line.querySelectorAll('button')].slice(1)) san.tabIndex = -1;
      if (!isSame) row.line.scrollLeft = 0;
    }
    // Keeps the focus in the line, for playing it move by move with the keyboard.
    if (isFocused) this.rows[0]?.line.querySelector('button')?.focus();
  }
}

/** The elements of a line. */
interface LineRow {
  element: HTMLElement;
  score: HTMLElement;
  line: HTMLElement;
}

function lineRow(): LineRow {
  const score = el('span', { class: 'score' });
  // In Firefox an element that scrolls is a tab stop too, unless it says otherwise.
  const line = el('span', { class: 'line', tabindex: -1 });
  return { element: el('li', {}, score, line), score, line };
}

/** `1.25 M`, `340 k`. */
function abbreviate(n: number): string {
  if (n >= 1e6) return `${(n / 1e6).toFixed(2)} M`;
  if (n >= 1e3) return `${Math.round(n / 1e3)} k`;
  return `${Math.round(n)}`;
}
