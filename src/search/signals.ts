/**
 * The few words of memory that the engine and the threads of a search share: whether the search must
 * stop, whether the opponent is still thinking (pondering), how many nodes each thread has searched,
 * and how many of a node limit have been claimed.
 */

// The words: stop, pondering, claims, awaited. Then a counter a thread, a cache line each.
const STOP = 0;
const PONDERING = 1;
const CLAIMS = 2;
const AWAITED = 3;
const HEADER_BYTES = 16;
const COUNTER_BYTES = 64;
/** Which counter of a thread: nodes, and answers of endgame tables. */
const NODES = 0;
const TABLE_HITS = 1;

/** What can be told to a running search. */
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

  /** Signals in so many bytes of memory; by default for one thread alone. */
  constructor(memory: SharedArrayBuffer | ArrayBuffer = new ArrayBuffer(Signals.bytes(1))) {
    this.memory = memory;
    this.words = new Int32Array(memory, 0, HEADER_BYTES / 4);
    this.counters = new Float64Array(memory, HEADER_BYTES);
  }

  /** The size of the signals of so many threads. */
  static bytes(threads: number): number {
    return HEADER_BYTES + threads * COUNTER_BYTES;
  }

  /** Before a search: nothing has happened yet. */
  reset(isPondering: boolean): void {
    Atomics.store(this.words, STOP, 0);
    Atomics.store(this.words, PONDERING, isPondering ? 1 : 0);
    // The first claim is the first thread's, so that it always has nodes for a move.
    Atomics.store(this.words, CLAIMS, 1);
    Atomics.store(this.words, AWAITED, 1);
    this.counters.fill(0);
  }

  /** Whether a search has ever been asked for. */
  get isAwaited(): boolean {
    return Atomics.load(this.words, AWAITED) !== 0;
  }

  state(): SignalState {
    return { isStopped: this.isStopped, isPondering: this.isPondering };
  }

  /** Before a search in a thread that does not share the engine's memory. */
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

  /** The move that was pondered on has been played: from now on time may be up. */
  ponderHit(): void {
    Atomics.store(this.words, PONDERING, 0);
  }

  get isPondering(): boolean {
    return Atomics.load(this.words, PONDERING) !== 0;
  }

  /** How many threads share them. */
  get threads(): number {
    return (this.memory.byteLength - HEADER_BYTES) / COUNTER_BYTES;
  }

  /**
   * How many more nodes the calling thread may search when all threads together may search `limit`:
   * claimed before they are searched, so that the limit is never passed. 0 when none are left.
   */
  claimNodes(limit: number): number {
    const first = Atomics.add(this.words, CLAIMS, 1) * CLAIM_NODES;
    return Math.max(0, Math.min(CLAIM_NODES, limit - first));
  }

  setNodes(thread: number, nodes: number): void {
    this.counters[(thread * COUNTER_BYTES) / 8 + NODES] = nodes;
  }

  setTableHits(thread: number, hits: number): void {
    this.counters[(thread * COUNTER_BYTES) / 8 + TABLE_HITS] = hits;
  }

  /** The nodes of all threads, as of their last reports. */
  totalNodes(): number {
    return this.total(NODES);
  }

  /** How often endgame tables had an answer, for all threads. */
  totalTableHits(): number {
    return this.total(TABLE_HITS);
  }

  private total(counter: number): number {
    let total = 0;
    for (let i = counter; i < this.counters.length; i += COUNTER_BYTES / 8) {
      total += this.counters[i]!;
    }
    return total;
  }
}
