/** Who wins when a flag falls. */
import { expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/chess/board/types.ts';
import { winnerOnTime } from '../../../src/chess/game/draws.ts';
import { positionFromFen } from '../../../src/chess/notation/fen.ts';

test.each([
  ['8/8/8/4k3/8/8/8/4K3 w - - 0 1', null, null],
  ['8/8/8/4k3/8/8/P7/4K3 w - - 0 1', WHITE, null],
  ['7n/8/8/4k3/8/8/8/4K3 w - - 0 1', null, BLACK],
  ['b6k/8/8/8/8/8/8/K6B b - - 0 1', WHITE, BLACK],
])('a side with other pieces than its king wins on time: %s', (fen, white, black) => {
  const position = positionFromFen(fen);
  expect([winnerOnTime(position, BLACK), winnerOnTime(position, WHITE)]).toEqual([white, black]);
});
