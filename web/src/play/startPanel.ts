/**
 * The start of a game: colour, strength, clock and starting position, in the place of the moves. Every
 * change is reported at once, so that the board shows what is going to be played.
 */
import type { Position } from '../../../src/chess/board/position.ts';
import { BLACK, type Color, WHITE } from '../../../src/chess/board/types.ts';
import { chess960Fen } from '../../../src/chess/game/chess960.ts';
import type { TimeControl } from '../../../src/chess/game/timeControl.ts';
import { formatFen, parseFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { MAX_ELO, MIN_ELO } from '../../../src/search/levels.ts';
import { fail, type Result } from '../../../src/util/result.ts';
import { button, el, radios, select } from '../dom.ts';
import { texts } from '../texts.ts';
import { clockElement, showTime } from './playerCard.ts';
import { ELO_STEP, type GameSettings, levelName, storeChoices } from './settings.ts';

/** Minutes, and seconds added per move. */
const CLOCKS = [
  [1, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
  [30, 20],
] as const;

const STARTS = 960;
const t = texts.setup;

type Start = 'standard' | 'chess960' | 'position';

interface Listener {
  /** The settings have changed; not called while the starting position is invalid. */
  onChange: (settings: GameSettings) => void;
  /** A game is to be started; a random colour has been drawn. */
  onStart: (settings: GameSettings) => void;
  /** The user does not want a new game. */
  onCancel: () => void;
}

export class StartPanel {
  readonly element: HTMLFormElement;
  /** The choices; a random colour is drawn when the game starts. */
  private color: Color | 'random';
  private elo: number | null;
  private clock: TimeControl | null;
  private start: Start;
  private readonly fenField = el('input', {
    type: 'text',
    autocapitalize: 'off',
    spellcheck: 'false',
    autocomplete: 'off',
    input: () => this.change(),
  });
  private readonly numberField = el('input', {
    type: 'number',
    min: 0,
    max: STARTS - 1,
    input: () => this.change(),
  });
  /** The user's clock in the game to go back to: it runs. */
  private readonly timer = clockElement();
  private readonly problem = el('p', { class: 'problem', role: 'alert' });
  private readonly boxes: Readonly<Record<string, HTMLElement>> = {
    chess960: this.chess960Box(),
    position: this.positionBox(),
  };
  private readonly listener: Listener;

  /**
   * `before` are the last choices, `fen` is a position that was asked for, if any.
   * `isCancelable`: there is a game to go back to.
   */
  constructor(before: GameSettings, fen: string | null, isCancelable: boolean, listener: Listener) {
    ({ color: this.color, elo: this.elo, clock: this.clock } = before);
    if (before.isColorDrawn) this.color = 'random';
    this.start = fen === null ? startAfter(before.fen) : startFrom(fen);
    this.fenField.value = fen ?? before.fen;
    this.listener = listener;
    this.shuffle();
    this.element = this.form(isCancelable);
    this.showStart();
  }

  /** The settings of the game; null and a message if the starting position is invalid. */
  read(): GameSettings | null {
    const position = readStart(this.start, this.fenField.value, this.numberField.value);
    this.problem.textContent = position.ok ? '' : texts.problem(position.error.message);
    if (!position.ok) return null;
    const { color, elo, clock } = this;
    const side = color === 'random' ? position.value.turn : color;
    return { color: side, elo, clock, fen: formatFen(position.value) };
  }

  /** Draws the colour if it is to be random. */
  private drawColor(settings: GameSettings): GameSettings {
    if (this.color !== 'random') return settings;
    return { ...settings, color: Math.random() < 0.5 ? WHITE : BLACK, isColorDrawn: true };
  }

  /** Milliseconds that the user has left in the game to go back to; null without a clock. */
  showTime(time: number | null): void {
    showTime(this.timer, time);
  }

  /** Moves the focus to the first choice. */
  focus(): void {
    this.element.querySelector<HTMLElement>('input:checked')!.focus({ preventScroll: true });
  }

  private change(): void {
    const settings = this.read();
    if (settings === null) return;
    storeChoices({ ...settings, isColorDrawn: this.color === 'random' });
    this.listener.onChange(settings);
  }

  private form(isCancelable: boolean): HTMLFormElement {
    const submit = (event: Event) => {
      event.preventDefault();
      const settings = this.read();
      if (settings !== null) this.listener.onStart(this.drawColor(settings));
      else this.problem.scrollIntoView({ block: 'nearest' });
    };
    const keydown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && isCancelable) this.listener.onCancel();
    };
    const setStart = (value: string) => {
      this.start = value as Start;
      this.showStart();
      this.showStarts();
      this.change();
    };
    return el(
      'form',
      // The browser's validation would silently block submission for invalid hidden fields.
      { class: 'start form', novalidate: true, 'aria-label': texts.newGame, submit, keydown },
      this.colorField(),
      this.levelField(),
      select(t.clock, clockOptions(this.clock), clockKey(this.clock), (key) => {
        this.clock = readClock(key);
        this.change();
      }),
      el(
        'details',
        { open: this.start !== 'standard' },
        el('summary', { click: () => requestAnimationFrame(() => this.showStarts()) }, t.start),
        radios('start', t.start, Object.entries(t.starts), this.start, setStart),
        ...Object.values(this.boxes),
      ),
      this.problem,
      el(
        'div',
        { class: 'start-buttons' },
        isCancelable &&
          el(
            'div',
            {},
            button(texts.cancel, () => this.listener.onCancel()),
            this.timer,
          ),
        el('button', { type: 'submit', class: 'plain primary' }, t.play),
      ),
    );
  }

  private colorField(): HTMLElement {
    const choices = [
      [`${WHITE}`, texts.white],
      ['random', t.random],
      [`${BLACK}`, texts.black],
    ] as const;
    return radios('color', t.color, choices, `${this.color}`, (value) => {
      this.color = value === 'random' ? value : Number(value) === WHITE ? WHITE : BLACK;
      this.change();
    });
  }

  /** A slider whose last step is full strength. */
  private levelField(): HTMLElement {
    const full = MAX_ELO + ELO_STEP;
    const range = { type: 'range', min: MIN_ELO, max: full, step: ELO_STEP };
    // Without the value, which is in `aria-valuetext`.
    const slider = el('input', { ...range, 'aria-label': t.level });
    slider.value = `${this.elo ?? full}`;
    // Not an `output`, which would take the label from the slider.
    const value = el('span', { class: 'value' });
    const show = () => {
      const { elo } = this;
      const level = elo === null ? texts.fullStrength : `${texts.elo(elo)} · ${levelName(elo)}`;
      value.textContent = level;
      slider.setAttribute('aria-valuetext', level);
    };
    slider.addEventListener('input', () => {
      const elo = Number(slider.value);
      this.elo = elo > MAX_ELO ? null : elo;
      show();
      this.change();
    });
    show();
    const caption = el('span', { class: 'caption' }, el('span', {}, t.level), value);
    return el('label', { class: 'field level' }, caption, slider);
  }

  private chess960Box(): HTMLElement {
    const shuffle = () => {
      this.shuffle();
      this.change();
    };
    const label = el('label', { class: 'field' }, el('span', {}, t.number), this.numberField);
    return el('div', { class: 'row' }, label, button(t.shuffle, shuffle));
  }

  private positionBox(): HTMLElement {
    const edit = async () => {
      const { askPosition } = await import('../board/editor.ts');
      const fen = await askPosition(this.fenField.value);
      if (fen === null) return;
      this.fenField.value = fen;
      this.change();
    };
    const label = el('label', { class: 'field wide' }, el('span', {}, t.fen), this.fenField);
    return el(
      'div',
      { class: 'row' },
      label,
      button(t.byHand, () => void edit()),
    );
  }

  private shuffle(): void {
    this.numberField.value = `${Math.floor(Math.random() * STARTS)}`;
  }

  /** On small screens the choices open below what is in sight. */
  private showStarts(): void {
    this.element.querySelector('details')!.scrollIntoView({ block: 'nearest' });
  }

  private showStart(): void {
    for (const [name, box] of Object.entries(this.boxes)) box.hidden = name !== this.start;
  }
}

const clockKey = (clock: TimeControl | null): string =>
  clock === null ? '' : `${clock.base / 60_000}+${clock.increment / 1000}`;

function readClock(key: string): TimeControl | null {
  if (key === '') return null;
  const [minutes, seconds] = key.split('+').map(Number) as [number, number];
  return { moves: 0, base: minutes * 60_000, increment: seconds * 1000 };
}

function clockOptions(clock: TimeControl | null): [string, string][] {
  const options: [string, string][] = CLOCKS.map(([minutes, seconds]) => [
    `${minutes}+${seconds}`,
    t.custom(minutes, seconds),
  ]);
  const key = clockKey(clock);
  if (clock !== null && !options.some(([other]) => other === key)) {
    options.push([key, t.custom(clock.base / 60_000, clock.increment / 1000)]);
  }
  return [['', t.noClock], ...options];
}

/** The choice that gives exactly this starting position. */
const startFrom = (fen: string): Start => (fen === START_FEN ? 'standard' : 'position');

/** The choice after a game from this position; after Chess960, another random one. */
function startAfter(fen: string): Start {
  const numbers = [...Array(STARTS).keys()];
  return numbers.some((n) => chess960Fen(n) === fen) ? 'chess960' : startFrom(fen);
}

/** The starting position of the game. */
function readStart(start: Start, fen: string, number: string): Result<Position> {
  if (start === 'standard') return parseFen(START_FEN);
  if (start === 'position') return parseFen(fen);
  const isNumber = /^\d{1,3}$/.test(number) && Number(number) < STARTS;
  return isNumber ? parseFen(chess960Fen(Number(number))) : fail(t.badNumber);
}
