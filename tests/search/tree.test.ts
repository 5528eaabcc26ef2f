import { expect, test } from 'vitest';
import { NO_MOVE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { unwrap } from '../../src/chess/result.ts';
import { builtInEvaluator } from '../../src/hosts/node/builtInEvaluator.ts';
import { isBetterThanBefore } from '../../src/search/searchState.ts';
import { LOWER, NO_EVAL, TranspositionTable } from '../../src/search/transpositionTable.ts';
import { Tree } from '../../src/search/tree.ts';

test.each([
  ['better than two plies ago', [NO_EVAL, NO_EVAL, 10, -10, 11], true],
  ['worse than two plies ago', [-100, NO_EVAL, 10, -10, 9], false],
  ['in check two plies ago, better than four plies ago', [5, NO_EVAL, NO_EVAL, NO_EVAL, 9], true],
  ['in check two plies ago, worse than four plies ago', [5, NO_EVAL, NO_EVAL, -1, 3], false],
  ['at the first ply, better than the root was', [NO_EVAL, NO_EVAL, NO_EVAL, 20, -10], true],
  ['at the first ply, worse than the root was', [NO_EVAL, NO_EVAL, NO_EVAL, 20, -30], false],
  ['nothing known', [NO_EVAL, NO_EVAL, NO_EVAL, NO_EVAL, -30], true],
])('improving: %s', (_, evals, expected) => {
  expect(isBetterThanBefore(evals.at(-1)!, Int32Array.from(evals), 4)).toBe(expected);
});

test('the singular search knows that its node was on a principal variation', () => {
  const position = positionFromFen(
    'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 3 9',
  );
  const move = unwrap(parseUciMove(position, 'e1g1'));

  /** The depths at which moves other than the table's are searched; they depend on reductions. */
  const depths = (ttPv: boolean): number[] => {
    const table = TranspositionTable.ofSize(1);
    const tree = new Tree(table, builtInEvaluator(), () => {
      tree.nextPoll = Number.POSITIVE_INFINITY;
    });
    tree.begin(position, { contempt: 0, error: 0, seed: 0 });
    tree.beginIteration(14);
    const { keyLo, keyHi } = position;
    table.store(keyLo, keyHi, 0, move, 250, 14, LOWER, NO_EVAL, ttPv);
    const { excluded } = tree as unknown as { excluded: Int32Array };
    const found: number[] = [];
    const { negamax } = tree;
    tree.negamax = (...args) => {
      const [depth, , , ply] = args;
      if (ply === 1 && excluded[0] !== NO_MOVE) found.push(depth);
      return negamax.apply(tree, args);
    };
    tree.negamax(14, 600, 601, 0, true);
    return found;
  };
  const [ttPv, never] = [depths(true), depths(false)];
  expect(never.length).toBeGreaterThan(2);
  expect(ttPv).not.toEqual(never);
});
