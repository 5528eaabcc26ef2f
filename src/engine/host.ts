/**
 * What the engine needs of the place it runs in: threads, memory, files and chance. `engine/node/`
 * and `engine/browser/` each have one; nothing else in the engine knows where it is.
 */
import type { EvaluatorFiles } from '../eval/newEvaluator.ts';
import type { TableFile } from '../syzygy/source.ts';
import type { FromThread, Memory, TableListing, ToThread } from './messages.ts';

/** The engine's end of a search thread. */
export interface ThreadPort {
  /** Sends an order; orders arrive one after the other. */
  post(order: ToThread): void;
  /**
   * Resolves when the thread, which has nothing to do, is known to be alive or dead; for hosts whose
   * threads may end without a word.
   */
  probe?(): Promise<void>;
  /** Whether the program has to stay alive for the thread: not while it has nothing to do. */
  keepAlive?(isNeeded: boolean): void;
  /** Ends the thread, whatever it is doing. */
  terminate(): Promise<void>;
}

/** What a thread tells the engine that started it. */
export interface ThreadEvents {
  onMessage: (message: FromThread) => void;
  /** The thread has ended, for whatever reason. May be called more than once. */
  onDeath: (error: Error) => void;
}

/** Endgame tables found, and in a sentence each what is not as it should be. */
export interface FoundTables {
  tables: TableListing[];
  problems: string[];
}

/** What a search thread needs of the place it runs in. */
export interface ThreadHost {
  /** What positions are evaluated with unless the engine sends another network. */
  builtIn: () => EvaluatorFiles;
  /** Frees memory that has been replaced. */
  collectGarbage?: () => void;
  /**
   * For a thread that hears nothing while it is busy: lets others have their turn, then resolves. A
   * search calls it every few milliseconds, in a build that can (search/slices.ts).
   */
  giveWay?: () => Promise<void>;
  /** Told when what has given way fails; the thread is of no use any more. */
  onFailure?: (error: Error) => void;
  /** A file to read from. Nothing is read, and nothing thrown, before it is asked to. */
  openTable: (listing: TableListing) => TableFile;
}

export interface EngineHost {
  /** The most search threads that make sense: the number of processors, or 1. */
  readonly maxThreads: number;
  /** The largest transposition table that can be asked for, in mebibytes. */
  readonly maxHash: number;
  /**
   * Whether the engine and its threads see each other's memory. Where they do not there is one
   * thread; the engine's memory moves to it, and signals are sent as messages.
   */
  readonly isMemoryShared: boolean;

  /** Starts a search thread (`ThreadWork` runs in it). */
  startThread(events: ThreadEvents): ThreadPort;
  /** Memory for the engine and its threads. Throws a RangeError when there is not that much. */
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
  /** Program, system and resources, for reports of bugs: one line. */
  describe(): string;
}
