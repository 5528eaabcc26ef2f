/** The built-in evaluation for searches that run in this thread, without an engine. */
import type { Evaluator } from '../../eval/evaluator.ts';
import { newEvaluator } from '../../eval/newEvaluator.ts';
import { MAX_PLY } from '../../search/score.ts';
import { readBuiltIn } from './builtResources.ts';

/**
 * One evaluator serves all searches of a thread in sequence. `network` replaces the built-in one.
 */
export function builtInEvaluator(network: Uint8Array | null = null): Evaluator {
  const builtIn = readBuiltIn();
  return newEvaluator({ ...builtIn, network: network ?? builtIn.network }, MAX_PLY);
}
