/** A player: colour, name, captured pieces, material lead and clock. The side to move is highlighted. */
import { materialBalance } from '../../../src/chess/board/material.ts';
import type { Position } from '../../../src/chess/board/position.ts';
import { countTypes } from '../../../src/chess/board/setup.ts';
import {
  BISHOP,
  type Color,
  KING,
  KNIGHT,
  PAWN,
  type PieceType,
  pieceOf,
  QUEEN,
  ROOK,
  sideName,
} from '../../../src/chess/board/types.ts';
import { formatClock } from '../../../src/util/durations.ts';
import { pieceElement } from '../board/pieces.ts';
import { el } from '../dom.ts';
import { texts } from '../texts.ts';

/** The clock is highlighted below this, in milliseconds. */
const LOW_TIME = 20_000;

interface PlayerState {
  name: string;
  /** What the player is doing; empty for nothing. */
  note: string;
  color: Color;
  isTurn: boolean;
  /** The positions at the start of the game and on the board. */
  start: Position;
  position: Position;
}

export class PlayerCard {
  readonly element: HTMLElement;
  private readonly king = el('span', { class: 'king', 'aria-hidden': 'true' });
  private readonly name = el('span', { class: 'name' });
  private readonly note = el('span', { class: 'note' });
  private readonly captured = el('span', { class: 'captured' });
  private readonly clock = clockElement();
  private color: Color | null = null;
  /** The captured pieces that are shown, so that they are drawn again only when they change. */
  private shown = '';

  /** `place` is `above` or `below` the moves. */
  constructor(place: string) {
    const title = el('span', { class: 'title' }, this.name, this.note);
    const who = el('div', { class: 'who' }, title, this.captured);
    this.element = el('div', { class: `player ${place}` }, this.king, who, this.clock);
  }

  show({ name, note, color, isTurn, start, position }: PlayerState): void {
    this.name.textContent = name;
    this.note.textContent = note;
    this.element.classList.toggle('is-turn', isTurn);
    if (color !== this.color) this.king.replaceChildren(pieceElement(pieceOf(KING, color)));
    this.color = color;
    this.showCaptured(color, start, position);
  }

  showTime(time: number | null): void {
    showTime(this.clock, time);
  }

  private showCaptured(color: Color, start: Position, position: Position): void {
    const pieces = takenBy(color, start, position);
    const lead = materialBalance(position, color).all;
    const shown = `${color} ${pieces.join('')} ${lead}`;
    if (shown === this.shown) return;
    this.shown = shown;
    const groups = new Map<PieceType, HTMLElement>();
    for (const type of pieces) {
      const group = groups.get(type) ?? el('span', { class: 'group' });
      group.append(pieceElement(pieceOf(type, color ^ 1)));
      groups.set(type, group);
    }
    const points = el(
      'span',
      { class: 'lead', title: texts.captured(sideName(color), lead) },
      `+${lead}`,
    );
    this.captured.replaceChildren(...groups.values(), ...(lead > 0 ? [points] : []));
  }
}

export const clockElement = (): HTMLElement => el('span', { class: 'clock', role: 'timer' });

/** Shows milliseconds left; null where there is no clock. */
export function showTime(clock: HTMLElement, time: number | null): void {
  const text = time === null ? '' : formatClock(time);
  if (clock.textContent !== text) clock.textContent = text;
  clock.classList.toggle('is-low', time !== null && time < LOW_TIME);
}

/** The other side's pieces that are missing since the start, pawns first. */
function takenBy(color: Color, start: Position, position: Position): PieceType[] {
  const now = countTypes(position.board, color ^ 1);
  const missing = countTypes(start.board, color ^ 1).map((count, type) => count - now[type]!);
  // A piece more than at the start is a promoted pawn, which was not captured.
  for (const count of missing) if (count < 0) missing[PAWN]! += count;
  return [PAWN, KNIGHT, BISHOP, ROOK, QUEEN].flatMap((type) =>
    Array.from({ length: Math.max(0, missing[type]!) }, () => type),
  );
}
