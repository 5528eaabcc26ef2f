import { expect, test } from 'vitest';
import { NO_MOVE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { DEFAULT_SETTINGS } from '../../src/search/limits.ts';
import { INFINITE, TB_WIN } from '../../src/search/score.ts';
import { type Frame, newStack } from '../../src/search/searchStack.ts';
import { LOWER, NO_EVAL } from '../../src/search/transpositionTable.ts';
import { Tree } from '../../src/search/tree.ts';
import { unwrap } from '../../src/util/result.ts';
import { stateFor } from '../support/search.ts';
import { FEW_TABLEBASES, openTablebases } from '../support/tablebases.ts';

test.each([
  ['better than two plies ago', [NO_EVAL, NO_EVAL, 10, -10, 11], true],
  ['worse than two plies ago', [-100, NO_EVAL, 10, -10, 9], false],
  ['in check two plies ago, better than four plies ago', [5, NO_EVAL, NO_EVAL, NO_EVAL, 9], true],
  ['in check two plies ago, worse than four plies ago', [5, NO_EVAL, NO_EVAL, -1, 3], false],
  ['at the first ply, better than the root was', [NO_EVAL, NO_EVAL, NO_EVAL, 20, -10], true],
  ['at the first ply, worse than the root was', [NO_EVAL, NO_EVAL, NO_EVAL, 20, -30], false],
  ['nothing known', [NO_EVAL, NO_EVAL, NO_EVAL, NO_EVAL, -30], true],
])('improving: %s', (_, evals, expected) => {
  const frame = newStack();
  for (let at = frame, i = evals.length - 1; i >= 0; at = at.prev1, i--) at.staticEval = evals[i]!;
  expect(frame.isImproving()).toBe(expected);
});

test('the singular search knows that its node was on a principal variation', () => {
  const position = positionFromFen(
    'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 3 9',
  );
  const move = unwrap(parseUciMove(position, 'e1g1'));

  /** The depths at which moves other than the TT move are searched; they depend on reductions. */
  const depths = (ttPv: boolean): number[] => {
    const state = stateFor(position, 14);
    const { root, tt } = state;
    tt.store(position.keyLo, position.keyHi, 0, move, 250, 14, LOWER, NO_EVAL, ttPv);
    const found: number[] = [];
    class WatchedTree extends Tree {
      override negamax(...args: Parameters<Tree['negamax']>): number {
        const [frame, depth] = args;
        if (frame === root.next && root.excluded !== NO_MOVE) found.push(depth);
        return super.negamax(...args);
      }
    }
    new WatchedTree(state).negamax(root, 14, 600, 601, true);
    return found;
  };
  const [ttPv, never] = [depths(true), depths(false)];
  expect(never.length).toBeGreaterThan(2);
  expect(ttPv).not.toEqual(never);
});

test.each([
  ['a draw', 0, 0],
  ['an evaluation that sees it', -500, 1],
])(
  'below a loss that tablebases have proven, a line to %s (%i) has %i moves',
  (_, score, length) => {
    const position = positionFromFen('8/8/8/6r1/4K3/8/8/4k3 w - - 0 61');
    const state = stateFor(position, 1);
    state.begin(position, DEFAULT_SETTINGS, openTablebases(FEW_TABLEBASES));
    const leaves = {
      search(frame: Frame) {
        frame.pvLength = 0;
        return 0 - score;
      },
    };
    const found = new Tree(state, leaves).negamax(state.root, 1, -INFINITE, INFINITE, false);
    expect([found, state.root.pvLength]).toEqual([-TB_WIN, length]);
  },
);

test.each([
  ['a draw', 0, true, 0],
  ['a win that is too late', 1, true, 1],
  ['a loss that is too late', -1, true, -1],
  ['the same win without the fifty-move rule', 1, false, TB_WIN - 3],
  ['the same loss without it', -1, false, 3 - TB_WIN],
  ['a win', 2, true, TB_WIN - 3],
  ['a loss', -2, true, 3 - TB_WIN],
])('three plies below the root tablebases say %s: %i', (_, wdl, syzygy50MoveRule, score) => {
  const position = positionFromFen('8/8/8/6r1/4K3/8/8/4k3 w - - 0 61');
  const state = stateFor(position, 1);
  const settings = { ...DEFAULT_SETTINGS, syzygy50MoveRule };
  state.begin(position, settings, openTablebases(FEW_TABLEBASES));
  expect(state.outcomeScore(wdl, 3)).toBe(score);
});
