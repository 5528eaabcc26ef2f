/**
 * Bounds and mate scores. Without pruning, reductions and extensions the search is plain alpha-beta:
 * for any window its score, exact or a bound, agrees with minimax, even if the table is full of bounds
 * from other windows. With them, a mate is still only reported if it is forced.
 */
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import { NO_MOVE } from '../../src/chess/board/types.ts';
import { findSearchDraw, NOT_DRAWN } from '../../src/chess/game/draws.ts';
import { formatFen } from '../../src/chess/notation/fen.ts';
import { NO_PIECE_TO } from '../../src/search/history.ts';
import { DEFAULT_VALUES, tune } from '../../src/search/parameters.ts';
import type { LeafSearch } from '../../src/search/quiescence.ts';
import { INFINITE, MATE, MATE_IN_MAX, matedIn } from '../../src/search/score.ts';
import type { Frame } from '../../src/search/searchStack.ts';
import type { SearchState } from '../../src/search/searchState.ts';
import { TranspositionTable } from '../../src/search/transpositionTable.ts';
import { Tree } from '../../src/search/tree.ts';
import { readPositions } from '../support/epds.ts';
import { games, lastPosition } from '../support/games.ts';
import { FULL_WIDTH, NEVER, searchStarts, stateFor } from '../support/search.ts';

/** Null moves are searched deeper than usual, and cut off without a second search to confirm it. */
const MANY_NULL_MOVES = {
  reverseFutilityDepth: 0,
  nullMoveBase: 2,
  nullMoveDivisor: NEVER,
  nullMoveEval: NEVER,
  nullMoveVerify: NEVER,
};

afterEach(() => tune(DEFAULT_VALUES));

/** An arbitrary score of a leaf: neighbouring positions have nothing in common. */
const leafScore = ({ keyLo }: Position): number => (keyLo % 61) * 5;

/** Leaves without quiescence. */
class PlainLeaves implements LeafSearch {
  private readonly state: SearchState;

  constructor(state: SearchState) {
    this.state = state;
  }

  search(frame: Frame, _alpha: number, _beta: number): number {
    const { state } = this;
    if (!state.enter(frame)) return 0;
    const repeatedPly = findSearchDraw(state.position, state.rootPly);
    return repeatedPly === NOT_DRAWN ? leafScore(state.position) : state.drawBy(frame, repeatedPly);
  }
}

/** The score by plain minimax; `drawScore` is for the side to move at the root. */
function minimax(position: Position, depth: number, drawScore: number, root: number): number {
  const ply = position.ply - root;
  const draw = ply % 2 === 0 ? drawScore : 0 - drawScore;
  if (findSearchDraw(position, root) !== NOT_DRAWN) return draw;
  if (depth === 0) return leafScore(position);
  const moves = legalMoves(position);
  if (moves.length === 0) return position.inCheck ? matedIn(ply) : draw;
  let best = -INFINITE;
  for (const move of moves) {
    position.make(move);
    best = Math.max(best, 0 - minimax(position, depth - 1, drawScore, root));
    position.unmake(move);
  }
  return best;
}

test('alpha-beta agrees with minimax for any window, whatever the transposition table has from others', () => {
  const bounds = { lower: 0, exact: 0, upper: 0 };
  const windows = fc.array(
    fc.record({ from: fc.integer({ min: -150, max: 150 }), width: fc.constantFrom(1, 1, 7, 80) }),
    { minLength: 4, maxLength: 8 },
  );
  const position = games(searchStarts, 60).map(lastPosition);
  const tt = TranspositionTable.ofSize(1);
  tune(FULL_WIDTH);
  fc.assert(
    fc.property(position, windows, fc.constantFrom(0, 20), (position, windows, contempt) => {
      const moves = legalMoves(position).length;
      if (moves === 0 || findSearchDraw(position, position.ply) !== NOT_DRAWN) return;
      const depth = moves < 10 ? 4 : moves < 24 ? 3 : 2;
      const exact = minimax(position, depth, 0 - contempt, position.ply);
      tt.clear();
      const state = stateFor(position, depth, { contempt, tt });
      const tree = new Tree(state, new PlainLeaves(state));
      for (const { from, width } of windows) {
        const alpha = Math.max(1 - MATE, Math.min(MATE - 1 - width, exact + from));
        const beta = alpha + width;
        const score = tree.negamax(state.root, depth, alpha, beta, false);
        const name = `${formatFen(position)}, ${score} in ${alpha}..${beta}, exact ${exact}`;
        if (score <= alpha) {
          bounds.upper++;
          expect(exact, name).toBeLessThanOrEqual(score);
        } else if (score >= beta) {
          bounds.lower++;
          expect(exact, name).toBeGreaterThanOrEqual(score);
        } else {
          bounds.exact++;
          expect(exact, name).toBe(score);
        }
      }
    }),
    { numRuns: 150 },
  );
  for (const count of Object.values(bounds)) expect(count).toBeGreaterThan(20);
});

/** Whether the side to move can force mate within `plies` plies. */
function canMate(position: Position, plies: number): boolean {
  return legalMoves(position).some((move) => {
    position.make(move);
    const isMate = isMated(position, plies - 1);
    position.unmake(move);
    return isMate;
  });
}

/** Whether the side to move is mated within `plies` plies, whatever it plays. */
function isMated(position: Position, plies: number): boolean {
  const moves = legalMoves(position);
  if (moves.length === 0) return position.inCheck;
  return (
    plies > 0 &&
    moves.every((move) => {
      position.make(move);
      const isMate = canMate(position, plies - 1);
      position.unmake(move);
      return isMate;
    })
  );
}

/** Longer mates are not verified: brute force would take too long. */
const VERIFIED_PLIES = 3;

/** A tree that checks the score of every node. */
class WatchedTree extends Tree {
  /** Nodes at which a null move led to a mate score. */
  passedMates = 0;
  readonly faults: string[] = [];
  /** Mates already verified, by position and length; positive for a win. */
  readonly verified = new Set<string>();
  /** By ply: the score after a null move, if that was the last move searched. */
  private readonly passed: (number | null)[] = [];

  override negamax(
    frame: Frame,
    depth: number,
    alpha: number,
    beta: number,
    isCutNode: boolean,
  ): number {
    const { ply } = frame;
    this.passed[ply] = null;
    const isSingular = frame.excluded !== NO_MOVE;
    const score = super.negamax(frame, depth, alpha, beta, isCutNode);
    const isAfterNull = ply > 0 && frame.prev1.pieceTo === NO_PIECE_TO;
    if (ply > 0 && !isSingular) this.passed[ply - 1] = isAfterNull ? -score : null;
    const passed = this.passed[ply] ?? null;
    if (passed !== null && passed >= beta && passed >= MATE_IN_MAX) {
      this.passedMates++;
      if (score >= MATE_IN_MAX) this.fault(`null move returns ${score}`);
    }
    // A singular search leaves a move out.
    if (!isSingular) this.verify(score, alpha, beta, ply);
    return score;
  }

  /** Verifies a mate: a win must be a lower bound or exact, a loss an upper bound or exact. */
  private verify(score: number, alpha: number, beta: number, ply: number): void {
    const { position } = this.state;
    const plies = MATE - Math.abs(score) - ply;
    if (plies > VERIFIED_PLIES || (score > 0 ? score <= alpha : score >= beta)) return;
    const name = `${position.keyLo} ${position.keyHi} ${Math.sign(score) * plies}`;
    if (this.verified.has(name)) return;
    this.verified.add(name);
    const isTrue = score > 0 ? canMate(position, plies) : isMated(position, plies);
    if (!isTrue) this.fault(`${score} at ply ${ply} is not true`);
  }

  private fault(text: string): void {
    this.faults.push(`${formatFen(this.state.position)}: ${text}`);
  }
}

/** Files of positions/; every nth position is searched; depth. */
const SEARCHED = [
  ['mates.epd', 4, 10],
  ['endings.epd', 10, 10],
  ['bench.epd', 12, 9],
] as const;

test('any node of a search reports a mate only if it is forced, null moves or not', () => {
  let [verified, passedMates] = [0, 0];
  tune(MANY_NULL_MOVES);
  for (const [file, every, depth] of SEARCHED) {
    for (const { position } of readPositions(file).filter((_, i) => i % every === 0)) {
      const state = stateFor(position, 1);
      const tree = new WatchedTree(state);
      for (let i = 1; i <= depth; i++) {
        state.beginIteration(i);
        tree.negamax(state.root, i, 1 - MATE, MATE - 1, false);
      }
      expect(tree.faults).toEqual([]);
      verified += tree.verified.size;
      passedMates += tree.passedMates;
    }
  }
  expect(verified).toBeGreaterThan(500);
  expect(passedMates).toBeGreaterThan(0);
});
