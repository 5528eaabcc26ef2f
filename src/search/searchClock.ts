/**
 * The time of a search: the elapsed time, the part of it that counts, and the budget for the move.
 *
 * What counts is the clock or, with Stockfish's `nodestime`, the nodes: a search is then as long as its
 * nodes, so that games do not depend on the machine. The GUI's clock runs in real time, so it is read
 * before the first move of each side only; from there on the clocks are kept here.
 *
 * Threads share no precise clock. Their `performance.timeOrigin` differs once the machine was suspended or
 * its time was set (https://github.com/w3c/hr-time/issues/115). So `Date.now` measures how long the order to
 * search was on its way, and `performance.now` the rest.
 */
import { type Color, WHITE } from '../chess/board/types.ts';
import type { Limits, SearchSettings } from './limits.ts';
import type { Signals } from './signals.ts';
import { planTime, type TimeBudget } from './timeManagement.ts';

export class SearchClock {
  budget: TimeBudget = { soft: 0, hard: 0 };
  private readonly signals: Signals;
  /** When the search was requested, by `performance.now` of this thread. */
  private started = 0;
  private nodestime = 0;
  /** Milliseconds that each side has left by nodes; null before its first move. */
  private readonly left: [number | null, number | null] = [null, null];

  /** The nodes are those that `signals` count. */
  constructor(signals: Signals) {
    this.signals = signals;
  }

  /** Resets the clocks that are kept by nodes. */
  newGame(): void {
    this.left.fill(null);
  }

  /** Begins a search that was requested at `requestedAt`, by `Date.now` of any thread. */
  begin(
    limits: Limits,
    turn: Color,
    settings: Readonly<SearchSettings>,
    requestedAt: number,
  ): void {
    this.started = performance.now() - Math.max(0, Date.now() - requestedAt);
    this.nodestime = settings.nodestime;
    const own = this.nodestime === 0 ? limits : this.byNodes(limits, turn);
    this.budget = planTime(own, turn, settings.moveOverhead, settings.slowMover);
  }

  /** Ends the search: subtracts what it has spent from a clock kept by nodes, and adds the increment. */
  end(limits: Limits, turn: Color): void {
    const left = this.left[turn];
    if (this.nodestime === 0 || left === null || left === undefined) return;
    const increment = (turn === WHITE ? limits.winc : limits.binc) ?? 0;
    this.left[turn] = Math.max(0, left - this.spent()) + increment;
  }

  /** Milliseconds since the search was requested. */
  elapsed(): number {
    return performance.now() - this.started;
  }

  /** Milliseconds that count towards the budget. */
  spent(): number {
    return this.nodestime === 0 ? this.elapsed() : this.signals.totalNodes() / this.nodestime;
  }

  /** The limits with the clock of the side to move as kept by nodes. */
  private byNodes(limits: Limits, turn: Color): Limits {
    const clock = turn === WHITE ? limits.wtime : limits.btime;
    if (clock === undefined) return limits;
    const left = this.left[turn] ?? clock;
    this.left[turn] = left;
    return { ...limits, [turn === WHITE ? 'wtime' : 'btime']: left };
  }
}
