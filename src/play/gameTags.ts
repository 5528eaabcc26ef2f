/**
 * The tags and clock comments in the PGN of a game against the engine, at the terminal and in the page:
 * players, strength, time control, how it ended, and the time left after each move.
 * https://www.chessprogramming.org/Portable_Game_Notation
 */
import { sideName } from '../chess/board/types.ts';
import type { Game } from '../chess/game/game.ts';
import { formatTimeControl, type TimeControl } from '../chess/game/timeControl.ts';
import { formatPgnClock } from '../util/durations.ts';
import type { ChessClock } from './chessClock.ts';

export interface Player {
  name: string;
  /** The Elo of an engine that plays at a level; null for full strength, and for people. */
  elo: number | null;
}

/** `termination` is that of {@link terminationOf}. */
export function gameTags(
  players: readonly [white: Player, black: Player],
  control: TimeControl | null,
  termination: string | null,
): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const [color, { name }] of players.entries()) tags[sideName(color)] = name;
  for (const [color, { elo }] of players.entries()) {
    if (elo !== null) tags[`${sideName(color)}Elo`] = `${elo}`;
  }
  if (control !== null) tags.TimeControl = formatTimeControl(control);
  if (termination !== null) tags.Termination = termination;
  return tags;
}

/** How a game ended, in the words of the PGN standard; null while it is played. */
export function terminationOf(game: Game, clock: ChessClock | null, now: number): string | null {
  if (!game.isOver()) return null;
  // Resignations and draws by agreement are normal, too.
  const isByRules = game.end() !== null;
  return clock !== null && !isByRules && clock.hasFallen(now) ? 'time forfeit' : 'normal';
}

/** The comment on a move with the time that is left after it, in milliseconds. */
export const clockComment = (left: number): string => `[%clk ${formatPgnClock(Math.max(0, left))}]`;
