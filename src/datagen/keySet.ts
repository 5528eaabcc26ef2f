/**
 * A set of 64-bit keys, to count different positions among hundreds of millions: open addressing in
 * one array of 16 to 32 bytes per key. A JavaScript `Set` is limited to 16 million entries.
 * https://en.wikipedia.org/wiki/Open_addressing
 */
export class KeySet {
  /** The number of different keys. */
  size = 0;
  /** Pairs of halves; two zeros mark an empty slot. The number of slots is a power of two. */
  private keys: Int32Array;

  constructor() {
    this.keys = new Int32Array(2 * 1024);
  }

  add(lo: number, hi: number): void {
    if (this.size * 4 >= this.keys.length) this.grow();
    // A position whose key is zero is not counted; the probability is 1 in 2⁶⁴.
    const mask = this.keys.length - 1;
    let at = (lo * 2) & mask;
    while (this.keys[at] !== 0 || this.keys[at + 1] !== 0) {
      if (this.keys[at] === lo && this.keys[at + 1] === hi) return;
      at = (at + 2) & mask;
    }
    this.keys[at] = lo;
    this.keys[at + 1] = hi;
    this.size++;
  }

  private grow(): void {
    const old = this.keys;
    this.keys = new Int32Array(old.length * 2);
    this.size = 0;
    for (let i = 0; i < old.length; i += 2) {
      if (old[i] !== 0 || old[i + 1] !== 0) this.add(old[i]!, old[i + 1]!);
    }
  }
}
