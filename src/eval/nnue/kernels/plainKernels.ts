/**
 * The kernels in plain TypeScript, for machines without SIMD in WebAssembly: the twin of assembly/index.ts,
 * with the same memory. It is simpler in one respect: the difference between two positions is found
 * by counting the inputs of both.
 */
import {
  ACTIVATION_ONE,
  DIRECT_SHIFT,
  LAYER1,
  LAYER1_SHIFT,
  LAYER2,
  LAYER2_INPUTS,
  LAYER2_SHIFT,
  PRODUCT_SHIFT,
  QA,
} from '../architecture.ts';
import {
  ACCUMULATORS,
  ATTACK_FLIP,
  BIASES1,
  BIASES2,
  BOARDS,
  DIRECT_BIAS,
  DIRECT_WEIGHTS,
  KING_BOARDS,
  LOW_BYTE_OFFSET,
  OUTPUT_BIAS,
  PIECE_FLIP,
  WEIGHTS2,
  WEIGHTS3,
} from './assembly/offsets.ts';
import { ATTACK_CODES, entrySize, type MemoryLayout, stateSize } from './memoryLayout.ts';
import { listInputs, PIECE_CODES } from './positionInputs.ts';

/** More inputs than any position has: 64 pieces, eight attacks by each. */
const MAX_INPUTS = 64 * 9;

export class PlainKernels {
  private readonly layout: MemoryLayout;
  private readonly bytes: Int8Array;
  private readonly values: Int16Array;
  private readonly words: Int32Array;
  /** Codes of the inputs of two positions, pieces first, then {@link PIECE_CODES} plus those of attacks. */
  private readonly before = new Int32Array(MAX_INPUTS);
  private readonly after = new Int32Array(MAX_INPUTS);
  /** How often each input is to be added. */
  private readonly counts = new Int8Array(PIECE_CODES + ATTACK_CODES);
  private readonly products: Int16Array;
  private readonly inputs2 = new Int32Array(LAYER2_INPUTS);
  private readonly sums = new Int32Array(LAYER2);

  constructor(memory: ArrayBuffer, layout: MemoryLayout) {
    this.layout = layout;
    this.bytes = new Int8Array(memory);
    this.values = new Int16Array(memory);
    this.words = new Int32Array(memory);
    this.products = new Int16Array(layout.hidden);
  }

  evaluate(state: number, turn: number, bucket: number): number {
    const { hidden, layers, layersSize, states } = this.layout;
    const previous = state - stateSize(hidden);
    if (previous >= states && this.words[previous >> 2] === 0) this.updateBoth(previous);
    this.updateBoth(state);
    for (const side of [0, 1]) {
      const accumulator = ((state + ACCUMULATORS) >> 1) + (turn ^ side) * hidden;
      this.activate(accumulator, (side * hidden) >> 1);
    }
    return this.propagate(layers + bucket * layersSize);
  }

  private updateBoth(state: number): void {
    for (const perspective of [0, 1]) this.update(state, perspective);
  }

  /** Brings an accumulator of a state up to date. */
  private update(state: number, perspective: number): void {
    const { values, bytes } = this;
    const { hidden, views, cache, states } = this.layout;
    const boards = (state + BOARDS) >> 2;
    const king = ((state + KING_BOARDS) >> 2) + perspective * 2;
    const lo = this.words[king]!;
    const square = lo !== 0 ? 31 - Math.clz32(lo) : 63 - Math.clz32(this.words[king + 1]!);
    const view = bytes[views + perspective * 64 + square]!;
    const computed = (state >> 1) + perspective;
    let from = state;
    while (from >= states && values[(from >> 1) + perspective] === 0) from -= stateSize(hidden);
    if (from === state) return;
    const accumulator = ((state + ACCUMULATORS) >> 1) + perspective * hidden;
    if (from >= states && values[(from >> 1) + perspective] === view + 1) {
      const source = ((from + ACCUMULATORS) >> 1) + perspective * hidden;
      this.accumulate((from + BOARDS) >> 2, source, boards, accumulator, perspective, view);
    } else {
      const entry = cache + view * entrySize(hidden);
      const source = (entry + ACCUMULATORS) >> 1;
      this.accumulate((entry + BOARDS) >> 2, source, boards, accumulator, perspective, view);
      this.words.copyWithin((entry + BOARDS) >> 2, boards, boards + 24);
      values.copyWithin(source, accumulator, accumulator + hidden);
    }
    values[computed] = view + 1;
  }

  /** The accumulator `to` for the bitboards `after`, from the accumulator `from` for those of `before`. */
  private accumulate(
    before: number,
    from: number,
    after: number,
    to: number,
    perspective: number,
    view: number,
  ): void {
    const { counts, words, values, bytes } = this;
    const { hidden, attackWeights, pieceBases } = this.layout;
    const beforeCount = listInputs(words, before, this.before);
    const afterCount = listInputs(words, after, this.after);
    for (let i = 0; i < beforeCount; i++) counts[this.before[i]!]!--;
    for (let i = 0; i < afterCount; i++) counts[this.after[i]!]!++;
    values.copyWithin(to, from, from + hidden);
    const mirror = (view & 1) * 7;
    const pieceFlip = (perspective * PIECE_FLIP) ^ mirror;
    const attackFlip = (perspective * ATTACK_FLIP) ^ mirror;
    const pieces = words[(pieceBases >> 2) + view]! >> 1;
    for (let i = 0; i < beforeCount + afterCount; i++) {
      const code = i < beforeCount ? this.before[i]! : this.after[i - beforeCount]!;
      const count = counts[code]!;
      if (count === 0) continue;
      counts[code] = 0;
      if (code < PIECE_CODES) {
        const row = pieces + (code ^ pieceFlip) * hidden;
        for (let j = 0; j < hidden; j++) values[to + j]! += count * values[row + j]!;
      } else {
        const row = attackWeights + ((code - PIECE_CODES) ^ attackFlip) * hidden;
        for (let j = 0; j < hidden; j += 2) {
          // Two neurons of sixteen, eight apart (assembly/offsets.ts).
          const at = to + ((j & ~15) | ((j & 15) >> 1));
          values[at]! += count * ((bytes[row + j]! & 255) - LOW_BYTE_OFFSET);
          values[at + 8]! += count * bytes[row + j + 1]!;
        }
      }
    }
  }

  /** The products of both halves of an accumulator. */
  private activate(accumulator: number, to: number): void {
    const { values, products } = this;
    const half = this.layout.hidden >> 1;
    for (let i = 0; i < half; i++) {
      const a = clip(values[accumulator + i]!, QA);
      const b = clip(values[accumulator + half + i]!, QA);
      products[to + i] = (a * b) >> PRODUCT_SHIFT;
    }
  }

  /** The output of the layers at an address for the products. */
  private propagate(layers: number): number {
    const { words, values, products, inputs2, sums } = this;
    const { hidden } = this.layout;
    const directWeights = (layers + DIRECT_WEIGHTS) >> 1;
    let direct = words[(layers + DIRECT_BIAS) >> 2]!;
    this.start(layers + BIASES1, LAYER1);
    for (let i = 0; i < hidden; i++) {
      const product = products[i]!;
      if (product === 0) continue;
      direct += product * values[directWeights + i]!;
      this.weigh(product, directWeights + hidden, i, LAYER1);
    }
    for (let k = 0; k < LAYER1; k++) {
      const sum = sums[k]! >> LAYER1_SHIFT;
      const value = Math.max(-ACTIVATION_ONE, Math.min(sum, ACTIVATION_ONE));
      inputs2[k] = Math.max(value, 0);
      inputs2[LAYER1 + k] = (value * value) / ACTIVATION_ONE;
    }
    this.start(layers + BIASES2, LAYER2);
    for (let i = 0; i < LAYER2_INPUTS; i++) {
      if (inputs2[i] !== 0) this.weigh(inputs2[i]!, (layers + WEIGHTS2) >> 1, i, LAYER2);
    }
    const outputWeights = (layers + WEIGHTS3) >> 1;
    let output = words[(layers + OUTPUT_BIAS) >> 2]! + (direct << DIRECT_SHIFT);
    for (let m = 0; m < LAYER2; m++) {
      output += clip(sums[m]! >> LAYER2_SHIFT, ACTIVATION_ONE) * values[outputWeights + m]!;
    }
    return output;
  }

  /** Sets the sums of a layer to its biases. */
  private start(biases: number, neurons: number): void {
    for (let k = 0; k < neurons; k++) this.sums[k] = this.words[(biases >> 2) + k]!;
  }

  /** Adds an input times its weights to the sums of a layer. */
  private weigh(input: number, weights: number, index: number, neurons: number): void {
    const { sums, values } = this;
    const row = weights + (index >> 1) * neurons * 2 + (index & 1);
    for (let k = 0; k < neurons; k++) sums[k]! += input * values[row + 2 * k]!;
  }
}

const clip = (value: number, limit: number): number => (value < 0 ? 0 : Math.min(value, limit));
