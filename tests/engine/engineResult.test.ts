/** The lines that programs receive. */
import { Engine } from 'refrain';
import { expect, onTestFinished, test } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { parseSan } from '../../src/chess/notation/san.ts';
import { EngineResult, evaluationOf, SearchLine } from '../../src/engine/engineResult.ts';
import { matedIn } from '../../src/search/score.ts';
import { unwrap } from '../../src/util/result.ts';
import { reactive } from '../support/reactive.ts';

const COUNTERS = { depth: 2, seldepth: 3, nodes: 20, tbHits: 7, time: 12, hashfull: 1, multiPv: 1 };
const INFO = { ...COUNTERS, score: 20, pv: [] };
const start = positionFromFen(START_FEN);

test('the time of a line is in whole milliseconds, as in UCI', () => {
  const line = new SearchLine({ ...INFO, time: 12.66599999 }, start);
  expect([line.time, line.toJSON().time]).toEqual([13, 13]);
});

test('a line as JSON has every counter of the search', () => {
  expect(JSON.parse(JSON.stringify(new SearchLine(INFO, start)))).toMatchObject(COUNTERS);
});

test('only a line whose score is a bound has the property `bound`', () => {
  expect('bound' in new SearchLine(INFO, start)).toBe(false);
  expect(new SearchLine({ ...INFO, bound: 'lower' }, start).bound).toBe('lower');
});

test.each([
  [false, 'e1g1'],
  [true, 'e1h1'],
])('in UCI notation castling is as in the position’s game: Chess960 %s, %s', (chess960, uci) => {
  const position = positionFromFen('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  position.chess960 = chess960;
  const line = new SearchLine({ ...INFO, pv: [unwrap(parseSan(position, 'O-O'))] }, position);
  expect([line.uci, line.san]).toEqual([[uci], ['O-O']]);
});

test('a mate on the board is in 0 moves, without a sign', () => {
  expect(evaluationOf(matedIn(0))).toStrictEqual({ mate: 0 });
  expect(evaluationOf(matedIn(2))).toStrictEqual({ mate: -1 });
});

test('a result can be displayed by frameworks that wrap what they display in proxies', () => {
  const position = positionFromFen(START_FEN);
  const pv = ['e4', 'e5'].map((san) => {
    const move = unwrap(parseSan(position, san));
    position.make(move);
    return move;
  });
  const line = new SearchLine({ ...INFO, pv }, start);
  const result = new EngineResult(null, [line]);
  const { uci, san, ponder, info } = reactive(result);
  expect([uci, san, ponder, info.san]).toEqual(['e2e4', 'e4', 'e7e5', ['e4', 'e5']]);
  expect(JSON.stringify(reactive(result))).toBe(JSON.stringify(result));
  // The position is not copied with the line.
  expect(Object.keys(structuredClone(line))).toEqual(Object.keys(line));
});

test('a result has as many lines as were asked for and there are moves, those reported last', async () => {
  const engine = new Engine();
  onTestFinished(() => engine.close());
  engine.configure({ multiPv: 3 });
  const reported: unknown[] = [];
  engine.on('info', (line) => {
    reported[line.multiPv - 1] = line;
  });
  for (const [fen, count] of [
    [START_FEN, 3],
    ['k7/8/8/8/8/8/7r/K7 w - - 0 1', 1],
  ] as const) {
    engine.setPosition(fen);
    reported.length = 0;
    const result = await engine.go({ nodes: 2000 });
    expect(result.lines).toHaveLength(count);
    expect(result.lines.slice(1)).toEqual(reported.slice(1));
    expect(result.lines[0]).toBe(result.info);
    expect(JSON.parse(JSON.stringify(result)).lines).toHaveLength(count);
  }
});
