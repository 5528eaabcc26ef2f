/**
 * A search thread on the time of the thread that asks for it, for a worker that can start no other
 * one: the search gives way every few milliseconds, so that commands are heard.
 */
import type { ThreadEvents, ThreadPort } from '../host.ts';
import type { FromThread, ToThread } from '../messages.ts';
import { ThreadWork } from '../threadWork.ts';
import { readBuiltIn } from './builtIn.ts';
import { newGiveWay } from './giveWay.ts';
import { openTable } from './tableFiles.ts';

/** Starts it. Memory is handed over, not copied: both sides see it. */
export function startLocalThread({ onMessage, onDeath }: ThreadEvents): ThreadPort {
  let isAlive = true;
  const later = newGiveWay();
  // A thread's messages never come while it is being spoken to.
  const say = (message: FromThread) => queueMicrotask(() => isAlive && onMessage(message));
  const giveWay = (): Promise<void> => (isAlive ? later() : new Promise(() => {}));
  const onFailure = (error: Error) => {
    if (isAlive) onDeath(error);
    isAlive = false;
  };
  const work = new ThreadWork(say, { builtIn: readBuiltIn, openTable, giveWay, onFailure });
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
