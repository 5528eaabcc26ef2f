/**
 * Time management: a budget before the search, adjusted by what the search shows.
 *
 * Before the search. The share of a move is the time left divided by the moves still expected, plus
 * most of the increment. Fewer are expected as the game goes on: half of all games are decided by move 40
 * or so, and what is left on the clock then was saved for nothing. The share is the soft limit: no new
 * iteration is started after it, as an iteration takes longer than all before it. The hard limit, at which
 * the search stops anywhere, is a few shares but never more than a part of the clock. With `movestogo` the
 * time is divided by that, at most by the usual number of moves. `Move Overhead` is kept back for each
 * move, and a few times as much is left out of the plan, so that a machine that stalls does not lose on time.
 * `Slow Mover` scales the share. A `movetime` is shortened by the overhead too, by no more than half of it.
 *
 * During the search three signs stretch or shrink the soft limit, by their product:
 *  - stability: a best move that stays the same over iterations will hardly change in the next;
 *  - drops: after a falling score time is best spent on looking for a better move;
 *  - node share: where nearly all nodes went into the best move, the others were refuted easily.
 *
 * With a clock a single legal move is played at once. With `movetime` alone all of that is used, unless
 * a mate is found and iterations of four times its length find none that is shorter.
 * https://www.chessprogramming.org/Time_Management
 */
import type { Position } from '../chess/board/position.ts';
import { WHITE } from '../chess/board/types.ts';
import type { Limits } from './limits.ts';
import { tuned } from './parameters.ts';

export interface TimeBudget {
  /** Soft limit: no new iteration starts after this many milliseconds; infinite without a clock. */
  soft: number;
  /** Hard limit: the search stops after this many milliseconds. */
  hard: number;
}

const NEVER = Number.POSITIVE_INFINITY;

const percent = (share: number): number => share / 100;

/**
 * The budget for the side to move, by clock and `movetime`; infinite without either. `overhead` in
 * milliseconds per move, `slowMover` in per cent of the usual time.
 */
export function planTime(
  limits: Limits,
  { turn, fullmove }: Pick<Position, 'turn' | 'fullmove'>,
  overhead: number,
  slowMover = 100,
): TimeBudget {
  if (limits.infinite) return { soft: NEVER, hard: NEVER };
  const { movetime: given = NEVER } = limits;
  const movetime = Math.max(1, given / 2, given - overhead);
  const clock = turn === WHITE ? limits.wtime : limits.btime;
  if (clock === undefined) return { soft: NEVER, hard: movetime };
  const increment = (turn === WHITE ? limits.winc : limits.binc) ?? 0;
  const left = Math.max(1, clock - overhead);
  // What is left out of the plan is no more than half of the clock.
  const spare = Math.max(left / 2, left - tuned.timeReserve * overhead);
  const passed = percent(tuned.timeMovesStep) * (fullmove - 1);
  const expected = Math.max(tuned.timeMovesMin, tuned.timeMoves - passed);
  // Some GUIs send `movestogo 0` for sudden death.
  const moves = Math.min(expected, limits.movestogo || expected);
  // The overhead reduces every increment too.
  const usual = spare / moves + Math.max(0, increment - overhead) * percent(tuned.timeIncrement);
  const share = usual * percent(slowMover);
  const longest = Math.min(share * percent(tuned.timeHard), spare * percent(tuned.timeHardClock));
  const hard = Math.max(1, Math.min(longest, movetime));
  return { soft: Math.min(share, hard), hard };
}

/** Signs of how difficult the choice is. */
interface SearchSigns {
  /** Iterations for which the best move has been the same. */
  stability: number;
  /** Centipawns by which the score fell in the last iteration; negative if it rose. */
  drop: number;
  /** The best move's share of all nodes, 0 to 1. */
  nodeShare: number;
}

/** The factor for the soft limit: larger while the choice is open, smaller when it is clear. */
export function softFactor({ stability, drop, nodeShare }: SearchSigns): number {
  const { timeStabilityBase, timeStabilityStep, timeStabilityMin } = tuned;
  const byStability = Math.max(timeStabilityMin, timeStabilityBase - timeStabilityStep * stability);
  const { timeDropMin, timeDropMax } = tuned;
  const byDrop = Math.max(timeDropMin, Math.min(timeDropMax, 100 + (100 * drop) / tuned.timeDrop));
  const byShare = Math.max(
    tuned.timeShareMin,
    tuned.timeShareBase - tuned.timeShareSlope * nodeShare,
  );
  return percent(byStability) * percent(byDrop) * percent(byShare);
}
