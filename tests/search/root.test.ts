import { expect, test } from 'vitest';
import type { Move } from '../../src/chess/board/types.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { listRootMoves } from '../../src/search/rootMoves.ts';
import type { Tree } from '../../src/search/tree.ts';
import { freshSearch, positionAfter } from '../support/search.ts';

/** A search whose tree gives each root move the score that `scoreOf` says, for the side to move there. */
function searchWith(scoreOf: (move: string, beta: number) => number) {
  const { search } = freshSearch(1);
  const { tree } = search as unknown as { tree: Tree };
  let played: Move = 0;
  Object.assign(tree, {
    make: (move: Move) => {
      played = move;
    },
    unmake: () => {},
    line: () => new Int32Array(0),
    // Seen from the root the window is (-beta, -alpha).
    negamax: (_: number, alpha: number) => 0 - scoreOf(formatUciMove(played), 0 - alpha),
  });
  return search;
}

test('a move that fails high and is refuted in the wider window is not played', () => {
  const position = positionAfter('');
  const rootMoves = listRootMoves(position).filter(({ move }) =>
    ['e2e4', 'd2d4'].includes(formatUciMove(move)),
  );
  // The second move beats narrow windows and falls out of wide ones, as in a search that is not stable.
  const search = searchWith((move, beta) => (move === 'e2e4' ? 10 : beta < 30 ? 40 : -50));
  rootMoves.sort((a) => (formatUciMove(a.move) === 'e2e4' ? -1 : 1));
  const { best, info } = search.run(position, { depth: 6 }, { rootMoves });
  expect(formatUciMove(best!.move)).toBe('e2e4');
  expect(info.score).toBe(10);
});

test('a score is told as a bound when the search is stopped before the wider window is done', () => {
  const position = positionAfter('');
  const rootMoves = listRootMoves(position).filter(({ move }) => formatUciMove(move) === 'e2e4');
  let stop = () => {};
  const search = searchWith((_, beta) => {
    if (beta > 40 && beta < 1000) stop();
    return beta < 30 ? 40 : 10;
  });
  stop = () => {
    (search as unknown as { tree: Tree }).tree.stopped = true;
  };
  const { best, info } = search.run(position, { depth: 6 }, { rootMoves });
  expect(info).toMatchObject({ score: 40, bound: 'lower' });
  expect(best!.pv).toEqual(info.pv);
});
