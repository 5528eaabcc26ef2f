/**
 * How long a review takes: known from the last one on this device, else estimated from the work of a usual
 * review.
 */
import type { ReviewProgress } from '../../../src/review/reviewOptions.ts';
import { readStored, writeStored } from '../stored.ts';

/** Choices of nodes per position in the first pass: quick, standard, thorough. */
export const REVIEW_NODES: readonly number[] = [50_000, 200_000, 800_000];

/** Each engine has its own memory, of which phones have little. */
const MAX_ENGINES = 4;

/** Half of the processors, so that the device stays usable. */
export const engineCount = (): number =>
  Math.min(MAX_ENGINES, Math.max(1, navigator.hardwareConcurrency >> 1));

/** The work of a usual review, as a multiple of its first pass; and nodes per millisecond of an engine. */
const WORK = 4;
const SPEED = 400;

const KEY = 'refrain-review-speed';

/** Nodes of the first pass per millisecond of a whole review. */
const storedSpeed = (): number =>
  readStored(KEY, (value) =>
    typeof value === 'number' && value > 0 ? value : (SPEED * engineCount()) / WORK,
  );

/** Milliseconds. */
export const reviewTime = (plies: number, nodes: number): number =>
  ((plies + 1) * nodes) / storedSpeed();

/** The share of a review after which its own speed is known. */
const SETTLED = 0.2;

/**
 * Milliseconds left. The first searches say little, so the `estimate` for the whole review counts until a
 * part is done.
 */
export function timeLeft({ done, left }: ReviewProgress, estimate: number): number {
  const weight = left === null ? 0 : Math.min(1, done / SETTLED);
  return weight * (left ?? 0) + (1 - weight) * (1 - done) * estimate;
}

/** Remembers how long a review took, in milliseconds; `nodes` per position. */
export function rememberReviewTime(plies: number, nodes: number, milliseconds: number): void {
  if (milliseconds > 0) writeStored(KEY, ((plies + 1) * nodes) / milliseconds);
}
