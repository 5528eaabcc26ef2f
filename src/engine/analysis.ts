/** A search as a stream of what it finds, as it finds it. Behind `Engine.analyze`. */
import type { Limits } from '../search/limits.ts';
import type { SearchLine } from './results.ts';

/** What a stream needs of an engine. */
interface Searcher {
  go(limits: Limits): Promise<unknown>;
  stop(): void;
  on(event: 'info', listener: (info: SearchLine) => void): unknown;
  off(event: 'info', listener: (info: SearchLine) => void): unknown;
}

/**
 * Starts a search when first asked for an info, and yields each; none is lost on a slow reader. Ends when the search has ended. The search is stopped, and has answered, when
 * the consumer leaves the loop; it is stopped by the signal too, and the last infos still come.
 */
export async function* analyze(
  engine: Searcher,
  limits: Limits,
  signal: AbortSignal | undefined,
): AsyncGenerator<SearchLine, void, undefined> {
  if (signal?.aborted) return;
  const infos: SearchLine[] = [];
  let isSearching = true;
  let wake = () => {};
  const onInfo = (info: SearchLine) => {
    infos.push(info);
    wake();
  };
  const stop = () => engine.stop();

  const search = engine.go(limits).finally(() => {
    isSearching = false;
    wake();
  });
  // A failure is thrown to the reader below; it must not count as an unhandled rejection before.
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
