import { describe, expect, it } from 'vitest';
import type { CurvePoint } from '../../src/train/checkpoint.ts';
import { drawLossCurve } from '../../src/train/lossCurve.ts';
import { elementsOf } from '../support/markup.ts';

/** A curve with these training losses, and the last of them as validation loss. */
const curveOf = (...losses: number[]): CurvePoint[] =>
  losses.map((loss, i) => ({
    batch: 10 * (i + 1),
    loss,
    validationLoss: i === losses.length - 1 ? loss : null,
  }));

/** The vertical positions of the horizontal lines, from the lowest loss up. */
const rowsOf = (svg: string): number[] =>
  Array.from(svg.matchAll(/class="grid" d="M\d+ ([\d.]+)H/g), ([, y]) => Number(y));

describe('the loss curve', () => {
  // Batches in which no position counts (`--weights 1,0`) have a loss of 0.
  it.each([[0], [0.05, 0], [0, 0.05, 0.004], [1e-300]])('draws losses of %s, %s', (...losses) => {
    const svg = drawLossCurve(curveOf(...losses), 100, 16);
    elementsOf(svg);
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it('draws a run of any length', () => {
    const svg = drawLossCurve(curveOf(...Array.from({ length: 70_000 }, () => 0.01)), 700_000, 16);
    expect(svg).toContain('training loss');
  });

  it('labels losses so that the labels do not overlap', () => {
    for (let low = 0.001; low < 0.3; low *= 1.13) {
      for (let ratio = 1; ratio < 100; ratio *= 1.17) {
        const rows = rowsOf(drawLossCurve(curveOf(low * ratio, low), 100, 16));
        const gaps = rows.slice(1).map((y, i) => rows[i]! - y);
        expect(Math.min(...gaps), `${low} to ${low * ratio}`).toBeGreaterThan(12);
      }
    }
  });
});
