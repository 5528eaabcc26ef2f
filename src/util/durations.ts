/** Formats durations: as a clock shows them, as PGN's `[%clk]`, and in words. */

const two = (n: number): string => String(n).padStart(2, '0');

/** Hours, minutes and whole seconds. */
function split(milliseconds: number): [hours: number, minutes: number, seconds: number] {
  const seconds = Math.floor(milliseconds / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
}

/**
 * As a clock shows it: `4:59`, `1:02:03`; below ten seconds with tenths, `0:09.3`, unless `hasTenths`
 * is false. Negative times are shown as 0.
 */
export function formatClock(milliseconds: number, hasTenths = true): string {
  const time = Math.max(0, milliseconds);
  const [hours, minutes, seconds] = split(time);
  if (time < 10_000 && hasTenths) return `0:0${(Math.floor(time / 100) / 10).toFixed(1)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Seconds as a clock shows them, with tenths only if there are any. */
export const formatSeconds = (seconds: number): string =>
  formatClock(seconds * 1000, !Number.isInteger(seconds));

/** As in PGN's `[%clk …]`: `0:04:59.3`. */
export function formatPgnClock(milliseconds: number): string {
  const [hours, minutes, seconds] = split(milliseconds);
  return `${hours}:${two(minutes)}:${two(seconds)}.${Math.floor(milliseconds / 100) % 10}`;
}

/** In words, rounded up to whole seconds: `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(milliseconds: number): string {
  const [hours, minutes, seconds] = split(Math.ceil(Math.max(0, milliseconds) / 1000) * 1000);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`;
}
