/** Draws the losses of a training run as SVG, on a logarithmic scale. */
import type { CurvePoint } from './checkpoint.ts';

const WIDTH = 960;
const HEIGHT = 420;
const MARGIN = { left: 64, right: 16, top: 34, bottom: 40 };
/** Lower losses are drawn as this one: batches in which no position counts have 0, which has no logarithm. */
const MIN_LOSS = 1e-6;
/** The smallest distance of two lines whose labels do not overlap. */
const ROW_HEIGHT = 15;

const STYLE = `
:root { --muted: #57606a; --line: #d4d9df; --page: #fff; --training: #2f7ed8; --validation: #e0782b; }
@media (prefers-color-scheme: dark) { :root { --muted: #9aa4af; --line: #3a414a; --page: #15181c; } }
.page { fill: var(--page); }
text { font: 12px system-ui, sans-serif; fill: var(--muted); }
.left { text-anchor: end; }
.below { text-anchor: middle; }
.grid { stroke: var(--line); }
.curve { fill: none; stroke-width: 1.5; stroke-linejoin: round; }
.training { stroke: var(--training); }
.validation { stroke: var(--validation); }
circle { fill: var(--validation); }
text.training { fill: var(--training); stroke: none; }
text.validation { fill: var(--validation); stroke: none; }`;

/** A standalone SVG file. `total` is the number of batches of the whole run, `batch` the positions of each. */
export function drawLossCurve(curve: readonly CurvePoint[], total: number, batch: number): string {
  const losses = curve.flatMap(({ loss, validationLoss }) => [loss, validationLoss ?? loss]);
  // Not by spreading them: a long run has more losses than a call takes arguments.
  const low = logOf(losses.reduce((a, b) => Math.min(a, b))) - 0.02;
  const high = logOf(losses.reduce((a, b) => Math.max(a, b))) + 0.02;
  const right = WIDTH - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const x = (batch: number) => round(MARGIN.left + ((right - MARGIN.left) * batch) / total);
  const y = (loss: number) =>
    round(bottom - ((bottom - MARGIN.top) * (logOf(loss) - low)) / (high - low));
  const training = curve.map(({ batch, loss }) => `${x(batch)} ${y(loss)}`);
  const validation = curve.flatMap(({ batch, validationLoss }) =>
    validationLoss === null ? [] : { x: x(batch), y: y(validationLoss) },
  );
  let above = Number.POSITIVE_INFINITY;
  const labelled = ticks(low, high).filter((loss) => {
    const isApart = above - y(loss) >= ROW_HEIGHT;
    if (isApart) above = y(loss);
    return isApart;
  });
  const rows = labelled.map(
    (loss) =>
      `<path class="grid" d="M${MARGIN.left} ${y(loss)}H${right}"/><text class="left" x="${MARGIN.left - 6}" y="${y(loss) + 4}">${loss}</text>`,
  );
  const columns = roundSteps(total * batch).map(
    (positions) =>
      `<text class="below" x="${x(positions / batch)}" y="${bottom + 18}">${shortCount(positions)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    `<title>Loss of a training run</title><style>${STYLE}</style>`,
    `<rect class="page" width="${WIDTH}" height="${HEIGHT}"/>`,
    ...rows,
    ...columns,
    `<text class="training" x="${MARGIN.left}" y="20">training loss</text>`,
    `<text class="validation" x="${MARGIN.left + 100}" y="20">validation loss</text>`,
    `<text class="below" x="${(MARGIN.left + right) / 2}" y="${HEIGHT - 6}">training positions</text>`,
    `<path class="curve training" d="M${training.join('L')}"/>`,
    validation.length === 0
      ? ''
      : `<path class="curve validation" d="M${validation.map(({ x, y }) => `${x} ${y}`).join('L')}"/>`,
    ...validation.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="2.5"/>`),
    '</svg>\n',
  ].join('\n');
}

/** Four to nine round numbers below `end`, leaving room for the last label. */
function roundSteps(end: number): number[] {
  const power = 10 ** Math.floor(Math.log10(end));
  const step = [5, 2, 1, 0.5, 0.2].map((factor) => factor * power).find((step) => end / step >= 4)!;
  return Array.from({ length: Math.floor((end * 0.98) / step) }, (_, i) => (i + 1) * step);
}

const shortCount = (count: number): string =>
  count >= 1e6 ? `${Number((count / 1e6).toFixed(1))} M` : `${Math.round(count)}`;

/** At least four round values between two powers of ten. */
function ticks(low: number, high: number): number[] {
  const found: number[] = [];
  for (const steps of [[1], [1, 2, 5], [1, 1.5, 2, 3, 4, 5, 7], NINETY]) {
    found.length = 0;
    for (let power = Math.floor(low); power <= high; power++) {
      for (const step of steps) {
        const loss = Number((step * 10 ** power).toPrecision(2));
        if (Math.log10(loss) >= low && Math.log10(loss) <= high) found.push(loss);
      }
    }
    if (found.length >= 4) break;
  }
  return found;
}
const NINETY = Array.from({ length: 90 }, (_, i) => 1 + i / 10);

const logOf = (loss: number): number => Math.log10(Math.max(loss, MIN_LOSS));

const round = (x: number): number => Math.round(x * 10) / 10;
