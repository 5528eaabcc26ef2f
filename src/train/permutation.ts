/**
 * A random permutation of n items without a table: the item at each index is computed. Each thread
 * finds its positions by itself, and a run can be resumed anywhere at no cost.
 *
 * A Feistel network permutes the numbers with as many bits as n; a result of n or above is permuted
 * again until it is below n (cycle walking), less than twice on average.
 * https://en.wikipedia.org/wiki/Format-preserving_encryption
 */
import { mix, Random } from '../util/random.ts';

/** Even, so that both halves have their original widths at the end. */
const ROUNDS = 6;

export class Permutation {
  private readonly size: number;
  /** The widths of the low and the high half, in bits. */
  private readonly low: number;
  private readonly high: number;
  private readonly keys = new Int32Array(ROUNDS);

  /** Permutes the numbers from 0 to `size - 1`; `size` is at most 2³¹. Throws a RangeError if not. */
  constructor(size: number, seed: number) {
    if (!(size >= 1 && size <= 2 ** 31)) throw new RangeError(`cannot permute ${size} items`);
    this.size = size;
    const bits = Math.max(2, 32 - Math.clz32(size - 1));
    this.low = bits >> 1;
    this.high = bits - this.low;
    const random = new Random(seed);
    for (let i = 0; i < ROUNDS; i++) this.keys[i] = random.int32();
  }

  /** The number at an index. */
  at(place: number): number {
    let number = place;
    do number = this.scramble(number);
    while (number >= this.size);
    return number;
  }

  private scramble(number: number): number {
    let rightBits = this.low;
    let leftBits = this.high;
    let right = number & ((1 << rightBits) - 1);
    let left = number >>> rightBits;
    for (let round = 0; round < ROUNDS; round++) {
      const next = left ^ (mix(right ^ this.keys[round]!) & ((1 << leftBits) - 1));
      left = right;
      right = next;
      const bits = leftBits;
      leftBits = rightBits;
      rightBits = bits;
    }
    return ((left << rightBits) | right) >>> 0;
  }
}
