/** The browser as the engine's host: workers, with shared memory or without. */
import type { EngineHost, ThreadEvents, ThreadPort } from '../host.ts';
import { BUILT_IN } from './builtIn.ts';
import { describeBrowser, HAS_SHARED_MEMORY, MAX_HASH, PROCESSORS } from './features.ts';

/** A host that starts its threads by `startThread`, on memory they share with it or not. */
export function browserHost(
  startThread: (events: ThreadEvents) => ThreadPort,
  isMemoryShared: boolean,
): EngineHost {
  return {
    maxThreads: HAS_SHARED_MEMORY ? PROCESSORS : 1,
    maxHash: MAX_HASH,
    isMemoryShared,
    startThread,
    allocate: (bytes) =>
      HAS_SHARED_MEMORY ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes),
    collectGarbage: () => {},
    randomSeed: () => crypto.getRandomValues(new Int32Array(1))[0]!,
    async readFile(url) {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
      return new Uint8Array(await response.arrayBuffer());
    },
    builtIn: () => BUILT_IN,
    describe: describeBrowser,
  };
}
