import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MATE } from '../../src/search/score.ts';
import { withClock } from '../../src/search/searchState.ts';
import {
  EXACT,
  LOWER,
  NO_BOUND,
  NO_EVAL,
  TranspositionTable,
  UPPER,
} from '../../src/search/transpositionTable.ts';

const smallTable = () => TranspositionTable.ofSize(1);

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const entry = fc.record({
  lo: int32,
  hi: int32,
  move: fc.integer({ min: 1, max: 0xffff }),
  score: fc.integer({ min: -MATE, max: MATE }),
  depth: fc.integer({ min: 0, max: 127 }),
  bound: fc.constantFrom(NO_BOUND, LOWER, UPPER, EXACT),
  evaluation: fc.integer({ min: NO_EVAL, max: -NO_EVAL }),
  isPv: fc.boolean(),
});

test('the last result stored is found, with all fields', () => {
  const table = smallTable();
  fc.assert(
    fc.property(entry, ({ lo, hi, move, score, depth, bound, evaluation, isPv }) => {
      table.clear();
      table.store(lo, hi, 0, move, score, depth, bound, evaluation, isPv);
      expect(table.probe(lo, hi, 0)).toBe(true);
      expect([table.move, table.score, table.depth, table.bound]).toEqual([
        move,
        score,
        depth,
        bound,
      ]);
      expect([table.rawEval, table.ttPv]).toEqual([evaluation, isPv]);
    }),
    { numRuns: 5000 },
  );
});

test('a shallow bound changes only the move of a much deeper entry', () => {
  const table = smallTable();
  table.store(1, 2, 0, 99, 40, 12, LOWER, 25, true);
  table.store(1, 2, 0, 77, -300, 3, UPPER, 25);
  table.probe(1, 2, 0);
  expect([table.move, table.score, table.depth, table.bound]).toEqual([77, 40, 12, LOWER]);
  table.store(1, 2, 0, 55, 10, 3, EXACT, 25);
  table.probe(1, 2, 0);
  expect([table.move, table.score, table.depth, table.bound]).toEqual([55, 10, 3, EXACT]);
});

test('a position that was never stored is not found', () => {
  const table = smallTable();
  expect(table.probe(0, 0, 0)).toBe(false);
  table.store(5, 6, 0, 1, 0, 1, EXACT);
  expect(table.probe(5, 7, 0)).toBe(false);
});

test('the keys of a draw score and of a halfmove clock do not cancel', () => {
  const table = smallTable();
  table.newSearch(0);
  table.store(5, 6, 0, 1, 1700, 9, LOWER);
  for (let number = 1; number <= 100; number++) {
    table.newSearch(number);
    expect(table.probe(5, withClock(6, number), 0)).toBe(false);
  }
});

test('an entry torn by two writers is not found', () => {
  const memory = new SharedArrayBuffer(TranspositionTable.bytes(1));
  const table = new TranspositionTable(memory);
  const words = new Int32Array(memory);
  table.store(5, 6, 0, 1, 30, 1, EXACT);
  const at = words.findIndex((word) => word !== 0);
  for (const word of [0, 1, 2]) {
    words[at + word]! ^= 0x40;
    expect(table.probe(5, 6, 0)).toBe(false);
    words[at + word]! ^= 0x40;
  }
  expect(table.probe(5, 6, 0)).toBe(true);
});

test('a result without a move keeps the move that was known', () => {
  const table = smallTable();
  table.store(5, 6, 0, 77, 30, 4, EXACT);
  table.store(5, 6, 0, 0, -10, 5, UPPER);
  table.probe(5, 6, 0);
  expect(table.move).toBe(77);
});

test('a move without a bound changes only the move of an entry with one', () => {
  const table = smallTable();
  table.store(5, 6, 0, 77, 30, 1, UPPER, 25);
  table.newSearch();
  table.store(5, 6, 0, 88, 0, 0, NO_BOUND, 25, true);
  table.probe(5, 6, 0);
  expect([table.move, table.score, table.depth, table.bound]).toEqual([88, 30, 1, UPPER]);
});

test('a full bucket replaces its shallowest entry, and old ones before new ones', () => {
  const table = smallTable();
  for (let i = 0; i < 5; i++) table.store(5, i, 0, 1, 0, 10 + i, EXACT);
  table.store(5, 99, 0, 1, 0, 2, EXACT);
  expect(table.probe(5, 0, 0)).toBe(false);
  for (const hi of [1, 2, 3, 4, 99]) expect(table.probe(5, hi, 0)).toBe(true);
  for (let i = 0; i < 3; i++) table.newSearch();
  table.store(5, 99, 0, 1, 0, 2, EXACT);
  table.store(5, 100, 0, 1, 0, 2, EXACT);
  expect(table.probe(5, 1, 0)).toBe(false);
  expect(table.probe(5, 99, 0)).toBe(true);
});

test('an entry is found only by searches in which a draw has the same score', () => {
  const table = smallTable();
  for (const whiteDrawScore of [-20, 0, 20]) {
    table.newSearch(whiteDrawScore);
    expect(table.probe(5, 6, 0)).toBe(false);
    table.store(5, 6, 0, 77, whiteDrawScore, 4, EXACT);
  }
  for (const whiteDrawScore of [20, -20, 0]) {
    table.newSearch(whiteDrawScore);
    expect(table.probe(5, 6, 0)).toBe(true);
    expect(table.score).toBe(whiteDrawScore);
  }
});

test('prefetching a full bucket changes none of its entries', () => {
  const table = smallTable();
  const keys = [1, 2, 3, 4, 5];
  fc.assert(
    fc.property(int32, (lo) => {
      table.clear();
      for (const hi of keys) table.store(lo, hi, 0, hi, 10 * hi, hi, EXACT);
      table.prefetch(lo);
      for (const hi of keys) {
        expect(table.probe(lo, hi, 0)).toBe(true);
        expect([table.move, table.score, table.depth]).toEqual([hi, 10 * hi, hi]);
      }
    }),
    { numRuns: 50 },
  );
});

test('a cleared table is empty', () => {
  const table = smallTable();
  table.store(5, 6, 0, 1, 0, 1, EXACT);
  table.clear();
  expect(table.probe(5, 6, 0)).toBe(false);
  expect(table.hashfull()).toBe(0);
});

test('hashfull is the part of the table that this search has filled', () => {
  const table = smallTable();
  const half = (5 * 1024 * 1024) / 64 / 2;
  for (let i = 0; i < half; i++) {
    table.store(Math.imul(i, 0x9e3779b1), i, 0, 1, 0, 1, EXACT);
  }
  expect(table.hashfull()).toBeGreaterThan(400);
  expect(table.hashfull()).toBeLessThan(600);
  table.newSearch();
  expect(table.hashfull()).toBe(0);
});
