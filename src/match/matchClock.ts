/**
 * One player's clock in a match, as the match keeps it: with increment and control periods.
 * https://www.chessprogramming.org/Time_Management
 */
import type { TimeControl } from '../chess/game/timeControl.ts';

export class MatchClock {
  private readonly control: TimeControl;
  /** Milliseconds; negative once the flag has fallen. */
  remaining: number;
  private movesMade = 0;

  constructor(control: TimeControl) {
    this.control = control;
    this.remaining = control.base;
  }

  /** Moves until the next period, or null if there is none. */
  get movesToGo(): number | null {
    const { moves } = this.control;
    return moves === 0 ? null : moves - (this.movesMade % moves);
  }

  get increment(): number {
    return this.control.increment;
  }

  /** Adds a move of `elapsed` milliseconds. Returns whether the flag fell by more than `margin`. */
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
