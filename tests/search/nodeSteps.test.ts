/**
 * The steps of a node, one at a time: with all others switched off, a single node is searched, and what it
 * searches and returns must follow from the meaning of the step.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { isNoisy, NO_MOVE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { formatUciMove, parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { NO_PIECE_TO, pieceToOf, QuietContext } from '../../src/search/history.ts';
import {
  DEFAULT_VALUES,
  type ParameterName,
  type ParameterValues,
  tune,
} from '../../src/search/parameters.ts';
import { Quiescence } from '../../src/search/quiescence.ts';
import { INFINITE, isDecisive, MATE } from '../../src/search/score.ts';
import type { SearchState } from '../../src/search/searchState.ts';
import {
  LOWER,
  NO_BOUND,
  NO_EVAL,
  type TranspositionTable,
} from '../../src/search/transpositionTable.ts';
import { Tree } from '../../src/search/tree.ts';
import { unwrap } from '../../src/util/result.ts';
import { FULL_WIDTH, NEVER, stateFor } from '../support/search.ts';

afterEach(() => tune(DEFAULT_VALUES));

/** Without reductions, what depends on the reduced depth of a move depends on its depth. */
const NO_REDUCTIONS: ParameterValues = {
  lmrBase: 0,
  lmrDivisor: 1000 * NEVER,
  lmrHistory: 1000 * NEVER,
  lmrNotImproving: 0,
  lmrCutNode: 0,
  lmrTtNoisy: 0,
  lmrCutoffsAdded: 0,
  seeQuietMargin: NEVER,
};
const BY_REDUCED_DEPTH: ParameterName[] = ['historyDepth', 'futilityDepth', 'seeQuietMargin'];

/** Switches all steps off but those of these parameters. */
function only(...names: ParameterName[]): void {
  const isByReducedDepth = BY_REDUCED_DEPTH.some((name) => names.includes(name));
  tune({
    ...FULL_WIDTH,
    ...(isByReducedDepth ? NO_REDUCTIONS : {}),
    ...Object.fromEntries(names.map((name) => [name, DEFAULT_VALUES[name]])),
  });
}

interface Window {
  depth: number;
  alpha: number;
  /** By default a null window. */
  beta?: number;
  isCutNode?: boolean;
  /** Prepares table and histories. */
  prepare?: (state: SearchState) => void;
}

/**
 * Searches a position as one node, after a move of the opponent. Scores are relative to its static
 * evaluation, unless they are those of mates.
 */
function searchNode(fen: string, { depth, alpha, beta, isCutNode = true, prepare }: Window) {
  const position = positionFromFen(fen);
  const state = stateFor(position, 30);
  const { root } = state;
  root.prev1.pieceTo = 0;
  prepare?.(state);
  /** The moves searched from the root, `0000` for a null move, and their depths. */
  const searched = new Map<string, number>();
  class WatchedTree extends Tree {
    override negamax(...args: Parameters<Tree['negamax']>): number {
      const [frame, depth] = args;
      if (frame === root.next && root.excluded === NO_MOVE) {
        const { move } = root;
        searched.set(move === NO_MOVE ? '0000' : formatUciMove(move), depth);
      }
      return super.negamax(...args);
    }
  }
  const { staticEval } = root;
  const base = staticEval === NO_EVAL || isDecisive(alpha) ? 0 : staticEval;
  const low = base + alpha;
  const high = beta === undefined ? low + 1 : base + beta;
  const score = new WatchedTree(state).negamax(root, depth, low, high, isCutNode);
  return { score: score - base, searched, moves: [...searched.keys()], nodes: state.nodes };
}

const MIDDLEGAME = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 3 9';
/** White to move can take the queen with the pawn, or not. */
const HANGING_QUEEN = '4k3/8/8/3q4/4P3/8/PPP5/4K3 w - - 0 1';
const LOST = '4k3/8/8/3q4/8/8/PPP5/4K3 w - - 0 1';
const WON = '4k3/8/8/3Q4/8/8/PPP5/4K3 w - - 0 1';
const WON_WITH_CAPTURE = '4k3/8/8/p2Q4/8/8/PPP5/4K3 w - - 0 1';

/** All legal moves that match. */
function movesOf(fen: string, matches: (move: number) => boolean = () => true): string[] {
  return legalMoves(positionFromFen(fen))
    .filter(matches)
    .map((move) => formatUciMove(move));
}

const sorted = (moves: readonly string[]): string[] => [...moves].sort();

test('no move is searched for a mate nearer than in one', () => {
  only();
  const { score, moves } = searchNode(MIDDLEGAME, { depth: 3, alpha: MATE - 1 });
  expect([score, moves]).toEqual([MATE - 1, []]);
});

test('with all steps off every move is searched a ply shallower', () => {
  only();
  const { searched } = searchNode(MIDDLEGAME, { depth: 2, alpha: 600 });
  expect(sorted([...searched.keys()])).toEqual(sorted(movesOf(MIDDLEGAME)));
  expect(new Set(searched.values())).toEqual(new Set([1]));
});

describe('razoring', () => {
  test('far below alpha quiescence alone decides, and no score above alpha is returned', () => {
    only('razoringBase');
    for (const depth of [1, 2, 3, 4]) {
      const { score, moves } = searchNode(LOST, { depth, alpha: 2200 });
      expect(moves).toEqual([]);
      expect(score).toBeLessThanOrEqual(2200);
    }
  });

  test('a capture that reaches alpha is searched', () => {
    only('razoringBase');
    const { score, moves } = searchNode(HANGING_QUEEN, { depth: 1, alpha: 400 });
    expect(moves).toContain('e4d5');
    expect(score).toBeGreaterThan(400);
  });

  test.each([
    ['at higher depths', { depth: 5, alpha: 2200 }],
    ['near alpha', { depth: 2, alpha: 100 }],
    ['on the principal variation', { depth: 2, alpha: 2200, beta: 2300 }],
  ])('not %s', (_, window) => {
    only('razoringBase');
    expect(searchNode(LOST, window).moves).not.toEqual([]);
  });
});

describe('reverse futility pruning', () => {
  test('far above beta the node returns a score between beta and the evaluation', () => {
    only('reverseFutilityDepth');
    const { score, nodes } = searchNode(WON, { depth: 3, alpha: -400 });
    expect(nodes).toBe(1);
    expect(score).toBeGreaterThanOrEqual(-399);
    expect(score).toBeLessThanOrEqual(0);
  });

  test.each([
    ['at higher depths', WON, { depth: 8, alpha: -5000 }],
    ['near beta', WON, { depth: 3, alpha: -60 }],
    ['in check', '4k3/4r3/8/3Q4/8/8/PPP5/4K3 w - - 0 1', { depth: 3, alpha: -400 }],
    ['on the principal variation', WON, { depth: 3, alpha: -400, beta: -300 }],
    ['if the question is whether it is mated', WON, { depth: 3, alpha: 5 - MATE }],
  ])('not %s', (_, fen, window) => {
    only('reverseFutilityDepth');
    expect(searchNode(fen, window).moves).not.toEqual([]);
  });

  test('not where a principal variation was', () => {
    only('reverseFutilityDepth');
    const prepare = ({ tt, position: { keyLo, keyHi } }: SearchState) =>
      tt.store(keyLo, keyHi, 0, NO_MOVE, 0, 0, NO_BOUND, NO_EVAL, true);
    expect(searchNode(WON, { depth: 3, alpha: -400, prepare }).moves).not.toEqual([]);
  });

  test('not with a quiet move in the table; a capture does not matter', () => {
    only('reverseFutilityDepth');
    const movesWith = (uci: string) => {
      const prepare = ({ tt, position }: SearchState) => {
        const move = unwrap(parseUciMove(position, uci));
        tt.store(position.keyLo, position.keyHi, 0, move, 0, 0, NO_BOUND);
      };
      return searchNode(WON_WITH_CAPTURE, { depth: 3, alpha: -400, prepare }).moves;
    };
    expect(movesWith('d5e5')).not.toEqual([]);
    expect(movesWith('d5a5')).toEqual([]);
  });
});

describe('null move pruning', () => {
  test('a pass that still fails high cuts off, after a reduced search', () => {
    only('nullMoveDepth');
    const { searched, score } = searchNode(MIDDLEGAME, { depth: 7, alpha: -250 });
    expect([...searched.keys()]).toEqual(['0000']);
    expect(searched.get('0000')).toBeLessThan(3);
    expect(score).toBeGreaterThanOrEqual(-249);
  });

  test.each([
    ['below beta', MIDDLEGAME, { depth: 3, alpha: 50 }],
    ['on the principal variation', MIDDLEGAME, { depth: 3, alpha: -250, beta: -200 }],
    ['where no cutoff is expected', MIDDLEGAME, { depth: 3, alpha: -250, isCutNode: false }],
    ['with king and pawns', '4k3/pp6/8/8/8/8/PPPPP3/4K3 w - - 0 1', { depth: 4, alpha: -200 }],
    ['in check', '4k3/4r3/8/3Q4/8/8/PPP5/4K3 w - - 0 1', { depth: 4, alpha: -900 }],
  ])('not %s', (_, fen, window) => {
    only('nullMoveDepth');
    expect(searchNode(fen, window).moves).not.toContain('0000');
  });

  test('never twice in a row', () => {
    only('nullMoveDepth');
    const state = stateFor(positionFromFen(MIDDLEGAME), 8);
    let passes = 0;
    class WatchedTree extends Tree {
      override negamax(...args: Parameters<Tree['negamax']>): number {
        const [{ ply, prev1, prev2 }] = args;
        if (ply >= 1 && prev1.move === NO_MOVE) passes++;
        if (ply >= 2 && prev1.move === NO_MOVE) expect(prev2.move).not.toBe(NO_MOVE);
        return super.negamax(...args);
      }
    }
    new WatchedTree(state).negamax(state.root, 5, -1, 0, true);
    expect(passes).toBeGreaterThan(10);
  });
});

describe('internal iterative reduction', () => {
  const window = { depth: 5, alpha: 300 };
  const depths = (options: Window) => new Set(searchNode(MIDDLEGAME, options).searched.values());

  test('without a TT move a node that should cut off is a ply shallower', () => {
    only('iirDepth');
    expect(depths(window)).toEqual(new Set([3]));
    expect(depths({ ...window, isCutNode: false })).toEqual(new Set([4]));
    expect(depths({ ...window, depth: 3 })).toEqual(new Set([2]));
  });

  test('not with one', () => {
    only('iirDepth');
    const prepare = ({ tt, position }: SearchState) => {
      const move = unwrap(parseUciMove(position, 'e1g1'));
      tt.store(position.keyLo, position.keyHi, 0, move, 0, 0, NO_BOUND);
    };
    expect(depths({ ...window, prepare })).toEqual(new Set([4]));
  });
});

describe('ProbCut', () => {
  test('a capture that is far above beta at a lower depth cuts off, with a score as far above', () => {
    only('probCutDepth');
    const { score, searched } = searchNode(HANGING_QUEEN, { depth: 6, alpha: 100 });
    expect(score).toBeGreaterThanOrEqual(101 + DEFAULT_VALUES.probCutMargin);
    expect([...searched]).toEqual([['e4d5', 6 - 1 - DEFAULT_VALUES.probCutReduction]]);
  });

  test.each([
    ['without such a capture', LOST, { depth: 4, alpha: 100 }],
    ['on the principal variation', HANGING_QUEEN, { depth: 4, alpha: 100, beta: 200 }],
    ['for mates', HANGING_QUEEN, { depth: 4, alpha: 5 - MATE }],
  ])('not %s', (_, fen, window) => {
    only('probCutDepth');
    expect([...searchNode(fen, window).searched.values()]).toContain(window.depth - 1);
  });
});

/** No step applies to moves that are alone or lose by force: there must be a move to return. */
const FORCED = '6k1/8/8/8/8/5q2/8/6K1 w - - 0 1';

test('ProbCut stores no negative depth, however large its reduction', () => {
  only('probCutDepth');
  const depth = 4;
  tune({ probCutReduction: depth + 2 });
  let table: TranspositionTable | null = null;
  const prepare = ({ tt }: SearchState) => {
    table = tt;
  };
  searchNode(HANGING_QUEEN, { depth, alpha: 100, prepare });
  const { keyLo, keyHi } = positionFromFen(HANGING_QUEEN);
  expect(table!.probe(keyLo, keyHi, 0)).toBe(true);
  expect(table!.depth).toBe(0);
});

describe('late move pruning', () => {
  test('after some quiet moves the rest are left out; captures are not', () => {
    only('lmpBase');
    const { moves } = searchNode(MIDDLEGAME, { depth: 1, alpha: 600 });
    const quiets = movesOf(MIDDLEGAME, (move) => !isNoisy(move));
    const count = ((DEFAULT_VALUES.lmpBase + 1) * 3) >> 2;
    expect(moves.filter((move) => quiets.includes(move)).length).toBeLessThanOrEqual(count);
    expect(moves).toEqual(expect.arrayContaining(movesOf(MIDDLEGAME, isNoisy)));
  });

  test('not on the principal variation', () => {
    only('lmpBase');
    const { moves } = searchNode(MIDDLEGAME, { depth: 1, alpha: 2000, beta: 2100 });
    expect(sorted(moves)).toEqual(sorted(movesOf(MIDDLEGAME)));
  });
});

describe('history pruning', () => {
  /** Gives a move the worst history. */
  const condemn =
    (text: string) =>
    ({ position, history }: SearchState) => {
      const context = new QuietContext();
      context.set(position, NO_PIECE_TO, NO_PIECE_TO, NO_PIECE_TO);
      const move = unwrap(parseUciMove(position, text));
      const pieceTo = pieceToOf(position.board, move);
      for (let i = 0; i < 200; i++) history.updateQuiet(context, move, pieceTo, -1500);
    };

  test('a quiet move with a bad history is left out, unless it gives check', () => {
    only('historyDepth');
    const window = { depth: 2, alpha: 600 };
    expect(searchNode(MIDDLEGAME, { ...window, prepare: condemn('a2a3') }).moves).not.toContain(
      'a2a3',
    );
    expect(searchNode(MIDDLEGAME, { ...window, prepare: condemn('d3h7') }).moves).toContain('d3h7');
    const check = { ...window, prepare: condemn('d5d8') };
    expect(searchNode(WON, check).moves).toContain('d5d8');
  });

  test('at higher depths it is searched', () => {
    only('historyDepth');
    const window = { depth: DEFAULT_VALUES.historyDepth + 2, alpha: 600 };
    const fen = '4k3/8/8/8/8/8/PPP5/R3K3 w - - 0 1';
    expect(searchNode(fen, { ...window, prepare: condemn('a2a3') }).moves).toContain('a2a3');
  });
});

describe('futility pruning', () => {
  const CHECKS = '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1';

  test('far below alpha only the first quiet move and checks are searched', () => {
    only('futilityDepth');
    const { moves, score } = searchNode(MIDDLEGAME, { depth: 2, alpha: 2000 });
    const quiets = movesOf(MIDDLEGAME, (move) => !isNoisy(move));
    expect(moves.filter((move) => quiets.includes(move)).length).toBeLessThanOrEqual(1);
    expect(moves).toEqual(expect.arrayContaining(movesOf(MIDDLEGAME, isNoisy)));
    expect(score).toBeLessThanOrEqual(2000);
  });

  test('a quiet move that mates is found', () => {
    only('futilityDepth');
    const { moves } = searchNode(CHECKS, { depth: 2, alpha: 3000 });
    expect(moves).toContain('d1d8');
  });

  test.each([
    ['near alpha', { depth: 2, alpha: 100 }],
    ['if the question is whether there is a mate', { depth: 2, alpha: MATE - 100 }],
  ])('not %s', (_, window) => {
    only('futilityDepth');
    expect(sorted(searchNode(MIDDLEGAME, window).moves)).toEqual(sorted(movesOf(MIDDLEGAME)));
  });
});

describe('SEE pruning', () => {
  // The queen can go where a pawn takes it, or take a pawn that another one guards.
  const fen = '4k3/2p5/1p6/8/3Q4/8/PPP5/4K3 w - - 0 1';
  const window = { depth: 2, alpha: 500 };

  test('a quiet move that loses material is left out, unless it gives check', () => {
    only('seeQuietMargin');
    const { moves } = searchNode(fen, window);
    for (const losing of ['d4c5', 'd4a4']) {
      expect(movesOf(fen)).toContain(losing);
    }
    expect(moves).not.toContain('d4c5');
    expect(moves).toEqual(expect.arrayContaining(['d4a4', 'd4d2', 'd4e5', 'd4b6']));
  });

  test('a capture that loses material is left out, one that does not is searched', () => {
    only('seeNoisyMargin');
    const { moves } = searchNode(fen, window);
    expect(moves).not.toContain('d4b6');
    expect(moves).toContain('d4c5');
    expect(searchNode(HANGING_QUEEN, window).moves).toContain('e4d5');
  });
});

test('late moves are never pruned while the only known outcome is a forced loss', () => {
  // Black threatens mate; the moves that come first lose.
  only('lmpBase', 'futilityDepth', 'historyDepth', 'seeQuietMargin', 'seeNoisyMargin');
  const { score, moves } = searchNode(FORCED, { depth: 3, alpha: 5 - MATE, beta: MATE - 5 });
  expect(moves).toEqual(expect.arrayContaining(movesOf(FORCED)));
  expect(score).toBeGreaterThan(-MATE);
});

describe('singular extensions', () => {
  const withTtMove = (text: string, score: number, depth: number) => (state: SearchState) => {
    const { keyLo, keyHi } = state.position;
    const move = unwrap(parseUciMove(state.position, text));
    const { staticEval } = state.root;
    state.tt.store(keyLo, keyHi, 0, move, staticEval + score, depth, LOWER);
  };

  test('the only good move is searched deeper', () => {
    only('singularDepth');
    const prepare = withTtMove('e4d5', 900, 5);
    const { searched } = searchNode(HANGING_QUEEN, { depth: 6, alpha: 1500, prepare });
    expect(searched.get('e4d5')).toBeGreaterThan(5);
  });

  test('one of several good moves is not, and shallower where a cutoff is expected', () => {
    only('singularDepth');
    const prepare = withTtMove('a2a3', -500, 5);
    const window = { depth: 6, alpha: 300, prepare };
    const plain = searchNode(WON, { ...window, isCutNode: false }).searched.get('a2a3');
    const cutNode = searchNode(WON, { ...window, isCutNode: true }).searched.get('a2a3');
    expect(plain).toBe(5);
    expect(cutNode).toBe(5 - DEFAULT_VALUES.singularReduction);
  });
});

describe('delta pruning', () => {
  /** The captures made in quiescence; alpha relative to the static evaluation. */
  function captures(fen: string, alpha: number): string[] {
    const state = stateFor(positionFromFen(fen), 1);
    const made: string[] = [];
    const { make } = state;
    state.make = (frame, move) => {
      if (frame === state.root) made.push(formatUciMove(move));
      make.call(state, frame, move);
    };
    const low = state.root.staticEval + alpha;
    const score = new Quiescence(state).search(state.root, low, low + 1);
    expect(Math.abs(score)).toBeLessThan(INFINITE);
    return made;
  }
  const TAKES_PAWN = '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1';

  test('a capture that cannot reach alpha is not made', () => {
    expect(captures(TAKES_PAWN, 1000)).toEqual([]);
    expect(captures(TAKES_PAWN, 50)).toEqual(['e4d5']);
  });

  test('but promotions and captures that give check are', () => {
    expect(captures('8/P3k3/8/8/8/8/8/4K3 w - - 0 1', 3000)).toEqual(['a7a8q']);
    expect(captures('4k3/8/8/4p3/8/8/8/4R1K1 w - - 0 1', 3000)).toEqual(['e1e5']);
  });
});
