/** Games of self-play in several threads. */
import { RequestThread } from '../hosts/node/requestThread.ts';
import { inParallel } from './inParallel.ts';
import type { GameTask, SelfPlayGame, SelfPlaySettings } from './selfPlay.ts';

/** Games per thread that are played or wait for an earlier one. */
const AHEAD = 8;

/**
 * Plays the games in threads, and yields them in the order of their tasks: fewer if the signal is aborted. Throws what
 * a thread throws.
 */
export async function* playGames(
  tasks: Iterable<GameTask>,
  settings: SelfPlaySettings,
  count: number,
  signal: AbortSignal,
): AsyncGenerator<SelfPlayGame, void, undefined> {
  const threads = Array.from(
    { length: count },
    () => new RequestThread<GameTask, SelfPlayGame>('selfPlay', settings),
  );
  try {
    yield* inParallel(tasks, threads, (thread, task) => thread.ask(task), AHEAD, signal);
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
}
