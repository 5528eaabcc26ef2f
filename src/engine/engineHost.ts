/**
 * The host of an engine: threads, memory, files and randomness. `hosts/node/` and `hosts/browser/`
 * implement it; the rest of the engine does not depend on where it runs.
 */
import type { EvaluatorFiles } from '../eval/newEvaluator.ts';
import type { TablebaseFile } from '../syzygy/source.ts';
import type { FromThread, Memory, TablebaseListing, ToThread } from './threadMessages.ts';

/** The engine's end of a search thread. */
export interface ThreadPort {
  /** Sends an order; orders arrive in sequence. */
  post(order: ToThread): void;
  /**
   * Resolves when it is known whether the idle thread is alive; for hosts whose threads may die
   * without an event.
   */
  checkAlive?(): Promise<void>;
  /** Whether the thread keeps the process alive. An idle one does not. */
  keepAlive?(isNeeded: boolean): void;
  /** Ends the thread at once. */
  terminate(): Promise<void>;
}

/** Events of a thread. */
export interface ThreadEvents {
  onMessage: (message: FromThread) => void;
  /** The thread has died. May be called more than once. */
  onDeath: (error: Error) => void;
}

/** Tablebases, and a message for each problem with their files. */
export interface FoundTablebases {
  tables: TablebaseListing[];
  problems: string[];
}

/** The host of a search thread. */
export interface ThreadHost {
  /** The built-in network and kernels, used unless the engine sends another network. */
  builtIn: () => EvaluatorFiles;
  /** Frees memory that has been replaced. */
  collectGarbage?: () => void;
  /**
   * For a thread without shared memory, which receives no messages while busy: lets messages be
   * handled, then resolves. Searches call it every few milliseconds in the sliced build
   * (search/slices.ts).
   */
  yieldToEvents?: () => Promise<void>;
  /** Called between the parts of long work during which no messages are received. */
  onProgress?: () => void;
  /** Called when a sliced search fails; the thread is unusable afterwards. */
  onFailure?: (error: Error) => void;
  /** Returns a file to read from. Nothing is opened, and nothing thrown, before the first read. */
  openTablebase: (listing: TablebaseListing) => TablebaseFile;
}

/** A text file that is written line by line. */
export interface LogFile {
  /** Throws if the line cannot be written. */
  write(line: string): void;
  close(): void;
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

  /** Starts a search thread (`SearchThread` runs in it). */
  startThread(events: ThreadEvents): ThreadPort;
  /** Allocates memory for the engine and its threads. Throws a RangeError if there is not enough. */
  allocate(bytes: number): Memory;
  /** Frees the memory of a transposition table that is no longer used, at once or when there is more of it. */
  collectTable(mebibytes: number): void;
  /** The network and the kernels that come with the program. */
  builtIn(): EvaluatorFiles;
  /** 32 unpredictable bits. */
  randomSeed(): number;
  /** The tablebases in the folders of `SyzygyPath`. Throws a ChessError if none of them can be read. */
  listTablebases(path: string): FoundTablebases;
  /** Reads a file named by the user, such as `EvalFile`. Rejects with a ChessError if it cannot be read. */
  readFile(path: string): Promise<Uint8Array>;
  /**
   * Creates or empties a file for a log; one that is being written is continued. Throws a ChessError if
   * that is not possible, and for a file that is not a log.
   */
  openLog(path: string): LogFile;
  /** Program, system and resources in one line, for bug reports. */
  describe(): string;
}
