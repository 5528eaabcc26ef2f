/** Files of openings: bad openings are rejected with their place. */
import { expect, test } from 'vitest';
import { formatFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { readPgnGames } from '../../src/chess/notation/pgnReader.ts';
import {
  openingsFromEpd,
  openingsFromGames,
  orderOpenings,
} from '../../src/selfplay/openingFile.ts';

const MATED = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';

/** The error of a file, or its number of openings. */
const read = (result: ReturnType<typeof openingsFromEpd>) =>
  result.ok ? result.value.length : result.error.message;

test('an EPD has an opening on every line except blank ones and comments', () => {
  const openings = openingsFromEpd(`# ours\n\n${START_FEN}\r\n4k3/8/8/8/8/8/4P3/4K3 w - -\n`);
  expect(openings.ok && openings.value.map(({ start }) => formatFen(start))).toEqual([
    START_FEN,
    '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
  ]);
});

test('an opening in which the game is over is rejected with its line', () => {
  expect(read(openingsFromEpd(`${START_FEN}\n${MATED}`))).toBe(
    'line 2: the game is over there: checkmate',
  );
  expect(read(openingsFromEpd('4k3/8/8/8/8/8/8/4K3 w - - 0 1'))).toMatch(/insufficient material/);
  expect(read(openingsFromEpd('4k3/8/8/8/8/8/4P3/4K3 w - - 100 90'))).toMatch(/fifty-move rule/);
  const mate = '1. f3 e5 2. g4 Qh4# 0-1';
  expect(read(openingsFromGames(readPgnGames(`1. e4 *\n\n${mate}`), 16))).toBe(
    'game 2: the game is over there: checkmate',
  );
  expect(read(openingsFromGames(readPgnGames(mate), 3))).toBe(1);
});

test('a null move is not an opening move', () => {
  expect(read(openingsFromGames(readPgnGames('1. e4 -- 2. d4 *'), 16))).toMatch(
    /game 1: .*null move/,
  );
  expect(read(openingsFromGames(readPgnGames('1. e4 -- 2. d4 *'), 1))).toBe(1);
});

test('a game that is cut off before its opening is complete is rejected', () => {
  const text = '1. e4 *\n\n[Event "b"]\n1. d4 d5 {good 2. c4 *';
  expect(read(openingsFromGames(readPgnGames(text), 3))).toBe(
    'game 2: the comment after 1... d5 is not closed',
  );
  expect(read(openingsFromGames(readPgnGames(text), 2))).toBe(2);
});

test('a random order depends on the seed and contains all openings', () => {
  const all = Array.from({ length: 100 }, (_, i) => i);
  expect(orderOpenings(all, 'sequential', 1)).toEqual(all);
  expect(orderOpenings(all, 'random', 1)).toEqual(orderOpenings(all, 'random', 1));
  expect(orderOpenings(all, 'random', 1)).not.toEqual(orderOpenings(all, 'random', 2));
  expect(orderOpenings(all, 'random', 1).toSorted((a, b) => a - b)).toEqual(all);
});
