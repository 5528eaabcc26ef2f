/**
 * Detects dead workers. When a browser kills a worker, to save memory for example, it fires no event.
 * So while an answer is due, the worker must give signs of life: a message, or a change of its
 * counters in shared memory.
 */
import { type FromThread, SIGNALS, type ToThread } from '../../engine/threadMessages.ts';
import { Signals } from '../../search/signals.ts';

/** Milliseconds between two checks. */
const TICK = 500;
/**
 * The number of checks without a sign of life after which a worker counts as dead: while it works, and while it
 * only has to answer a ping. Checks are counted instead of time, because a page can be suspended in the
 * background: its worker must not count as dead when it wakes up.
 */
const BUSY_PATIENCE = 12;
const IDLE_PATIENCE = 4;
/** The same for a worker that has not answered yet: its script may load slowly. */
const START_PATIENCE = 240;

/** Messages that complete an order. */
const ANSWERS: ReadonlySet<FromThread['type']> = new Set(['ready', 'best', 'perftDone', 'probed']);

export class Watchdog {
  /** Orders without an answer. */
  private awaited = 0;
  /** Checks since the last sign of life. */
  private silence = 0;
  private hasStarted = false;
  /** Those of the worker alone: other threads go on when it is dead. */
  private counters: Float64Array | null = null;
  private lastCounters = '';
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Ends the waits of {@link checkAlive}. */
  private readonly checks: (() => void)[] = [];

  private readonly ping: () => void;
  private readonly onSilence: () => void;

  /** `ping` asks the worker for a sign of life; `onSilence` is called if there is none. */
  constructor(ping: () => void, onSilence: () => void) {
    this.ping = ping;
    this.onSilence = onSilence;
  }

  /** To be called for every order to the worker. */
  sent(order: ToThread): void {
    if (SIGNALS.has(order.type)) return;
    if (order.type === 'memory' && !(order.signals instanceof ArrayBuffer)) {
      this.counters = Signals.countersOf(order.signals, order.thread);
    }
    this.awaited++;
    this.watch();
  }

  /** To be called for every message from the worker. */
  heard({ type }: FromThread): void {
    this.hasStarted = true;
    this.silence = 0;
    if (ANSWERS.has(type)) this.awaited = Math.max(0, this.awaited - 1);
    for (const resolve of this.checks.splice(0)) resolve();
    if (this.awaited === 0) this.rest();
  }

  /** Resolves after the next sign of life, or when the worker counts as dead. */
  async checkAlive(): Promise<void> {
    if (!this.hasStarted) return;
    const answer = new Promise<void>((resolve) => this.checks.push(resolve));
    this.watch();
    this.ping();
    await answer;
  }

  /** Stops watching. */
  rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    for (const resolve of this.checks.splice(0)) resolve();
  }

  private watch(): void {
    this.silence = 0;
    this.timer ??= setInterval(() => this.check(), TICK);
  }

  private check(): void {
    const counters = this.counters?.join() ?? '';
    if (counters !== this.lastCounters) this.silence = 0;
    this.lastCounters = counters;
    this.silence++;
    if (this.silence > this.patience()) {
      this.onSilence();
      this.rest();
    } else if (this.hasStarted) {
      this.ping();
    }
  }

  private patience(): number {
    if (!this.hasStarted) return START_PATIENCE;
    return this.awaited > 0 ? BUSY_PATIENCE : IDLE_PATIENCE;
  }
}
