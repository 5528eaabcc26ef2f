/**
 * `refrain/review`: reviews games, and writes reviews as PGN, HTML, SVG or plain data. Works with
 * the engine of `refrain` and that of `refrain/browser`.
 */

export {
  findGameOpening,
  findOpening,
  type GameOpening,
  type NamedMove,
  namedMoves,
  type OpeningName,
} from './book/openingNames.ts';
export { formatAdvantageFile } from './report/advantageChart.ts';
export { formatAnnotated, removeReview } from './report/annotatedPgn.ts';
export { formatReport } from './report/htmlReport.ts';
export { reviewToJson } from './report/reviewJson.ts';
export { describeClaim, describeEnd, describeMark } from './report/reviewText.ts';
export type { Phase } from './review/gamePhases.ts';
export type { GameReview, ReviewedMove, SideSummary } from './review/judge.ts';
export { GLYPHS, type Glyph } from './review/marks.ts';
export type { MoveTime } from './review/moveTimes.ts';
export { reviewGame } from './review/reviewGame.ts';
export {
  DEFAULT_REVIEW_LIMITS,
  type ReviewOptions,
  type ReviewProgress,
} from './review/reviewOptions.ts';
export type { ReviewEngine, SearchRecord } from './review/reviewSearches.ts';
export { winPercent } from './review/winPercent.ts';
