/** Threads that play games in parallel. The games are returned in the order of their tasks. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../hosts/node/builtResources.ts';
import type { GameTask, SelfPlayGame, SelfPlaySettings } from './selfPlay.ts';

/** Games in flight per thread: enough that no thread idles while one game takes long. */
const AHEAD = 8;

export class SelfPlayPool {
  private readonly threads: Worker[];
  private readonly idle: Worker[];
  /** Tasks that wait for a thread, first in first out. */
  private readonly waiting: ((thread: Worker) => void)[] = [];
  private readonly signal: AbortSignal;
  /** The first error of any thread, idle or busy. */
  private failure: Error | null = null;

  /** `signal` aborts the running games. */
  constructor(settings: SelfPlaySettings, threads: number, signal: AbortSignal) {
    this.threads = Array.from({ length: threads }, () => startThread('selfPlay', settings));
    for (const thread of this.threads) thread.on('error', (error) => (this.failure ??= error));
    this.idle = [...this.threads];
    this.signal = signal;
  }

  /** Plays the games, or fewer if the signal is aborted. Throws what a thread throws. */
  async *play(tasks: Iterable<GameTask>): AsyncGenerator<SelfPlayGame, void, undefined> {
    const iterator = tasks[Symbol.iterator]();
    const games: Promise<SelfPlayGame>[] = [];
    for (;;) {
      while (games.length < this.threads.length * AHEAD) {
        const { value: task } = iterator.next();
        if (task === undefined) break;
        const game = this.playGame(task);
        // A rejection is rethrown when this game is awaited below.
        game.catch(() => {});
        games.push(game);
      }
      const next = games.shift();
      if (next === undefined) return;
      try {
        yield await next;
      } catch (error) {
        if (this.signal.aborted) return;
        throw error;
      }
    }
  }

  /** Terminates the threads. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.terminate()));
  }

  private async playGame(task: GameTask): Promise<SelfPlayGame> {
    const thread =
      this.idle.pop() ?? (await new Promise<Worker>((resolve) => this.waiting.push(resolve)));
    if (this.failure !== null) throw this.failure;
    const answer = once(thread, 'message', { signal: this.signal });
    thread.postMessage(task);
    const [game] = await answer;
    const next = this.waiting.shift();
    if (next !== undefined) next(thread);
    else this.idle.push(thread);
    return game;
  }
}
