/**
 * The transposition table: what earlier searches learnt of a position, found again by its key.
 * https://www.chessprogramming.org/Transposition_Table
 *
 * It is one shared block of 32-bit words, so that all search threads see it. A bucket is a cache
 * line of sixteen words: five entries of three and one to spare. The first word of an entry is
 * the key's high half folded with the other two; when threads write over each other the fold
 * comes out wrong and the entry is simply not found.
 */
import { INFINITE, isDecisive } from './score.ts';

/** The table knows a move but vouches for no score. */
export const NO_BOUND = 0;
/** The table knows no static evaluation: the side to move was in check. */
export const NO_EVAL = -INFINITE;
/** A score is at least, at most, or exactly what the table says. */
export const LOWER = 1;
export const UPPER = 2;
export const EXACT = 3;

const BUCKET = 16;
const ENTRY = 3;
const ENTRIES = 5;
const BYTES_PER_BUCKET = BUCKET * 4;
/** Words, a few milliseconds' work. */
const CLEARED_AT_ONCE = 1 << 22;
const BYTES_PER_MEBIBYTE = 1 << 20;

// The second word holds move (16) and score (16), the third depth (8), bound (2), whether the node was
// on a principal variation (1), age (5) and static evaluation (16).
const WAS_PV = 1 << 10;
const AGE_SHIFT = 11;
const AGES = 32;

export class TranspositionTable {
  private readonly words: Int32Array;
  private readonly buckets: number;
  private age = 0;

  /** What the last successful {@link probe} found. */
  move = 0;
  score = 0;
  depth = 0;
  bound = 0;
  /** The static evaluation, or {@link NO_EVAL}. */
  evaluation = 0;
  wasPv = false;

  /** A table in memory of {@link TranspositionTable.bytes}. */
  constructor(memory: SharedArrayBuffer | ArrayBuffer) {
    this.words = new Int32Array(memory);
    this.buckets = memory.byteLength / BYTES_PER_BUCKET;
  }

  /** The size of a table of so many mebibytes. */
  static bytes(mebibytes: number): number {
    return mebibytes * BYTES_PER_MEBIBYTE;
  }

  /** A table of so many mebibytes for one thread. Throws a RangeError when there is not that much. */
  static ofSize(mebibytes: number): TranspositionTable {
    return new TranspositionTable(new ArrayBuffer(TranspositionTable.bytes(mebibytes)));
  }

  /** Empties the table, or one of so many equal parts of it: threads share the work. */
  clear(part = 0, parts = 1): void {
    const size = Math.ceil(this.words.length / parts);
    const end = Math.min(this.words.length, (part + 1) * size);
    // In pieces: a thread that is to end can only do so in between.
    for (let at = part * size; at < end; at += CLEARED_AT_ONCE) {
      this.words.fill(0, at, Math.min(end, at + CLEARED_AT_ONCE));
    }
    this.age = 0;
  }

  /** A new search begins: entries of earlier ones may go first. */
  newSearch(): void {
    this.age = (this.age + 1) % AGES;
  }

  /** Any 32 bits spread evenly over any number of buckets, by taking the key as a fraction. */
  private bucketOf(keyLo: number): number {
    return (((keyLo >>> 0) * this.buckets) / 0x1_0000_0000) >>> 0;
  }

  /**
   * Looks a position up and fills {@link move}, {@link score}, {@link depth}, {@link bound},
   * {@link evaluation} and {@link wasPv}. Mates and wins by tables come out counted from the root, which is `ply` plies away.
   */
  probe(keyLo: number, keyHi: number, ply: number): boolean {
    const words = this.words;
    const first = this.bucketOf(keyLo) * BUCKET;
    for (let i = first; i < first + ENTRIES * ENTRY; i += ENTRY) {
      const data = words[i + 1]!;
      const meta = words[i + 2]!;
      if ((words[i]! ^ data ^ meta) !== keyHi || meta === 0) continue;
      this.move = data & 0xffff;
      const score = data >> 16;
      this.score = isDecisive(score) ? (score > 0 ? score - ply : score + ply) : score;
      this.depth = (meta & 0xff) - 1;
      this.bound = (meta >> 8) & 3;
      this.wasPv = (meta & WAS_PV) !== 0;
      this.evaluation = meta >> 16;
      return true;
    }
    return false;
  }

  /**
   * Remembers a position. Replaced is its own entry, or the one in the bucket that is shallowest
   * and oldest. A bound without a move keeps the move that is there; a shallow one keeps a deep entry,
   * and a move without a bound any, but for the move.
   */
  store(
    keyLo: number,
    keyHi: number,
    ply: number,
    move: number,
    score: number,
    depth: number,
    bound: number,
    evaluation = NO_EVAL,
    isPv = false,
  ): void {
    const words = this.words;
    const first = this.bucketOf(keyLo) * BUCKET;
    let slot = first;
    let worst = 1 << 30;
    for (let i = first; i < first + ENTRIES * ENTRY; i += ENTRY) {
      const data = words[i + 1]!;
      const meta = words[i + 2]!;
      if ((words[i]! ^ data ^ meta) === keyHi && meta !== 0) {
        slot = i;
        if (move === 0) move = data & 0xffff;
        const hasBound = ((meta >> 8) & 3) !== NO_BOUND;
        // A much deeper result of this search outlives a shallow one.
        const isDeeper =
          (meta & 0xff) - 1 > depth + 3 && ((meta >> AGE_SHIFT) & (AGES - 1)) === this.age;
        if (bound === NO_BOUND ? hasBound : isDeeper && bound !== EXACT) {
          const kept = (data & ~0xffff) | (move & 0xffff);
          words[i] = keyHi ^ kept ^ meta;
          words[i + 1] = kept;
          return;
        }
        break;
      }
      const searchesAgo = (this.age - (meta >> AGE_SHIFT)) & (AGES - 1);
      const worth = meta === 0 ? -(1 << 30) : (meta & 0xff) - 8 * searchesAgo;
      if (worth < worst) {
        worst = worth;
        slot = i;
      }
    }
    const stored = isDecisive(score) ? (score > 0 ? score + ply : score - ply) : score;
    const data = (move & 0xffff) | (stored << 16);
    // Depth + 1: the third word of an entry is never 0.
    const meta =
      ((depth + 1) & 0xff) |
      (bound << 8) |
      (isPv ? WAS_PV : 0) |
      (this.age << AGE_SHIFT) |
      (evaluation << 16);
    words[slot] = keyHi ^ data ^ meta;
    words[slot + 1] = data;
    words[slot + 2] = meta;
  }

  /** How full the table is with entries of this search, per mille, from a sample. */
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
