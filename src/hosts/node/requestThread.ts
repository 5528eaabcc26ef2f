/** A worker thread that answers requests, one at a time. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread, type THREAD_CODE } from './builtResources.ts';

export class RequestThread<Request, Answer> {
  private readonly thread: Worker;
  private readonly closing = new AbortController();
  /** The first error of the thread, idle or busy. */
  private failure: Error | null = null;

  /** The thread is given `data` when it starts. */
  constructor(what: keyof typeof THREAD_CODE, data: unknown) {
    this.thread = startThread(what, data);
    this.thread.on('error', (error) => (this.failure ??= error));
  }

  /** Rejects if the thread has failed, or does or is closed before the answer. */
  async ask(request: Request): Promise<Answer> {
    if (this.failure !== null) throw this.failure;
    const answer = once(this.thread, 'message', { signal: this.closing.signal });
    this.thread.postMessage(request);
    const [value] = await answer;
    return value;
  }

  /** May be called more than once. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.thread.terminate();
  }
}
