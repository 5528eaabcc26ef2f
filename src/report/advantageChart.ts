/**
 * The advantage chart of a game as a stand-alone SVG file: White's win percentage after every move,
 * light below the curve and dark above it, with a dot for every marked move.
 */
import { BLACK } from '../chess/board/types.ts';
import type { GameReview, ReviewedMove } from '../review/judge.ts';
import { formatSignedEval } from '../search/score.ts';
import { drawAdvantage, tenths } from './advantageCurve.ts';
import { markClass } from './markClass.ts';
import { escapeMarkup } from './markup.ts';
import { gameName, moveName } from './reviewText.ts';

/** The size of the image, in CSS pixels. */
const WIDTH = 960;
const HEIGHT = 260;
/** The margins around the plot, for labels. */
const MARGIN = { left: 30, right: 12, top: 10, bottom: 24 };
/** The least distance between two move numbers below the plot. */
const TICK_GAP = 34;
const TICK_STEPS = [1, 2, 5, 10, 20, 50, 100];

const RIGHT = WIDTH - MARGIN.right;
const BOTTOM = HEIGHT - MARGIN.bottom;

const STYLE = `
:root { --muted: #57606a; --line: #c9cfd6; --page: #fff; }
@media (prefers-color-scheme: dark) { :root { --muted: #9aa4af; --line: #3a414a; --page: #15181c; } }
.page { fill: var(--page); }
text { font: 12px system-ui, sans-serif; fill: var(--muted); }
.tick { text-anchor: middle; }
.level { text-anchor: end; }
.above { fill: #565d66; }
.below { fill: #f3f4f5; }
.curve { fill: none; stroke: #8b949e; stroke-width: 1.5; stroke-linejoin: round; }
.grid { stroke: #8b949e; stroke-opacity: .45; }
.middle { stroke: #e0823d; stroke-opacity: .9; }
.frame { fill: none; stroke: var(--line); }
circle { stroke: #fff; stroke-width: 1.5; }
.blunder { fill: #d6362f; }
.mistake { fill: #e0782b; }
.inaccuracy { fill: #d9b21f; }
.good { fill: #2f9e5b; }
.brilliant { fill: #1a8fb0; }
`;

/** The chart as a stand-alone SVG file. */
export function formatAdvantageFile(review: GameReview): string {
  const { game, moves } = review;
  /** The coordinates of a number of plies, and of a win percentage. */
  const x = (plies: number) =>
    tenths(MARGIN.left + ((RIGHT - MARGIN.left) * plies) / Math.max(1, moves.length));
  const y = (percent: number) => tenths(BOTTOM - ((BOTTOM - MARGIN.top) * percent) / 100);
  const field = `x="${MARGIN.left}" y="${MARGIN.top}" width="${RIGHT - MARGIN.left}" height="${BOTTOM - MARGIN.top}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    `<style>${STYLE}</style><rect class="page" width="${WIDTH}" height="${HEIGHT}"/>`,
    `<title>${escapeMarkup(gameName(game))}: White's win percentage</title>`,
    `<rect class="above" ${field}/>`,
    drawAdvantage(review, { x, y, left: MARGIN.left, right: RIGHT }),
    `<rect class="frame" ${field}/>`,
    ...[0, 50, 100].map(
      (percent) =>
        `<text class="level" x="${MARGIN.left - 6}" y="${y(percent) + 4}">${percent}</text>`,
    ),
    ...drawTicks(moves, x),
    ...moves.map((move, i) => drawDot(move, x(i + 1), y(move.win))),
    '</svg>',
  ].join('');
}

function drawDot(move: ReviewedMove, x: number, y: number): string {
  if (move.glyph === null) return '';
  const title = escapeMarkup(`${moveName(move)} (${formatSignedEval(move.score)})`);
  return `<circle class="${markClass(move.glyph)}" cx="${x}" cy="${y}" r="4.5"><title>${title}</title></circle>`;
}

/** White's moves whose numbers are shown: at most `room`, evenly spaced. */
export function chooseTicks(moves: readonly ReviewedMove[], room: number): ReviewedMove[] {
  const step = TICK_STEPS.find((step) => moves.length / 2 / step <= room) ?? 1000;
  return moves.filter(
    ({ fullmove, color }) => color !== BLACK && (fullmove % step === 0 || fullmove === 1),
  );
}

function drawTicks(moves: readonly ReviewedMove[], x: (plies: number) => number): string[] {
  const room = Math.floor((RIGHT - MARGIN.left) / TICK_GAP);
  return chooseTicks(moves, room).map(
    ({ ply, fullmove }) => `<text class="tick" x="${x(ply)}" y="${BOTTOM + 16}">${fullmove}</text>`,
  );
}
