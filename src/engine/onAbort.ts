/**
 * Callbacks for the abort of a signal. Any number of engines and requests may share one, and each signal gets a single
 * listener that calls them all: Node warns of a leak when it has more than ten.
 */

/** The callbacks of each signal that has any. */
const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back once the signal is aborted, until the function that this returns is called. */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => {};
  const callbacks = callbacksOf.get(signal) ?? new Set();
  if (callbacks.size === 0) {
    callbacksOf.set(signal, callbacks);
    signal.addEventListener('abort', callAll);
  }
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener('abort', callAll);
  };
}

/** Waits for `work`; once the signal is aborted, the callback has to end it. */
export async function endOnAbort<T>(
  signal: AbortSignal | undefined,
  callback: () => void,
  work: Promise<T>,
): Promise<T> {
  const unsubscribe = onAbort(signal, callback);
  try {
    return await work;
  } finally {
    unsubscribe();
  }
}

function callAll({ target }: Event): void {
  for (const callback of callbacksOf.get(target as AbortSignal) ?? []) callback();
}
