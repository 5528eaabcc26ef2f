/**
 * Frees unused shared memory.
 *
 * V8 does not count shared memory when it decides whether to collect garbage, so a replaced hash
 * table could stay in memory for long. Each thread that had access to it must collect.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage, where that is possible: not in Bun. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: (() => void) | undefined = runInNewContext('globalThis.gc');
  collect?.();
}

/** Mebibytes of unused tables that are worth a collection, which stops a program with a large heap for a second. */
const WORTH_COLLECTING = 256;

let unused = 0;

/** Collects garbage once there is much memory in tables that are no longer used. */
export function collectTable(mebibytes: number): void {
  unused += mebibytes;
  if (unused < WORTH_COLLECTING) return;
  unused = 0;
  collectGarbage();
}
