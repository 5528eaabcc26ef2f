/**
 * The part of a report in which the reader steps through a game, without a script: every move is a
 * radio button in the move list, and its board is visible while it is checked. Buttons, chart and list
 * are labels of these radio buttons, and arrow keys work as in any radio group. A radio button that is
 * checked gets the focus, and the browser scrolls the list to it. The moves of a better line are a radio
 * group of their own, whose boards cover that of the game.
 */
import type { Position } from '../chess/board/position.ts';
import { BLACK, sideName } from '../chess/board/types.ts';
import { formatMoveText, readableComment } from '../chess/notation/pgn.ts';
import type { GameReview, ReviewedMove } from '../review/judge.ts';
import { isFault } from '../review/marks.ts';
import { formatSignedEval } from '../search/score.ts';
import { BETTER_PLIES } from './annotatedPgn.ts';
import { type Arrow, drawBoard } from './boardSvg.ts';
import { markClass } from './markClass.ts';
import { escapeMarkup } from './markup.ts';
import { formatChart } from './reportChart.ts';
import {
  describeMark,
  describeOpening,
  describeTimes,
  moveNumber,
  remarksOn,
  shorten,
} from './reviewText.ts';

/** The id of the control that shows a game's position after a number of plies. */
export const plyId = (game: string, ply: number): string => `${game}-${ply}`;

/**
 * Board, moves and chart of a game; their ids begin with `id`. With the focus, arrow keys work at once. A page
 * of several games gives it to none, because browsers scroll to what has the focus, past the table of contents;
 * there a script chooses the game (reportKeys.ts).
 */
export function formatViewer(review: GameReview, id: string, hasFocus: boolean): string {
  const isTimed = review.moves.some(({ time }) => time.spent !== null);
  return `<div class="viewer${isTimed ? ' timed' : ''}">
<input type="checkbox" class="turn" id="${id}-turn" aria-label="Turn the board"/>
<fieldset class="moves"><legend>Moves</legend>
${formatStart(review, id, hasFocus)}
<ol>${formatRows(review, id)}</ol>
</fieldset>
${formatChart(review, (ply) => plyId(id, ply))}
</div>`;
}

/** The control of the position after a number of plies, and the panel that it shows. */
function formatControl(
  id: string,
  ply: number,
  attributes: string,
  label: string,
  view: string,
): string {
  const control = plyId(id, ply);
  return `<span class="item"><input type="radio" name="${plyId(id, 0)}" id="${control}"${attributes}/><label for="${control}">${label}</label></span>${view}`;
}

function formatStart(review: GameReview, id: string, hasFocus: boolean): string {
  const { game, moves, positions, winAtStart } = review;
  const attributes = ` checked="checked"${hasFocus ? ' autofocus="autofocus"' : ''}`;
  const board = drawBoard(positions[0]!, [], 'The position at the start');
  const text = `<h3>Start</h3>${paragraph(describeOpening(review))}${formatComments(game.comments)}`;
  const view = formatView(board, winAtStart, moves, 0, id, text);
  return `<div class="ply start">${formatControl(id, 0, attributes, 'Start', view)}</div>`;
}

/** A row with a move of each side. */
function formatRows(review: GameReview, id: string): string {
  const rows: string[] = [];
  for (const [i, move] of review.moves.entries()) {
    if (move.color !== BLACK || i === 0) {
      if (i > 0) rows.push('</li>');
      rows.push(`<li><span class="number">${move.fullmove}</span>`);
      if (move.color === BLACK) rows.push('<span class="ply">…</span>');
    }
    const view = formatMoveView(review, i, id);
    const label = `<b>${formatSanAndGlyph(move)}</b> <span class="eval">${formatScore(move.score)}</span>`;
    rows.push(
      `<div class="ply${move.isBook ? ' book' : ''}">${formatControl(id, move.ply, '', label, view)}</div>`,
    );
  }
  return rows.length === 0 ? '' : `${rows.join('')}</li>`;
}

function formatMoveView(review: GameReview, i: number, id: string): string {
  const { moves, positions } = review;
  const move = moves[i]!;
  const isWrong = isFault(move.glyph);
  const arrows: Arrow[] = isWrong ? [{ move: move.line[0]!, kind: 'better' }] : [];
  const title = escapeMarkup(`The position after ${moveNumber(move)} ${move.san}`);
  const board = drawBoard(positions[i + 1]!, arrows, title, move.played.move);
  const mark = describeMark(move);
  const paragraphs = [
    mark === '' ? '' : `<p class="verdict">${escapeMarkup(mark)}</p>`,
    isWrong ? formatSteps(move, positions[i]!, plyId(id, move.ply)) : '',
    ...remarksOn(review, i).map((text) => paragraph(text)),
    formatTimes(move),
    formatComments(move.played.comments),
  ];
  const head = `<h3>${formatMoveName(move)} <small>${formatScore(move.score)}</small></h3>`;
  const text = head + paragraphs.join('');
  return formatView(board, move.win, moves, move.ply, id, text);
}

/** Board with a bar of White's win percentage, buttons, a marker in the chart, and the text. */
function formatView(
  board: string,
  win: number,
  moves: readonly ReviewedMove[],
  ply: number,
  id: string,
  text: string,
): string {
  const step = (to: number, name: string, sign: string) =>
    `<label for="${plyId(id, Math.min(moves.length, Math.max(0, to)))}" title="${name}">${sign}</label>`;
  const buttons = [
    step(0, 'To the start', '«'),
    step(ply - 1, 'Back', '‹'),
    step(ply + 1, 'Forward', '›'),
    step(moves.length, 'To the end', '»'),
    `<label for="${id}-turn" title="Turn the board">⇅</label>`,
  ].join('');
  return [
    '<div class="view">',
    `<div class="frame"><span class="bar"><i style="height:${win.toFixed(1)}%"></i></span>${board}</div>`,
    `<div class="buttons">${buttons}</div>`,
    `<div class="text">${text}</div></div>`,
    `<i class="now" style="--x:${((ply + 0.5) / (moves.length + 1)).toFixed(4)}"></i>`,
  ].join('');
}

function formatTimes(move: ReviewedMove): string {
  const times = describeTimes(move);
  return times === '' ? '' : `<p class="time">${sideName(move.color)}: ${times}</p>`;
}

/** `attributes` begin with a blank. */
const paragraph = (text: string, attributes = ''): string =>
  text === '' ? '' : `<p${attributes}>${escapeMarkup(text)}</p>`;

/** The maximum number of characters of a comment that are shown. */
const MAX_COMMENT = 1000;

/** The comments of the file, in whatever script. */
const formatComments = (comments: readonly string[]): string =>
  comments
    .map((text) => paragraph(shorten(readableComment([text]), MAX_COMMENT), ' dir="auto"'))
    .join('');

/** The better line as a group of radio buttons, each with the board after its move. */
function formatSteps(reviewed: ReviewedMove, before: Position, id: string): string {
  const { line } = reviewed;
  const walk = before.clone();
  const words = formatMoveText(before, line.slice(0, BETTER_PLIES));
  const steps: string[] = [];
  let number = '';
  for (const word of words) {
    if (/^\d+\.+$/.test(word)) {
      number = `${word} `;
      continue;
    }
    const move = line[steps.length]!;
    walk.make(move);
    const name = `${number}${word.replaceAll('-', '\u2011')}`;
    number = '';
    const board = drawBoard(walk, [], escapeMarkup(`After ${name} in the better line`), move);
    const control = `${id}-line-${steps.length + 1}`;
    const text = escapeMarkup(name);
    steps.push(
      `<span class="step"><input type="radio" name="${id}-line" id="${control}"/><label for="${control}">${steps.length === 0 ? `<b>${text}</b>` : text}</label><span class="alternative">${board}</span></span>`,
    );
  }
  const back = `<span class="step"><input type="radio" name="${id}-line" id="${id}-line-0" checked="checked"/><label for="${id}-line-0">${escapeMarkup(`${moveNumber(reviewed)} ${reviewed.san}`)}</label></span>`;
  return `<p class="line" role="radiogroup" aria-label="Better line">${steps.join(' ')} <small>instead of</small> ${back}</p>`;
}

/** The better line, its first move in bold. There is no line break inside `O-O`. */
export function formatLine({ line }: ReviewedMove, before: Position): string {
  const words = formatMoveText(before, line.slice(0, BETTER_PLIES)).map((word) =>
    word.replaceAll('-', '\u2011'),
  );
  const [number, san, ...rest] = words;
  return `<b>${number} ${san}</b> ${rest.join(' ')}`;
}

/** Replaces the hyphen by a typographic minus sign. */
export const formatScore = (score: number): string => formatSignedEval(score).replace('-', '−');

/** `12... Nf6??`, with the colour of its mark. */
export const formatMoveName = (move: ReviewedMove): string =>
  `${moveNumber(move)} ${formatSanAndGlyph(move)}`;

function formatSanAndGlyph({ san, glyph }: ReviewedMove): string {
  const mark =
    glyph === null
      ? ''
      : `<span class="${markClass(glyph)}" title="${glyph.name}">${glyph.sign}</span>`;
  return escapeMarkup(san) + mark;
}
