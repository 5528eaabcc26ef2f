/** Files of packed positions: the same positions as from labels, filtered, growing, damaged. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  BEST_IS_QUIET,
  FLAGS_AT,
  PACKED_BYTES,
  PIECES_AT,
  RESULT_AT,
  SCORE_AT,
} from '../../src/datagen/packedPosition.ts';
import { encodePositionHeader, isPositionFile } from '../../src/datagen/positionFile.ts';
import { loadTrainingPositions } from '../../src/datagen/trainingPositions.ts';
import { ChessError } from '../../src/util/result.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { packSamples, samplePositions } from '../support/training.ts';

const COUNT = 40_000;
const FOLDER = temporaryFolder();
const PATH = join(FOLDER, 'sampled.positions');
const METHOD = 'An engine, static evaluations';
const RECORDS = Buffer.from(new Uint8Array(packSamples(samplePositions(COUNT, 1))));
const HEADER = encodePositionHeader(METHOD);

const load = (options = {}) => loadTrainingPositions([PATH], options);
const bytesOf = (memory: SharedArrayBuffer) => Buffer.from(new Uint8Array(memory));

beforeEach(() => writeFileSync(PATH, Buffer.concat([HEADER, RECORDS])));

test('has the positions as they were packed', () => {
  expect(isPositionFile(PATH)).toBe(true);
  const { memory, ...others } = load();
  expect(others).toEqual({ count: COUNT, counts: [COUNT], games: 0, methods: [METHOD], torn: [] });
  expect(bytesOf(memory).equals(RECORDS)).toBe(true);
});

test('each position knows its file, whatever number was written', () => {
  const records = RECORDS.with(FLAGS_AT, RECORDS[FLAGS_AT]! | 12);
  writeFileSync(PATH, Buffer.concat([HEADER, records]));
  const { memory } = loadTrainingPositions([PATH, PATH]);
  const bytes = bytesOf(memory);
  expect(bytes.subarray(0, RECORDS.length).equals(RECORDS)).toBe(true);
  const [first, second] = [0, COUNT].map((i) => bytes[i * PACKED_BYTES + FLAGS_AT]!);
  expect(second).toBe(first! | 4);
});

test('quiet ones alone can be loaded', () => {
  const records = Buffer.from(RECORDS);
  for (let i = 0; i < COUNT; i += 3) records[i * PACKED_BYTES + FLAGS_AT]! &= ~BEST_IS_QUIET;
  for (let i = 1; i < COUNT; i += 3) records[i * PACKED_BYTES + FLAGS_AT]! |= BEST_IS_QUIET;
  for (let i = 2; i < COUNT; i += 3) records[i * PACKED_BYTES + FLAGS_AT]! |= BEST_IS_QUIET;
  writeFileSync(PATH, Buffer.concat([HEADER, records]));
  const { memory, count } = load({ quietOnly: true });
  expect(count).toBe(COUNT - Math.ceil(COUNT / 3));
  const second = records.subarray(PACKED_BYTES, 2 * PACKED_BYTES);
  expect(bytesOf(memory).subarray(0, PACKED_BYTES).equals(second)).toBe(true);
});

test('an incomplete position at the end is left out, and reported', () => {
  writeFileSync(PATH, readFileSync(PATH).subarray(0, -5));
  const { count, torn } = load();
  expect(count).toBe(COUNT - 1);
  expect(torn).toEqual([{ name: `'${basename(PATH)}'`, bytes: PACKED_BYTES - 5 }]);
});

test('a long description is cut to the header', () => {
  const header = encodePositionHeader('ä'.repeat(100));
  expect(header).toHaveLength(HEADER.length);
  writeFileSync(PATH, Buffer.concat([header, RECORDS]));
  expect(load().methods).toEqual(['ä'.repeat(54)]);
});

describe('is refused, by name', () => {
  const change = (at: number, value: number) => (bytes: Buffer) => {
    bytes[at] = value;
    return bytes;
  };
  /** Changes the pieces of the last position: their number, and the codes of the first ones; the others are pawns. */
  const pieces =
    (occupied: number, ...codes: number[]) =>
    (bytes: Buffer) => {
      bytes.fill(0, inLast, inLast + FLAGS_AT);
      bytes.fill(0xff, inLast, inLast + occupied / 8);
      for (const [i, code] of codes.entries()) {
        bytes[inLast + PIECES_AT + (i >> 1)]! |= code << ((i & 1) * 4);
      }
      return bytes;
    };
  const inLast = HEADER.length + (COUNT - 1) * PACKED_BYTES;
  test.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['of another format', change(8, 2), /format 2, but only format 1 is known/],
    ['with a damaged header', change(20, 7), /the header is damaged/],
    ['cut in the header', (bytes) => bytes.subarray(0, 100), /the header is cut off/],
    ['with an impossible result', change(inLast + RESULT_AT, 9), /at byte 1280096 is damaged/],
    ['with an impossible score', change(inLast + SCORE_AT + 1, 0x7f), /at byte 1280096 is damaged/],
    ['with an unknown piece', pieces(8, 10, 11, 15), /at byte 1280096 is damaged/],
    ['without a king', pieces(8, 10), /at byte 1280096 is damaged/],
    ['with two kings', pieces(8, 10, 11, 11), /at byte 1280096 is damaged/],
    ['with kings of one side', pieces(24, ...Array(17).fill(10)), /at byte 1280096 is damaged/],
    ['with too many pieces', pieces(40, 10, 11), /at byte 1280096 is damaged/],
  ])('a file %s', (_, damage, message) => {
    writeFileSync(PATH, damage(readFileSync(PATH)));
    expect(() => load()).toThrow(ChessError);
    expect(() => load()).toThrow(message);
    expect(() => load()).toThrow(`'${basename(PATH)}'`);
  });
});
