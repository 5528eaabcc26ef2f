/**
 * Pruning, reductions and extensions: every step has an effect, none of them hides or invents a mate in
 * 3, and a search stopped anywhere restores position and evaluation.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { formatFen, positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { Random } from '../../src/chess/random.ts';
import { builtInEvaluator } from '../../src/hosts/node/builtInEvaluator.ts';
import { NO_PIECE_TO, pieceToOf, QuietContext } from '../../src/search/history.ts';
import { DEFAULT_VALUES, type ParameterValues, tune } from '../../src/search/parameters.ts';
import { INFINITE, MATE } from '../../src/search/score.ts';
import type { SearchState } from '../../src/search/searchState.ts';
import { Tree } from '../../src/search/tree.ts';
import { readPositions } from '../support/epds.ts';
import { freshSearch, stateFor } from '../support/search.ts';

/** More than any depth, and than any score. */
const NEVER = 1_000_000;

/** Each step, and the parameters that switch it off. */
const STEPS: readonly [string, ParameterValues][] = [
  ['razoring', { razoringBase: NEVER }],
  ['reverse futility pruning', { reverseFutilityDepth: 0 }],
  ['null move pruning', { nullMoveDepth: NEVER }],
  ['internal iterative reduction', { iirDepth: NEVER }],
  ['ProbCut', { probCutDepth: NEVER }],
  ['late move pruning', { lmpBase: NEVER }],
  ['futility pruning', { futilityDepth: -1 }],
  ['SEE pruning of quiet moves', { seeQuietMargin: NEVER }],
  ['SEE pruning of captures', { seeNoisyMargin: NEVER }],
  ['singular extensions', { singularDepth: NEVER }],
  ['deeper re-searches of reduced moves', { lmrDeeper: NEVER }],
  ['delta pruning', { quiescenceMargin: NEVER }],
];
afterEach(() => tune(DEFAULT_VALUES));

/** Runs `work` with other parameters. */
function withValues<T>(values: ParameterValues, work: () => T): T {
  tune(values);
  try {
    return work();
  } finally {
    tune(DEFAULT_VALUES);
  }
}

const middlegames = readPositions('bench.epd')
  .map(({ position }) => position)
  .slice(4, 12);
const mates = readPositions('mates.epd')
  .filter(({ operations }) => operations.get('dm')![0] === '3')
  .slice(0, 8);

describe.each(STEPS)('%s', (_, off) => {
  test('has an effect: without it the node count differs', () => {
    const nodes = () =>
      middlegames.map((position) => freshSearch(1).search.run(position, { depth: 9 }).info.nodes);
    expect(withValues(off, nodes)).not.toEqual(withDefaults(nodes));
  });

  test('hides no mate in 3, and invents no shorter one', () => {
    for (const { position, operations } of mates) {
      const limits = { mate: 3, nodes: 200_000 };
      const { info } = withValues(off, () => freshSearch(1).search.run(position, limits));
      expect(info.score, operations.get('id')![0]).toBe(MATE - 5);
    }
  });
});

/** Node counts with all steps on are the same for every test. */
let defaults: unknown = null;
function withDefaults<T>(work: () => T): T {
  defaults ??= work();
  return defaults as T;
}

test('a mate in one is found on the principal variation, however bad its history is', () => {
  const position = positionFromFen('6k1/R7/8/8/8/8/8/1R2K3 w - - 0 1');
  const mate = legalMoves(position).find((move) => formatUciMove(move) === 'b1b8')!;
  const context = new QuietContext();
  context.set(position, NO_PIECE_TO, NO_PIECE_TO, NO_PIECE_TO);
  for (let depth = 1; depth <= 6; depth++) {
    const state = stateFor(position, depth);
    for (let i = 0; i < 100; i++) {
      state.history.updateQuiet(context, mate, pieceToOf(position.board, mate), -1000);
    }
    const score = new Tree(state).negamax(state.root, depth, -INFINITE, INFINITE, false);
    expect(score).toBe(MATE - 1);
  }
});

test('a search stopped at any node unmakes all its moves, even null moves', () => {
  const random = new Random(5);
  for (const position of middlegames) {
    const before = formatFen(position);
    const evaluation = positionEvaluation(position);
    for (let i = 0; i < 25; i++) {
      const limit = 1 + random.below(i < 5 ? 50 : 2000);
      const poll = (searching: SearchState) => {
        searching.nextPoll = limit;
        searching.stopped = searching.nodes >= limit;
      };
      const state = stateFor(position, 40, { poll });
      new Tree(state).negamax(state.root, 40, 1 - MATE, MATE - 1, false);
      expect(state.stopped).toBe(true);
      expect(formatFen(position)).toBe(before);
      expect(position.validate()).toBeNull();
      // The evaluator has unmade as many moves as it has made.
      expect(state.evaluator.evaluate(position)).toBe(evaluation);
    }
  }
});

function positionEvaluation(position: Position): number {
  const evaluator = builtInEvaluator();
  evaluator.begin(position);
  return evaluator.evaluate(position);
}

describe('null move pruning', () => {
  /** Null moves in a search of this depth, with nothing pruned before. */
  function nullMoves(fen: string, depth: number): number {
    const position = positionFromFen(fen);
    const { makeNull } = position;
    let count = 0;
    position.makeNull = () => {
      count++;
      makeNull.call(position);
    };
    const state = stateFor(position, depth);
    const search = () => new Tree(state).negamax(state.root, depth, -1, 0, true);
    withValues({ reverseFutilityDepth: 0 }, search);
    return count;
  }

  test('is tried with pieces', () => {
    expect(nullMoves('4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1', 6)).toBeGreaterThan(0);
  });

  test('is not tried with king and pawns, where a move may be worse than none', () => {
    expect(nullMoves('4k3/pp6/8/8/8/8/PPPPP3/4K3 w - - 0 1', 6)).toBe(0);
  });
});
