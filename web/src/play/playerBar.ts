/** A player's name, material lead and clock, above or below the board. */
import type { Position } from '../../../src/chess/board/position.ts';
import {
  BLACK,
  type Color,
  colorName,
  colorOf,
  NO_PIECE,
  typeOf,
  WHITE,
} from '../../../src/chess/board/types.ts';
import { formatTime } from '../../../src/play/chessClock.ts';
import { el } from '../dom.ts';
import { texts } from '../texts.ts';

/** Points by piece type, 0 for the king. */
const POINTS = [1, 3, 3, 5, 9, 0];
/** The clock is highlighted below this, in milliseconds. */
const LOW_TIME = 20_000;

export class PlayerBar {
  readonly element: HTMLElement;
  private readonly name = el('span', { class: 'name' });
  private readonly note = el('span', { class: 'note' });
  private readonly lead = el('span', { class: 'lead' });
  private readonly clock = el('span', { class: 'clock', role: 'timer' });
  private readonly dot = el('span', { class: 'dot', 'aria-hidden': 'true' });

  constructor() {
    const title = el('span', { class: 'title' }, this.dot, this.name, this.lead, this.note);
    this.element = el('div', { class: 'player' }, title, this.clock);
  }

  show(name: string, color: Color, position: Position, note: string, isTurn: boolean): void {
    this.name.textContent = name;
    this.note.textContent = note;
    this.dot.classList.toggle('black', color === BLACK);
    this.element.classList.toggle('is-turn', isTurn);
    const lead = materialLead(position) * (color === WHITE ? 1 : -1);
    this.lead.textContent = lead > 0 ? `+${lead}` : '';
    if (lead > 0) this.lead.title = texts.captured(colorName(color), lead);
    else this.lead.removeAttribute('title');
  }

  /** Milliseconds left; null where there is no clock. */
  showTime(time: number | null): void {
    const text = time === null ? '' : formatTime(time);
    if (this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle('is-low', time !== null && time < LOW_TIME);
  }
}

/** White's points minus Black's. */
function materialLead({ board }: Position): number {
  let lead = 0;
  for (const piece of board) {
    if (piece === NO_PIECE) continue;
    lead += POINTS[typeOf(piece)]! * (colorOf(piece) === WHITE ? 1 : -1);
  }
  return lead;
}
