/**
 * The curve of a game: White's win percentage after every ply. The report, the chart as a file and the
 * page draw the same curve at different scales.
 */
import type { GameReview } from '../review/judge.ts';

/** Where a curve is drawn, in the units of the image. */
interface CurveFrame {
  /** The coordinate of a position, by its ply. */
  x: (ply: number) => number;
  /** The coordinate of a win percentage. */
  y: (percent: number) => number;
  left: number;
  right: number;
}

/** White's win percentages by ply. */
export const winsOf = ({ winAtStart, moves }: GameReview): number[] => [
  winAtStart,
  ...moves.map(({ win }) => win),
];

/** A game's curve as SVG: the area below it, lines at every quarter, and the curve itself. */
export function drawAdvantage(review: GameReview, frame: CurveFrame): string {
  const { y, left, right } = frame;
  const { curve, area } = advantagePaths(winsOf(review), frame);
  const level = (percent: number, kind: string) =>
    `<path class="${kind}" d="M${left} ${y(percent)}H${right}"/>`;
  return [
    `<path class="below" d="${area}"/>`,
    ...[25, 75].map((percent) => level(percent, 'grid')),
    level(50, 'middle'),
    `<path class="curve" d="${curve}"/>`,
  ].join('');
}

/**
 * The `d` of two SVG paths: the curve itself, and the area below it. Win percentages are by ply; those
 * that are not known yet are passed over. Both are empty if none is known.
 */
export function advantagePaths(
  wins: readonly (number | undefined)[],
  { x, y, left, right }: CurveFrame,
): { curve: string; area: string } {
  const known = wins.flatMap((win, ply) => (win === undefined ? [] : [[x(ply), y(win)] as const]));
  const [first] = known;
  if (first === undefined) return { curve: '', area: '' };
  const points = known.map(([column, height]) => `${column} ${height}`).join('L');
  const line = `${left} ${first[1]}L${points}H${right}`;
  return {
    curve: `M${line}`,
    area: `M${left} ${y(0)}V${first[1]}L${points}H${right}V${y(0)}z`,
  };
}

/** A coordinate with one decimal. */
export const tenths = (x: number): number => Math.round(x * 10) / 10;
