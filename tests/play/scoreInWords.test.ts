/** What players are told of a search. */
import { expect, test } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { boundSign, describeSearch } from '../../src/play/scoreInWords.ts';

test.each([
  [1, '+0.14 for White, depth 1, 1 node, 0.02 s'],
  [1234, '+0.14 for White, depth 1, 1,234 nodes, 0.02 s'],
])('a search of %i nodes is described with its score, depth and time', (nodes, expected) => {
  const info = { depth: 1, seldepth: 1, score: 14, nodes, time: 20 };
  const rest = { hashfull: 0, pv: [], multiPv: 1, tbHits: 0 };
  expect(describeSearch(positionFromFen(START_FEN), { ...info, ...rest })).toBe(expected);
});

test.each([
  ['w', 'lower', '≥ '],
  ['w', 'upper', '≤ '],
  ['b', 'lower', '≤ '],
  ['b', 'upper', '≥ '],
  ['b', undefined, ''],
] as const)('with %s to move, a bound that is %s is %j for White', (turn, bound, sign) => {
  const info = { depth: 1, seldepth: 1, score: 14, nodes: 1, time: 20, ...(bound && { bound }) };
  const rest = { hashfull: 0, pv: [], multiPv: 1, tbHits: 0 };
  const position = positionFromFen(`4k3/8/8/8/8/8/8/4K2R ${turn} - - 0 1`);
  expect(boundSign(position, { ...info, ...rest })).toBe(sign);
});
