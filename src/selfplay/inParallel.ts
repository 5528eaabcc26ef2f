/** Work that several threads or processes do at the same time. */
import { pMapIterable } from 'p-map';

/**
 * Lets each worker work on one item at a time, and yields the results in the order of the items. For each worker up
 * to `ahead` items are in work or wait for an earlier one, so that none idles while one item takes long. Ends after
 * the last item or when the signal is aborted, which closes the workers. Throws what `work` throws.
 */
export async function* inParallel<Item, Output, Worker extends { close(): Promise<void> }>(
  items: Iterable<Item>,
  workers: readonly Worker[],
  work: (worker: Worker, item: Item) => Promise<Output>,
  ahead: number,
  signal: AbortSignal,
): AsyncGenerator<Output, void, undefined> {
  const idle = [...workers];
  const workOn = async (item: Item): Promise<Output> => {
    // No more items are in work at a time than there are workers.
    const worker = idle.pop()!;
    const output = await work(worker, item);
    idle.push(worker);
    return output;
  };
  const concurrency = workers.length;
  const limits = { concurrency, backpressure: ahead * concurrency };
  const stop = () => {
    for (const worker of workers) void worker.close();
  };
  signal.addEventListener('abort', stop);
  try {
    for await (const output of pMapIterable(items, workOn, limits)) {
      if (signal.aborted) return;
      yield output as Awaited<Output>;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
