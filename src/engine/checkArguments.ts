/**
 * Arguments of the engine's methods, checked before anything begins: from JavaScript they may be
 * anything, and an error in the middle of a search would leave the engine busy.
 */
import type { Move } from '../chess/board/types.ts';
import { checkPerftDepth } from '../chess/perft.ts';
import { ChessError } from '../util/result.ts';
import type { TablebaseListing } from './threadMessages.ts';

/** The end of the message about an unknown option of an engine. */
export const SETTINGS_HINT = '; settings are changed by configure()';

/** The option by which a search can be aborted. */
export interface SignalOption {
  /** When it is aborted, the search is stopped, and ends with the signal's reason, such as an AbortError. */
  signal?: AbortSignal | undefined;
}

/** Called for each root move with the leaves below it. */
export type PerftListener = (move: Move, nodes: number) => void;

/** The signal of the options. Throws a ChessError if it is not an AbortSignal. */
export function checkSignal({ signal }: SignalOption): AbortSignal | undefined {
  if (signal === undefined) return undefined;
  const { addEventListener, removeEventListener, throwIfAborted } = Object(signal);
  const methods: unknown[] = [addEventListener, removeEventListener, throwIfAborted];
  if (methods.some((method) => typeof method !== 'function')) {
    throw new ChessError('signal is not an AbortSignal');
  }
  return signal;
}

/**
 * A copy of a file, which the caller may then overwrite: threads that start later need it too. Throws a
 * ChessError if it is not given as bytes; `what` names it.
 */
export function copyBytes(file: Uint8Array | null, what: string): Uint8Array | null {
  if (file === null) return null;
  if (Object.prototype.toString.call(file) !== '[object Uint8Array]') {
    throw new ChessError(`${what} must be given as bytes (Uint8Array)`);
  }
  return new Uint8Array(file);
}

/** Throws a ChessError if these are not listings of tablebases, as plain data. */
export function checkTablebases(tables: unknown): void {
  if (!Array.isArray(tables)) throw new ChessError('tablebases must be an array');
  for (const table of tables) {
    const { name, size, at } = Object(table) as Record<keyof TablebaseListing, unknown>;
    const isListing = typeof name === 'string' && Number.isInteger(size) && (size as number) >= 0;
    if (!isListing || !canBeCloned(at)) {
      throw new ChessError('a tablebase is listed by its name, its size in bytes and its location');
    }
  }
}

/** Whether this is a path, or an object that can be sent to threads. */
function canBeCloned(at: unknown): boolean {
  if (typeof at === 'string') return true;
  if (typeof at !== 'object' || at === null) return false;
  try {
    structuredClone(at);
    return true;
  } catch {
    return false;
  }
}

/** Throws a ChessError if these are not the arguments of a perft. */
export function checkPerft(depth: unknown, onMove: unknown): void {
  checkPerftDepth(depth, 1);
  if (typeof onMove !== 'function') throw new ChessError('onMove is not a function');
}
