/**
 * A search as a stream: what it finds, as it finds it, for whoever has a loop to read it.
 * Behind `Engine.analyze`.
 */
import type { Limits } from '../search/limits.ts';
import type { SearchInfo } from '../search/search.ts';
import type { Engine } from './engine.ts';

/**
 * Starts a search when first asked for an info, and gives each to whoever iterates; none is lost
 * on a slow reader. Ends when the search has ended. The search is stopped, and has answered, when
 * the consumer leaves the loop; it is stopped by the signal too, and the last infos still come.
 */
export async function* analyze(
  engine: Engine,
  limits: Limits,
  signal: AbortSignal | undefined,
): AsyncGenerator<SearchInfo, void, undefined> {
  if (signal?.aborted) return;
  const infos: SearchInfo[] = [];
  let isSearching = true;
  let wake = () => {};
  const onInfo = (info: SearchInfo) => {
    infos.push(info);
    wake();
  };
  const stop = () => engine.stop();

  const search = engine.go(limits).finally(() => {
    isSearching = false;
    wake();
  });
  // Should it fail, the reader is told on getting there, not the whole process now.
  search.catch(() => {});
  engine.on('info', onInfo);
  signal?.addEventListener('abort', stop);
  try {
    while (isSearching || infos.length > 0) {
      const info = infos.shift();
      if (info !== undefined) yield info;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    await search;
  } finally {
    engine.off('info', onInfo);
    signal?.removeEventListener('abort', stop);
    if (isSearching) {
      stop();
      await search;
    }
  }
}
