/**
 * Runs a review on several engines if there are enough processors. Loaded with the first review,
 * because opening names and the HTML report are part of this module.
 */
import type { PgnGame } from '../../../src/chess/notation/pgnReader.ts';
import type { GameReview } from '../../../src/review/judge.ts';
import { reviewGame } from '../../../src/review/reviewGame.ts';
import { DEFAULT_REVIEW_HASH, type ReviewProgress } from '../../../src/review/reviewOptions.ts';
import type { ReviewEngine, SearchRecord } from '../../../src/review/reviewSearches.ts';
import { VERSION } from '../../../src/version.ts';
import { createEngine, type PageEngine } from '../engine/load.ts';
import { texts } from '../texts.ts';
import { engineCount, rememberReviewTime } from './reviewTime.ts';

export { formatReport } from '../../../src/report/htmlReport.ts';
export { formatReviewPgn } from './reviewPgn.ts';

interface ReviewRun {
  /** Per position, in the first pass. */
  nodes: number;
  signal: AbortSignal;
  /** Searches that were made before, and the version of the engine that made them. */
  known: readonly SearchRecord[];
  version: string;
  onProgress: (progress: ReviewProgress) => void;
  onSearch: (search: SearchRecord) => void;
}

/**
 * Reviews a game, with the result of `refrain analyze` for the same nodes. Rejects if no engine can be
 * started; none is needed if all searches are known. Null if some are missing, and the known ones are
 * those of another version.
 */
export async function runReview(
  game: PgnGame,
  { nodes, version, ...options }: ReviewRun,
): Promise<GameReview | null> {
  const limits = { nodes };
  if (options.known.length > 0) {
    const { signal, known } = options;
    const review = reviewGame(game, { engines: [NO_ENGINE], limits, signal, known });
    // What is missing is searched below.
    const complete = await review.catch(() => null);
    if (complete !== null) return complete;
  }
  if (version !== VERSION) return null;
  const started = await Promise.allSettled(Array.from({ length: engineCount() }, createEngine));
  const engines = started.flatMap((it): PageEngine[] =>
    it.status === 'fulfilled' ? [it.value] : [],
  );
  if (engines.length === 0) throw new Error(texts.engineFailed);
  try {
    for (const engine of engines) engine.configure({ hash: DEFAULT_REVIEW_HASH });
    const began = performance.now();
    const review = await reviewGame(game, { engines, limits, ...options });
    const isWhole = review.isComplete && options.known.length === 0;
    if (isWhole) rememberReviewTime(game.moves.length, nodes, performance.now() - began);
    return review;
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
  }
}

/** For a review whose searches are all known: it fails when it is asked. */
const NO_ENGINE: ReviewEngine = {
  newGame: () => Promise.resolve(),
  search: () => Promise.reject(new Error('a search is missing')),
  stop: () => {},
};
