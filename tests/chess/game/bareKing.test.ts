/** Which side can still checkmate when the opponent's flag falls. */
import { expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/chess/board/types.ts';
import { isBareKing } from '../../../src/chess/game/draws.ts';
import { positionFromFen } from '../../../src/chess/notation/fen.ts';

test.each([
  ['8/8/8/4k3/8/8/8/4K3 w - - 0 1', true, true],
  ['8/8/8/4k3/8/8/P7/4K3 w - - 0 1', false, true],
  ['7n/8/8/4k3/8/8/8/4K3 w - - 0 1', true, false],
  ['b6k/8/8/8/8/8/8/K6B b - - 0 1', false, false],
])('a side with other pieces than its king has no bare king: %s', (fen, white, black) => {
  const position = positionFromFen(fen);
  expect([isBareKing(position, WHITE), isBareKing(position, BLACK)]).toEqual([white, black]);
});
