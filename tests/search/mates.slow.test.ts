import { expect, test } from 'vitest';
import { findGameEnd } from '../../src/chess/game/draws.ts';
import { MATE } from '../../src/search/score.ts';
import { readPositions } from '../support/epds.ts';
import { freshSearch } from '../support/search.ts';

/** About a tenth of a second; in two seconds nearly all mates are found. */
const NODES = 50_000;

const mates = readPositions('mates.epd').filter(
  ({ operations }) => operations.get('dm')![0] === '3',
);

test('mates in 3 are found at their length, and the pv ends in mate', () => {
  let found = 0;
  for (const { position, operations } of mates) {
    const { best, info } = freshSearch().search.run(position, { nodes: NODES });
    const moves = (MATE - info.score + 1) >> 1;
    if (info.score < MATE - 20) continue;
    expect(moves, `${operations.get('id')}: no shorter mate`).toBeGreaterThanOrEqual(3);
    if (moves > 3) continue;
    found++;
    for (const move of best!.pv) position.make(move);
    expect(findGameEnd(position), `${operations.get('id')}: the line mates`).toBe('checkmate');
  }
  expect(found).toBeGreaterThanOrEqual(0.8 * mates.length);
});
