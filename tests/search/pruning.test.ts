/**
 * Pruning, reductions and extensions in whole searches: none of them hides or
 * invents a mate in 3, together they hide no tactical shot, and a search stopped anywhere restores position
 * and evaluation.
 */
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { formatFen, positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatSan } from '../../src/chess/notation/san.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { NO_PIECE_TO, pieceToOf, QuietContext } from '../../src/search/history.ts';
import { DEFAULT_VALUES, type ParameterValues, tune } from '../../src/search/parameters.ts';
import { INFINITE, MATE } from '../../src/search/score.ts';
import type { SearchState } from '../../src/search/searchState.ts';
import { TranspositionTable } from '../../src/search/transpositionTable.ts';
import { Tree } from '../../src/search/tree.ts';
import { Random } from '../../src/util/random.ts';
import { readPositions } from '../support/epds.ts';
import { NEVER, renewedSearch, stateFor } from '../support/search.ts';

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
  ['late move reductions', { lmrBase: -NEVER }],
  ['reductions after a new best move', { alphaRaiseDepth: 0 }],
  ['singular extensions', { singularDepth: NEVER }],
  ['delta pruning', { quiescenceMargin: NEVER }],
];

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
  .slice(4, 28);
const mates = readPositions('mates.epd')
  .filter(({ operations }) => operations.get('dm')![0] === '3')
  .slice(0, 8);

// The other steps, which show at a single node, are in nodeSteps.test.ts.
test('searches are larger without late move reductions, and without reductions after a new best move', () => {
  const countNodes = () =>
    middlegames
      .map((position) => renewedSearch().run(position, { depth: 9 }).info.nodes)
      .reduce((sum, nodes) => sum + nodes);
  const nodes = countNodes();
  expect(withValues({ lmrBase: -NEVER }, countNodes)).toBeGreaterThan(nodes);
  expect(withValues({ alphaRaiseDepth: 0 }, countNodes)).toBeGreaterThan(nodes);
});

describe.each(STEPS)('%s', (_, off) => {
  test('hides no mate in 3, and invents no shorter one', () => {
    withValues(off, () => {
      for (const { position, operations } of mates) {
        const { info } = renewedSearch().run(position, { mate: 3, nodes: 200_000 });
        expect(info.score, operations.get('id')![0]).toBe(MATE - 5);
      }
    });
  });
});

/**
 * Shots of Reinfeld's "Win at Chess", each of a kind that some step might prune: quiet moves that give a piece
 * up, sacrifices with check, quiet threats. The depth is two plies more than the search needs.
 */
const SHOTS = [
  ['r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1', 'Rf7', 7],
  ['4k1r1/2p3r1/1pR1p3/3pP2p/3P2qP/P4N2/1PQ4P/5R1K b - - 0 1', 'Qxf3+', 8],
  ['r2rb1k1/pp1q1p1p/2n1p1p1/2bp4/5P2/PP1BPR1Q/1BPN2PP/R5K1 w - - 0 1', 'Qxh7+', 10],
  ['r2qkb1r/1ppb1ppp/p7/4p3/P1Q1P3/2P5/5PPP/R1B2KNR b kq - 0 1', 'Bb5', 16],
  ['r3nrk1/2p2p1p/p1p1b1p1/2NpPq2/3R4/P1N1Q3/1PP2PPP/4R1K1 w - - 0 1', 'g4', 13],
  ['3r2k1/1p1b1pp1/pq5p/8/3NR3/2PQ3P/PP3PP1/6K1 b - - 0 1', 'Bf5', 7],
  ['1r1r2k1/4pp1p/2p1b1p1/p3R3/RqBP4/4P3/1PQ2PPP/6K1 b - - 0 1', 'Qe1+', 10],
] as const;

test.each(SHOTS)('%s: %s is found at depth %i', (fen, san, depth) => {
  const position = positionFromFen(fen);
  const { best } = renewedSearch().run(position, { depth });
  expect(formatSan(position, best!.move)).toBe(san);
});

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
  const tt = TranspositionTable.ofSize(1);
  for (const position of middlegames) {
    const before = formatFen(position);
    const evaluation = stateFor(position, 1, { tt }).evaluator.evaluate(position);
    for (let i = 0; i < 6; i++) {
      const limit = 1 + random.below(i < 2 ? 50 : 2000);
      const poll = (searching: SearchState) => {
        searching.nextPoll = limit;
        searching.stopped = searching.nodes >= limit;
      };
      tt.clear();
      const state = stateFor(position, 40, { tt, poll });
      new Tree(state).negamax(state.root, 40, 1 - MATE, MATE - 1, false);
      expect(state.stopped).toBe(true);
      expect(formatFen(position)).toBe(before);
      expect(position.validate()).toBeNull();
      // The evaluator has unmade as many moves as it has made.
      expect(state.evaluator.evaluate(position)).toBe(evaluation);
    }
  }
});
