/** Where the page gets its engine from. The module is fetched when this is first called. */
import type { Engine } from '../../../src/engine/browser/engine.ts';

export type PageEngine = Engine;

/** An engine in a worker; rejects when the browser cannot run it or the file cannot be fetched. */
export async function createEngine(): Promise<PageEngine> {
  const { Engine } = await import('../../../src/engine/browser/engine.ts');
  const engine = new Engine({ worker: new URL('refrain-worker.js', document.baseURI) });
  try {
    // The first search is the first to know of a worker that does not start.
    await engine.go({ depth: 1 });
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
