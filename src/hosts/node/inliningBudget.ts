/**
 * Lets V8 inline more into the search's large functions, which gives some 3% more nodes a second. Its own
 * budget of 920 bytes of bytecode is spent long before the small functions that they call are inlined.
 */
import { setFlagsFromString } from 'node:v8';

/** Call before the search is first run: for the whole process, with its threads. */
export function raiseInliningBudget(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=2400');
}
