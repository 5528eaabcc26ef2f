/** The verdict on the move on the board, in words and signs, with the better line to play through. */
import { landingSquare } from '../../../src/chess/board/castling.ts';
import type { Move } from '../../../src/chess/board/types.ts';
import { markClass } from '../../../src/report/markClass.ts';
import {
  describeClaim,
  describeEnd,
  describeMark,
  describeTimes,
  isAfterEnd,
  moveName,
} from '../../../src/report/reviewText.ts';
import type { GameReview, ReviewedMove } from '../../../src/review/judge.ts';
import { isFault } from '../../../src/review/marks.ts';
import { formatSignedEval } from '../../../src/search/score.ts';
import { moveTexts } from '../analyse/moveTexts.ts';
import type { Arrow, Badge } from '../board/arrows.ts';
import { button, el } from '../dom.ts';
import { lineMoves } from '../lineMoves.ts';
import { texts } from '../texts.ts';
import { reviewTexts } from './reviewTexts.ts';

const t = reviewTexts;

/** Plies shown of the better line. */
const SHOWN_PLIES = 8;

/**
 * `Mistake: hangs the rook on e5. Best was Nf3.`; and remarks if the move makes a draw that nobody claims, or ends
 * the game.
 */
export function describeMove(review: GameReview, move: ReviewedMove): string {
  const i = move.ply - 1;
  const words = [judgementOf(review, move), describeClaim(review, i), describeEnd(review, i)];
  return words.filter((text) => text !== '').join(' ');
}

/** The mark of a move with its reason, or why it has none. */
function judgementOf(review: GameReview, move: ReviewedMove): string {
  if (isAfterEnd(review, move.ply - 1)) return t.afterEnd;
  if (move.isBook) return t.book;
  return describeMark(move) || (move.line[0] === move.played.move ? t.isBest : t.fine);
}

/** An arrow for the better move; the move played is marked on its squares. */
export function arrowsOf({ glyph, played, line }: ReviewedMove): Arrow[] {
  const [best] = line;
  if (!isFault(glyph) || best === undefined || best === played.move) return [];
  return [{ move: best, kind: 'better' }];
}

/** The mark of a move on the square where it ends. */
export const badgeOf = ({ glyph, played }: ReviewedMove): Badge | null =>
  glyph === null
    ? null
    : { square: landingSquare(played.move), sign: glyph.sign, kind: markClass(glyph) };

/** The verdict on a move. `onLine` receives the moves of the better line up to the one that was clicked. */
export function moveVerdict(
  review: GameReview,
  move: ReviewedMove,
  onLine: (moves: readonly Move[]) => void,
): HTMLElement[] {
  const head = el(
    'p',
    { class: 'head' },
    el('strong', { class: markClass(move.glyph) }, moveName(move)),
    el('span', { class: 'time' }, describeTimes(move)),
    el('span', { class: 'score' }, formatSignedEval(move.score)),
  );
  const words = el('p', { class: 'hint' }, describeMove(review, move));
  if (!isFault(move.glyph) || move.line[0] === move.played.move) return [head, words];
  const before = review.positions[move.ply - 1]!;
  const better = lineMoves(before, move.line.slice(0, SHOWN_PLIES), onLine);
  const label = el('span', { class: 'number' }, t.betterLine);
  return [head, words, el('p', { class: 'better' }, label, ' ', ...better)];
}

/** The text in its place for a move of a variation, which is not judged. */
export function variationHint(onBack: () => void, onRemove: () => void): HTMLElement {
  const back = button(texts.backToGame, onBack, { class: 'link' });
  const remove = button(moveTexts.remove, onRemove, { class: 'link' });
  return el('p', { class: 'hint' }, `${t.notReviewed} `, back, ' ', remove);
}
