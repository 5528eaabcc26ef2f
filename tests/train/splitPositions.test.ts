/** The split into training and validation positions. */
import { describe, expect, test } from 'vitest';
import { splitPositions } from '../../src/train/splitPositions.ts';
import { packSamples, samplePositions } from '../support/training.ts';

const SAMPLES = samplePositions(3000, 21);
const fresh = () => ({ memory: packSamples(SAMPLES), count: SAMPLES.length });

const recordsOf = ({ memory, count }: { memory: SharedArrayBuffer; count: number }): Buffer[] =>
  Array.from({ length: count }, (_, i) => Buffer.from(memory, i * 32, 32));
const gamesOf = (records: Buffer[]) => new Set(records.map((record) => record.readUInt32LE(28)));

describe('positions split for training and validation', () => {
  test('are complete and in order, and no game is in both sets', () => {
    const all = recordsOf(fresh());
    const { training, validation } = splitPositions(fresh(), 0.3, 5);
    const heldOut = recordsOf(validation);
    const heldOutGames = gamesOf(heldOut);
    expect(heldOutGames.size).toBeGreaterThan(5);
    const isHeldOut = (record: Buffer) => heldOutGames.has(record.readUInt32LE(28));
    expect(recordsOf(training)).toEqual(all.filter((record) => !isHeldOut(record)));
    expect(heldOut).toEqual(all.filter(isHeldOut));
  });

  test('are split depending on the seed', () => {
    const games = (seed: number) =>
      gamesOf(recordsOf(splitPositions(fresh(), 0.3, seed).validation));
    expect(games(5)).toEqual(games(5));
    expect(games(5)).not.toEqual(games(6));
  });

  test('have a fingerprint that depends on positions and order', () => {
    const fingerprint = (samples = SAMPLES) =>
      splitPositions({ memory: packSamples(samples), count: samples.length }, 0, 1).fingerprint;
    expect(fingerprint()).toBe(fingerprint());
    expect(fingerprint(SAMPLES.toReversed())).not.toBe(fingerprint());
    expect(fingerprint(SAMPLES.slice(1))).not.toBe(fingerprint());
  });

  test('may take more memory than an array of bytes can have', () => {
    // Pages that are never written take no memory.
    const memory = new SharedArrayBuffer(2 ** 32 + 32);
    const samples = new Int32Array(packSamples(SAMPLES));
    new Int32Array(memory).set(samples);
    const { training } = splitPositions({ memory, count: SAMPLES.length }, 0, 1);
    expect(training.count).toBe(SAMPLES.length);
    expect(new Int32Array(training.memory, 0, samples.length)).toEqual(samples);
  });

  test('are rejected if none is left to train on', () => {
    const none = { memory: new SharedArrayBuffer(0), count: 0 };
    expect(() => splitPositions(none, 0, 1)).toThrow(/no quiet position/);
    expect(() => splitPositions(fresh(), 1, 1)).toThrow(/all games are held out/);
  });
});
