/**
 * Runs a review on several engines if there are enough processors. Loaded with the first review,
 * because opening names and the HTML report are part of this module.
 */

import type { PgnGame } from '../../../src/chess/notation/pgnReader.ts';
import type { GameReview } from '../../../src/review/judge.ts';
import { type ReviewProgress, reviewGame } from '../../../src/review/reviewGame.ts';
import type { ReviewEngine, SearchRecord } from '../../../src/review/reviewSearches.ts';
import { createEngine, type PageEngine } from '../engine/load.ts';
import { texts } from '../texts.ts';

export { formatAnnotated } from '../../../src/report/annotatedPgn.ts';
export { formatReport } from '../../../src/report/htmlReport.ts';

/** Each engine has its own memory, of which phones have little. */
const MAX_ENGINES = 4;

/** Half of the processors, so that the device stays usable. */
const engineCount = (): number =>
  Math.min(MAX_ENGINES, Math.max(1, navigator.hardwareConcurrency >> 1));

export interface ReviewRun {
  /** Milliseconds per position of the first pass. */
  movetime: number;
  signal: AbortSignal;
  /** Searches that were made before. */
  known: readonly SearchRecord[];
  onProgress: (progress: ReviewProgress) => void;
  onSearch: (search: SearchRecord) => void;
}

/** Reviews a game. Rejects if no engine can be started; none is needed if all searches are known. */
export async function runReview(
  game: PgnGame,
  { movetime, ...options }: ReviewRun,
): Promise<GameReview> {
  const limits = { movetime };
  if (options.known.length > 0) {
    const { signal, known } = options;
    const review = reviewGame(game, { engines: [NO_ENGINE], limits, signal, known });
    // What is missing is searched below.
    const complete = await review.catch(() => null);
    if (complete !== null) return complete;
  }
  const started = await Promise.allSettled(Array.from({ length: engineCount() }, createEngine));
  const engines = started.flatMap((it): PageEngine[] =>
    it.status === 'fulfilled' ? [it.value] : [],
  );
  const [first] = started;
  if (engines.length === 0 && first?.status === 'rejected') {
    throw new Error(texts.engineFailed((first.reason as Error).message));
  }
  try {
    return await reviewGame(game, { engines, limits, ...options });
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
  }
}

/** For a review whose searches are all known: it fails when it is asked. */
const NO_ENGINE: ReviewEngine = {
  setPosition: () => {},
  newGame: () => Promise.resolve(),
  go: () => Promise.reject(new Error('a search is missing')),
  stop: () => {},
};
