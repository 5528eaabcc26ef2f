/** The browser as the engine's host: workers, with shared memory or without. */
import type { EngineHost, ThreadEvents, ThreadPort } from '../../engine/engineHost.ts';
import { alignedMemory } from '../../search/alignedMemory.ts';
import { ChessError } from '../../util/result.ts';
import { readBuiltIn } from './browserBuiltIn.ts';
import { describeBrowser, HAS_SHARED_MEMORY, MAX_HASH, PROCESSORS } from './browserFeatures.ts';
import { collectGarbage } from './memoryPressure.ts';
import { listTablebases } from './tablebaseSources.ts';

interface BrowserHostOptions {
  startThread: (events: ThreadEvents) => ThreadPort;
  /** Whether these threads run in parallel. */
  hasThreads: boolean;
  /** Whether they share memory with the engine. */
  isMemoryShared: boolean;
}

/** A host that starts threads of this kind. */
export function browserHost({
  startThread,
  hasThreads,
  isMemoryShared,
}: BrowserHostOptions): EngineHost {
  return {
    maxThreads: hasThreads ? PROCESSORS : 1,
    maxHash: MAX_HASH,
    isMemoryShared,
    startThread,
    // Unshared memory may have to be transferred to a worker, which that of WebAssembly cannot be.
    allocate: (bytes) => (HAS_SHARED_MEMORY ? alignedMemory(bytes, true) : new ArrayBuffer(bytes)),
    collectTable: collectGarbage,
    randomSeed: () => crypto.getRandomValues(new Int32Array(1))[0]!,
    async readFile(url) {
      try {
        const response = await fetch(url);
        if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
        return new Uint8Array(await response.arrayBuffer());
      } catch (error) {
        throw new ChessError((error as Error).message);
      }
    },
    openLog() {
      throw new ChessError('a browser has no files');
    },
    builtIn: readBuiltIn,
    listTablebases,
    describe: describeBrowser,
  };
}
