/**
 * Verification of the marks of a first pass. The positions before and after a suspect move are searched
 * again, longer each time, until two rounds in a row agree. The longest searches decide.
 */
import type { Mark } from './judge.ts';
import { glyphOf, severityOf, THRESHOLDS } from './marks.ts';
import { percentFor } from './winPercent.ts';

/**
 * The rounds of verification: how many times longer than in the first pass a position is searched, and
 * the budget of a round, in first passes. With many suspects each gets less.
 */
export const ROUNDS = [
  { factor: 3, budget: 1.2 },
  { factor: 8, budget: 1.5 },
  { factor: 24, budget: 1.8 },
] as const;

/** A search only slightly longer than the previous one gives no new information. */
const MIN_FACTOR = 1.5;

/**
 * Thresholds, and how far from them a loss needs no more confirmation, in points of win percentage. Most of
 * the time goes to what may be a mistake, because an inaccuracy more or less matters little.
 */
const CLEAR_MARGINS = [
  [THRESHOLDS.inaccuracy, 0.5],
  [THRESHOLDS.mistake, 2.5],
  [THRESHOLDS.blunder, 1],
] as const;

/** Moves that lost this much in the first pass are suspects. Searches differ by a point or two. */
const SUSPECT_LOSS = 0.5 * THRESHOLDS.inaccuracy;

/**
 * A mistake may show only later: its side loses {@link THRESHOLDS.mistake} within this many plies, some of
 * it by the move itself.
 */
const DRIFT = { plies: 4, loss: 1.5 };

/**
 * The moves to be verified after the first pass, by index. `losses` are theirs, `wins` the win
 * percentages of all positions, White's; `firstTurn` is the side that made the first move.
 */
export function findSuspects(
  losses: readonly number[],
  wins: readonly number[],
  firstTurn: number,
): number[] {
  return [...losses.keys()].filter((i) => {
    if (losses[i]! >= SUSPECT_LOSS) return true;
    const later = wins[Math.min(i + DRIFT.plies, wins.length - 1)]!;
    const color = (firstTurn + i) % 2;
    const drift = percentFor(color, wins[i]!) - percentFor(color, later);
    return losses[i]! >= DRIFT.loss && drift >= THRESHOLDS.mistake;
  });
}

/** The factor by which each position is searched longer in a round. */
export function factorOf(round: number, positions: number, size: number): number {
  const { factor, budget } = ROUNDS[round]!;
  return Math.max(MIN_FACTOR, Math.min(factor, (budget * size) / Math.max(1, positions)));
}

/** Whether a loss is close to a threshold. */
const isClose = (loss: number): boolean =>
  CLEAR_MARGINS.some(([threshold, margin]) => Math.abs(loss - threshold) < margin);

/** Whether the losses found so far, beginning with the first pass, settle the verdict. */
export function isSettled(losses: readonly number[]): boolean {
  const [before, last] = losses.slice(-2);
  if (before === undefined || last === undefined) return false;
  return severityOf(before) === severityOf(last) && !isClose(last);
}

/**
 * The verdict on a move: `found` are the losses of the rounds so far, `last` the final one, which decides,
 * because it comes from the longest searches. It is not clear if the last three are on different sides of a
 * threshold. A loss that was measured only once is not clear either, and gets no mark.
 */
export function verdictOf(found: readonly number[], last: number): Mark {
  const severity = severityOf(last);
  const isConfirmed = found.length >= 2;
  const isAgreed = found.slice(-2).every((loss) => severityOf(loss) === severity);
  return {
    glyph: isConfirmed ? glyphOf(severity) : null,
    isUnclear: severity > 0 && !(isConfirmed && isAgreed),
  };
}
