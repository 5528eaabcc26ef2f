/** The dialog for a new game: colour, strength, clock and starting position. */
import type { Position } from '../../../src/chess/board/position.ts';
import { BLACK, type Color, WHITE } from '../../../src/chess/board/types.ts';
import { chess960Fen } from '../../../src/chess/game/chess960.ts';
import type { TimeControl } from '../../../src/chess/game/timeControl.ts';
import { formatFen, parseFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { fail, type Result } from '../../../src/chess/result.ts';
import { askPosition } from '../board/editor.ts';
import { button, el, radios, select, showDialog } from '../dom.ts';
import { texts } from '../texts.ts';
import { ELO_STEP, type GameSettings, levelName, levelText, MAX_ELO, MIN_ELO } from './settings.ts';

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

/** Asks for settings, with `from` preselected; null if cancelled. */
export function askNewGame(from: GameSettings): Promise<GameSettings | null> {
  let color: Color | 'random' = from.color;
  let { elo, clock } = from;
  let start: Start = from.fen === START_FEN ? 'standard' : 'position';
  let number = randomStart();

  return showDialog<GameSettings>(t.title, (close) => {
    const fenField = el('input', { type: 'text', spellcheck: 'false', autocomplete: 'off' });
    fenField.value = from.fen;
    const numberField = el('input', { type: 'number', min: 0, max: STARTS - 1 });
    numberField.value = `${number}`;
    const problem = el('p', { class: 'problem', role: 'alert' });
    const chess960Box = el(
      'div',
      { class: 'row' },
      el('label', { class: 'field' }, el('span', {}, t.number), numberField),
      button(t.shuffle, () => {
        number = randomStart();
        numberField.value = `${number}`;
      }),
    );
    const positionBox = el(
      'div',
      { class: 'row' },
      el('label', { class: 'field wide' }, el('span', {}, t.fen), fenField),
      button(t.byHand, async () => {
        const fen = await askPosition(fenField.value);
        if (fen !== null) fenField.value = fen;
      }),
    );
    const boxes = { chess960: chess960Box, position: positionBox };
    const showStart = () => {
      for (const [name, box] of Object.entries(boxes)) box.hidden = name !== start;
      problem.replaceChildren();
    };
    showStart();

    const submit = (event: Event) => {
      event.preventDefault();
      const position = readStart(start, fenField.value, numberField.value);
      if (!position.ok) {
        problem.textContent = texts.problem(position.error.message);
        return;
      }
      const side = color === 'random' ? (Math.random() < 0.5 ? WHITE : BLACK) : color;
      close({ color: side, elo, clock, fen: formatFen(position.value) });
    };
    return [
      el(
        'form',
        // The browser's validation would silently block submission for invalid hidden fields.
        { class: 'form', novalidate: true, submit },
        radios(
          'color',
          t.color,
          [
            [`${WHITE}`, texts.white],
            ['random', t.random],
            [`${BLACK}`, texts.black],
          ],
          `${color}`,
          (value) => (color = value === 'random' ? value : Number(value)),
        ),
        levelField(elo, (value) => (elo = value)),
        select(t.clock, clockOptions(clock), clockKey(clock), (key) => (clock = readClock(key))),
        radios(
          'start',
          t.start,
          [
            ['standard', t.standard],
            ['chess960', t.chess960],
            ['position', t.position],
          ],
          start,
          (value) => {
            start = value as Start;
            showStart();
          },
        ),
        ...Object.values(boxes),
        problem,
        el(
          'div',
          { class: 'dialog-buttons' },
          button(t.cancel, () => close(null)),
          el('button', { type: 'submit', class: 'primary' }, t.play),
        ),
      ),
    ];
  });
}

/** A slider whose last step is full strength. */
function levelField(elo: number | null, onChange: (elo: number | null) => void): HTMLElement {
  const full = MAX_ELO + ELO_STEP;
  const read = (value: string) => (Number(value) > MAX_ELO ? null : Number(value));
  const slider = el('input', { type: 'range', min: MIN_ELO, max: full, step: ELO_STEP });
  slider.value = `${elo ?? full}`;
  const output = el('output', {});
  const show = () => {
    const value = read(slider.value);
    const name = value === null ? '' : ` · ${levelName(value)}`;
    output.textContent = levelText(value) + name;
    slider.setAttribute('aria-valuetext', output.textContent);
  };
  slider.addEventListener('input', () => {
    show();
    onChange(read(slider.value));
  });
  show();
  const caption = el('span', { class: 'caption' }, el('span', {}, t.level), output);
  return el('label', { class: 'field wide' }, caption, slider);
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

const randomStart = (): number => Math.floor(Math.random() * STARTS);

/** The starting position of the game. */
function readStart(start: Start, fen: string, number: string): Result<Position> {
  if (start === 'standard') return parseFen(START_FEN);
  if (start === 'position') return parseFen(fen);
  const isNumber = /^\d{1,3}$/.test(number) && Number(number) < STARTS;
  return isNumber ? parseFen(chess960Fen(Number(number))) : fail(t.badNumber);
}
