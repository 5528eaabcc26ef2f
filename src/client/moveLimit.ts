/** The limits of an engine's move: a clock, a fixed time, nodes or a depth. */
import { type Color, WHITE } from '../chess/board/types.ts';
import { formatTimeControl, type TimeControl } from '../chess/game/timeControl.ts';
import type { Limits } from '../search/limits.ts';

/** At least one limit. If there are several, the first one reached ends the move. */
export interface MoveLimit extends Pick<Limits, 'movetime' | 'nodes' | 'depth'> {
  clock?: TimeControl;
}

/** A description, also used for PGN's `TimeControl`: `8+0.08`, `40/4`, `5000 nodes`. */
export function formatLimit(limit: MoveLimit): string {
  const words: string[] = [];
  if (limit.clock !== undefined) words.push(formatTimeControl(limit.clock));
  if (limit.movetime !== undefined) words.push(`${limit.movetime / 1000} s/move`);
  if (limit.nodes !== undefined) words.push(`${limit.nodes} nodes`);
  if (limit.depth !== undefined) words.push(`depth ${limit.depth}`);
  return words.join(', ');
}

/** What an engine is told about a player's clock, in milliseconds. */
interface ClockState {
  readonly remaining: number;
  readonly increment: number;
  /** Moves until the next period, or null if there is none. */
  readonly movesToGo: number | null;
}

/**
 * The UCI `go` command for one move. If only one player has a clock, its time is sent for both
 * sides: an engine on a clock expects both.
 */
export function formatGo(
  limit: MoveLimit,
  us: Color,
  own: ClockState | null,
  other: ClockState | null,
): string {
  const words = ['go'];
  if (own !== null) {
    const [white, black] = us === WHITE ? [own, other ?? own] : [other ?? own, own];
    // To some engines 0 means that there is no clock.
    const [wtime, btime] = [white, black].map(({ remaining }) => whole(Math.max(1, remaining)));
    words.push('wtime', wtime!, 'btime', btime!);
    words.push('winc', whole(white.increment), 'binc', whole(black.increment));
    if (own.movesToGo !== null) words.push('movestogo', whole(own.movesToGo));
  }
  if (limit.movetime !== undefined) words.push('movetime', whole(limit.movetime));
  if (limit.nodes !== undefined) words.push('nodes', whole(limit.nodes));
  if (limit.depth !== undefined) words.push('depth', whole(limit.depth));
  return words.join(' ');
}

const whole = (value: number): string => String(Math.max(0, Math.floor(value)));
