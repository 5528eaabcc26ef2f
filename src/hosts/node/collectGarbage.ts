/**
 * Frees unused shared memory at once.
 *
 * V8 does not count shared memory when it decides whether to collect garbage, so a replaced hash
 * table could stay in memory for long. Each thread that had access to it must collect.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage, where that can be asked for: not in Bun. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: (() => void) | undefined = runInNewContext('globalThis.gc');
  collect?.();
}
