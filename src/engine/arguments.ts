/**
 * Arguments of the engine's methods, checked before anything begins: from JavaScript they may be
 * anything, and an error in the middle of a search would leave the engine busy.
 */
import type { Move } from '../chess/board/types.ts';
import { ChessError } from '../chess/result.ts';

export interface SignalOption {
  /** Stops the search when it is aborted. */
  signal?: AbortSignal | undefined;
}

/** Called for each root move with the leaves below it. */
export type PerftListener = (move: Move, nodes: number) => void;

/** The signal of the options. Throws a ChessError if there are no options or it is no AbortSignal. */
export function checkSignal(options: SignalOption): AbortSignal | undefined {
  if (typeof options !== 'object' || options === null) throw new ChessError('no options');
  const { signal } = options;
  if (signal === undefined) return undefined;
  const { addEventListener, removeEventListener } = Object(signal) as Partial<AbortSignal>;
  if (typeof addEventListener !== 'function' || typeof removeEventListener !== 'function') {
    throw new ChessError('signal is not an AbortSignal');
  }
  return signal;
}

/** Throws a ChessError if a file is not given as bytes; `what` names it. */
export function checkBytes(file: unknown, what: string): void {
  if (Object.prototype.toString.call(file) !== '[object Uint8Array]') {
    throw new ChessError(`${what} is given as bytes (Uint8Array)`);
  }
}

/** Throws a ChessError if these are not the arguments of a perft. */
export function checkPerft(depth: unknown, onMove: unknown): void {
  if (!Number.isInteger(depth) || (depth as number) < 0) {
    throw new ChessError(`not a depth: ${String(depth)}`);
  }
  if (typeof onMove !== 'function') throw new ChessError('onMove is not a function');
}
