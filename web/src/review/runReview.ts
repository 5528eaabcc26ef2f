/**
 * Runs a review, on several engines where there are processors for them. Loaded when the first
 * review begins: names of openings and the report's drawings are in here too.
 */
import type { GameReview } from '../../../src/analysis/judge.ts';
import { type ReviewProgress, reviewGame } from '../../../src/analysis/review.ts';
import type { PgnGame } from '../../../src/chess/notation/pgnReader.ts';
import { createEngine, type PageEngine } from '../engine/load.ts';
import { texts } from '../texts.ts';

export { formatAnnotated } from '../../../src/analysis/annotate.ts';
export { formatReport } from '../../../src/analysis/report.ts';

/** Each has memory of its own; more would not be kind to a phone. */
const MAX_ENGINES = 4;

/** Half of the processors: the other half keeps the device usable. */
const engineCount = (): number =>
  Math.min(MAX_ENGINES, Math.max(1, navigator.hardwareConcurrency >> 1));

/** Reviews a game with so many milliseconds for a move. Rejects when no engine can be had. */
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
