import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeNetwork,
  encodeNetwork,
  findNetworkProblem,
  type Network,
} from '../../../src/eval/nnue/networkFile.ts';
import { packRows } from '../../../src/eval/nnue/packedRows.ts';
import { crc32 } from '../../../src/util/crc32.ts';
import { ChessError } from '../../../src/util/result.ts';
import { randomNetwork } from '../../support/networks.ts';

const network = randomNetwork(1, { hidden: 64, outputBuckets: 2, range: 200 });
const bytes = encodeNetwork({ ...network, origin: 'Grünfeld ♞' });

/** A file with one 32-bit word changed and a matching checksum. */
function withWord(offset: number, value: number, file = bytes): Uint8Array {
  const changed = file.slice();
  const view = new DataView(changed.buffer);
  view.setInt32(offset, value, true);
  view.setUint32(16, crc32(changed.subarray(20)), true);
  return changed;
}

/** A file of this width with a matching checksum, whose weights are 0. */
function fileOfWidth(hidden: number): Uint8Array {
  const { kingBuckets, outputBuckets } = network;
  const layers = 4 * (17 + 32 + 1) + 2 * (17 * hidden + 32 * 32 + 32);
  const rows = (count: number) => packRows(new Int8Array(count * hidden), hidden);
  const parts = [
    bytes.subarray(0, new DataView(bytes.buffer).getUint32(12, true)),
    new Uint8Array(outputBuckets * layers + 2 * hidden),
    rows(kingBuckets * 768),
    rows(7680),
  ];
  return withWord(24, hidden, new Uint8Array(Buffer.concat(parts)));
}

function problemOf(file: Uint8Array): string {
  const result = decodeNetwork(file);
  if (result.ok) throw new Error('accepted');
  expect(result.error).toBeInstanceOf(ChessError);
  return result.error.message;
}

describe('the network file', () => {
  it('survives writing and reading, for all architectures', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.record({
          hidden: fc.constantFrom(64, 128, 192),
          kingBuckets: fc.constantFrom(1, 2, 4),
          outputBuckets: fc.constantFrom(1, 2, 4, 8),
          // Within 8 bits, or beyond.
          range: fc.constantFrom(127, 128, 900),
        }),
        fc.string({ unit: 'grapheme' }),
        (seed, shape, origin) => {
          const written: Network = { ...randomNetwork(seed, shape), origin };
          // toEqual takes a second for arrays of this size.
          return isDeepStrictEqual(decodeNetwork(encodeNetwork(written)), {
            ok: true,
            value: written,
          });
        },
      ),
      { numRuns: 8 },
    );
  });

  it('can be read at any byte offset', () => {
    const shifted = new Uint8Array(bytes.length + 3).subarray(3);
    shifted.set(bytes);
    for (const copy of [shifted, Buffer.from(bytes)]) {
      expect(isDeepStrictEqual(decodeNetwork(copy), decodeNetwork(bytes))).toBe(true);
    }
  });

  it('is rejected with any bit flipped', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const flipped = bytes.slice();
        flipped[at]! ^= 1 << bit;
        problemOf(flipped);
      }),
      { numRuns: 300 },
    );
  });

  it('is rejected when truncated or extended', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        problemOf(bytes.subarray(0, length));
      }),
    );
    expect(problemOf(Uint8Array.from([...bytes, 0]))).toMatch(/checksum/);
  });

  it('is rejected in a foreign format', () => {
    expect(problemOf(new Uint8Array(0))).toBe('not a network file');
    expect(problemOf(new TextEncoder().encode('[Event "?"]\n'.repeat(9)))).toBe(
      'not a network file',
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => void problemOf(noise)));
  });

  it('is rejected with an invalid format, architecture or scale, even if the checksum matches', () => {
    expect(problemOf(withWord(8, 2))).toMatch(/format 2, which is older, not 3/);
    expect(problemOf(withWord(8, 4))).toMatch(/format 4, not 3/);
    expect(problemOf(withWord(20, 769))).toMatch(/769\+7680 inputs/);
    expect(problemOf(withWord(40, 64))).toMatch(/768\+64 inputs/);
    expect(problemOf(withWord(36, 256))).toMatch(/QA 256/);
    expect(problemOf(withWord(44, 0))).toMatch(/scale of 0/);
    expect(problemOf(withWord(48, 70_000))).toMatch(/header/);
    expect(problemOf(withWord(12, 48))).toMatch(/header/);
    // Other shapes need other numbers of bytes, whatever they claim.
    for (const shape of [24, 28, 32]) {
      for (const value of [0, 1, 3, 128, -1]) {
        expect(problemOf(withWord(shape, value))).toMatch(/not a network of 768\+7680x/);
      }
    }
  });

  it('is rejected in a width that the kernels do not compute', () => {
    expect(decodeNetwork(fileOfWidth(128)).ok).toBe(true);
    for (const hidden of [32, 96, 576]) {
      expect(problemOf(fileOfWidth(hidden))).toBe(
        `invalid network: ${hidden} hidden neurons, not a multiple of 64 up to 512`,
      );
    }
  });
});

describe('a network that could overflow', () => {
  const problem = (change: (network: Network) => void) => {
    const changed = structuredClone(network);
    change(changed);
    const found = findNetworkProblem(changed);
    if (found !== null) expect(() => encodeNetwork(changed)).toThrow(ChessError);
    return found;
  };

  it('is rejected for a neuron that 32 pieces and 224 attacks could push beyond 16 bits', () => {
    const set = (bias: number, piece: number, attack: number) => (n: Network) => {
      for (let i = 5; i < n.pieceWeights.length; i += 64) n.pieceWeights[i] = 0;
      for (let i = 5; i < n.attackWeights.length; i += 64) n.attackWeights[i] = 0;
      n.hiddenBiases[5] = bias;
      n.pieceWeights[700 * 64 + 5] = piece;
      n.attackWeights[7000 * 64 + 5] = attack;
    };
    // 127 × 224 = 28448, 134 × 32 = 4288, and 32767 is the most that fits.
    expect(problem(set(-31, -134, 127))).toBeNull();
    expect(problem(set(-32, -134, 127))).toBe('hidden neuron 5 can overflow');
    expect(problem(set(0, 1023, 0))).toBeNull();
    expect(problem(set(0, 1024, 0))).toBe('hidden neuron 5 can overflow');
    expect(problem(set(0, 0, -128))).toBe('an attack weight of -128');
  });

  it('is rejected for a sum of layer 1 beyond 2^27', () => {
    const set = (bias: number) => (n: Network) => {
      // Row 20 is row 3 of the second bucket.
      n.weights1
        .subarray(20 * 64, 21 * 64)
        .fill(0)
        .set([32_767, -32_768]);
      n.biases1[20] = bias;
    };
    expect(problem(set(2 ** 27 - 127 * 65_535))).toBeNull();
    expect(problem(set(127 * 65_535 - 2 ** 27 - 1))).toBe('row 3 of layer 1 can overflow');
  });

  it('is rejected for a sum of layer 2 beyond 2^30', () => {
    const set = (bias: number) => (n: Network) => {
      n.weights2
        .subarray(40 * 32, 41 * 32)
        .fill(0)
        .set([32_767, -32_768]);
      n.biases2[40] = bias;
    };
    expect(problem(set(2 ** 30 - 256 * 65_535))).toBeNull();
    expect(problem(set(256 * 65_535 - 2 ** 30 - 1))).toBe('neuron 8 of layer 2 can overflow');
  });

  it('is rejected for an output beyond 32 bits, the direct one included', () => {
    const set = (direct: number, bias: number) => (n: Network) => {
      n.weights1.subarray(33 * 64, 34 * 64).fill(0);
      n.biases1[33] = direct;
      n.weights3.subarray(32, 64).fill(0).set([100]);
      n.biases3[1] = bias;
    };
    const most = 2 ** 31 - 1 - 25_600 - 8 * 2 ** 27;
    expect(problem(set(-(2 ** 27), -most))).toBeNull();
    expect(problem(set(-(2 ** 27), -most - 1))).toBe('output bucket 1 can overflow');
  });

  it('is rejected for a wrong number of weights', () => {
    expect(findNetworkProblem({ ...network, hidden: 128 })).toMatch(/weights of 768\+7680x128/);
    expect(findNetworkProblem({ ...network, outputBuckets: 3 })).toMatch(/3 output buckets/);
    expect(findNetworkProblem({ ...network, kingBuckets: 3 })).toMatch(/3 king buckets/);
    expect(findNetworkProblem({ ...network, hidden: 96 })).toMatch(/96 hidden/);
    expect(findNetworkProblem({ ...network, kingBuckets: 2, outputBuckets: 1 })).toMatch(
      /768\+7680x64, 2 king buckets, 1 output bucket$/,
    );
    expect(findNetworkProblem({ ...network, scale: 65_536 })).toMatch(/scale/);
  });
});
