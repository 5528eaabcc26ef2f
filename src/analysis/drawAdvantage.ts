/**
 * The course of a game as a picture in SVG: what White could expect after every move, light below
 * the line and dark above it, with a dot for every marked move.
 */
import { BLACK } from '../chess/board/types.ts';
import { formatSignedEval } from '../search/score.ts';
import type { AnalyzedGame, AnalyzedMove, Glyph } from './analyzeGame.ts';
import { GLYPHS } from './analyzeGame.ts';
import { gameName, moveName } from './labels.ts';
import { escapeMarkup } from './markup.ts';

/** The size of the picture and of its letters, in pixels of the screen that it is meant for. */
interface Size {
  width: number;
  height: number;
}

/** For a page as wide as a desktop's, and as a phone's. */
export const WIDE: Size = { width: 960, height: 260 };
export const NARROW: Size = { width: 360, height: 200 };

/** Around the field, for labels. */
const MARGIN = { left: 26, right: 12, top: 10, bottom: 24 };
/** Between two move numbers below the field, at least. */
const TICK_GAP = 34;
const TICK_STEPS = [1, 2, 5, 10, 20, 50, 100];

/** How the parts look; variables give the colours that differ between light and dark pages. */
export const ADVANTAGE_STYLE = `
.advantage text { font: 12px system-ui, sans-serif; fill: var(--muted); }
.advantage .tick { text-anchor: middle; }
.advantage .level { text-anchor: end; }
.advantage .above { fill: #565d66; }
.advantage .below { fill: #f3f4f5; }
.advantage .curve { fill: none; stroke: #8b949e; stroke-width: 1.5; stroke-linejoin: round; }
.advantage .grid { stroke: #8b949e; stroke-opacity: .45; }
.advantage .middle { stroke: #e0823d; stroke-opacity: .9; }
.advantage .frame { fill: none; stroke: var(--line); }
.advantage circle { stroke: #fff; stroke-width: 1.5; }
.advantage .blunder { fill: #d6362f; }
.advantage .mistake { fill: #e0782b; }
.advantage .inaccuracy { fill: #d9b21f; }
.advantage .good { fill: #2f9e5b; }
`;

/** The class under which a mark has its colour. */
export function glyphClass(glyph: Glyph): string {
  return glyph === GLYPHS.GOOD ? 'good' : glyph.name.toLowerCase();
}

/** `linkOf` gives the address of what a page says of a move. */
export function drawAdvantage(
  analyzed: AnalyzedGame,
  { width, height }: Size,
  linkOf: (move: AnalyzedMove) => string | null = () => null,
): string {
  const { moves, expectedAtStart } = analyzed;
  const right = width - MARGIN.right;
  const bottom = height - MARGIN.bottom;
  /** Of the position after so many moves; of an expected score. */
  const x = (plies: number) =>
    round(MARGIN.left + ((right - MARGIN.left) * plies) / Math.max(1, moves.length));
  const y = (expected: number) => round(bottom - (bottom - MARGIN.top) * expected);
  const curve = [expectedAtStart, ...moves.map((move) => move.expected)]
    .map((expected, i) => `${x(i)} ${y(expected)}`)
    .join('L');
  const field = `x="${MARGIN.left}" y="${MARGIN.top}" width="${right - MARGIN.left}" height="${bottom - MARGIN.top}"`;
  const level = (expected: number, kind: string) =>
    `<path class="${kind}" d="M${MARGIN.left} ${y(expected)}H${right}"/>`;
  const dots = moves.map((move, i) => drawDot(move, x(i + 1), y(move.expected), linkOf(move)));
  return [
    `<svg class="advantage" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeMarkup(gameName(analyzed.game))}: what White could expect</title>`,
    `<rect class="above" ${field}/>`,
    `<path class="below" d="M${curve}H${right}V${bottom}H${MARGIN.left}z"/>`,
    ...[0.25, 0.75].map((expected) => level(expected, 'grid')),
    level(0.5, 'middle'),
    `<path class="curve" d="M${curve}H${right}"/>`,
    `<rect class="frame" ${field}/>`,
    ...['0', '½', '1'].map(
      (text, i) => `<text class="level" x="${MARGIN.left - 6}" y="${y(i / 2) + 4}">${text}</text>`,
    ),
    ...drawTicks(moves, x, bottom + 16, right - MARGIN.left),
    ...dots,
    '</svg>',
  ].join('');
}

function drawDot(move: AnalyzedMove, x: number, y: number, link: string | null): string {
  if (move.glyph === null) return '';
  const title = escapeMarkup(`${moveName(move)} (${formatSignedEval(move.score)})`);
  const dot = `<circle class="${glyphClass(move.glyph)}" cx="${x}" cy="${y}" r="4.5"><title>${title}</title></circle>`;
  return link === null ? dot : `<a href="${escapeMarkup(link)}">${dot}</a>`;
}

/** Move numbers where White is to move, as many as there is room for. */
function drawTicks(
  moves: readonly AnalyzedMove[],
  x: (plies: number) => number,
  y: number,
  width: number,
): string[] {
  const room = Math.max(1, Math.floor(width / TICK_GAP));
  const step = TICK_STEPS.find((step) => moves.length / 2 / step <= room) ?? 1000;
  return moves.flatMap(({ before }, i) => {
    const { fullmove, turn } = before;
    const isDue = turn !== BLACK && (fullmove % step === 0 || fullmove === 1);
    return isDue ? [`<text class="tick" x="${x(i)}" y="${y}">${fullmove}</text>`] : [];
  });
}

/** The picture as a file of its own. */
export function formatAdvantageFile(analyzed: AnalyzedGame): string {
  const { width, height } = WIDE;
  const style = `${ADVANTAGE_STYLE}
:root { --muted: #57606a; --line: #c9cfd6; --page: #fff; }
@media (prefers-color-scheme: dark) { :root { --muted: #9aa4af; --line: #3a414a; --page: #15181c; } }
.page { fill: var(--page); }`;
  return drawAdvantage(analyzed, WIDE).replace(
    /^<svg ([^>]*)>/,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" $1>` +
      `<style>${style}</style><rect class="page" width="${width}" height="${height}"/>`,
  );
}

const round = (x: number): number => Math.round(x * 10) / 10;
