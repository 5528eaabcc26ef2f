/** A search thread in a web worker. */
import type { ThreadEvents, ThreadPort } from '../../engine/engineHost.ts';
import type { FromThread } from '../../engine/threadMessages.ts';
import { Watchdog } from './watchdog.ts';

/** What to do if the worker's script is not where it is looked for: some bundlers leave it out. */
const HINT =
  'copy refrain-worker.js from node_modules/refrain/dist/browser there, or name its URL: new Engine({ worker })';

/** Starts a search thread in a worker that runs `refrain-worker.js`; `url` is named in errors. */
export function startWorkerThread(
  createWorker: () => Worker,
  { onMessage, onDeath }: ThreadEvents,
  url = '',
): ThreadPort {
  const place = url === '' ? '' : ` (${url})`;
  let hasAnswered = false;
  let worker: Worker | null = null;
  const end = (reason: string) => {
    watchdog.rest();
    worker?.terminate();
    worker = null;
    onDeath(new Error(reason));
  };
  const watchdog = new Watchdog(
    () => worker?.postMessage({ type: 'ping' }),
    () => end('the worker no longer answers'),
  );
  try {
    const started = createWorker();
    // The function is the caller's.
    if (typeof Object(started).postMessage !== 'function') {
      throw new Error('the function `worker` returned no Worker');
    }
    worker = started;
    worker.onmessage = ({ data }: MessageEvent<FromThread>) => {
      watchdog.heard(data);
      hasAnswered = true;
      if (data.type !== 'pong') onMessage(data);
    };
    worker.onerror = (event) => {
      // The event has no message if the script could not be loaded.
      event.preventDefault?.();
      const problem = (event.message || 'the worker cannot be loaded') + place;
      end(hasAnswered || url === '' ? problem : `${problem}; ${HINT}`);
    };
    worker.onmessageerror = () => end('a message from the worker cannot be read');
  } catch (error) {
    // Reported later, like all events of a thread.
    setTimeout(() => end((error as Error).message));
  }
  return {
    post(order) {
      watchdog.sent(order);
      const isMoved = order.type === 'memory' && order.tt instanceof ArrayBuffer;
      worker?.postMessage(order, isMoved ? [order.tt as ArrayBuffer] : []);
    },
    checkAlive: () => watchdog.checkAlive(),
    async terminate() {
      watchdog.rest();
      worker?.terminate();
      worker = null;
    },
  };
}
