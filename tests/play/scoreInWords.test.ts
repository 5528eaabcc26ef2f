/** What players are told of a search. */
import { expect, test } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { describeSearch } from '../../src/play/scoreInWords.ts';

test.each([
  [1, '+0.14 for White, depth 1, 1 node, 0.02 s'],
  [1234, '+0.14 for White, depth 1, 1,234 nodes, 0.02 s'],
])('a search of %i nodes is described with its score, depth and time', (nodes, expected) => {
  const info = { depth: 1, seldepth: 1, score: 14, nodes, time: 20 };
  const rest = { hashfull: 0, pv: [], multiPv: 1, tbHits: 0 };
  expect(describeSearch(positionFromFen(START_FEN), { ...info, ...rest })).toBe(expected);
});
