/**
 * How many different positions there are among hundreds of millions: a set of their 64-bit keys in
 * one block, 16 to 32 bytes each, where a `Set` ends at 16 million.
 * https://en.wikipedia.org/wiki/Open_addressing
 */
export class KeySet {
  /** How many different keys there are. */
  size = 0;
  /** Pairs of halves; two zeros are an empty place. A power of two of them. */
  private keys: Int32Array;

  constructor() {
    this.keys = new Int32Array(2 * 1024);
  }

  add(lo: number, hi: number): void {
    if (this.size * 4 >= this.keys.length) this.grow();
    // No position has a key of zero, but for one in 2⁶⁴.
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
