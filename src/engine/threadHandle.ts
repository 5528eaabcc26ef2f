/** The engine's view of a search thread: orders are processed and answered in sequence. */
import type { EngineHost, ThreadPort } from './engineHost.ts';
import type { FromThread, ToThread } from './threadMessages.ts';

/** An order is answered by a message of type `last`; those before it go to `onMessage`. */
interface PendingOrder {
  last: FromThread['type'];
  onMessage: (message: FromThread) => void;
  resolve: (message: FromThread) => void;
  reject: (error: Error) => void;
}

export class ThreadHandle {
  private readonly port: ThreadPort;
  private readonly orders: PendingOrder[] = [];
  /** Why the thread has died. */
  private death: Error | null = null;
  private hasAnswered = false;

  constructor(host: EngineHost) {
    this.port = host.startThread({
      onMessage: (message) => {
        this.hasAnswered = true;
        const order = this.orders[0];
        if (message.type !== order?.last) return order?.onMessage(message);
        this.orders.shift();
        if (this.orders.length === 0) this.port.keepAlive?.(false);
        order.resolve(message);
      },
      onDeath: (error) => this.die(error),
    });
  }

  /** Whether the thread is running. */
  get isAlive(): boolean {
    return this.death === null;
  }

  /** Why the thread ended before its first answer, or null. */
  get startFailure(): Error | null {
    return this.hasAnswered ? null : this.death;
  }

  /** Resolves when {@link isAlive} is up to date. */
  async checkAlive(): Promise<void> {
    if (this.isAlive && this.orders.length === 0) await this.port.checkAlive?.();
  }

  /** Rejects if the thread dies before answering. */
  ask<T extends FromThread['type']>(
    order: ToThread,
    last: T,
    onMessage: (message: FromThread) => void,
  ): Promise<Extract<FromThread, { type: T }>> {
    return new Promise<FromThread>((resolve, reject) => {
      if (this.death !== null) return reject(this.death);
      // Throws if the order cannot be cloned: then it was not sent, and has no answer.
      this.port.post(order);
      if (this.orders.length === 0) this.port.keepAlive?.(true);
      this.orders.push({ last, onMessage, resolve, reject });
    }) as Promise<Extract<FromThread, { type: T }>>;
  }

  /** Sends a signal, which has no answer. */
  signal(order: Extract<ToThread, { type: 'stop' | 'ponderHit' }>): void {
    if (this.death === null) this.port.post(order);
  }

  /** Terminates the thread. Orders without an answer are rejected. */
  async terminate(): Promise<void> {
    await this.port.terminate();
    this.die(new Error('the thread has ended'));
  }

  private die(error: Error): void {
    this.death ??= error;
    for (const order of this.orders.splice(0)) order.reject(this.death);
  }
}
