/**
 * Frees shared memory that nobody uses any more, now rather than some day.
 *
 * V8 does not count shared memory when it decides whether collecting garbage is worth its while:
 * the hash table that a larger one has replaced would stay for as long as little else is thrown
 * away. Each thread that has seen the memory must collect.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects at once, if it can be had. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}
