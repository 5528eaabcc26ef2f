/** A review as PGN: the game with the user's variations, and the evaluations, glyphs and better lines of the review. */
import type { PgnMove } from '../../../src/chess/notation/pgn.ts';
import { BETTER_PLIES, formatAnnotated, isAnnotated } from '../../../src/report/annotatedPgn.ts';
import type { GameReview, ReviewedMove } from '../../../src/review/judge.ts';
import { isFault } from '../../../src/review/marks.ts';
import type { GameTree } from '../gameTree.ts';
import { withVariations } from './savedReview.ts';

/** The PGN of a review with the variations of its tree. */
export function formatReviewPgn(review: GameReview, tree: GameTree): string {
  const game = withVariations(review.game, tree);
  const moves = game.moves.map((played, i) => withoutBetterLine(played, review.moves[i]));
  return formatAnnotated({ ...review, game: { ...game, moves } });
}

/** The move without a variation that only plays the better line, which the review writes too. */
function withoutBetterLine(played: PgnMove, reviewed: ReviewedMove | undefined): PgnMove {
  if (reviewed === undefined || !isFault(reviewed.glyph)) return played;
  const better = reviewed.line.slice(0, BETTER_PLIES);
  const variations = played.variations?.filter((line) => !isStartOf(line, better)) ?? [];
  return { ...played, variations };
}

/** Whether a variation is the first moves of a line, and nothing else. */
const isStartOf = (variation: readonly PgnMove[], line: ReviewedMove['line']): boolean =>
  variation.every((played, i) => played.move === line[i] && !isAnnotated(played));
