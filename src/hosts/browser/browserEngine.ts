/** The engine in a page: the same as in Node, searching in workers that run `refrain-worker.js`. */
import { BaseEngine } from '../../engine/baseEngine.ts';
import { BaseEnginePool, type PoolOptions } from '../../engine/baseEnginePool.ts';
import { SETTINGS_HINT } from '../../engine/checkArguments.ts';
import { ChessError, checkOptions } from '../../util/result.ts';
import { HAS_SHARED_MEMORY, missingFeatures, PROCESSORS } from './browserFeatures.ts';
import { browserHost } from './browserHost.ts';
import { startWorkerThread } from './workerThread.ts';

/** Where an engine in a page finds its worker. */
export interface EngineOptions {
  /**
   * The location of `refrain-worker.js`, or a function that starts a worker with it. By default it is
   * next to this module, where bundlers put it.
   */
  worker?: string | URL | (() => Worker) | undefined;
}

/**
 * Browsers do not start workers with a script of another origin. This maps the URL of such a script to that
 * of a script of this origin that imports it.
 */
const stubs = new Map<string, string>();

function createWorker(location: string | URL): Worker {
  if (typeof Worker === 'undefined') {
    throw new Error("there is no Worker here; in Node, import 'refrain'");
  }
  const url = new URL(location, globalThis.document?.baseURI ?? globalThis.location.href);
  const isOwn = url.origin === globalThis.origin || /^(blob|data):/.test(url.protocol);
  if (isOwn) return new Worker(url, { name: 'refrain' });
  let stub = stubs.get(url.href);
  if (stub === undefined) {
    const code = `importScripts(${JSON.stringify(url.href)});`;
    stub = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
    stubs.set(url.href, stub);
  }
  return new Worker(stub, { name: 'refrain' });
}

/** Throws a ChessError if this is neither a URL, of this page or another window, nor a function. */
function checkWorker(worker: unknown): void {
  const isUrl = typeof worker === 'string' || typeof Object(worker).href === 'string';
  if (!isUrl && typeof worker !== 'function') {
    throw new ChessError(
      'worker must be the URL of refrain-worker.js or a function that starts it',
    );
  }
}

/** A chess engine whose searches run in workers of the browser. */
export class Engine extends BaseEngine {
  /** Throws a ChessError for an unknown or invalid option: {@link configure} has the settings. */
  constructor(options: EngineOptions = {}) {
    checkOptions(options, ['worker'], SETTINGS_HINT);
    const { worker = new URL('./refrain-worker.js', import.meta.url) } = options;
    checkWorker(worker);
    const create = typeof worker === 'function' ? worker : () => createWorker(worker);
    const url = typeof worker === 'function' ? '' : `${worker}`;
    super(
      browserHost({
        startThread: (events) => startWorkerThread(create, events, url),
        hasThreads: HAS_SHARED_MEMORY,
        isMemoryShared: HAS_SHARED_MEMORY,
      }),
    );
  }

  /** Why the engine is slower here than it could be: a sentence for each reason. */
  get limitations(): string[] {
    return missingFeatures();
  }
}

/** Options of a pool in a page, and of its engines. */
export interface EnginePoolOptions extends PoolOptions, EngineOptions {}

/** Engines that share the requests of a page. */
export class EnginePool extends BaseEnginePool {
  /** Throws a ChessError for invalid options. */
  constructor(options: EnginePoolOptions = {}) {
    checkOptions(options, ['engines', 'settings', 'onProblem', 'worker']);
    const { engines, settings, onProblem, ...engineOptions } = options;
    super(() => new Engine(engineOptions), PROCESSORS, { engines, settings, onProblem });
  }
}
