/** Principal variations in positions of tablebases, which give the score. */
import { expect, test } from 'vitest';
import { findGameEnd } from '../../src/chess/game/draws.ts';
import { DEFAULT_SETTINGS } from '../../src/search/limits.ts';
import { isDecisive } from '../../src/search/score.ts';
import type { SearchInfo } from '../../src/search/searchResult.ts';
import { positionAfter } from '../support/games.ts';
import { freshSearch } from '../support/search.ts';
import { FEW_TABLEBASES, openTablebases } from '../support/tablebases.ts';

test('a line that ends in a draw is not shown for a move that wins or loses', () => {
  const shuffles = 'h5g5 b2c2 g5h5 c2b2 h5g5 b2c2 g5h5 c2b2 h5g5 b2c2 g4a4 c2b2 a4g4 b2c3 g4a4';
  const moves = `d3c2 b4b3 c2d3 h4h5 d3c3 b3b2 c3b2 ${shuffles} c3b2 a4c4 b2a1`;
  const position = positionAfter(moves, '8/8/8/8/1p4rk/3K4/8/8 w - - 20 100');
  const tablebases = openTablebases(FEW_TABLEBASES);
  const { search } = freshSearch();
  const settings = { ...DEFAULT_SETTINGS, multiPv: 64 };
  const infos: SearchInfo[] = [];
  search.run(position, { depth: 6 }, { settings, tablebases, onInfo: (info) => infos.push(info) });
  const decided = infos.filter(({ score }) => isDecisive(score));
  expect(decided.length).toBeGreaterThan(20);
  for (const { pv } of decided) {
    const end = position.clone();
    for (const move of pv) end.make(move);
    expect([null, 'checkmate']).toContain(findGameEnd(end));
  }
});
