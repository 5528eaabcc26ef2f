/** Checkpoints: a damaged one is rejected. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Checkpoint,
  decodeCheckpoint,
  encodeCheckpoint,
  loadCheckpoint,
} from '../../src/train/checkpoint.ts';
import { parameterLayout } from '../../src/train/memory.ts';
import { TRAIN_DEFAULTS } from '../../src/train/trainSettings.ts';
import { unwrap } from '../../src/util/result.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const FOLDER = temporaryFolder();

const SETTINGS = { ...TRAIN_DEFAULTS, hidden: 64 };
const { count } = parameterLayout(SETTINGS);
const numbers = (first: number) => Float32Array.from({ length: count }, (_, i) => first + i / 7);
const CHECKPOINT: Checkpoint = {
  settings: SETTINGS,
  fingerprint: 0xdeadbeef,
  batches: 123,
  curve: [{ batch: 100, loss: 0.0123456789, validationLoss: null }],
  pendingLoss: 0.7 / 3,
  state: { parameters: numbers(1), means: numbers(-2), squares: numbers(3) },
};
const BYTES = encodeCheckpoint(CHECKPOINT);

describe('a checkpoint', () => {
  test('survives writing and reading, from a Node Buffer too', () => {
    const path = join(FOLDER, 'whole');
    writeFileSync(path, BYTES);
    for (const bytes of [BYTES, readFileSync(path)]) {
      const { state, ...progress } = unwrap(decodeCheckpoint(bytes));
      const { state: wantedState, ...wanted } = CHECKPOINT;
      expect(progress).toEqual(wanted);
      for (const part of ['parameters', 'means', 'squares'] as const) {
        expect(
          Buffer.from(state[part].slice().buffer).equals(Buffer.from(wantedState[part].buffer)),
        ).toBe(true);
      }
    }
  });

  test('is rejected when truncated or with any byte changed', () => {
    const place = fc.oneof(
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: BYTES.length - 1 }),
    );
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 255 }), (at, change) => {
        expect(decodeCheckpoint(BYTES.subarray(0, at)).ok).toBe(false);
        const flipped = BYTES.slice();
        flipped[at]! ^= change;
        expect(decodeCheckpoint(flipped).ok).toBe(false);
      }),
      // Each takes the checksums of megabytes.
      { numRuns: 50 },
    );
  });

  test('of other settings or data is rejected with the difference', () => {
    const path = join(FOLDER, 'other');
    writeFileSync(path, BYTES);
    const { settings, fingerprint } = CHECKPOINT;
    expect(() =>
      loadCheckpoint(path, { settings: { ...settings, rate: 0.5, seed: 9 }, fingerprint }),
    ).toThrow(/'other' is a run with other settings: --rate 0.002, --seed 1$/);
    // They are named like the options, and have their units.
    const others = { warmUp: 7, scoreShares: [0.5], weights: [2], validation: 0.5, from: 1 };
    expect(() =>
      loadCheckpoint(path, { settings: { ...settings, ...others }, fingerprint }),
    ).toThrow(/: --warm-up 200, --lambda 1, --weights 1, --validation 2, no --from$/);
    expect(() => loadCheckpoint(path, { settings, fingerprint: 1 })).toThrow(/other data/);
    expect(loadCheckpoint(path, { settings, fingerprint }).batches).toBe(CHECKPOINT.batches);
  });
});
