/**
 * The accuracy of a side's play in per cent, by the formulas that Lichess has published.
 *
 * A move's accuracy follows from the win percentage (winPercent.ts) that it loses. The accuracy of a game
 * is the average of two means of its moves: one weighted by how much the position swung around each
 * move, and the harmonic mean, which a few bad moves pull down.
 * https://lichess.org/page/accuracy
 */

const ACCURACY_SCALE = 103.1668100711649;
const ACCURACY_DECAY = 0.04354415386753951;
const ACCURACY_OFFSET = -3.166924740191411;
/** Added for every move that loses anything, because the analysis may be wrong. */
const UNCERTAINTY_BONUS = 1;

/** The window in which swings are measured, in positions, and the limits of a weight. */
const WINDOW = { share: 0.1, min: 2, max: 8 };
const WEIGHT = { min: 0.5, max: 12 };

const clamp = (x: number, min: number, max: number) => Math.min(max, Math.max(min, x));

/** The accuracy of a move in per cent, from what its side lost, in points of win percentage. */
export function moveAccuracy(lost: number): number {
  if (lost <= 0) return 100;
  const raw = ACCURACY_SCALE * Math.exp(-ACCURACY_DECAY * lost) + ACCURACY_OFFSET;
  return clamp(raw + UNCERTAINTY_BONUS, 0, 100);
}

/**
 * The weights of all moves, from the win percentages of all positions (one more than moves): the
 * standard deviation in a window that ends after the move.
 */
export function moveWeights(winPercents: readonly number[]): number[] {
  const moves = winPercents.length - 1;
  const size = clamp(Math.floor(moves * WINDOW.share), WINDOW.min, WINDOW.max);
  return Array.from({ length: Math.max(0, moves) }, (_, i) => {
    const end = Math.max(size, i + 2);
    return clamp(deviation(winPercents.slice(end - size, end)), WEIGHT.min, WEIGHT.max);
  });
}

/** The accuracy of a side over its moves; null if it made none. */
export function meanAccuracy(
  moves: readonly { accuracy: number; weight: number }[],
): number | null {
  if (moves.length === 0) return null;
  const sum = (value: (move: { accuracy: number; weight: number }) => number) =>
    moves.reduce((total, move) => total + value(move), 0);
  const weighted = sum((m) => m.accuracy * m.weight) / sum((m) => m.weight);
  // Clamped to 1: a single zero would make the harmonic mean 0.
  const harmonic = moves.length / sum((m) => 1 / Math.max(1, m.accuracy));
  return clamp((weighted + harmonic) / 2, 0, 100);
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length);
}
