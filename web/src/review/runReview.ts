/**
 * Runs a review on several engines if there are enough processors. Loaded with the first review,
 * because opening names and the HTML report are part of this module.
 */

import type { PgnGame } from '../../../src/chess/notation/pgnReader.ts';
import type { GameReview } from '../../../src/review/judge.ts';
import { type ReviewProgress, reviewGame } from '../../../src/review/reviewGame.ts';
import { createEngine, type PageEngine } from '../engine/load.ts';
import { texts } from '../texts.ts';

export { formatAnnotated } from '../../../src/report/annotatedPgn.ts';
export { formatReport } from '../../../src/report/htmlReport.ts';

/** Each engine has its own memory, of which phones have little. */
const MAX_ENGINES = 4;

/** Half of the processors, so that the device stays usable. */
const engineCount = (): number =>
  Math.min(MAX_ENGINES, Math.max(1, navigator.hardwareConcurrency >> 1));

/** Reviews a game, `movetime` in milliseconds per move. Rejects if no engine can be started. */
export async function runReview(
  game: PgnGame,
  movetime: number,
  signal: AbortSignal,
  onProgress: (progress: ReviewProgress) => void,
): Promise<GameReview> {
  const started = await Promise.allSettled(Array.from({ length: engineCount() }, createEngine));
  const engines = started.flatMap((it): PageEngine[] =>
    it.status === 'fulfilled' ? [it.value] : [],
  );
  const [first] = started;
  if (engines.length === 0 && first?.status === 'rejected') {
    throw new Error(texts.engineFailed((first.reason as Error).message));
  }
  try {
    return await reviewGame(game, { engines, limits: { movetime }, signal, onProgress });
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
  }
}
