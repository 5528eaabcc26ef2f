/** What the engine and its search thread say to each other. */
import type { Setup } from '../chess/setup.ts';
import type { Move } from '../chess/types.ts';
import type { Limits } from '../search/limits.ts';
import type { SearchInfo, SearchResult } from '../search/search.ts';

/** A position as plain data, with the keys of those that may repeat. */
export interface Root {
  setup: Setup;
  history: Int32Array;
}

export type ToThread =
  /** The shared memory: the table's, and one integer that stops a search when it is not 0. */
  | { type: 'memory'; table: SharedArrayBuffer; stopFlag: SharedArrayBuffer }
  | { type: 'newGame' }
  | { type: 'go'; root: Root; limits: Limits; contempt: number; allowed?: Move[] }
  | { type: 'perft'; root: Root; depth: number };

export type FromThread =
  | { type: 'ready' }
  | { type: 'info'; info: SearchInfo }
  | { type: 'best'; result: SearchResult }
  | { type: 'perftMove'; move: Move; nodes: number }
  | { type: 'perftDone' };
