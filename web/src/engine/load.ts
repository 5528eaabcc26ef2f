/** Loads the engine. Its module is fetched on the first call. */
import type { Engine } from '../../../src/hosts/browser/browserEngine.ts';

export type PageEngine = Engine;

/** The name of `refrain-worker.js` in this build, with a hash of its content. Set by the build. */
declare const ENGINE_FILE: string;

/** Starts an engine in a worker; rejects if the browser cannot run it or a file cannot be fetched. */
export async function createEngine(): Promise<PageEngine> {
  const { Engine } = await import('../../../src/hosts/browser/browserEngine.ts');
  const engine = new Engine({ worker: new URL(ENGINE_FILE, document.baseURI) });
  try {
    // Only a search reveals that the worker does not start.
    await engine.go({ depth: 1 });
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
