/**
 * The schedule of the learning rate: linear warm-up, then cosine decay to zero.
 * https://arxiv.org/abs/1608.03983
 */
import type { TrainSettings } from './trainSettings.ts';

/** The learning rate of batch `batch` of `total`. */
export function learningRate(
  { rate, warmUp }: TrainSettings,
  batch: number,
  total: number,
): number {
  // A short run spends at most a tenth of its batches on the warm-up.
  const warm = Math.min(warmUp, Math.floor(total / 10));
  if (batch < warm) return (rate * (batch + 1)) / warm;
  return (rate * (1 + Math.cos((Math.PI * (batch - warm)) / (total - warm)))) / 2;
}
