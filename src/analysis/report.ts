/**
 * An analysed game as a page of HTML that needs nothing else: no script, no font, no picture from
 * outside. It reads on a phone as on a desktop, light or dark as the reader's system is.
 */

import { BLACK, type Color, colorName, WHITE } from '../chess/board/types.ts';
import { formatMoveText } from '../chess/notation/pgn.ts';
import { formatSan } from '../chess/notation/san.ts';
import { formatSignedEval } from '../search/score.ts';
import { NAME, VERSION } from '../version.ts';
import type { AnalyzedGame, AnalyzedMove, SideSummary } from './analyzeGame.ts';
import { GLYPHS } from './analyzeGame.ts';
import { isFault, LINE_LENGTH } from './annotate.ts';
import { drawAdvantage, glyphClass, NARROW, WIDE } from './drawAdvantage.ts';
import { type Arrow, drawBoard } from './drawBoard.ts';
import { gameName, moveNumber, playerName, tagOf } from './labels.ts';
import { escapeMarkup } from './markup.ts';
import { drawPieceSymbols } from './pieceShapes.ts';
import { REPORT_STYLE } from './reportStyle.ts';
import { expectedScore } from './scores.ts';

/** As many boards as one likes to look at. */
const MAX_TURNING_POINTS = 8;

/** A page about the games; `method` says how the games were searched: `300 ms a position`. */
export function formatReport(games: readonly AnalyzedGame[], method: string): string {
  const [only] = games;
  const title = games.length === 1 ? gameName(only!.game) : `${games.length} games`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeMarkup(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
${drawPieceSymbols()}
<main>
${games.map((analyzed, i) => formatGame(analyzed, `game-${i + 1}`)).join('\n')}
</main>
<footer>Analysed by ${NAME} ${VERSION}, ${escapeMarkup(method)}. Accuracy is measured as Lichess does; marks follow the expected score that a move loses.</footer>
</body>
</html>
`;
}

/** `id` tells the parts of this game from those of others on the page. */
function formatGame(analyzed: AnalyzedGame, id: string): string {
  const { game, moves } = analyzed;
  const missing = game.moves.length - moves.length;
  const points = turningPoints(moves);
  const linkOf = (move: AnalyzedMove) => `#${moveId(id, move, moves)}`;
  return `<article id="${id}">
<header>
<h1>${escapeMarkup(playerName(game, WHITE))} <span class="versus">–</span> ${escapeMarkup(playerName(game, BLACK))}</h1>
<p>${describeOccasion(analyzed)}</p>
${missing > 0 ? `<p class="notice">The analysis was stopped: the last ${missing} of ${game.moves.length} plies are not judged.</p>` : ''}
</header>
<section class="sides">${formatSide(analyzed, WHITE)}${formatSide(analyzed, BLACK)}</section>
<section>
<h2>Advantage</h2>
<figure class="wide">${drawAdvantage(analyzed, WIDE, linkOf)}</figure>
<figure class="narrow">${drawAdvantage(analyzed, NARROW, linkOf)}</figure>
<p class="caption">What White could expect after each move, from 0, a loss, to 1, a win.</p>
</section>
${
  points.length === 0
    ? ''
    : `<section>
<h2>Turning points</h2>
<p class="caption">Red is the move played, green the better one.</p>
<div class="cards">${points.map((move) => formatTurningPoint(move, linkOf(move))).join('')}</div>
</section>`
}
<section>
<h2>Moves</h2>
<ol class="moves">${formatMoves(moves, id)}</ol>
</section>
</article>`;
}

/** Result, event, place and day, as far as they are known. */
function describeOccasion({ game }: AnalyzedGame): string {
  const facts = ['Event', 'Site', 'Round', 'Date'].map((name) => {
    const value = tagOf(game, name);
    return name === 'Round' && value !== '' ? `round ${value}` : value;
  });
  const text = facts.filter((fact) => fact !== '').map(escapeMarkup);
  const result = game.result === '*' ? [] : [`<strong>${formatResult(game.result)}</strong>`];
  return [...result, ...text].join(' · ');
}

const formatResult = (result: string): string => result.replaceAll('1/2', '½').replace('-', '–');

function formatSide({ game, sides }: AnalyzedGame, color: Color): string {
  const side = sides[color]!;
  const elo = tagOf(game, `${colorName(color)}Elo`);
  const accuracy = side.accuracy === null ? '–' : `${side.accuracy.toFixed(1)}%`;
  return `<div class="side">
<h2><span class="king ${colorName(color).toLowerCase()}"></span>${escapeMarkup(playerName(game, color))}${elo === '' ? '' : ` <small>${escapeMarkup(elo)}</small>`}</h2>
<p class="accuracy"><b>${accuracy}</b> accuracy</p>
<dl>${countsOf(side)
    .map(([name, kind, count]) => `<div><dt class="${kind}">${name}</dt><dd>${count}</dd></div>`)
    .join('')}</dl>
</div>`;
}

function countsOf(side: SideSummary): [name: string, kind: string, count: string][] {
  const loss = side.centipawnLoss;
  return [
    ['Inaccuracies', 'inaccuracy', `${side.inaccuracies}`],
    ['Mistakes', 'mistake', `${side.mistakes}`],
    ['Blunders', 'blunder', `${side.blunders}`],
    ['Centipawns lost a move', '', loss === null ? '–' : loss.toFixed(0)],
  ];
}

/** The moves that cost the most, mistakes at least, in the order of the game. */
function turningPoints(moves: readonly AnalyzedMove[]): AnalyzedMove[] {
  const grave: unknown[] = [GLYPHS.MISTAKE, GLYPHS.BLUNDER];
  const costly = moves.filter((move) => grave.includes(move.glyph));
  const chosen = costly.toSorted((a, b) => b.loss - a.loss).slice(0, MAX_TURNING_POINTS);
  return costly.filter((move) => chosen.includes(move));
}

function formatTurningPoint(move: AnalyzedMove, link: string): string {
  const { before, line, played, color, scoreBefore, score, glyph } = move;
  const best = line[0]!;
  const arrows: Arrow[] = [
    { move: best, kind: 'better' },
    { move: played.move, kind: 'played' },
  ];
  const side = colorName(color);
  const share = (expected: number) =>
    `${Math.round(100 * (color === BLACK ? 1 - expected : expected))}%`;
  const title = `${moveNumber(move)} ${formatSan(before, best)} was better than ${move.san}`;
  return `<div class="card">
${drawBoard(before, arrows, escapeMarkup(title))}
<div class="text">
<h3><a href="${link}">${formatMoveName(move)}</a> <small>${formatScore(scoreBefore)} → ${formatScore(score)}</small></h3>
<p>${glyph!.name}: ${side} could expect ${share(expectedScore(scoreBefore, before))} of the point before and ${share(move.expected)} after it.</p>
<p><span class="swatch better"></span><span class="line">${formatLine(move)}</span></p>
</div>
</div>`;
}

/** The better line, its first move in bold. No line is broken within a castling. */
function formatLine({ before, line }: AnalyzedMove): string {
  const words = formatMoveText(before, line.slice(0, LINE_LENGTH)).map((word) =>
    word.replaceAll('-', '\u2011'),
  );
  const [number, san, ...rest] = words;
  return `<b>${number} ${san}</b> ${rest.join(' ')}`;
}

/** Every move with its mark and evaluation, and the better one below it. */
function formatMoves(moves: readonly AnalyzedMove[], id: string): string {
  const rows: string[] = [];
  for (const [i, move] of moves.entries()) {
    const isRowStart = move.color !== BLACK || i === 0;
    if (isRowStart) {
      if (i > 0) rows.push('</li>');
      rows.push(`<li><span class="number">${move.before.fullmove}</span>`);
      if (move.color === BLACK) rows.push('<span class="ply">…</span>');
    }
    rows.push(formatPly(move, moveId(id, move, moves)));
  }
  return rows.length === 0 ? '' : `${rows.join('')}</li>`;
}

function formatPly(move: AnalyzedMove, id: string): string {
  const { before, line, score } = move;
  const better = isFault(move)
    ? `<span class="better-move">${escapeMarkup(formatSan(before, line[0]!))}</span>`
    : '';
  return `<span class="ply" id="${id}"><span class="san">${formatSanAndGlyph(move)}</span><span class="eval">${formatScore(score)}</span>${better}</span>`;
}

/** With a real minus sign, since a page has one. */
const formatScore = (score: number): string => formatSignedEval(score).replace('-', '−');

const formatMoveName = (move: AnalyzedMove): string =>
  `${moveNumber(move)} ${formatSanAndGlyph(move)}`;

function formatSanAndGlyph({ san, glyph }: AnalyzedMove): string {
  const mark =
    glyph === null
      ? ''
      : `<span class="${glyphClass(glyph)}" title="${glyph.name}">${glyph.sign}</span>`;
  return escapeMarkup(san) + mark;
}

const moveId = (id: string, move: AnalyzedMove, moves: readonly AnalyzedMove[]): string =>
  `${id}-ply-${moves.indexOf(move) + 1}`;
