/**
 * The window in which a line of the root is searched: narrow, around the score of the previous
 * iteration, and widened ever faster on the side where the score falls out of it.
 * https://www.chessprogramming.org/Aspiration_Windows
 */
import { tuned } from './parameters.ts';
import { INFINITE, isDecisive } from './score.ts';

export class AspirationWindow {
  alpha = -INFINITE;
  beta = INFINITE;
  private readonly depth: number;
  /** Half the width of the next window. */
  private delta = tuned.aspirationWindow;
  /** Since the last fail-low. */
  private failHighs = 0;

  /** `previous`: the score of the previous iteration, infinite if there is none. */
  constructor(depth: number, previous: number) {
    this.depth = depth;
    if (depth < tuned.aspirationDepth || isDecisive(previous)) return;
    this.alpha = previous - this.delta;
    this.beta = previous + this.delta;
  }

  /** The depth of the next search. After a fail-high, a shallower one confirms the move. */
  get searchDepth(): number {
    return Math.max(1, this.depth - this.failHighs);
  }

  failLow(score: number): void {
    this.widen();
    this.failHighs = 0;
    this.beta = ((this.alpha + this.beta) / 2) | 0;
    this.alpha = this.isWidest ? -INFINITE : Math.max(-INFINITE, score - this.delta);
  }

  failHigh(score: number): void {
    this.widen();
    this.failHighs = Math.min(this.failHighs + 1, tuned.aspirationFailHighs);
    this.beta = this.isWidest ? INFINITE : Math.min(INFINITE, score + this.delta);
  }

  private widen(): void {
    this.delta += Math.max(1, ((this.delta * tuned.aspirationGrowth) / 100) | 0);
  }

  private get isWidest(): boolean {
    return this.delta > tuned.aspirationWidest;
  }
}
