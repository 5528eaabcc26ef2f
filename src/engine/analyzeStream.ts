/** A search as an async stream of its infos. Behind `Engine.analyze`. */
import type { SearchLine } from './engineResult.ts';
import { onAbort } from './onAbort.ts';

/** The part of an engine that a stream needs. */
interface StreamedEngine {
  stop(): void;
  on(event: 'info', listener: (info: SearchLine) => void): unknown;
  off(event: 'info', listener: (info: SearchLine) => void): unknown;
}

/**
 * Starts a search of the engine when the first info is requested, and yields every info; none is lost if
 * the reader is slow. Ends when the search has ended. Leaving the loop stops the search and waits for
 * its answer; so does the signal, and its reason is then thrown.
 */
export function analyze(
  engine: StreamedEngine,
  startSearch: () => Promise<unknown>,
  signal: AbortSignal | undefined,
): AsyncGenerator<SearchLine, void, undefined> {
  let isSearching = false;
  const stop = () => {
    if (isSearching) engine.stop();
  };

  async function* read(): AsyncGenerator<SearchLine, void, undefined> {
    signal?.throwIfAborted();
    const infos: SearchLine[] = [];
    let wake = () => {};
    const onInfo = (info: SearchLine) => {
      infos.push(info);
      wake();
    };

    const search = startSearch().finally(() => {
      isSearching = false;
      // What comes from now on belongs to another search.
      engine.off('info', onInfo);
      wake();
    });
    isSearching = true;
    // A failure is thrown to the reader below; this avoids an unhandled rejection before that.
    search.catch(() => {});
    engine.on('info', onInfo);
    const unsubscribe = onAbort(signal, stop);
    try {
      while (signal?.aborted !== true && (isSearching || infos.length > 0)) {
        const info = infos.shift();
        if (info !== undefined) yield info;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      // Even if the search has failed: the engine may have been closed right after the abort.
      await search.finally(() => signal?.throwIfAborted());
    } finally {
      unsubscribe();
      if (isSearching) {
        stop();
        await search;
      }
    }
  }

  const stream = read();
  // A generator that waits for a line leaves only when the line has come, which in a deep search takes minutes.
  const leave = stream.return.bind(stream);
  stream.return = (value) => {
    stop();
    return leave(value);
  };
  const fail = stream.throw.bind(stream);
  stream.throw = (error) => {
    stop();
    return fail(error);
  };
  return stream;
}
