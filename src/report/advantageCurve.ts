/**
 * The curve of a game: White's win percentage after every ply. The report, the chart as a file and the
 * page draw the same curve at different scales.
 */
import type { GameReview } from '../review/judge.ts';

/** Where a curve is drawn, in the units of the image. */
export interface CurveFrame {
  /** The coordinate of a position, by its ply. */
  x: (ply: number) => number;
  /** The coordinate of a win percentage. */
  y: (percent: number) => number;
  left: number;
  right: number;
  bottom: number;
}

/** The `d` of two SVG paths: the curve itself, and the area below it. */
export function advantagePaths(
  { winAtStart, moves }: Pick<GameReview, 'winAtStart' | 'moves'>,
  { x, y, left, right, bottom }: CurveFrame,
): { curve: string; area: string } {
  const heights = [winAtStart, ...moves.map(({ win }) => win)].map(y);
  const points = heights.map((height, ply) => `${x(ply)} ${height}`).join('L');
  const line = `${left} ${heights[0]}L${points}H${right}`;
  return {
    curve: `M${line}`,
    area: `M${left} ${bottom}V${heights[0]}L${points}H${right}V${bottom}z`,
  };
}

/** A coordinate with one decimal. */
export const tenths = (x: number): number => Math.round(x * 10) / 10;
