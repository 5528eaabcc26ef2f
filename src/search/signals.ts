/**
 * Memory shared by the engine and its search threads: the stop flag, whether the engine is pondering, whether
 * a search was ever requested, nodes and tablebase hits of each thread, and nodes claimed of a limit.
 */

// Words, then the counters of each thread. The claims, which all threads change, and the counters of each
// have a cache line of 64 bytes of their own.
const STOP = 0;
const PONDERING = 1;
const SEARCH_REQUESTED = 2;
const CLAIMS = 16;
const HEADER_BYTES = 128;
const COUNTER_BYTES = 64;
/** Counters of a thread: nodes, and positions found in tablebases. */
const NODES = 0;
const TB_HITS = 1;

/** The signals to a running search. */
export interface SignalState {
  isStopped: boolean;
  isPondering: boolean;
}

/** Nodes that a thread claims at once. */
export const CLAIM_NODES = 128;

export class Signals {
  readonly memory: SharedArrayBuffer | ArrayBuffer;
  private readonly words: Int32Array;
  private readonly counters: Float64Array;

  /** Signals in memory of {@link Signals.bytes}; by default for one thread. */
  constructor(memory: SharedArrayBuffer | ArrayBuffer = new ArrayBuffer(Signals.bytes(1))) {
    this.memory = memory;
    this.words = new Int32Array(memory, 0, HEADER_BYTES / 4);
    this.counters = new Float64Array(memory, HEADER_BYTES);
  }

  /** The size in bytes for a number of threads. */
  static bytes(threads: number): number {
    return HEADER_BYTES + threads * COUNTER_BYTES;
  }

  /** The counters of a thread in such memory: they change while it searches. */
  static countersOf(memory: SharedArrayBuffer, thread: number): Float64Array {
    return new Float64Array(memory, HEADER_BYTES + thread * COUNTER_BYTES, COUNTER_BYTES / 8);
  }

  /** Call before a search. */
  reset(isPondering: boolean): void {
    Atomics.store(this.words, STOP, 0);
    Atomics.store(this.words, PONDERING, isPondering ? 1 : 0);
    // The first claim is reserved for the first thread, so that it can always find a move.
    Atomics.store(this.words, CLAIMS, 1);
    this.counters.fill(0);
    this.requestSearch();
  }

  /** Notes that a search has been requested, perhaps before it can begin. */
  requestSearch(): void {
    Atomics.store(this.words, SEARCH_REQUESTED, 1);
  }

  /** Whether any search has been requested since the memory was created; it ends the warm-up. */
  get isSearchRequested(): boolean {
    return Atomics.load(this.words, SEARCH_REQUESTED) !== 0;
  }

  state(): SignalState {
    return { isStopped: this.isStopped, isPondering: this.isPondering };
  }

  /** Call before a search in a thread that does not share the engine's memory. */
  set({ isStopped, isPondering }: SignalState): void {
    this.reset(isPondering);
    if (isStopped) this.stop();
  }

  stop(): void {
    Atomics.store(this.words, STOP, 1);
  }

  get isStopped(): boolean {
    return Atomics.load(this.words, STOP) !== 0;
  }

  /** The opponent has played the expected move: time limits apply from now on. */
  ponderHit(): void {
    Atomics.store(this.words, PONDERING, 0);
  }

  get isPondering(): boolean {
    return Atomics.load(this.words, PONDERING) !== 0;
  }

  /** The number of threads. */
  get threads(): number {
    return (this.memory.byteLength - HEADER_BYTES) / COUNTER_BYTES;
  }

  /**
   * Claims nodes of a limit that all threads share for the calling thread, and returns their number, 0 when
   * none are left. Nodes are claimed before they are searched, so that the limit is never exceeded.
   */
  claimNodes(limit: number): number {
    const first = Atomics.add(this.words, CLAIMS, 1) * CLAIM_NODES;
    return Math.max(0, Math.min(CLAIM_NODES, limit - first));
  }

  setNodes(thread: number, nodes: number): void {
    this.counters[(thread * COUNTER_BYTES) / 8 + NODES] = nodes;
  }

  setTbHits(thread: number, hits: number): void {
    this.counters[(thread * COUNTER_BYTES) / 8 + TB_HITS] = hits;
  }

  /** Nodes of all threads, as last published. */
  totalNodes(): number {
    return this.total(NODES);
  }

  /** Positions that all threads found in tablebases. */
  totalTbHits(): number {
    return this.total(TB_HITS);
  }

  private total(counter: number): number {
    let total = 0;
    for (let i = counter; i < this.counters.length; i += COUNTER_BYTES / 8) {
      total += this.counters[i]!;
    }
    return total;
  }
}
