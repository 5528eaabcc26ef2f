/** Scores in the info lines of engines. */
import { expect, test } from 'vitest';
import {
  formatCommentScore,
  isScoreLine,
  parseInfo,
  SearchScore,
  scoreOf,
} from '../../src/client/engineInfo.ts';

test.each([
  ['info depth 12 score cp 34 nodes 5', 34],
  ['info depth 12 score cp -34 pv e2e4', -34],
  ['info depth 12 score cp +850', 850],
  ['info score mate 3 multipv 1', 31_995],
  ['info depth 2 score mate -1', -31_998],
  ['info depth 2 score mate 9999', 31_872],
  ['info depth 2 score mate 0', -32_000],
  ['info depth 7 score cp 5 string nodes 9 score cp 900', 5],
  // Some engines report mates as centipawns, each in its own way: they are no mates of ours.
  ['info depth 7 score cp 32767', 30_000],
  ['info depth 7 score cp -99999', -30_000],
])('%s', (line, value) => {
  expect(isScoreLine(line)).toBe(true);
  expect(scoreOf(parseInfo(line))).toBe(value);
});

test.each([
  'info depth 12 nodes 34',
  'info depth 12 score cp 34 lowerbound',
  'info depth 12 score cp 34 upperbound nodes 9',
  'info multipv 2 depth 12 score cp 34',
  'info multipv 10 depth 12 score cp 34',
  'info string best score cp 900 after research',
  'info string best score after research: 3',
  'info depth 3 score cp 12.5',
  'info depth 3 score cp',
  'score cp 12',
])('no score: %s', (line) => {
  expect(isScoreLine(line)).toBe(false);
});

test.each([
  [[], null],
  [['info depth 1 nodes 5', 'info multipv 2 depth 1 score cp 7'], null],
  // A score that falls shows first as an upper bound: the older exact score is refuted.
  [['info depth 7 score cp 80', 'info depth 8 score cp 12 upperbound'], 12],
  [['info depth 1 score cp 5', 'info depth 2 score cp 9 lowerbound'], 9],
  [['info depth 2 score cp 9 lowerbound', 'info depth 2 nodes 700'], 9],
  [['info depth 2 score cp 9 lowerbound', 'info depth 2 score cp 5'], 5],
  [['info depth 1 score cp 9 lowerbound', 'info depth 1 score cp 30 lowerbound'], 30],
])('the score after %j is %s', (lines, value) => {
  const score = new SearchScore();
  for (const line of lines) score.note(line);
  expect(score.info && scoreOf(score.info)).toBe(value);
  score.reset();
  expect(score.info).toBeNull();
});

test.each([
  ['cp 34', '+0.34'],
  ['cp -120', '-1.20'],
  ['cp 0', '0.00'],
  ['mate 1', '+M1'],
  ['mate 3', '+M5'],
  ['mate -1', '-M2'],
  ['mate -3', '-M6'],
  ['mate 0', '-M0'],
  ['mate 100', '+M199'],
])(
  'a comment has pawns, or the plies to mate, as those of cutechess and fastchess: %s is %s',
  (score, text) => {
    expect(formatCommentScore(parseInfo(`info depth 9 score ${score}`))).toBe(text);
  },
);
