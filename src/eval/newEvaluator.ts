/** Creates the evaluator of a search thread. */
import { ChessError, unwrap } from '../util/result.ts';
import type { Evaluator } from './evaluator.ts';
import { NetworkEvaluator } from './nnue/networkEvaluator.ts';
import { decodeNetwork } from './nnue/networkFile.ts';

/** The files that an evaluator is made from, as bytes that can be sent to a thread. */
export interface EvaluatorFiles {
  /** A network file; null where none is built in. */
  network: Uint8Array | null;
  /** `nnue.wasm`; null for plain JavaScript. */
  kernels: Uint8Array<ArrayBuffer> | null;
}

/**
 * Creates an evaluator with room for `maxPlies` moves from its first position. Throws a ChessError if
 * there is no network, or an invalid one.
 */
export function newEvaluator({ network, kernels }: EvaluatorFiles, maxPlies: number): Evaluator {
  if (network === null) throw new ChessError('there is no network to evaluate with');
  return new NetworkEvaluator(unwrap(decodeNetwork(network)), maxPlies, kernels);
}
