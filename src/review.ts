/**
 * `refrain/review`: reviews games, and writes reviews as PGN, HTML, SVG or plain data. Works with
 * the engine of `refrain` and that of `refrain/browser`.
 */

export { formatAnnotated } from './analysis/annotate.ts';
export type { MoveTime } from './analysis/clocks.ts';
export { formatAdvantageFile } from './analysis/drawAdvantage.ts';
export type { GameReview, ReviewedMove, SideSummary } from './analysis/judge.ts';
export { describeClaim, describeMark } from './analysis/labels.ts';
export { GLYPHS, type Glyph } from './analysis/marks.ts';
export {
  findGameOpening,
  findOpening,
  type GameOpening,
  type OpeningName,
} from './analysis/openings.ts';
export type { Phase } from './analysis/phases.ts';
export { formatReport } from './analysis/report.ts';
export {
  DEFAULT_REVIEW_LIMITS,
  type ReviewOptions,
  type ReviewProgress,
  reviewGame,
} from './analysis/review.ts';
export { reviewToJson } from './analysis/reviewJson.ts';
export { winPercent } from './analysis/scores.ts';
export type { ReviewEngine, SearchRecord } from './analysis/searcher.ts';
