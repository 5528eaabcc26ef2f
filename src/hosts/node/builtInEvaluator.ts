/** The built-in evaluation for searches that run in this thread, without an engine. */
import type { Evaluator } from '../../eval/evaluator.ts';
import { newEvaluator } from '../../eval/newEvaluator.ts';
import { NetworkEvaluator } from '../../eval/nnue/networkEvaluator.ts';
import type { Network } from '../../eval/nnue/networkFile.ts';
import { MAX_PLY } from '../../search/score.ts';
import { readBuiltIn } from './builtResources.ts';

/** One evaluator serves all searches of a thread in sequence. `network` replaces the built-in one. */
export function builtInEvaluator(network: Network | null = null): Evaluator {
  const builtIn = readBuiltIn();
  if (network === null) return newEvaluator(builtIn, MAX_PLY);
  return new NetworkEvaluator(network, MAX_PLY, builtIn.kernels);
}
