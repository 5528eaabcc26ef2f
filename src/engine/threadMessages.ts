/** Messages between the engine and its search threads. */
import type { Position } from '../chess/board/position.ts';
import type { Setup } from '../chess/board/setup.ts';
import type { Move } from '../chess/board/types.ts';
import type { SearchSettings } from '../search/limits.ts';
import type { CurrentMove, SearchInfo, SearchResult } from '../search/searchResult.ts';
import type { SignalState } from '../search/signals.ts';
import type { TablebaseProbe } from '../syzygy/rankMoves.ts';
import type { SearchRequest } from './searchRequest.ts';

/** Memory for the transposition table and the signals: shared, or owned by one thread. */
export type Memory = SharedArrayBuffer | ArrayBuffer;

/** A file of a tablebase, as plain data that can be sent to threads. */
export interface TablebaseListing {
  /** Without its folder, for example `KRPvKR.rtbw`. */
  name: string;
  /** In bytes. */
  size: number;
  /** For the host: a path, a URL, or the file itself. */
  at: string | object;
}

/** A position as plain data, with the keys of positions that may be repeated. */
export interface Root {
  setup: Setup;
  history: Int32Array;
}

export const rootOf = (position: Position): Root => ({
  setup: position.toSetup(),
  history: position.history(),
});

export type ToThread =
  /** The thread's number, and the memory of the transposition table and the signals. */
  | {
      type: 'memory';
      thread: number;
      threads: number;
      tt: Memory;
      signals: Memory;
    }
  /**
   * The network file to evaluate with from the next search on; null for the built-in one. The first
   * order, before `memory`.
   */
  | { type: 'evaluation'; network: Uint8Array | null }
  /** `isTtUsed`: the transposition table has entries to clear. */
  | { type: 'newGame'; isTtUsed: boolean }
  /** Complete the warm-up, unless a search is requested. */
  | { type: 'warmUp' }
  | ({
      type: 'go';
      root: Root;
      settings: SearchSettings;
      /** When the search was requested (`Date.now`). */
      requestedAt: number;
      /** The current signals, for a thread without shared memory. */
      signals: SignalState | null;
    } & Pick<SearchRequest, 'limits' | 'rootMoves'>)
  /** The tablebases to probe, and the bytes of them that may be cached in memory. */
  | { type: 'tablebases'; listings: readonly TablebaseListing[]; cacheBytes: number }
  | { type: 'probe'; root: Root; withFiftyMoves: boolean }
  | { type: 'perft'; root: Root; depth: number; signals: SignalState | null }
  /** For the running search, in a thread without shared memory. */
  | { type: 'stop' }
  | { type: 'ponderHit' }
  /** Requests a `pong` as soon as it is received. */
  | { type: 'ping' };

export type FromThread =
  | { type: 'ready' }
  | { type: 'info'; info: SearchInfo }
  | { type: 'currentMove'; current: CurrentMove }
  | { type: 'best'; result: SearchResult }
  | { type: 'probed'; probe: TablebaseProbe | null }
  /** A problem to report to the user. */
  | { type: 'problem'; text: string }
  | { type: 'perftMove'; move: Move; nodes: number }
  | { type: 'perftDone' }
  | { type: 'pong' };

/** Orders that do not wait for those before them: handled even during a search that has yielded. */
export const SIGNALS: ReadonlySet<ToThread['type']> = new Set(['stop', 'ponderHit', 'ping']);
