/**
 * A small seeded generator of 32-bit integers, so that everything random in Refrain (Zobrist keys,
 * magics, shuffles, test games) is the same on every machine and in every run.
 *
 * This is sfc32, "small fast counting", by Chris Doty-Humphrey; it passes PractRand.
 * https://pracrand.sourceforge.net/RNG_engines.txt
 */
export class Random {
  private a: number;
  private b: number;
  private c = 0;
  private counter = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    this.b = Math.imul(seed, 0x9e3779b1);
    for (let i = 0; i < 15; i++) this.int32();
  }

  /** A uniformly distributed signed 32-bit integer. */
  int32(): number {
    const result = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + result) | 0;
    return result;
  }

  /** An integer from 0 to `bound - 1`. */
  below(bound: number): number {
    return Math.floor(((this.int32() >>> 0) / 0x1_0000_0000) * bound);
  }

  /** One of the items, each as often as its weight says; null if there is none with a weight. */
  weighted<T extends { weight: number }>(items: readonly T[]): T | null {
    const total = items.reduce((sum, { weight }) => sum + weight, 0);
    let left = this.below(total);
    for (const item of items) {
      left -= item.weight;
      if (left < 0) return item;
    }
    return null;
  }

  /** Shuffles an array in place and returns it (Fisher–Yates): all orders are equally likely. */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j]!, items[i]!];
    }
    return items;
  }
}

/**
 * The seed of item `number` of a series, so that items do not depend on each other. For one `seed`, different
 * 32-bit numbers give different seeds.
 */
export function derivedSeed(seed: number, number: number): number {
  return mix((new Random(seed).int32() + number) | 0);
}

/** The finalizer of MurmurHash3: a bijection of 32-bit integers in which every bit depends on all. */
export function mix(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
