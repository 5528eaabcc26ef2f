/**
 * A search thread in a worker that another worker starts. If none can be started from there it runs in the one that
 * owns the engine: the page may have revoked the blob URL of that worker, or its security policy may forbid nested
 * workers.
 */
import type { ThreadEvents, ThreadPort } from '../../engine/engineHost.ts';
import type { ToThread } from '../../engine/threadMessages.ts';
import { startLocalThread } from './localThread.ts';
import { startWorkerThread } from './workerThread.ts';

/** Starts the thread; `onFallback` is called with the reason if that is not possible in a worker. */
export function startNestedThread(
  createWorker: () => Worker,
  events: ThreadEvents,
  onFallback: (reason: string) => void,
): ThreadPort {
  /** What a local thread would have to do; null once it is known which of them runs: orders hold memory. */
  let orders: ToThread[] | null = [];
  let local: ThreadPort | null = null;
  const nested = startWorkerThread(createWorker, {
    onMessage(message) {
      orders = null;
      events.onMessage(message);
    },
    onDeath(error) {
      if (local !== null) return;
      if (orders === null) return events.onDeath(error);
      onFallback(error.message);
      local = startLocalThread(events);
      for (const order of orders) local.post(order);
      orders = null;
    },
  });
  return {
    post(order) {
      orders?.push(order);
      (local ?? nested).post(order);
    },
    checkAlive: () => (local === null ? nested.checkAlive!() : Promise.resolve()),
    async terminate() {
      await local?.terminate();
      await nested.terminate();
    },
  };
}
