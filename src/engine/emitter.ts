/**
 * A typed version of Node's EventEmitter: the engine also runs without Node, and its types must be
 * complete without `@types/node`.
 */
import { ChessError, unknownName } from '../util/result.ts';

type Listener<A extends unknown[]> = (...args: A) => void;

interface Entry {
  listener: unknown;
  isOnce: boolean;
}

/** An object with listeners; `Events` maps event names to the arguments of their listeners. */
export class Emitter<Events extends { [K in keyof Events]: unknown[] }> {
  private readonly listeners = new Map<keyof Events, Entry[]>();
  private readonly events: readonly (keyof Events)[];

  /** `events` are the names of all events. */
  constructor(events: readonly (keyof Events)[]) {
    this.events = events;
  }

  /** Calls the listener whenever the event happens. Throws a ChessError for an unknown event. */
  on<K extends keyof Events>(event: K, listener: Listener<Events[K]>): this {
    return this.add(event, listener, false);
  }

  /** Calls the listener the next time the event happens, and only then. */
  once<K extends keyof Events>(event: K, listener: Listener<Events[K]>): this {
    return this.add(event, listener, true);
  }

  /** Removes the listener that was added last, if it was added several times. */
  off<K extends keyof Events>(event: K, listener: Listener<Events[K]>): this {
    const entry = this.listeners.get(event)?.findLast((entry) => entry.listener === listener);
    if (entry !== undefined) this.remove(event, entry);
    return this;
  }

  /** Removes the listeners of an event, or of all events. */
  removeAllListeners(event?: keyof Events): this {
    if (event === undefined) this.listeners.clear();
    else this.listeners.delete(event);
    return this;
  }

  /** The number of listeners of an event. */
  listenerCount(event: keyof Events): number {
    return this.listeners.get(event)?.length ?? 0;
  }

  /** Calls the listeners in the order in which they were added; exceptions propagate. */
  protected emit<K extends keyof Events>(event: K, ...args: Events[K]): void {
    // The list is replaced, never mutated: listeners may add and remove others.
    for (const entry of this.listeners.get(event) ?? []) {
      if (entry.isOnce) this.remove(event, entry);
      (entry.listener as Listener<Events[K]>)(...args);
    }
  }

  private remove(event: keyof Events, entry: Entry): void {
    const entries = this.listeners.get(event) ?? [];
    this.listeners.set(
      event,
      entries.filter((other) => other !== entry),
    );
  }

  private add<K extends keyof Events>(
    event: K,
    listener: Listener<Events[K]>,
    isOnce: boolean,
  ): this {
    if (!this.events.includes(event)) throw unknownName('event', event, this.events);
    if (typeof listener !== 'function') throw new ChessError('a listener must be a function');
    const entries = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...entries, { listener, isOnce }]);
    return this;
  }
}
