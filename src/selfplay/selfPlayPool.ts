/** Threads that play games in parallel. The games are returned in the order of their tasks. */
import { once, setMaxListeners } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { pMapIterable } from 'p-map';
import { startThread } from '../hosts/node/builtResources.ts';
import type { GameTask, SelfPlayGame, SelfPlaySettings } from './selfPlay.ts';

/** Games per thread that are played or wait for an earlier one: no thread idles while one game takes long. */
const AHEAD = 8;

export class SelfPlayPool {
  private readonly threads: Worker[];
  private readonly idle: Worker[];
  private readonly signal: AbortSignal;
  /** The first error of any thread, idle or busy. */
  private failure: Error | null = null;

  /** `signal` aborts the running games. */
  constructor(settings: SelfPlaySettings, threads: number, signal: AbortSignal) {
    this.threads = Array.from({ length: threads }, () => startThread('selfPlay', settings));
    for (const thread of this.threads) thread.on('error', (error) => (this.failure ??= error));
    this.idle = [...this.threads];
    // Every running game listens, and Node warns of a leak after ten.
    setMaxListeners(0, signal);
    this.signal = signal;
  }

  /** Plays the games, or fewer if the signal is aborted. Throws what a thread throws. */
  async *play(tasks: Iterable<GameTask>): AsyncGenerator<SelfPlayGame, void, undefined> {
    const concurrency = this.threads.length;
    const limits = { concurrency, backpressure: concurrency * AHEAD };
    try {
      yield* pMapIterable(tasks, (task) => this.playGame(task), limits);
    } catch (error) {
      if (!this.signal.aborted) throw error;
    }
  }

  /** Terminates the threads. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.terminate()));
  }

  /** No more games are played at a time than there are threads. */
  private async playGame(task: GameTask): Promise<SelfPlayGame> {
    if (this.failure !== null) throw this.failure;
    const thread = this.idle.pop()!;
    const answer = once(thread, 'message', { signal: this.signal });
    thread.postMessage(task);
    const [game] = await answer;
    this.idle.push(thread);
    return game;
  }
}
