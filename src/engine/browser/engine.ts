/** The engine in a page: the same as in Node, searching in workers that run `refrain-worker.js`. */
import { Engine as HostedEngine } from '../engine.ts';
import { HAS_SHARED_MEMORY, missingFeatures } from './features.ts';
import { browserHost } from './host.ts';
import { startWorkerThread } from './workerThread.ts';

export interface EngineOptions {
  /**
   * Where `refrain-worker.js` is, or what starts a worker that runs it. By default it is beside this
   * module, where bundlers put it.
   */
  worker?: string | URL | (() => Worker);
}

/** A worker of another origin is only started through a script of our own that loads it. */
const stubs = new Map<string, string>();

function createWorker(location: string | URL): Worker {
  const url = new URL(location, globalThis.document?.baseURI ?? globalThis.location.href);
  const isOwn = url.origin === globalThis.location.origin || /^(blob|data):/.test(url.protocol);
  if (isOwn) return new Worker(url, { name: 'refrain' });
  let stub = stubs.get(url.href);
  if (stub === undefined) {
    const code = `importScripts(${JSON.stringify(url.href)});`;
    stub = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
    stubs.set(url.href, stub);
  }
  return new Worker(stub, { name: 'refrain' });
}

/** A chess engine whose searches run in workers of the browser. */
export class Engine extends HostedEngine {
  constructor({ worker = new URL('./refrain-worker.js', import.meta.url) }: EngineOptions = {}) {
    const create = typeof worker === 'function' ? worker : () => createWorker(worker);
    super(
      browserHost({
        startThread: (events) => startWorkerThread(create, events),
        hasThreads: HAS_SHARED_MEMORY,
        isMemoryShared: HAS_SHARED_MEMORY,
      }),
    );
  }

  /** What makes the engine slower here than it could be: a sentence each. */
  get limitations(): string[] {
    return missingFeatures();
  }
}
