/**
 * `refrain-worker.js`: the whole engine in one classic script, for `new Worker(url)`.
 *
 * Strings are UCI, one or several lines: `postMessage('go depth 10')`; the output comes back as
 * strings, one per line. Objects are orders of an `Engine` in a page; the worker is then one of its
 * search threads. With shared memory the UCI engine starts further workers with the same file; without
 * it, the search runs in this worker, in slices.
 */
import { BaseEngine } from '../../engine/baseEngine.ts';
import type { ThreadEvents, ThreadPort } from '../../engine/engineHost.ts';
import { SearchThread } from '../../engine/searchThread.ts';
import type { FromThread, ToThread } from '../../engine/threadMessages.ts';
import { UciSession } from '../../uci/uciSession.ts';
import { readBuiltIn } from './browserBuiltIn.ts';
import { HAS_SHARED_MEMORY, missingFeatures } from './browserFeatures.ts';
import { browserHost } from './browserHost.ts';
import { startLocalThread } from './localThread.ts';
import { collectGarbage } from './memoryPressure.ts';
import { startNestedThread } from './nestedThread.ts';
import { openTablebase } from './tablebaseSources.ts';
import { newYield } from './yieldToEvents.ts';

/** What is used of a worker's global scope: TypeScript's DOM library only has that of pages. */
interface WorkerScope {
  readonly location: Location;
  onmessage: (event: MessageEvent<string | ToThread>) => void;
  postMessage(message: string | FromThread): void;
  close(): void;
}

const scope = globalThis as unknown as WorkerScope;

/** Notices that have been sent. */
const sent = new Set<string>();

/** Sends a notice, unless it has been sent before. */
function sendOnce(text: string): void {
  if (!sent.has(text)) scope.postMessage(`info string ${text}`);
  sent.add(text);
}

/** Starts a search thread in another worker, or in this one if that fails. */
const startAnyThread = (events: ThreadEvents): ThreadPort =>
  startNestedThread(
    () => new Worker(scope.location.href, { name: 'refrain' }),
    events,
    (reason) => sendOnce(`one search thread: no worker can be started from this one (${reason})`),
  );

/** Starts a UCI session with the page. Returns the function that handles a line. */
function startSession(): (line: string) => void {
  const hasThreads = HAS_SHARED_MEMORY && typeof Worker !== 'undefined';
  const startThread = hasThreads ? startAnyThread : startLocalThread;
  const engine = new BaseEngine(browserHost({ startThread, hasThreads, isMemoryShared: true }));
  const session = new UciSession(engine, (line) => scope.postMessage(line));
  return (line) => {
    if (!session.handle(line)) {
      void session
        .end()
        .then(() => engine.close())
        .finally(() => scope.close());
      return;
    }
    if (line.trim() === 'uci') for (const text of missingFeatures()) sendOnce(text);
  };
}

/** Throws outside of any handler, so that the page gets an error event. */
function throwLater(error: Error): void {
  setTimeout(() => {
    throw error;
  });
}

/** Starts a search thread of an engine in the page. Returns the function that handles an order. */
function startThread(): (order: ToThread) => void {
  // With shared memory the search sees signals at once and need not yield.
  const options = HAS_SHARED_MEMORY ? {} : { yieldToEvents: newYield(), onFailure: throwLater };
  // While it waits for a server, or completes its warm-up, it receives no pings.
  const onProgress = () => scope.postMessage({ type: 'pong' });
  const work = new SearchThread((message) => scope.postMessage(message), {
    builtIn: readBuiltIn,
    collectGarbage,
    openTablebase: (listing) => openTablebase(listing, onProgress),
    onProgress,
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
