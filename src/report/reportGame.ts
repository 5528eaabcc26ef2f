/** One game of a report: players, accuracy, a board to step through, and the costliest moves. */
import { BLACK, type Color, sideName, WHITE } from '../chess/board/types.ts';
import { PHASES } from '../review/gamePhases.ts';
import type { GameReview, ReviewedMove, SideSummary } from '../review/judge.ts';
import { isBad, isFault } from '../review/marks.ts';
import { percentFor } from '../review/winPercent.ts';
import { type Arrow, drawBoard } from './boardSvg.ts';
import { escapeMarkup, isolated } from './markup.ts';
import { formatLine, formatMoveName, formatScore, formatViewer, plyId } from './reportViewer.ts';
import {
  describeClaim,
  describeMark,
  describeOpening,
  moveNumber,
  playerName,
  tagOf,
} from './reviewText.ts';

/** The maximum number of costliest moves, each with a board. */
const MAX_COSTLIEST = 8;

/** `id` is the prefix of this game's ids on the page. */
export function formatGame(review: GameReview, id: string, isOneOfMany: boolean): string {
  const { game, moves } = review;
  const moments = costliestMoves(moves);
  return `<article id="${id}">
<header>
<h1>${isolated(playerName(game, WHITE))} <span class="versus">–</span> ${isolated(playerName(game, BLACK))}</h1>
<p>${describeOccasion(review)}</p>
${isOneOfMany ? '<p class="back"><a href="#contents">All games</a></p>' : ''}
${formatNotice(review)}
</header>
<section class="sides">${formatSide(review, WHITE)}${formatSide(review, BLACK)}</section>
${formatViewer(review, id, !isOneOfMany)}
${
  moments.length === 0
    ? ''
    : `<section class="moments">
<h2>Costliest moves</h2>
<p class="caption"><span class="swatch played"></span>played <span class="swatch better"></span>better</p>
<div class="cards">${moments.map((move) => formatMoment(review, move, id)).join('')}</div>
</section>`
}
${formatClaims(review)}
</article>`;
}

function formatNotice({ game, moves, isComplete }: GameReview): string {
  if (isComplete) return '';
  const missing = game.moves.length - moves.length;
  const all = `${game.moves.length} plies`;
  const last = missing === 1 ? `the last of ${all} was` : `the last ${missing} of ${all} were`;
  const rest = missing > 0 ? `; ${last} not reached` : '';
  return `<p class="notice">The review was stopped early: only marks that were verified by then are given${rest}.</p>`;
}

/** Result, opening, event, place and date, as far as they are known. */
function describeOccasion(review: GameReview): string {
  const { game } = review;
  const facts = ['Event', 'Site', 'Round', 'Date'].map((name) => {
    const value = tagOf(game, name);
    if (name === 'Date') return value.replace(/\.\?\?/g, '');
    return name === 'Round' && value !== '' ? `round ${value}` : value;
  });
  const opening = describeOpening(review);
  const text = [...facts, opening].filter((fact) => fact !== '').map(isolated);
  const result = game.result === '*' ? [] : [`<strong>${formatResult(game.result)}</strong>`];
  return [...result, ...text].join(' · ');
}

/** `½–½` */
export const formatResult = (result: string): string =>
  result.replaceAll('1/2', '½').replace('-', '–');

/** `87.2%`, or a dash if there is no data. */
export const formatAccuracy = (accuracy: number | null): string =>
  accuracy === null ? '–' : `${accuracy.toFixed(1)}%`;

function formatSide({ game, sides }: GameReview, color: Color): string {
  const side = sides[color]!;
  const elo = tagOf(game, `${sideName(color)}Elo`);
  const phases = PHASES.map((phase) => {
    const accuracy = side.phases[phase];
    return `<div><dt>${phase}</dt><dd><span class="meter"><i style="width:${(accuracy ?? 0).toFixed(0)}%"></i></span><span class="value">${formatAccuracy(accuracy)}</span></dd></div>`;
  });
  return `<div class="side">
<h2><span class="king ${sideName(color).toLowerCase()}"></span>${isolated(playerName(game, color))}${elo === '' ? '' : ` <small>${escapeMarkup(elo)}</small>`}</h2>
<p class="accuracy"><b>${formatAccuracy(side.accuracy)}</b> accuracy</p>
<p class="counts">${countsOf(side)
    .map(([name, kind, count]) => `<span class="${kind}"><b>${count}</b> ${name}</span>`)
    .join('')}</p>
<dl>${phases.join('')}${formatDetails(side)}</dl>
</div>`;
}

function countsOf(side: SideSummary): [name: string, kind: string, count: number][] {
  const { good, inaccuracies, mistakes, blunders } = side;
  const name = (count: number, one: string, many: string) => (count === 1 ? one : many);
  return [
    [name(good, 'good move', 'good moves'), 'good', good],
    [name(inaccuracies, 'inaccuracy', 'inaccuracies'), 'inaccuracy', inaccuracies],
    [name(mistakes, 'mistake', 'mistakes'), 'mistake', mistakes],
    [name(blunders, 'blunder', 'blunders'), 'blunder', blunders],
  ];
}

function formatDetails({ centipawnLoss, trouble }: SideSummary): string {
  const rows = [
    ['Centipawns lost per move', centipawnLoss === null ? '–' : centipawnLoss.toFixed(0)],
  ];
  if (trouble !== null && trouble.moves > 0) {
    rows.push(['Moves in time trouble', `${trouble.moves} (${trouble.bad} bad)`]);
  }
  return rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
}

/**
 * The mistakes and blunders that cost the most, in the order of the game; inaccuracies if there are no
 * others.
 */
function costliestMoves(moves: readonly ReviewedMove[]): ReviewedMove[] {
  const mistakes = moves.filter((move) => isBad(move.glyph));
  const costly = mistakes.length > 0 ? mistakes : moves.filter((move) => isFault(move.glyph));
  const chosen = costly.toSorted((a, b) => b.loss - a.loss).slice(0, MAX_COSTLIEST);
  return costly.filter((move) => chosen.includes(move));
}

function formatMoment({ positions }: GameReview, move: ReviewedMove, id: string): string {
  const { line, played, color, scoreBefore, score, winBefore, win, best, san } = move;
  const before = positions[move.ply - 1]!;
  const arrows: Arrow[] = [
    { move: line[0]!, kind: 'better' },
    { move: played.move, kind: 'played' },
  ];
  const own = (percent: number) => `${Math.round(percentFor(color, percent))}%`;
  const title = escapeMarkup(`${moveNumber(move)} ${best} was better than ${san}`);
  return `<div class="card">
${drawBoard(before, arrows, title)}
<div class="text">
<h3><label for="${plyId(id, move.ply)}">${formatMoveName(move)}</label> <small>${formatScore(scoreBefore)} → ${formatScore(score)}</small></h3>
<p>${escapeMarkup(describeMark(move))} ${sideName(color)}'s win percentage fell from ${own(winBefore)} to ${own(win)}.</p>
<p class="line">${formatLine(move, before)}</p>
</div>
</div>`;
}

/** Draws that were not claimed. */
function formatClaims(review: GameReview): string {
  const claims = review.moves.flatMap((move, i) => {
    const claim = describeClaim(review, i);
    return claim === '' ? [] : [`<li>After ${formatMoveName(move)}: ${escapeMarkup(claim)}</li>`];
  });
  return claims.length === 0
    ? ''
    : `<section><h2>Draws not claimed</h2><ul>${claims.join('')}</ul></section>`;
}
