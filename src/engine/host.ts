/**
 * The host of an engine: threads, memory, files and randomness. `engine/node/` and `engine/browser/`
 * implement it; the rest of the engine does not depend on where it runs.
 */
import type { EvaluatorFiles } from '../eval/newEvaluator.ts';
import type { TableFile } from '../syzygy/source.ts';
import type { FromThread, Memory, TableListing, ToThread } from './messages.ts';

/** The engine's end of a search thread. */
export interface ThreadPort {
  /** Sends an order; orders arrive one after the other. */
  post(order: ToThread): void;
  /**
   * Resolves when it is known whether the idle thread is alive; for hosts whose threads may end without
   * an event.
   */
  probe?(): Promise<void>;
  /** Whether the thread keeps the program alive. An idle one does not. */
  keepAlive?(isNeeded: boolean): void;
  /** Ends the thread at once. */
  terminate(): Promise<void>;
}

/** Events of a thread. */
export interface ThreadEvents {
  onMessage: (message: FromThread) => void;
  /** The thread has ended. May be called more than once. */
  onDeath: (error: Error) => void;
}

/** Endgame tables, and a sentence for each problem with their files. */
export interface FoundTables {
  tables: TableListing[];
  problems: string[];
}

/** The host of a search thread. */
export interface ThreadHost {
  /** What positions are evaluated with unless the engine sends another network. */
  builtIn: () => EvaluatorFiles;
  /** Frees memory that has been replaced. */
  collectGarbage?: () => void;
  /**
   * For a thread without shared memory, which gets no messages while it is busy: lets messages be handled,
   * then resolves. Searches call it every few milliseconds, in a build for it (search/slices.ts).
   */
  giveWay?: () => Promise<void>;
  /** Told when what has given way fails; the thread is of no use any more. */
  onFailure?: (error: Error) => void;
  /** A file to read from. Nothing is read, and nothing thrown, before it is asked to. */
  openTable: (listing: TableListing) => TableFile;
}

export interface EngineHost {
  /** The maximum number of search threads. */
  readonly maxThreads: number;
  /** The largest transposition table, in mebibytes. */
  readonly maxHash: number;
  /**
   * Whether engine and threads share memory. If not, there is one thread, the table moves to it, and
   * signals are sent as messages.
   */
  readonly isMemoryShared: boolean;

  /** Starts a search thread (`ThreadWork` runs in it). */
  startThread(events: ThreadEvents): ThreadPort;
  /** Allocates memory for the engine and its threads. Throws a RangeError if there is not enough. */
  allocate(bytes: number): Memory;
  /** Frees memory that is no longer used, if the host can be made to. */
  collectGarbage(): void;
  /** The network and the kernels that come with the program. */
  builtIn(): EvaluatorFiles;
  /** Any 32 bits, unpredictable. */
  randomSeed(): number;
  /** The endgame tables of folders, as `SyzygyPath` names them. */
  listTables(path: string): FoundTables;
  /** Reads a file that the user names, as `EvalFile`. Rejects when it cannot be read. */
  readFile(path: string): Promise<Uint8Array>;
  /** Program, system and resources, for bug reports: one line. */
  describe(): string;
}
