import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../src/chess/crc32.ts';
import { ChessError } from '../../../src/chess/result.ts';
import {
  decodeNetwork,
  encodeNetwork,
  findNetworkProblem,
  type Network,
} from '../../../src/eval/nnue/networkFile.ts';
import { randomNetwork } from '../../support/networks.ts';

const network = randomNetwork(1, { hidden: 32, outputBuckets: 2, range: 200 });
const bytes = encodeNetwork({ ...network, origin: 'Grünfeld ♞' });

/** The file with one 32-bit word changed and a matching checksum. */
function withWord(offset: number, value: number): Uint8Array {
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  view.setInt32(offset, value, true);
  view.setUint32(16, crc32(changed.subarray(20)), true);
  return changed;
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
          hidden: fc.constantFrom(32, 64, 96),
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
      { numRuns: 12 },
    );
  });

  it('can be read at any byte offset', () => {
    const shifted = new Uint8Array(bytes.length + 3).subarray(3);
    shifted.set(bytes);
    expect(decodeNetwork(shifted)).toEqual(decodeNetwork(bytes));
    expect(decodeNetwork(Buffer.from(bytes))).toEqual(decodeNetwork(bytes));
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
    expect(problemOf(withWord(8, 1))).toMatch(/format 1, which is older, not 2/);
    expect(problemOf(withWord(8, 3))).toMatch(/format 3, not 2/);
    expect(problemOf(withWord(20, 769))).toMatch(/769 inputs/);
    expect(problemOf(withWord(36, 256))).toMatch(/QA 256/);
    expect(problemOf(withWord(44, 0))).toMatch(/scale of 0/);
    expect(problemOf(withWord(48, 70_000))).toMatch(/header/);
    expect(problemOf(withWord(12, 48))).toMatch(/header/);
    // Other shapes need other numbers of bytes, whatever they claim.
    for (const shape of [24, 28, 32]) {
      for (const value of [0, 1, 3, 64, -1]) {
        expect(problemOf(withWord(shape, value))).toMatch(/not a network of 768x/);
      }
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

  it('is rejected for a neuron that 32 pieces could push beyond 16 bits', () => {
    const set = (bias: number, weight: number) => (n: Network) => {
      n.hiddenBiases[5] = bias;
      n.hiddenWeights[700 * 32 + 5] = weight;
    };
    expect(problem(set(-767, -1000))).toBeNull();
    expect(problem(set(-768, -1000))).toBe('hidden neuron 5 can overflow');
    expect(problem(set(0, 1024))).toBe('hidden neuron 5 can overflow');
  });

  it('is rejected for output weights whose products exceed 16 bits or whose sum exceeds 32', () => {
    expect(problem((n) => n.outputWeights.set([-127, 127]))).toBeNull();
    expect(problem((n) => n.outputWeights.set([-128]))).toBe('an output weight of -128');
    const wide = (positive: number) => {
      const large = randomNetwork(1, { hidden: 288, outputBuckets: 1, range: 1 });
      large.outputWeights.fill(0).fill(127, 0, positive);
      return findNetworkProblem(large);
    };
    // 260 × 127 = 33020 and 65025 × 33025 is the most that fits.
    expect(wide(260)).toBeNull();
    expect(wide(261)).toBe('output bucket 0 can overflow');
  });

  it('is rejected for an output bias that is too large, and for a wrong number of weights', () => {
    expect(problem((n) => n.outputBiases.fill(-(2 ** 31)))).toMatch(/output bias/);
    expect(findNetworkProblem({ ...network, hidden: 64 })).toMatch(/weights of 768x64/);
    expect(findNetworkProblem({ ...network, outputBuckets: 3 })).toMatch(/3 output buckets/);
    expect(findNetworkProblem({ ...network, kingBuckets: 3 })).toMatch(/3 king buckets/);
    expect(findNetworkProblem({ ...network, hidden: 1056 })).toMatch(/1056 hidden/);
    expect(findNetworkProblem({ ...network, kingBuckets: 2, outputBuckets: 1 })).toMatch(
      /768x32, 2 king buckets, 1 output bucket$/,
    );
    expect(findNetworkProblem({ ...network, scale: 65_536 })).toMatch(/scale/);
  });
});
