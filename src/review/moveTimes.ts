/**
 * How players used their time, from the comments of a game: `[%clk 1:23:45]` is the time left after a
 * move, `[%emt 0:00:12]` the time that the move took.
 * https://www.enpassant.dk/chess/palview/enhancedpgn.htm
 */
import { parseTimeControl, type TimeControl } from '../chess/game/timeControl.ts';
import type { PgnGame } from '../chess/notation/pgnReader.ts';

/** The times of one move, in seconds; null if the game does not have them. */
export interface MoveTime {
  /** Seconds left on the clock after the move; null if unknown. */
  clock: number | null;
  /** Seconds spent on the move; null if unknown. */
  spent: number | null;
}

/** Hours, minutes and seconds; hours and minutes may be missing. */
const COMMAND = /\[%(clk|emt)\s+(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5}(?:\.\d{1,3})?)\s*\]/g;

/** A side is in time trouble with less than this share of its time, up to a maximum in seconds. */
const TROUBLE = { share: 0.1, most: 300 };

/**
 * The address of a game played on Lichess, not one of a broadcast. There the first move of each side does not run
 * its clock, and a side that goes berserk gives up half its time and the increment.
 */
const LICHESS_GAME = /^https?:\/\/lichess\.org\/\w{8}(?:\w{4})?(?:\/(?:white|black))?\/?$/;

/** A time control that says nothing; there is probably no increment. */
const NO_CONTROL = /^[-?\s]*$/;

/** Whether this is half the initial time, which Lichess rounds to seconds. */
const isHalf = (clock: number | null, initial: number | null): boolean =>
  clock !== null && initial !== null && Math.abs(clock - initial / 2) < 1;

/** The times of all moves. */
export function readTimes({ tags, start, moves }: PgnGame): MoveTime[] {
  const text = tags.get('TimeControl') ?? '';
  const periods = readPeriods(text);
  const initial = periods[0] === undefined ? null : periods[0].base / 1000;
  // With so much time for each move, `1/86400`, Chess.com writes something else than what is left.
  const isPerMove = /^\s*1\//.test(text);
  const isReadable = periods.length > 0 || NO_CONTROL.test(text);
  const isLichess = LICHESS_GAME.test(tags.get('Site') ?? '');
  /** The time each side had before its move, unknown where no clock ran; White is 0. */
  const base = isLichess ? null : initial;
  const left: (number | null)[] = [base, base];
  const isBerserk = [false, false];
  return moves.map(({ comments }, i) => {
    const side = (start.turn + i) % 2;
    const said = readCommands(comments.join(' '));
    const clock = isPerMove ? null : (said.get('clk') ?? null);
    if (isLichess && i < 2) isBerserk[side] = isHalf(clock, initial);
    const fullmove = start.fullmove + Math.floor((start.turn + i) / 2);
    const increment = isBerserk[side] ? 0 : incrementAt(periods, fullmove);
    // Without the increment the time is unknown.
    const before = isReadable ? (left[side] ?? null) : null;
    const passed = clock === null || before === null ? null : exact(before - clock + increment);
    // A clock that gains more than its increment was reset by a time control.
    const spent = said.get('emt') ?? (passed === null || passed < 0 ? null : passed);
    left[side] = clock;
    return { clock, spent };
  });
}

/** In milliseconds at most: without what is left over where tenths are subtracted. */
const exact = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** The limit of time trouble, in seconds; null if the clock is unknown. */
export function troubleLimit({ tags }: PgnGame, times: readonly MoveTime[]): number | null {
  const [first] = readPeriods(tags.get('TimeControl') ?? '');
  const clocks = times.flatMap(({ clock }) => (clock === null ? [] : [clock]));
  const [clock] = clocks;
  if (clock === undefined) return null;
  // Files from tournaments often have minutes, `90+30`: then the first clock shows more than that.
  const isInSeconds = first !== undefined && 1000 * clock <= first.base + first.increment;
  const most = isInSeconds ? first.base / 1000 : Math.max(...clocks);
  return Math.min(TROUBLE.most, TROUBLE.share * most);
}

/** The time left that a comment of a move says, in seconds; null if it says none. */
export const readClock = (comments: readonly string[]): number | null =>
  readCommands(comments.join(' ')).get('clk') ?? null;

function readCommands(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [, name, hours = '0', minutes = '0', seconds] of text.matchAll(COMMAND)) {
    found.set(name!, Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  }
  return found;
}

/** The periods of `300+3`, `5400` or `40/7200:20/3600:900+30`, up to one that cannot be read. */
function readPeriods(text: string): TimeControl[] {
  const periods: TimeControl[] = [];
  for (const part of text.split(':')) {
    const period = parseTimeControl(part.trim(), 'seconds');
    if (!period.ok) break;
    periods.push(period.value);
  }
  return periods;
}

/** The increment of a move, in seconds. The last period is repeated. */
function incrementAt(periods: readonly TimeControl[], fullmove: number): number {
  let end = 0;
  const period = periods.find(({ moves }) => {
    end += moves;
    return moves === 0 || fullmove <= end;
  });
  return ((period ?? periods.at(-1))?.increment ?? 0) / 1000;
}
