/**
 * What ends a move: a clock with increment and control periods, a fixed time, nodes or a depth.
 * https://www.chessprogramming.org/Time_Management
 */

import { type Color, WHITE } from '../chess/board/types.ts';
import { formatTimeControl, type TimeControl } from '../chess/game/timeControl.ts';

/** Any of them together; the first one reached ends the move. At least one is there. */
export interface Limit {
  clock?: TimeControl;
  /** Milliseconds a move. */
  movetime?: number;
  nodes?: number;
  depth?: number;
}

/** As a person reads it, and a PGN's `TimeControl`: `8+0.08`, `40/4`, `5000 nodes`. */
export function formatLimit(limit: Limit): string {
  const words: string[] = [];
  if (limit.clock !== undefined) words.push(formatTimeControl(limit.clock));
  if (limit.movetime !== undefined) words.push(`${limit.movetime / 1000} s/move`);
  if (limit.nodes !== undefined) words.push(`${limit.nodes} nodes`);
  if (limit.depth !== undefined) words.push(`depth ${limit.depth}`);
  return words.join(', ');
}

/** What one player has left, as an arbiter keeps it. */
export class Clock {
  private readonly control: TimeControl;
  /** Milliseconds; less than nothing once the flag has fallen. */
  remaining: number;
  private movesMade = 0;

  constructor(control: TimeControl) {
    this.control = control;
    this.remaining = control.base;
  }

  /** Moves to the next period, or null where there is none. */
  get movesToGo(): number | null {
    const { moves } = this.control;
    return moves === 0 ? null : moves - (this.movesMade % moves);
  }

  get increment(): number {
    return this.control.increment;
  }

  /** A move took `elapsed` milliseconds. Returns whether the flag fell by more than the margin. */
  press(elapsed: number, margin: number): boolean {
    this.remaining -= elapsed;
    if (this.remaining < -margin) return true;
    this.remaining = Math.max(0, this.remaining) + this.control.increment;
    this.movesMade++;
    const { moves, base } = this.control;
    if (moves > 0 && this.movesMade % moves === 0) this.remaining += base;
    return false;
  }
}

/**
 * UCI's words for the limits of one move. A player without a clock is shown with the time of the
 * other: an engine on a clock expects to be told both.
 */
export function goWords(limit: Limit, us: Color, own: Clock | null, other: Clock | null): string {
  const words = ['go'];
  if (own !== null) {
    const [white, black] = us === WHITE ? [own, other ?? own] : [other ?? own, own];
    words.push('wtime', whole(white.remaining), 'btime', whole(black.remaining));
    words.push('winc', whole(white.increment), 'binc', whole(black.increment));
    if (own.movesToGo !== null) words.push('movestogo', whole(own.movesToGo));
  }
  if (limit.movetime !== undefined) words.push('movetime', whole(limit.movetime));
  if (limit.nodes !== undefined) words.push('nodes', whole(limit.nodes));
  if (limit.depth !== undefined) words.push('depth', whole(limit.depth));
  return words.join(' ');
}

const whole = (value: number): string => String(Math.max(0, Math.floor(value)));
