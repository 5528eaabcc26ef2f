/**
 * The engine's output: evaluation, White's chances, depth, speed and the best lines, whose moves can
 * be clicked; and its settings.
 */

import type { Position } from '../../../src/chess/board/position.ts';
import { BLACK, type Move } from '../../../src/chess/board/types.ts';
import { formatSan } from '../../../src/chess/notation/san.ts';
import {
  HAS_SHARED_MEMORY,
  MAX_HASH,
  PROCESSORS,
} from '../../../src/hosts/browser/browserFeatures.ts';
import { forWhite, whiteWinDrawLoss } from '../../../src/review/winPercent.ts';
import { formatSignedEval } from '../../../src/search/score.ts';
import type { SearchInfo } from '../../../src/search/search.ts';
import type { WinDrawLoss } from '../../../src/search/winDrawLoss.ts';
import { el, select } from '../dom.ts';
import { texts } from '../texts.ts';
import { percents } from './evalBar.ts';

export const MAX_LINES = 5;
const HASH_SIZES = [16, 32, 64, 128, 256];
/** Plies shown of a line. */
const SHOWN_PLIES = 14;

export interface EngineChoices {
  isOn: boolean;
  lines: number;
  threads: number;
  /** Mebibytes. */
  hash: number;
}

export class EnginePanel {
  readonly element: HTMLElement;
  private readonly evaluation = el('output', { class: 'evaluation' }, '–');
  private readonly chances = el('span', { class: 'chances' });
  private readonly effort = el('span', { class: 'effort' });
  private readonly lines = el('ol', { class: 'lines', 'aria-label': texts.lines });
  /** Rows are reused, so that they keep their scroll positions. */
  private rows: LineRow[] = [];
  /** The start of the lines shown. */
  private shown: Position | null = null;
  private isPressed = false;
  private readonly choices: EngineChoices;
  private readonly onLine: (start: Position, moves: readonly Move[]) => void;

  /**
   * `onChange` receives new choices; `onLine` receives the moves up to a clicked one, and their start,
   * which may no longer be the position on the board.
   */
  constructor(
    choices: EngineChoices,
    onChange: (choices: EngineChoices) => void,
    onLine: (start: Position, moves: readonly Move[]) => void,
  ) {
    this.choices = choices;
    this.onLine = onLine;
    const change = (changed: Partial<EngineChoices>) => {
      Object.assign(choices, changed);
      this.showSize();
      onChange({ ...choices });
    };
    const toggle = el('input', {
      ...{ type: 'checkbox', role: 'switch', checked: choices.isOn },
      change: () => change({ isOn: toggle.checked }),
    });
    const head = el(
      'div',
      { class: 'engine-head' },
      el('label', { class: 'switch' }, toggle, el('span', {}, texts.engine)),
      this.evaluation,
      this.effort,
      this.chances,
    );
    this.element = el(
      'section',
      { class: 'engine', 'aria-label': texts.engine },
      head,
      this.lines,
      engineSettings(choices, change),
    );
    this.showSize();
    const press = (isPressed: boolean) => () => {
      this.isPressed = isPressed;
    };
    this.lines.addEventListener('pointerdown', press(true));
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, press(false));
  }

  /** Reserves room for the lines while the engine is on, to avoid layout shifts. */
  private showSize(): void {
    const { isOn, lines } = this.choices;
    this.lines.className = `lines lines-${isOn ? lines : 0}`;
  }

  /** Shows a message instead of lines: the engine is off, loading, or the game is over. */
  showMessage(text: string): void {
    this.evaluation.textContent = '–';
    this.chances.textContent = text;
    this.effort.textContent = '';
    this.rows = [];
    this.lines.replaceChildren();
  }

  /** Shows the lines, best first; returns White's chances, for the bar. */
  show(position: Position, infos: readonly SearchInfo[]): WinDrawLoss | null {
    const [best] = infos;
    if (best === undefined) return null;
    const score = forWhite(best.score, position);
    const wdl = whiteWinDrawLoss(score, position);
    this.evaluation.textContent = formatSignedEval(score);
    this.chances.textContent = texts.chancesShort(...percents(wdl));
    const speed = formatCount((best.nodes * 1000) / Math.max(1, best.time));
    this.effort.textContent = `${texts.depth(best.depth)}\n${texts.speed(speed)}`;
    this.showLines(position, infos);
    return wdl;
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
      row.element.setAttribute('aria-label', texts.lineLabel(multiPv));
      row.score.textContent = formatSignedEval(forWhite(score, position));
      row.line.replaceChildren(...this.lineParts(position, pv));
      if (!isSame) row.line.scrollLeft = 0;
    }
    // Keeps the focus in the line, for playing it move by move with the keyboard.
    if (isFocused) this.rows[0]?.line.querySelector('button')?.focus();
  }

  private lineParts(start: Position, pv: readonly Move[]): HTMLElement[] {
    const position = start.clone();
    return pv.slice(0, SHOWN_PLIES).flatMap((move, i) => {
      const isBlack = position.turn === BLACK;
      const number = `${position.fullmove}${isBlack ? '…' : '.'}`;
      const click = () => this.onLine(start, pv.slice(0, i + 1));
      const san = el('button', { type: 'button', class: 'san', click }, formatSan(position, move));
      position.make(move);
      return i === 0 || !isBlack ? [el('span', { class: 'number' }, number), san] : [san];
    });
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
  const line = el('span', { class: 'line' });
  return { element: el('li', {}, score, line), score, line };
}

function engineSettings(
  choices: EngineChoices,
  change: (changed: Partial<EngineChoices>) => void,
): HTMLElement {
  const numbers = (values: readonly number[]) => values.map((n) => [`${n}`, `${n}`] as const);
  const counts = Array.from({ length: MAX_LINES }, (_, i) => i + 1);
  const threads = numbers(threadCounts(HAS_SHARED_MEMORY ? PROCESSORS : 1));
  const hashSizes = numbers(HASH_SIZES.filter((size) => size <= MAX_HASH));
  return el(
    'details',
    { class: 'engine-settings' },
    el('summary', {}, texts.engineSettings),
    el(
      'div',
      { class: 'row' },
      select(texts.lines, numbers(counts), `${choices.lines}`, (n) => change({ lines: +n })),
      select(texts.threads, threads, `${choices.threads}`, (n) => change({ threads: +n })),
      select(texts.hash, hashSizes, `${choices.hash}`, (n) => change({ hash: +n })),
    ),
    canBecomeIsolated() && el('p', { class: 'hint' }, texts.threadsNeedReload),
  );
}

/** Whether the next visit will be isolated, by the headers that the service worker adds. */
const canBecomeIsolated = (): boolean =>
  !crossOriginIsolated && isSecureContext && 'serviceWorker' in navigator;

/** 1, 2, 4, … and `most`. */
function threadCounts(most: number): number[] {
  const counts: number[] = [];
  for (let n = 1; n < most; n *= 2) counts.push(n);
  return [...counts, most];
}

/** `1.25 M`, `340 k`. */
function formatCount(n: number): string {
  if (n >= 1e6) return `${(n / 1e6).toFixed(2)} M`;
  if (n >= 1e3) return `${Math.round(n / 1e3)} k`;
  return `${Math.round(n)}`;
}
