/**
 * A typed version of Node's EventEmitter: the engine also runs without Node, and its types must be
 * complete without `@types/node`.
 */

import { ChessError } from '../chess/result.ts';

type Listener<A extends unknown[]> = (...args: A) => void;

/** An object with listeners; `Events` maps event names to the arguments of their listeners. */
export class Emitter<Events extends { [K in keyof Events]: unknown[] }> {
  private readonly listeners = new Map<keyof Events, { listener: unknown; isOnce: boolean }[]>();

  /** Calls the listener whenever the event happens. Throws a ChessError if it is not a function. */
  on<K extends keyof Events>(event: K, listener: Listener<Events[K]>): this {
    return this.add(event, listener, false);
  }

  /** Calls the listener the next time the event happens, and only then. */
  once<K extends keyof Events>(event: K, listener: Listener<Events[K]>): this {
    return this.add(event, listener, true);
  }

  /** Removes the listener that was added last, if it was added several times. */
  off<K extends keyof Events>(event: K, listener: Listener<Events[K]>): this {
    const entries = this.listeners.get(event) ?? [];
    const at = entries.findLastIndex((entry) => entry.listener === listener);
    if (at >= 0) this.listeners.set(event, entries.toSpliced(at, 1));
    return this;
  }

  /** Removes the listeners of an event, or of all events. */
  removeAllListeners(event?: keyof Events): this {
    if (event === undefined) this.listeners.clear();
    else this.listeners.delete(event);
    return this;
  }

  listenerCount(event: keyof Events): number {
    return this.listeners.get(event)?.length ?? 0;
  }

  /** Calls the listeners in the order in which they were added; exceptions propagate. */
  protected emit<K extends keyof Events>(event: K, ...args: Events[K]): void {
    // The list is replaced, never mutated: listeners may add and remove others.
    for (const { listener, isOnce } of this.listeners.get(event) ?? []) {
      if (isOnce) this.off(event, listener as Listener<Events[K]>);
      (listener as Listener<Events[K]>)(...args);
    }
  }

  private add<K extends keyof Events>(
    event: K,
    listener: Listener<Events[K]>,
    isOnce: boolean,
  ): this {
    if (typeof listener !== 'function') throw new ChessError('a listener is a function');
    const entries = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...entries, { listener, isOnce }]);
    return this;
  }
}
