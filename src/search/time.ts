/**
 * How long to think.
 *
 * The plan: of the time that is left, this move gets an even share of the moves still expected,
 * plus most of the increment. No new iteration begins once that share is spent (the soft limit),
 * for it would hardly finish; an iteration under way may go on to a few shares, but never to more
 * than a part of what is on the clock (the hard limit). A little is kept back for what happens
 * between our clock and the GUI's.
 */
import type { Limits } from './limits.ts';

export interface TimeBudget {
  /** No new iteration begins after so many milliseconds. */
  soft: number;
  /** The search stops after so many milliseconds. */
  hard: number;
}

/** Without `movestogo` a game is expected to last so many more moves, however long it lasts. */
const EXPECTED_MOVES = 25;
const INCREMENT_SHARE = 0.75;
const HARD_SHARES = 4;
const HARD_PART_OF_CLOCK = 0.6;

/**
 * The budget for the side to move (0 white, 1 black); infinite without a clock. `overhead` are the
 * milliseconds lost between the engine and the GUI's clock.
 */
export function planTime(limits: Limits, turn: number, overhead: number): TimeBudget {
  const unlimited = { soft: Number.POSITIVE_INFINITY, hard: Number.POSITIVE_INFINITY };
  if (limits.infinite) return unlimited;
  if (limits.movetime !== undefined) {
    const time = Math.max(1, limits.movetime - overhead);
    return { soft: time, hard: time };
  }
  const clock = turn === 0 ? limits.wtime : limits.btime;
  if (clock === undefined) return unlimited;
  const increment = (turn === 0 ? limits.winc : limits.binc) ?? 0;
  const left = Math.max(1, clock - overhead);
  const moves = Math.min(EXPECTED_MOVES, Math.max(1, limits.movestogo ?? EXPECTED_MOVES));
  const share = left / moves + increment * INCREMENT_SHARE;
  // With one move to go the whole clock is ours, but for a margin.
  const hard = Math.max(1, Math.min(share * HARD_SHARES, left * HARD_PART_OF_CLOCK));
  return { soft: Math.min(share, hard), hard };
}

/** What the search itself shows of how hard the choice is. */
export interface SearchSigns {
  /** For how many iterations the best move has been the same. */
  stability: number;
  /** By how many centipawns the score fell in the last iteration; negative if it rose. */
  drop: number;
  /** The part of all nodes that was spent on the best move, 0 to 1. */
  nodeShare: number;
}

/** By what the soft limit is multiplied: more while the choice is open, less when it is clear. */
export function softFactor({ stability, drop, nodeShare }: SearchSigns): number {
  const byStability = Math.max(0.75, 1.3 - 0.1 * stability);
  const byDrop = Math.max(0.85, Math.min(1.6, 1 + drop / 60));
  const byShare = Math.max(0.55, 1.7 - 1.2 * nodeShare);
  return byStability * byDrop * byShare;
}
