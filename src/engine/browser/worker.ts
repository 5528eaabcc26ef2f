/**
 * `refrain-worker.js`: the whole engine in one classic script, for `new Worker(url)`.
 *
 * Strings are UCI, a line or several: `postMessage('go depth 10')`, and lines come back as strings.
 * Objects are the orders of an `Engine` whose search thread this worker then is. With shared memory
 * the UCI engine starts further workers of this same file; without, it searches here, in slices.
 */
import { UciSession } from '../../uci/session.ts';
import { Engine } from '../engine.ts';
import type { ThreadEvents, ThreadPort } from '../host.ts';
import type { FromThread, ToThread } from '../messages.ts';
import { ThreadWork } from '../threadWork.ts';
import { readBuiltIn } from './builtIn.ts';
import { HAS_SHARED_MEMORY, missingFeatures } from './features.ts';
import { newGiveWay } from './giveWay.ts';
import { browserHost } from './host.ts';
import { startLocalThread } from './localThread.ts';
import { openTable } from './tableFiles.ts';
import { startWorkerThread } from './workerThread.ts';

/** The part of a worker's global scope that is used here; the compiler is told of a page's alone. */
interface WorkerScope {
  readonly location: Location;
  onmessage: (event: MessageEvent<string | ToThread>) => void;
  postMessage(message: string | FromThread): void;
  close(): void;
}

const scope = globalThis as unknown as WorkerScope;

/** What is said at most once. */
const said = new Set<string>();
function sayOnce(text: string): void {
  if (!said.has(text)) scope.postMessage(`info string ${text}`);
  said.add(text);
}

/**
 * A search thread in another worker; here, if that cannot be: the page may have revoked the blob that
 * this worker was started from, or its security policy may forbid it.
 */
function startNestedThread(events: ThreadEvents): ThreadPort {
  const orders: ToThread[] = [];
  let hasStarted = false;
  let local: ThreadPort | null = null;
  const nested = startWorkerThread(() => new Worker(scope.location.href, { name: 'refrain' }), {
    onMessage(message) {
      hasStarted = true;
      events.onMessage(message);
    },
    onDeath(error) {
      if (hasStarted) return events.onDeath(error);
      if (local !== null) return;
      sayOnce(`one search thread: no worker can be started from this one (${error.message})`);
      local = startLocalThread(events);
      for (const order of orders) local.post(order);
    },
  });
  return {
    post(order) {
      if (!hasStarted) orders.push(order);
      (local ?? nested).post(order);
    },
    probe: () => (local === null ? nested.probe!() : Promise.resolve()),
    async terminate() {
      await local?.terminate();
      await nested.terminate();
    },
  };
}

/** Speaks UCI with the page; gives what takes a line. */
function startSession(): (line: string) => void {
  const hasThreads = HAS_SHARED_MEMORY && typeof Worker !== 'undefined';
  const startThread = hasThreads ? startNestedThread : startLocalThread;
  const engine = new Engine(browserHost({ startThread, hasThreads, isMemoryShared: true }));
  const session = new UciSession(engine, (line) => scope.postMessage(line));
  return (line) => {
    if (!session.handle(line)) {
      void session
        .end()
        .then(() => engine.close())
        .finally(() => scope.close());
      return;
    }
    if (line.trim() === 'uci') for (const text of missingFeatures()) sayOnce(text);
  };
}

/** Makes it the worker's error, which the page is told. */
function throwLater(error: Error): void {
  setTimeout(() => {
    throw error;
  });
}

/** Is a search thread of an engine elsewhere; gives what takes an order. */
function startThread(): (order: ToThread) => void {
  // With shared memory signals are seen at once, and there is nothing to give way to.
  const options = HAS_SHARED_MEMORY ? {} : { giveWay: newGiveWay(), onFailure: throwLater };
  const work = new ThreadWork((message) => scope.postMessage(message), {
    builtIn: readBuiltIn,
    openTable,
    ...options,
  });
  return (order) => work.handle(order);
}

let handleLine: ((line: string) => void) | undefined;
let handleOrder: ((order: ToThread) => void) | undefined;

scope.onmessage = ({ data }) => {
  if (typeof data === 'string') {
    handleLine ??= startSession();
    for (const line of data.split('\n')) handleLine(line);
  } else {
    handleOrder ??= startThread();
    handleOrder(data);
  }
};
