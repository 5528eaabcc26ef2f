/**
 * Has the browser free shared memory that is no longer used.
 *
 * V8 does not count shared memory when it decides whether to collect garbage, so a hash table could stay
 * in memory for minutes after its last use. Plain memory it does count: allocating some, which is never
 * touched and so takes up no room, makes it collect.
 */
import { HAS_SHARED_MEMORY } from './browserFeatures.ts';

/** Bytes that are allocated at a time, and altogether. */
const STEP = 64 * 2 ** 20;
const TOTAL = 6 * STEP;
/** Milliseconds between two allocations, in which the collection goes on. */
const PAUSE = 40;

let left = 0;

/** Begins to collect garbage, which takes some tenths of a second and does not block. */
export function collectGarbage(): void {
  if (!HAS_SHARED_MEMORY) return;
  if (left === 0) setTimeout(allocate, PAUSE);
  left = TOTAL;
}

function allocate(): void {
  try {
    left -= new ArrayBuffer(STEP).byteLength;
  } catch {
    // Out of memory: the browser has just collected garbage to find some.
    left = 0;
  }
  if (left > 0) setTimeout(allocate, PAUSE);
}
