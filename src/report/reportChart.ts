/**
 * The chart of a game in a report: White's win percentage after every move, the time that each move
 * took, and a strip of labels over both, one per move, that select the position.
 */
import { BLACK } from '../chess/board/types.ts';
import { PHASES } from '../review/gamePhases.ts';
import type { GameReview, ReviewedMove } from '../review/judge.ts';
import { formatSignedEval } from '../search/score.ts';
import { formatSeconds } from '../util/durations.ts';
import { chooseTicks } from './advantageChart.ts';
import { drawAdvantage, tenths } from './advantageCurve.ts';
import { markClass } from './markClass.ts';
import { escapeMarkup } from './markup.ts';
import { moveName } from './reviewText.ts';

/**
 * The name of a short last phase is placed before its start if the previous phase is long. Both
 * values are shares of the game; on a phone a name needs a fifth of it.
 */
const SHORT_PHASE = 0.2;
const LONG_PHASE = 0.5;
/** The size of the plot, in pixels. */
const CURVE_HEIGHT = 190;
/** The maximum number of move numbers below the chart: what fits on a phone. */
const TICKS = 9;

/** `idOf` returns the id of the control that shows the position after a number of plies. */
export function formatChart(review: GameReview, idOf: (ply: number) => string): string {
  const { moves } = review;
  const hasTimes = moves.some(({ time }) => time.spent !== null);
  const box = `viewBox="-.5 0 ${moves.length + 1} 100" preserveAspectRatio="none"`;
  return [
    '<div class="chart">',
    `<span class="scale" aria-hidden="true"><i>100%</i><i>50%</i><i>0%</i>${hasTimes ? '<i>time</i>' : ''}</span>`,
    '<div class="plot">',
    `<svg class="advantage" ${box} role="img" aria-label="White's win percentage after each move">${drawCurve(review)}</svg>`,
    hasTimes
      ? `<svg class="times" ${box} role="img" aria-label="Time spent on each move, White above, Black below">${drawTimes(moves)}</svg>`
      : '',
    ...phaseMarks(moves),
    `<div class="strip">${[null, ...moves].map((move, ply) => formatLabel(move, idOf(ply))).join('')}</div>`,
    '</div>',
    `<div class="ticks" aria-hidden="true">${chooseTicks(moves, TICKS)
      .map(({ ply, fullmove }) => `<i style="left:${across(ply, moves)}">${fullmove}</i>`)
      .join('')}</div>`,
    '</div>',
  ].join('');
}

/** The distance of a ply from the left of the plot. */
const across = (ply: number, moves: readonly unknown[]): string =>
  `${tenths((100 * (ply + 0.5)) / (moves.length + 1))}%`;

function drawCurve(review: GameReview): string {
  const plies = review.moves.length;
  const [left, right] = [-0.5, plies + 0.5];
  const y = (percent: number) => tenths(100 - percent);
  const curve = drawAdvantage(review, { x: (ply) => ply, y, left, right });
  return `<rect class="above" x="${left}" width="${plies + 1}" height="100"/>${curve}`;
}

/**
 * Bars from the middle, White's up and Black's down. Square roots, so that one long think does not hide
 * the rest.
 */
function drawTimes(moves: readonly ReviewedMove[]): string {
  const longest = Math.max(1, ...moves.map(({ time }) => time.spent ?? 0));
  const bars = moves.map(({ ply, color, time }) => {
    if (time.spent === null) return '';
    const height = tenths(48 * Math.sqrt(time.spent / longest));
    const [kind, y] = color === BLACK ? ['b', 50] : ['w', 50 - height];
    return `<rect class="${kind}" x="${tenths(ply - 0.4)}" y="${y}" width=".8" height="${height}"/>`;
  });
  return `${bars.join('')}<path class="middle" d="M-.5 50H${moves.length + 0.5}"/>`;
}

/** The names of the phases that begin within the game, each clipped at the start of the next. */
function phaseMarks(moves: readonly ReviewedMove[]): string[] {
  const begins = PHASES.map((phase) => moves.findIndex((move) => move.phase === phase));
  const starts = begins.filter((i) => i >= 0);
  const share = (from: number, to: number) => (to - from) / moves.length;
  return PHASES.flatMap((phase, p) => {
    const i = begins[p]!;
    if (i <= 0) return [];
    const place = starts.indexOf(i);
    const [before, after] = [starts[place - 1]!, starts[place + 1] ?? moves.length];
    const isLate = share(i, moves.length) < SHORT_PHASE && share(before, i) > LONG_PHASE;
    const left = `left:${across(i, moves)}`;
    return isLate
      ? [`<span class="phase late" style="${left}"><b>${phase}</b></span>`]
      : [
          `<span class="phase" style="${left};width:${tenths(100 * share(i, after))}%"><b>${phase}</b></span>`,
        ];
  });
}

/** One label of the strip, with a dot for a mark. */
function formatLabel(move: ReviewedMove | null, id: string): string {
  if (move === null) return `<label for="${id}" title="Start"></label>`;
  const { glyph, win, score, time } = move;
  const spent = time.spent === null ? '' : `, ${formatSeconds(time.spent)}`;
  const title = escapeMarkup(`${moveName(move)}  ${formatSignedEval(score)}${spent}`);
  const dot =
    glyph === null
      ? ''
      : `<i class="${markClass(glyph)}" style="top:${tenths(CURVE_HEIGHT * (1 - win / 100))}px"></i>`;
  return `<label for="${id}" title="${title}">${dot}</label>`;
}
