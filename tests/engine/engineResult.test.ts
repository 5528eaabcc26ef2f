/** The lines that programs receive. */
import { expect, test } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { evaluationOf, SearchLine } from '../../src/engine/engineResult.ts';
import { matedIn } from '../../src/search/score.ts';

test('the time of a line is in whole milliseconds, as in UCI', () => {
  const numbers = { depth: 1, seldepth: 1, score: 0, nodes: 20, tbHits: 0, hashfull: 0 };
  const info = { ...numbers, time: 12.66599999, pv: [], multiPv: 1 };
  const line = new SearchLine(info, positionFromFen('4k3/8/8/8/8/8/8/4K2R w K - 0 1'));
  expect(line.time).toBe(13);
  expect(line.toJSON().time).toBe(13);
});

test('a line as JSON has every counter of the search', () => {
  const counters = {
    depth: 2,
    seldepth: 3,
    nodes: 20,
    tbHits: 7,
    time: 12,
    hashfull: 1,
    multiPv: 1,
  };
  const line = new SearchLine({ ...counters, score: 0, pv: [] }, positionFromFen(START_FEN));
  expect(JSON.parse(JSON.stringify(line))).toMatchObject(counters);
});

test('a mate on the board is in 0 moves, without a sign', () => {
  expect(evaluationOf(matedIn(0))).toStrictEqual({ mate: 0 });
  expect(evaluationOf(matedIn(2))).toStrictEqual({ mate: -1 });
});
