/** A review at a glance: the accuracy of both sides, their moves by class, and a list of the key moments. */
import { BLACK, type Color, sideName, WHITE } from '../../../src/chess/board/types.ts';
import { markClass } from '../../../src/report/markClass.ts';
import { describeMark, describeOpening, moveName } from '../../../src/report/reviewText.ts';
import type { GameReview, ReviewedMove } from '../../../src/review/judge.ts';
import { GLYPHS, isFault } from '../../../src/review/marks.ts';
import { formatSignedEval } from '../../../src/search/score.ts';
import { el, setAttribute } from '../dom.ts';
import { tagOf } from '../gameName.ts';
import { reviewTexts } from './reviewTexts.ts';

const t = reviewTexts;

/** The maximum number of moments in the list. */
const MAX_MOMENTS = 10;

/** The classes of moves, from the best to the worst. */
const CLASSES = [
  [GLYPHS.BRILLIANT, t.classes.brilliant],
  [GLYPHS.GOOD, t.classes.good],
  [GLYPHS.INACCURACY, t.classes.inaccuracy],
  [GLYPHS.MISTAKE, t.classes.mistake],
  [GLYPHS.BLUNDER, t.classes.blunder],
] as const;

/** The last name of a player, or the colour. */
function lastName({ game }: GameReview, color: Color): string {
  // The last name of "Carlsen, Magnus": columns are narrow.
  const [name] = tagOf(game.tags, sideName(color)).split(',', 1);
  return name || sideName(color);
}

/** The table with the opening below it, and above it that the review is not complete. */
export function summaryOf(review: GameReview): HTMLElement[] {
  const opening = describeOpening(review);
  return [
    ...(review.isComplete ? [] : [el('p', { class: 'problem' }, t.interrupted)]),
    summaryTable(review),
    ...(opening === '' ? [] : [el('p', { class: 'hint' }, opening)]),
  ];
}

/** The accuracy of both sides and the number of their moves in each class. */
function summaryTable(review: GameReview): HTMLElement {
  const side = (color: Color) => {
    const { accuracy, centipawnLoss } = review.sides[color]!;
    const loss = centipawnLoss === null ? '' : `${t.centipawnLoss}: ${t.centipawns(centipawnLoss)}`;
    const own = review.moves.filter((move) => move.color === color);
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, lastName(review, color)),
      el('td', { class: 'accuracy', title: loss }, accuracy === null ? '–' : t.perCent(accuracy)),
      ...CLASSES.map(([glyph]) => {
        const count = own.filter((move) => move.glyph === glyph).length;
        return el('td', { class: count === 0 ? 'none' : markClass(glyph) }, `${count}`);
      }),
    );
  };
  const head = CLASSES.map(([glyph, name]) =>
    el(
      'th',
      { scope: 'col', class: markClass(glyph), title: name },
      el('span', { 'aria-hidden': 'true' }, glyph.sign),
      el('span', { class: 'visually-hidden' }, name),
    ),
  );
  return el(
    'table',
    { class: 'summary' },
    el('thead', {}, el('tr', {}, el('td', {}), el('th', { scope: 'col' }, t.accuracy), ...head)),
    el('tbody', {}, side(WHITE), side(BLACK)),
  );
}

/** The moves that decided the game, in its order: the gravest faults and what deserves praise. */
export function keyMoments({ moves }: GameReview): ReviewedMove[] {
  const marked = moves.filter(({ glyph }) => glyph !== null);
  // Praise loses nothing: it comes after mistakes and blunders, and before inaccuracies.
  const weight = ({ glyph, loss }: ReviewedMove) => (isFault(glyph) ? loss : 7.5);
  return marked
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, MAX_MOMENTS)
    .sort((a, b) => a.ply - b.ply);
}

/** The list of key moments, with what is wrong with each move, or good. */
export function momentList(
  moments: readonly ReviewedMove[],
  onMoment: (move: ReviewedMove) => void,
): HTMLElement {
  const item = (move: ReviewedMove) =>
    el(
      'li',
      {},
      el(
        'button',
        { type: 'button', class: 'moment', click: () => onMoment(move) },
        el('strong', { class: markClass(move.glyph) }, moveName(move)),
        el(
          'span',
          { class: 'score' },
          `${formatSignedEval(move.scoreBefore)} → ${formatSignedEval(move.score)}`,
        ),
        el('span', { class: 'what' }, describeMark(move)),
      ),
    );
  return el(
    'section',
    { class: 'moments', 'aria-label': t.moments },
    el('h3', {}, t.moments),
    moments.length === 0
      ? el('p', { class: 'hint' }, t.noFault)
      : el('ol', {}, ...moments.map(item)),
  );
}

/** Marks the moment that is on the board, if any. The focus follows if it is in the list. */
export function markMoment(list: HTMLElement, current: number): void {
  const hasFocus = list.contains(document.activeElement);
  for (const [i, item] of list.querySelectorAll<HTMLElement>('.moment').entries()) {
    setAttribute(item, 'aria-current', i === current && 'step');
    if (i === current && hasFocus) item.focus();
  }
}
