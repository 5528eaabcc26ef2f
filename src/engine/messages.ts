/** Messages between the engine and its search threads. */
import type { Setup } from '../chess/board/setup.ts';
import type { Move } from '../chess/board/types.ts';
import type { Limits, SearchSettings } from '../search/limits.ts';
import type { CurrentMove, SearchInfo, SearchResult } from '../search/search.ts';
import type { SignalState } from '../search/signals.ts';
import type { TableProbe } from '../syzygy/rankMoves.ts';

/** Memory for the transposition table and the signals: shared, or of one thread alone. */
export type Memory = SharedArrayBuffer | ArrayBuffer;

/** An endgame table's file as plain data, which can be sent to threads. */
export interface TableListing {
  /** Without its folder, for example `KRPvKR.rtbw`. */
  name: string;
  /** In bytes. */
  size: number;
  /** For the host: a path, a URL, or the file itself. */
  at: string | object;
}

/** A position as plain data, with the keys of those that may repeat. */
export interface Root {
  setup: Setup;
  history: Int32Array;
}

export type ToThread =
  /** The thread's number, and the memory of the table and the signals. */
  | {
      type: 'memory';
      thread: number;
      threads: number;
      table: Memory;
      signals: Memory;
    }
  /**
   * The network file that positions are evaluated with from the next search on; null for what is built
   * in. The first order, before `memory`.
   */
  | { type: 'evaluation'; network: Uint8Array | null }
  /** `isTableUsed`: there is something in the table to clear. */
  | { type: 'newGame'; isTableUsed: boolean }
  /** `signals`: as they are, for a thread that does not share the engine's memory. */
  | {
      type: 'go';
      root: Root;
      limits: Limits;
      settings: SearchSettings;
      /** When the search was asked for (`epochTime`). */
      started: number;
      allowed?: Move[];
      signals?: SignalState;
    }
  /** The endgame tables to use, and the bytes of them that may be kept in memory. */
  | { type: 'tables'; tables: readonly TableListing[]; cacheBytes: number }
  | { type: 'probe'; root: Root; withFiftyMoves: boolean }
  | { type: 'perft'; root: Root; depth: number; signals?: SignalState }
  /** For the search that is running, in a thread that does not share the engine's memory. */
  | { type: 'stop' }
  | { type: 'ponderHit' }
  /** Asks for a `pong` as soon as it is heard. */
  | { type: 'ping' };

export type FromThread =
  | { type: 'ready' }
  | { type: 'info'; info: SearchInfo }
  | { type: 'currentMove'; current: CurrentMove }
  | { type: 'best'; result: SearchResult }
  | { type: 'probed'; probe: TableProbe | null }
  /** A problem to report to the user. */
  | { type: 'problem'; text: string }
  | { type: 'perftMove'; move: Move; nodes: number }
  | { type: 'perftDone' }
  | { type: 'pong' };
