/**
 * The time of a search: the elapsed time, the part of it that counts, and the budget for the move.
 *
 * Time is counted by the clock or, with Stockfish's `nodestime`, in nodes, so that games do not depend on the
 * machine. The GUI's clock still runs in real time, so it is only read before the first move of each side; from
 * then on the clocks are kept here. When `movestogo` rises, a time control has been reached, and the time of
 * the first one is added again.
 *
 * Threads share no precise clock. Their `performance.timeOrigin` differs once the machine was suspended or its
 * time was set (https://github.com/w3c/hr-time/issues/115). So `Date.now` measures how long the request took to
 * arrive, and `performance.now` the rest.
 */
import type { Position } from '../chess/board/position.ts';
import { type Color, WHITE } from '../chess/board/types.ts';
import type { Limits, SearchSettings } from './limits.ts';
import type { Signals } from './signals.ts';
import { planTime, type TimeBudget } from './timeManagement.ts';

/** The clock of one side, kept by nodes. Times are in milliseconds. */
interface NodeClock {
  left: number;
  /** What was left before the first move. */
  readonly first: number;
  /** `movestogo` of the last move, 0 without. */
  movesToGo: number;
}

/** Milliseconds that a search takes at least: some 400 nodes, while most first iterations take less than 150. */
const SHORTEST = 1;

export class SearchClock {
  budget: TimeBudget = { soft: 0, hard: 0 };
  private readonly signals: Signals;
  /** When the search was requested, by `performance.now` of this thread. */
  private started = 0;
  private nodestime = 0;
  /** Of each side; null before its first move. */
  private readonly clocks: [NodeClock | null, NodeClock | null] = [null, null];
  /** The clock that this search runs on, if it is kept by nodes. */
  private running: NodeClock | null = null;

  /** The nodes are those that `signals` count. */
  constructor(signals: Signals) {
    this.signals = signals;
  }

  /** Resets the clocks that are kept by nodes. */
  newGame(): void {
    this.clocks.fill(null);
  }

  /** Begins a search of the position that was requested at `requestedAt`, by `Date.now` of any thread. */
  begin(
    limits: Limits,
    position: Pick<Position, 'turn' | 'fullmove'>,
    settings: Readonly<SearchSettings>,
    requestedAt: number,
  ): void {
    const { turn } = position;
    this.started = performance.now() - Math.max(0, Date.now() - requestedAt);
    this.nodestime = settings.nodestime;
    this.running = this.nodestime === 0 ? null : this.nodeClock(limits, turn);
    const own =
      this.running === null
        ? limits
        : { ...limits, [turn === WHITE ? 'wtime' : 'btime']: this.running.left };
    const { soft, hard } = planTime(own, position, settings.moveOverhead, settings.slowMover);
    // A request that arrives after its time is up gets a searched move all the same.
    const least = this.nodestime === 0 ? this.elapsed() + SHORTEST : 0;
    this.budget = { soft, hard: Math.max(hard, least) };
  }

  /**
   * Ends the search: subtracts what it has spent from a clock kept by nodes, and adds the increment. A search
   * that still ponders is a ponder miss, and costs nothing.
   */
  end(limits: Limits, turn: Color): void {
    const { running } = this;
    if (running === null || this.signals.isPondering) return;
    const increment = (turn === WHITE ? limits.winc : limits.binc) ?? 0;
    running.left = Math.max(0, running.left - this.spent()) + increment;
  }

  /** Milliseconds since the search was requested. */
  elapsed(): number {
    return performance.now() - this.started;
  }

  /** Milliseconds that count towards the budget. */
  spent(): number {
    return this.nodestime === 0 ? this.elapsed() : this.signals.totalNodes() / this.nodestime;
  }

  /** The clock kept by nodes of the side to move; null for searches without its clock, such as analyses. */
  private nodeClock(limits: Limits, turn: Color): NodeClock | null {
    const given = turn === WHITE ? limits.wtime : limits.btime;
    if (given === undefined || limits.infinite) return null;
    const movesToGo = limits.movestogo ?? 0;
    const clock = this.clocks[turn] ?? { left: given, first: given, movesToGo };
    this.clocks[turn] = clock;
    if (movesToGo > clock.movesToGo) clock.left += clock.first;
    clock.movesToGo = movesToGo;
    return clock;
  }
}
