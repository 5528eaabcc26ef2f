/**
 * A search thread without a thread: it runs in the worker that owns the engine, for browsers in which a
 * worker cannot start another one. The search yields to the event loop every few milliseconds, so that
 * messages such as `stop` arrive during a search.
 */
import type { ThreadEvents, ThreadPort } from '../../engine/engineHost.ts';
import { SearchThread } from '../../engine/searchThread.ts';
import type { FromThread, ToThread } from '../../engine/threadMessages.ts';
import { readBuiltIn } from './browserBuiltIn.ts';
import { openTablebase } from './tablebaseSources.ts';
import { newYield } from './yieldToEvents.ts';

/** Starts the search. Its memory is the engine's own: both run in the same worker. */
export function startLocalThread({ onMessage, onDeath }: ThreadEvents): ThreadPort {
  let isAlive = true;
  const later = newYield();
  // As with a real thread, answers arrive later, never during the call of `post`.
  const say = (message: FromThread) => queueMicrotask(() => isAlive && onMessage(message));
  const yieldToEvents = (): Promise<void> => (isAlive ? later() : new Promise(() => {}));
  const onFailure = (error: Error) => {
    if (isAlive) onDeath(error);
    isAlive = false;
  };
  const work = new SearchThread(say, {
    builtIn: readBuiltIn,
    openTablebase,
    yieldToEvents,
    onFailure,
  });
  const orders: ToThread[] = [];
  const handleNext = () => {
    const order = orders.shift();
    if (isAlive && order !== undefined) work.handle(order);
  };
  return {
    post(order) {
      orders.push(order);
      later().then(handleNext).catch(onFailure);
    },
    async terminate() {
      isAlive = false;
    },
  };
}
