/** Which evaluator a thread gets. */
import { ChessError, unwrap } from '../chess/result.ts';
import type { Evaluator } from './evaluator.ts';
import { NetworkEvaluator } from './nnue/networkEvaluator.ts';
import { decodeNetwork } from './nnue/networkFile.ts';

/** What an evaluator is made of, as bytes that can be sent to a thread. */
export interface EvaluatorFiles {
  /** A network file; null where this part of the program carries none. */
  network: Uint8Array | null;
  /** `nnue.wasm`; null for plain JavaScript. */
  kernels: Uint8Array<ArrayBuffer> | null;
}

/**
 * An evaluator with room for so many moves from the position that it begins with. Throws a
 * ChessError if there is no network, or the bytes are none.
 */
export function newEvaluator({ network, kernels }: EvaluatorFiles, maxPlies: number): Evaluator {
  if (network === null) throw new ChessError('there is no network to evaluate with');
  return new NetworkEvaluator(unwrap(decodeNetwork(network)), maxPlies, kernels);
}
