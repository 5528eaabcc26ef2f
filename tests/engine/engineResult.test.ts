/** The lines that programs receive. */
import { expect, test } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { parseSan } from '../../src/chess/notation/san.ts';
import { unwrap } from '../../src/chess/result.ts';
import { EngineResult, evaluationOf, SearchLine } from '../../src/engine/engineResult.ts';
import { matedIn } from '../../src/search/score.ts';
import { reactive } from '../support/reactive.ts';

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

test('only a line whose score is a bound has the property `bound`', () => {
  const numbers = { depth: 1, seldepth: 1, score: 0, nodes: 20, tbHits: 0, time: 1, hashfull: 0 };
  const info = { ...numbers, pv: [], multiPv: 1 };
  const position = positionFromFen(START_FEN);
  expect('bound' in new SearchLine(info, position)).toBe(false);
  expect(new SearchLine({ ...info, bound: 'lower' }, position).bound).toBe('lower');
});

test('a mate on the board is in 0 moves, without a sign', () => {
  expect(evaluationOf(matedIn(0))).toStrictEqual({ mate: 0 });
  expect(evaluationOf(matedIn(2))).toStrictEqual({ mate: -1 });
});

test('a result can be displayed by frameworks that wrap what they display in proxies', () => {
  const position = positionFromFen(START_FEN);
  const numbers = { depth: 1, seldepth: 1, score: 20, nodes: 20, tbHits: 0, time: 1, hashfull: 0 };
  const pv = ['e4', 'e5'].map((san) => {
    const move = unwrap(parseSan(position, san));
    position.make(move);
    return move;
  });
  const line = new SearchLine({ ...numbers, pv, multiPv: 1 }, positionFromFen(START_FEN));
  const result = new EngineResult(null, line);
  const { uci, san, ponder, info } = reactive(result);
  expect([uci, san, ponder, info.san]).toEqual(['e2e4', 'e4', 'e7e5', ['e4', 'e5']]);
  expect(JSON.stringify(reactive(result))).toBe(JSON.stringify(result));
  // The position is not copied with the line.
  expect(Object.keys(structuredClone(line))).toEqual(Object.keys(line));
});
