/**
 * Time controls in the usual notation: `8+0.08`, `40/4:00`, `5+3`.
 * https://www.chessprogramming.org/Time_Management
 */
import { fail, ok, quote, type Result } from '../../util/result.ts';

/** A time control; times in milliseconds. */
export interface TimeControl {
  /** Moves per period, each of which adds `base` again; 0 for the whole game. */
  moves: number;
  base: number;
  increment: number;
}

/** The units of a time without a colon, in milliseconds. */
const UNITS = { seconds: 1000, minutes: 60_000 };

const TIME_CONTROL =
  /^(?:(\d{1,3})\/)?(?:(\d{1,4}):)?(\d{1,6}(?:\.\d{1,6})?)(?:\+(\d{1,5}(?:\.\d{1,6})?))?$/;

/**
 * Reads `[moves/][minutes:]time[+increment]`. The increment is in seconds. The time is in `unit`,
 * or in seconds after a colon. Engine matches use seconds (`8+0.08`), people use minutes (`5+3`).
 */
export function parseTimeControl(text: string, unit: keyof typeof UNITS): Result<TimeControl> {
  const match = TIME_CONTROL.exec(text);
  if (match === null) {
    const example = unit === 'seconds' ? '8+0.08 or 40/60' : '5+3';
    return fail(`not a time control in ${unit}, such as ${example}: ${quote(text)}`);
  }
  const [, moves = '0', minutes, time, increment = '0'] = match;
  const base =
    minutes === undefined
      ? Number(time) * UNITS[unit]
      : Number(minutes) * UNITS.minutes + Number(time) * UNITS.seconds;
  if (Math.round(base) === 0) return fail(`the initial time must not be zero: ${quote(text)}`);
  return ok({
    moves: Number(moves),
    base: Math.round(base),
    increment: Math.round(Number(increment) * 1000),
  });
}

/** The form of PGN's `TimeControl` tag, in seconds: `8+0.08`, `40/240`. */
export function formatTimeControl({ moves, base, increment }: TimeControl): string {
  const period = moves > 0 ? `${moves}/` : '';
  return `${period}${base / 1000}${increment > 0 ? `+${increment / 1000}` : ''}`;
}
