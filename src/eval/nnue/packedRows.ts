/**
 * Rows of weights in few bits, for network files: Golomb–Rice codes.
 * https://en.wikipedia.org/wiki/Golomb_coding
 *
 * Rows follow each other in one stream of bits, from the lowest bit of each byte to its highest; zeros fill the
 * last byte. A row begins with two numbers of four bits, S and K; then comes each weight, divided by 2^S, as
 * an unsigned number z: 2w for w ≥ 0, −2w − 1 for w < 0. z >> K is written as so many zeros and a one, and then
 * the lowest K bits of z. So small weights take few bits, and rows of rarely active inputs, which
 * need no fine steps, take fewer still.
 */
import { lowestBit } from '../../chess/board/bits.ts';

const FIELD_BITS = 4;
const MAX_FIELD = 15;

/** Packs rows of `length` weights. */
export function packRows(weights: Int8Array | Int16Array, length: number): Uint8Array<ArrayBuffer> {
  const writer = new BitWriter();
  const codes = new Uint32Array(length);
  for (let from = 0; from < weights.length; from += length) {
    const row = weights.subarray(from, from + length);
    const shift = commonShift(row);
    for (let i = 0; i < length; i++) {
      const weight = row[i]! >> shift;
      codes[i] = weight >= 0 ? 2 * weight : -2 * weight - 1;
    }
    const low = bestLowBits(codes);
    writer.bits(shift, FIELD_BITS);
    writer.bits(low, FIELD_BITS);
    for (const code of codes) {
      writer.zeros(code >>> low);
      writer.bits(1, 1);
      writer.bits(code & ((1 << low) - 1), low);
    }
  }
  return writer.finish();
}

/** The largest shift that loses nothing. */
function commonShift(row: Int8Array | Int16Array): number {
  let set = 0;
  for (const weight of row) set |= weight;
  return set === 0 ? 0 : Math.min(MAX_FIELD, lowestBit(set));
}

/** The number of low bits with which a row is shortest. */
function bestLowBits(codes: Uint32Array): number {
  let best = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (let low = 0; low <= MAX_FIELD; low++) {
    const bits = codes.reduce((sum, code) => sum + (code >>> low) + low, 0);
    if (bits < fewest) {
      fewest = bits;
      best = low;
    }
  }
  return best;
}

class BitWriter {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;
  private pending = 0;
  private count = 0;

  /** Writes the lowest `count` bits of a value, 16 at most. */
  bits(value: number, count: number): void {
    this.pending |= value << this.count;
    this.count += count;
    while (this.count >= 8) this.flush();
  }

  zeros(count: number): void {
    for (let left = count; left > 0; left -= 16) this.bits(0, Math.min(left, 16));
  }

  finish(): Uint8Array<ArrayBuffer> {
    if (this.count > 0) this.flush();
    return this.bytes.slice(0, this.length);
  }

  private flush(): void {
    if (this.length === this.bytes.length) {
      const longer = new Uint8Array(2 * this.length);
      longer.set(this.bytes);
      this.bytes = longer;
    }
    this.bytes[this.length++] = this.pending;
    this.pending >>>= 8;
    this.count -= 8;
  }
}

/**
 * Unpacks rows of `length` weights from the bytes from `from` on into `weights`. Returns the index after
 * them; -1 if the bytes end too early, a weight does not fit, or the last byte is not filled with zeros.
 */
export function unpackRows(
  bytes: Uint8Array,
  from: number,
  weights: Int8Array | Int16Array,
  length: number,
): number {
  const reader = new BitReader(bytes, from);
  for (let i = 0; i < weights.length; ) {
    const shift = reader.bits(FIELD_BITS);
    const low = reader.bits(FIELD_BITS);
    const mostZeros = 0xffff >> low;
    for (const end = i + length; i < end; i++) {
      const code = (reader.zeros(mostZeros) << low) | reader.bits(low);
      const weight = (code & 1 ? ~(code >>> 1) : code >>> 1) << shift;
      weights[i] = weight;
      if (weights[i] !== weight) return -1;
    }
    if (reader.isInvalid) return -1;
  }
  return reader.finish();
}

class BitReader {
  /** Whether the bits ended too early, or a code had more zeros than any weight. */
  isInvalid = false;
  private readonly bytes: Uint8Array;
  private at: number;
  private pending = 0;
  private count = 0;

  constructor(bytes: Uint8Array, from: number) {
    this.bytes = bytes;
    this.at = from;
  }

  /** The next `count` bits as a number, 16 at most. */
  bits(count: number): number {
    if (this.count < count) this.refill();
    const value = this.pending & ((1 << count) - 1);
    this.drop(count);
    return value;
  }

  /** The number of zeros before the next one, `most` at most. The one is consumed, too. */
  zeros(most: number): number {
    let zeros = 0;
    while (this.pending === 0) {
      zeros += this.count;
      this.count = 0;
      this.refill();
      if (this.count === 0 || zeros > most) {
        this.isInvalid = true;
        return 0;
      }
    }
    const more = lowestBit(this.pending);
    this.drop(more + 1);
    zeros += more;
    if (zeros > most) this.isInvalid = true;
    return zeros;
  }

  /** The index after the last byte with bits that were read; -1 if it is not filled with zeros. */
  finish(): number {
    const isFilled = (this.pending & ((1 << (this.count & 7)) - 1)) === 0;
    return this.isInvalid || !isFilled ? -1 : this.at - (this.count >> 3);
  }

  /** At most 30 bits are pending after it: they fit an integer that V8 keeps small. */
  private refill(): void {
    while (this.count <= 22 && this.at < this.bytes.length) {
      this.pending |= this.bytes[this.at++]! << this.count;
      this.count += 8;
    }
  }

  private drop(count: number): void {
    this.pending >>>= count;
    this.count -= count;
    if (this.count < 0) {
      this.count = 0;
      this.isInvalid = true;
    }
  }
}
