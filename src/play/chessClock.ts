/**
 * A chess clock: the time of the side to move runs, and a move adds the increment. It never reads
 * the time itself; every call passes it, in milliseconds since any fixed moment.
 */
import { BLACK, type Color, WHITE } from '../chess/board/types.ts';
import type { TimeControl } from '../chess/game/timeControl.ts';
import type { Limits } from '../search/limits.ts';

/** Both sides' times when the clock of the side to move was started, in milliseconds. */
export type Times = readonly [white: number, black: number];

export class ChessClock {
  private readonly increment: number;
  private times: Times;
  private running: Color | null = null;
  private since = 0;

  constructor({ base, increment }: Pick<TimeControl, 'base' | 'increment'>) {
    this.times = [base, base];
    this.increment = increment;
  }

  /** Milliseconds that a side has left; negative once its flag has fallen. */
  left(color: Color, now: number): number {
    return this.times[color]! - (color === this.running ? now - this.since : 0);
  }

  /** Whether a side has no time left. */
  hasFallen(now: number): boolean {
    return this.left(WHITE, now) <= 0 || this.left(BLACK, now) <= 0;
  }

  /** Both clocks for a search: whole milliseconds, and at least one. */
  limits(now: number): Limits {
    const time = (color: Color) => Math.max(1, Math.floor(this.left(color, now)));
    const { increment } = this;
    return { wtime: time(WHITE), btime: time(BLACK), winc: increment, binc: increment };
  }

  /** Starts a side's clock, resetting both times if given. */
  start(color: Color, now: number, times: Times = this.times): void {
    this.times = times;
    this.running = color;
    this.since = now;
  }

  /** Ends the turn of the side whose clock runs, and starts the other clock. */
  press(now: number): void {
    if (this.running === null) return;
    const color = this.running;
    this.stop(now);
    const [white, black] = this.times;
    const { increment } = this;
    this.times = color === WHITE ? [white + increment, black] : [white, black + increment];
    this.start(color ^ 1, now);
  }

  /** Stops both clocks. */
  stop(now: number): void {
    this.times = [this.left(WHITE, now), this.left(BLACK, now)];
    this.running = null;
  }

  /** Both sides' times when the current clock was started. */
  snapshot(): Times {
    return this.times;
  }
}
