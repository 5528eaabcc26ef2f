/**
 * Notices that a worker is dead. A browser that kills a worker, to save memory say, tells nobody:
 * no event, no answer, ever. So while an answer is awaited the worker must show a sign of life now
 * and then: a message, or a node counter in shared memory that moves.
 */
import type { FromThread, ToThread } from '../messages.ts';

/** Milliseconds between two looks. */
const TICK = 1000;
/**
 * Looks without a sign of life before a worker counts as dead. Looks are counted, not time: a page
 * that sleeps in the background must not take its worker for dead when it wakes up.
 */
const PATIENCE = 10;

const ANSWERS: ReadonlySet<FromThread['type']> = new Set(['ready', 'best', 'perftDone']);

export class Watchdog {
  private awaited = 0;
  private silence = 0;
  private hasStarted = false;
  private counters: Uint8Array | null = null;
  private lastCounters = '';
  private timer: ReturnType<typeof setInterval> | undefined;

  private readonly ping: () => void;
  private readonly onSilence: () => void;

  /** `ping` asks the worker for a sign of life; `onSilence` is called when it gives none. */
  constructor(ping: () => void, onSilence: () => void) {
    this.ping = ping;
    this.onSilence = onSilence;
  }

  /** An order has been sent. */
  sent(order: ToThread): void {
    if (order.type === 'stop' || order.type === 'ponderHit' || order.type === 'ping') return;
    if (order.type === 'memory' && !(order.signals instanceof ArrayBuffer)) {
      this.counters = new Uint8Array(order.signals);
    }
    this.awaited++;
    this.silence = 0;
    this.timer ??= setInterval(() => this.look(), TICK);
  }

  /** A message has come. */
  heard({ type }: FromThread): void {
    this.hasStarted = true;
    this.silence = 0;
    if (!ANSWERS.has(type)) return;
    this.awaited = Math.max(0, this.awaited - 1);
    if (this.awaited === 0) this.rest();
  }

  /** Stops looking. */
  rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private look(): void {
    // The file may take long to arrive; if it does not, the browser says so.
    if (!this.hasStarted) return;
    const counters = this.counters?.join() ?? '';
    if (counters !== this.lastCounters) this.silence = 0;
    this.lastCounters = counters;
    this.silence++;
    if (this.silence > PATIENCE) {
      this.rest();
      this.onSilence();
    } else {
      this.ping();
    }
  }
}
