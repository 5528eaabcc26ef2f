/**
 * How long to think: before the search, from the clock; during it, from what it shows.
 *
 * Before. Of the time that is left, this move gets an even share of the moves still expected, plus
 * most of the increment, which comes back after the move (less what is lost on the way). That is the
 * soft limit: no new iteration begins once it is spent, for an iteration takes longer than all before
 * it and would hardly finish.
 * An iteration under way may go on to a few shares, for the move it is about to find may be why the
 * game is saved; but never beyond a part of what is on the clock, so that even a run of hard moves
 * leaves something. That is the hard limit, at which the search stops wherever it is. With moves to
 * go the shares are fewer, never more than so many. `Move Overhead` is kept back from the clock: what
 * is lost between the GUI's clock and ours. A few times as much is not planned with at all, so that a
 * machine which stalls for a moment when the clock is low does not lose the game.
 *
 * During. A soft limit is for a move of middling difficulty. Three signs say how hard this one is:
 *  - stability: the same best move in iteration after iteration will hardly change in the next;
 *  - drops: a score that falls says that something is found against us, and time is best spent on
 *    finding a way out while there is one;
 *  - node share: where nearly all nodes went into the best move, the others were easily refuted;
 *    where they were spread, there are rivals.
 * The soft limit is stretched and shortened by the product of the three.
 *
 * At once. A single legal move needs no thought when a clock runs, a mate that is as short as it can
 * be never does. With `movetime` alone all of the time is used: there is no clock to save it for.
 */
import type { Limits } from './limits.ts';

export interface TimeBudget {
  /** No new iteration begins after so many milliseconds; infinite without a clock. */
  soft: number;
  /** The search stops after so many milliseconds. */
  hard: number;
}

const NEVER = Number.POSITIVE_INFINITY;

/** Without `movestogo` a game is expected to last so many more moves, however long it lasts. */
const EXPECTED_MOVES = 25;
const INCREMENT_SHARE = 0.85;
const HARD_SHARES = 4;
const HARD_PART_OF_CLOCK = 0.6;
/** So many times the overhead is not planned with, or half of what is left where that is less. */
const RESERVED_OVERHEADS = 5;

/**
 * The budget for the side to move (0 white, 1 black): of the clock and of `movetime` what ends first,
 * infinite without either. `overhead` are the milliseconds lost between the engine and the GUI's clock.
 */
export function planTime(limits: Limits, turn: number, overhead: number): TimeBudget {
  if (limits.infinite) return { soft: NEVER, hard: NEVER };
  const movetime = limits.movetime === undefined ? NEVER : Math.max(1, limits.movetime - overhead);
  const clock = turn === 0 ? limits.wtime : limits.btime;
  if (clock === undefined) return { soft: NEVER, hard: movetime };
  const increment = (turn === 0 ? limits.winc : limits.binc) ?? 0;
  const left = Math.max(1, clock - overhead);
  const spare = Math.max(left / 2, left - RESERVED_OVERHEADS * overhead);
  const moves = Math.min(EXPECTED_MOVES, Math.max(1, limits.movestogo ?? EXPECTED_MOVES));
  // What is lost on the way to the clock is lost of every increment too.
  const share = spare / moves + Math.max(0, increment - overhead) * INCREMENT_SHARE;
  const hard = Math.max(1, Math.min(share * HARD_SHARES, spare * HARD_PART_OF_CLOCK, movetime));
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
