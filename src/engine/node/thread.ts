/** A worker thread and what it has been told: orders are carried out one after the other. */

import type { FromThread, ToThread } from '../messages.ts';
import { startThread } from './resources.ts';

/** An order ends with one message of type `last`; those before it go to `onMessage`. */
interface Order {
  last: FromThread['type'];
  onMessage: (message: FromThread) => void;
  resolve: (message: FromThread) => void;
  reject: (error: Error) => void;
}

export class SearchThread {
  private readonly worker = startThread('search');
  private readonly orders: Order[] = [];
  /** Why the thread is no more. */
  private death: Error | null = null;

  constructor() {
    this.worker.on('message', (message: FromThread) => {
      const order = this.orders[0];
      if (message.type !== order?.last) return order?.onMessage(message);
      this.orders.shift();
      order.resolve(message);
    });
    this.worker.on('error', (error) => this.die(error));
    this.worker.on('exit', () => this.die(new Error('the thread has ended')));
  }

  /** Whether it still answers. */
  get isAlive(): boolean {
    return this.death === null;
  }

  /** Gives an order. Rejects when the thread dies before it has carried the order out. */
  ask<T extends FromThread['type']>(
    order: ToThread,
    last: T,
    onMessage: (message: FromThread) => void = () => {},
  ): Promise<Extract<FromThread, { type: T }>> {
    return new Promise<FromThread>((resolve, reject) => {
      if (this.death !== null) return reject(this.death);
      this.orders.push({ last, onMessage, resolve, reject });
      this.worker.postMessage(order);
    }) as Promise<Extract<FromThread, { type: T }>>;
  }

  /** Ends it; whoever waits for an answer of it is told. */
  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  private die(error: Error): void {
    this.death ??= error;
    for (const order of this.orders.splice(0)) order.reject(this.death);
  }
}
