/**
 * The transposition table: results of earlier searches, by position key.
 * https://www.chessprogramming.org/Transposition_Table
 *
 * One shared block of 32-bit words, used by all search threads without locks. A bucket is a cache line
 * of sixteen words: five entries of three words, and one spare, always 0. The first word of an entry is
 * the high half of the key XORed with the other two words, so a torn write does not match and is not
 * found.
 * https://www.chessprogramming.org/Shared_Hash_Table
 */
import { alignedMemory } from './alignedMemory.ts';
import { INFINITE, scoreAtNode, scoreAtRoot } from './score.ts';

/** An entry without a score: a move, a raw evaluation, or both. */
export const NO_BOUND = 0;
/** An entry without a raw evaluation: the side to move was in check, or nothing was evaluated. */
export const NO_EVAL = -INFINITE;
/** Whether the stored score is a lower bound, an upper bound or exact. */
export const LOWER = 1;
export const UPPER = 2;
export const EXACT = 3;

const BUCKET = 16;
const ENTRY = 3;
const ENTRIES = 5;
/** The word of a bucket that no entry uses. */
const SPARE = ENTRY * ENTRIES;
const BYTES_PER_BUCKET = BUCKET * 4;
/** Words cleared at a time: a few milliseconds of work. */
const CLEARED_AT_ONCE = 1 << 22;
export const MEBIBYTE = 1 << 20;

/** Multiplier for the draw score in keys; the halfmove clock has another one (searchState.ts). */
const DRAW_SCORE_KEY = 0x85ebca6b;

// The second word holds move (16) and score (16), the third depth (8), bound (2), whether the node was
// on a principal variation (1), age (5) and raw evaluation (16).
const WAS_PV = 1 << 10;
const AGE_SHIFT = 11;
const AGES = 32;

export class TranspositionTable {
  private readonly words: Int32Array;
  private readonly buckets: number;
  private age = 0;
  /** Changes the keys of searches with contempt, or after repetitions. */
  private salt = 0;

  /** What the last successful {@link probe} found. */
  move = 0;
  score = 0;
  depth = 0;
  bound = 0;
  /** The raw evaluation, without correction; or {@link NO_EVAL}. */
  rawEval = 0;
  ttPv = false;

  /** A table in memory of {@link TranspositionTable.bytes}. */
  constructor(memory: SharedArrayBuffer | ArrayBuffer) {
    this.words = new Int32Array(memory);
    this.buckets = memory.byteLength / BYTES_PER_BUCKET;
  }

  /** The size in bytes of a table of this many mebibytes. */
  static bytes(mebibytes: number): number {
    return mebibytes * MEBIBYTE;
  }

  /** A table for one thread, with its size in mebibytes. Throws a RangeError if there is not enough memory. */
  static ofSize(mebibytes: number): TranspositionTable {
    return new TranspositionTable(alignedMemory(TranspositionTable.bytes(mebibytes), false));
  }

  /** Clears the table, or one of `parts` equal parts of it, so that threads can share the work. */
  clear(part = 0, parts = 1): void {
    const size = Math.ceil(this.words.length / parts);
    const end = Math.min(this.words.length, (part + 1) * size);
    // In pieces: a thread can only be terminated in between.
    for (let at = part * size; at < end; at += CLEARED_AT_ONCE) {
      this.words.fill(0, at, Math.min(end, at + CLEARED_AT_ONCE));
    }
    this.age = 0;
  }

  /**
   * Call before a search: entries of earlier searches are the first to be replaced. They are only found if
   * a draw had the same score for White, as with contempt their scores depend on it; and if the same positions
   * of the game draw by repetition (`repeatedKey`), as a mate must not lead through them.
   */
  newSearch(whiteDrawScore = 0, repeatedKey = 0): void {
    this.age = (this.age + 1) % AGES;
    this.salt = Math.imul(whiteDrawScore, DRAW_SCORE_KEY) ^ repeatedKey;
  }

  /** The key's low half as a fraction of the buckets, which may be any number. */
  private bucketOf(keyLo: number): number {
    return (((keyLo >>> 0) * this.buckets) / 0x1_0000_0000) >>> 0;
  }

  /**
   * Prefetches the bucket of a position that is about to be looked up. JavaScript and WebAssembly have
   * no instruction for it, so this stores to the spare word: unlike a load, a store that misses the
   * caches does not stall the processor.
   */
  prefetch(keyLo: number): void {
    this.words[this.bucketOf(keyLo) * BUCKET + SPARE] = 0;
  }

  /**
   * Looks a position up and fills {@link move}, {@link score}, {@link depth}, {@link bound},
   * {@link rawEval} and {@link ttPv}. Mates and tablebase wins are stored relative to the node and
   * given relative to the root, which is `ply` plies away.
   */
  probe(keyLo: number, keyHi: number, ply: number): boolean {
    const words = this.words;
    const first = this.bucketOf(keyLo) * BUCKET;
    const key = keyHi ^ this.salt;
    for (let i = first; i < first + ENTRIES * ENTRY; i += ENTRY) {
      const data = words[i + 1]!;
      const meta = words[i + 2]!;
      if ((words[i]! ^ data ^ meta) !== key || meta === 0) continue;
      this.move = data & 0xffff;
      this.score = scoreAtRoot(data >> 16, ply);
      this.depth = (meta & 0xff) - 1;
      this.bound = (meta >> 8) & 3;
      this.ttPv = (meta & WAS_PV) !== 0;
      this.rawEval = meta >> 16;
      return true;
    }
    return false;
  }

  /**
   * Stores a position. Replaces its own entry, or the shallowest and oldest one in the bucket. Of its own
   * entry the move is kept if there is no new one, and the score if it is much deeper or if there is
   * no new one.
   */
  store(
    keyLo: number,
    keyHi: number,
    ply: number,
    move: number,
    score: number,
    depth: number,
    bound: number,
    rawEval = NO_EVAL,
    ttPv = false,
  ): void {
    const words = this.words;
    const first = this.bucketOf(keyLo) * BUCKET;
    const key = keyHi ^ this.salt;
    let slot = first;
    let worst = 1 << 30;
    for (let i = first; i < first + ENTRIES * ENTRY; i += ENTRY) {
      const data = words[i + 1]!;
      const meta = words[i + 2]!;
      if ((words[i]! ^ data ^ meta) === key && meta !== 0) {
        slot = i;
        if (move === 0) move = data & 0xffff;
        const hasBound = ((meta >> 8) & 3) !== NO_BOUND;
        // A much deeper result of this search is kept.
        const isDeeper =
          (meta & 0xff) - 1 > depth + 3 && ((meta >> AGE_SHIFT) & (AGES - 1)) === this.age;
        if (bound === NO_BOUND ? hasBound : isDeeper && bound !== EXACT) {
          const kept = (data & ~0xffff) | (move & 0xffff);
          words[i] = key ^ kept ^ meta;
          words[i + 1] = kept;
          return;
        }
        break;
      }
      const searchesAgo = (this.age - (meta >> AGE_SHIFT)) & (AGES - 1);
      const value = meta === 0 ? -(1 << 30) : (meta & 0xff) - 8 * searchesAgo;
      if (value < worst) {
        worst = value;
        slot = i;
      }
    }
    const data = (move & 0xffff) | (scoreAtNode(score, ply) << 16);
    // Depth + 1, so that the third word of an entry is never 0.
    const meta =
      ((depth + 1) & 0xff) |
      (bound << 8) |
      (ttPv ? WAS_PV : 0) |
      (this.age << AGE_SHIFT) |
      (rawEval << 16);
    words[slot] = key ^ data ^ meta;
    words[slot + 1] = data;
    words[slot + 2] = meta;
  }

  /** Entries of this search per mille, from a sample: UCI's `hashfull`. */
  hashfull(): number {
    const sample = Math.min(this.buckets, 200);
    let used = 0;
    for (let bucket = 0; bucket < sample; bucket++) {
      for (let entry = 0; entry < ENTRIES; entry++) {
        const meta = this.words[bucket * BUCKET + entry * ENTRY + 2]!;
        if (meta !== 0 && ((meta >> AGE_SHIFT) & (AGES - 1)) === this.age) used++;
      }
    }
    return Math.round((used * 1000) / (sample * ENTRIES));
  }
}
