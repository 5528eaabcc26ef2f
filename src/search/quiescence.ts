/**
 * Quiescence search: captures and queen promotions that do not lose material, until the position is
 * quiet; all evasions when in check. https://www.chessprogramming.org/Quiescence_Search
 */
import { givesCheck } from '../chess/board/givesCheck.ts';
import { isLegal } from '../chess/board/legality.ts';
import {
  isNoisy,
  isPromotion,
  NO_MOVE,
  NO_PIECE,
  NO_SQUARE,
  PAWN,
  toOf,
  typeOf,
} from '../chess/board/types.ts';
import { findSearchDraw, hasLegalMove, NOT_DRAWN } from '../chess/game/draws.ts';
import { NO_PIECE_TO } from './history.ts';
import { derive, tuned } from './parameters.ts';
import { DECISIVE, INFINITE, isDecisive, MAX_PLY, matedIn } from './score.ts';
import { ANY_PATH, BY_CLOCK, type Frame } from './searchStack.ts';
import { isNearFiftyMoves, type SearchState, withClock } from './searchState.ts';
import { seeAtLeast } from './see.ts';
import { LOWER, NO_BOUND, NO_EVAL, UPPER } from './transpositionTable.ts';

/** What capturing a piece roughly gains in the evaluation, in centipawns, by piece type. */
const EVAL_VALUES = new Int32Array(6);
derive(() => {
  const { quiescencePawn, quiescenceKnight, quiescenceBishop } = tuned;
  const { quiescenceRook, quiescenceQueen } = tuned;
  EVAL_VALUES.set([quiescencePawn, quiescenceKnight, quiescenceBishop]);
  EVAL_VALUES.set([quiescenceRook, quiescenceQueen], 3);
});

/** The search at the leaves of the tree. */
export interface LeafSearch {
  /**
   * The score of the position once it is quiet, for the side to move: exact if it is within the window,
   * else a bound (fail soft). Sets the frame's `drawPly`.
   */
  search(frame: Frame, alpha: number, beta: number): number;
}

export class Quiescence implements LeafSearch {
  private readonly state: SearchState;

  constructor(state: SearchState) {
    this.state = state;
  }

  search(frame: Frame, alpha: number, beta: number): number {
    const { state } = this;
    if (!state.enter(frame)) return 0;
    const { position, history, tt } = state;
    const { ply } = frame;

    // Step 1. Draws.
    const repeatedPly = findSearchDraw(position, state.rootPly);
    if (repeatedPly !== NOT_DRAWN) return state.drawBy(frame, repeatedPly);
    const inCheck = position.inCheck;
    if (ply >= MAX_PLY) return inCheck ? 0 : state.staticEval(frame);

    // Stalemate, looked for where it is likely, and on the principal variation, which must end there.
    const isPv = beta - alpha > 1;
    if (!inCheck && (isPv || !state.hasPieces()) && !hasLegalMove(position)) {
      return state.drawScore(ply);
    }

    // Step 2. Transposition table, as in step 4 of tree.ts: evasions may reach the fifty-move limit.
    const { keyLo } = position;
    const isNearLimit = isNearFiftyMoves(position.halfmoves, 0);
    const keyHi = isNearLimit ? withClock(position.keyHi, position.halfmoves) : position.keyHi;
    let ttMove = NO_MOVE;
    let ttScore = 0;
    let ttBound = NO_BOUND;
    let rawEval = NO_EVAL;
    let ttPv = false;
    const isTtHit = tt.probe(keyLo, keyHi, ply);
    if (isTtHit) {
      ttScore = tt.score;
      ttBound = state.ttBound(ply);
      rawEval = tt.rawEval;
      ttPv = tt.ttPv;
      if (!isPv && (ttBound & (ttScore >= beta ? LOWER : UPPER)) !== 0) {
        if (isNearLimit) frame.drawPly = BY_CLOCK;
        return ttScore;
      }
      if (tt.move !== NO_MOVE && (inCheck || isNoisy(tt.move))) {
        ttMove = tt.move;
        if (!isLegal(position, ttMove)) ttMove = NO_MOVE;
      }
    }

    // Step 3. Stand pat: the side to move need not capture.
    let bestScore = matedIn(ply);
    let futilityBase = -INFINITE;
    let bestDrawPly = ANY_PATH;
    const { picker } = frame.moves;
    if (inCheck) {
      rawEval = NO_EVAL;
      const { context, prev1, prev2 } = frame;
      context.set(position, prev1.pieceTo, prev2.pieceTo, NO_PIECE_TO);
      picker.start(position, history, context, ttMove);
    } else {
      if (rawEval === NO_EVAL) rawEval = state.evaluate();
      bestScore = state.corrected(rawEval, state.correction(frame));
      futilityBase = bestScore + tuned.quiescenceMargin;
      // Not on the principal variation, which would end here without its moves.
      if (!isPv && (ttBound & (ttScore > bestScore ? LOWER : UPPER)) !== 0) {
        bestScore = ttScore;
        if (isNearLimit) bestDrawPly = BY_CLOCK;
      }
      if (bestScore >= beta) {
        if (!isDecisive(bestScore) && !isDecisive(beta)) {
          bestScore = ((bestScore + beta) / 2) | 0;
        }
        if (!isTtHit) {
          tt.store(keyLo, keyHi, ply, NO_MOVE, bestScore, 0, LOWER, rawEval);
        }
        frame.drawPly = bestDrawPly;
        return bestScore;
      }
      if (bestScore > alpha) alpha = bestScore;
      picker.startNoisy(position, history, ttMove);
    }

    // Step 4. The first few captures, and all on the square of the last move, that can reach alpha (delta
    // pruning); or evasions. Once one evasion does not lose, quiet ones are skipped.
    let bestMove = NO_MOVE;
    let count = 0;
    const lastMove = frame.prev1.move;
    const lastTo = lastMove === NO_MOVE ? NO_SQUARE : toOf(lastMove);
    for (let move = picker.next(); move !== NO_MOVE; move = picker.next()) {
      count++;
      if (!inCheck && !isPromotion(move) && !givesCheck(position, move)) {
        const to = toOf(move);
        if (count > tuned.quiescenceMoves && to !== lastTo) continue;
        const victim = position.board[to]!;
        const gain = EVAL_VALUES[victim === NO_PIECE ? PAWN : typeOf(victim)]!;
        const futilityValue = futilityBase + gain;
        if (futilityValue <= alpha) {
          if (futilityValue > bestScore) bestScore = futilityValue;
          continue;
        }
        if (futilityBase <= alpha && !seeAtLeast(position, move, 1)) {
          if (futilityBase > bestScore) bestScore = futilityBase;
          continue;
        }
      }
      state.make(frame, move);
      const score = 0 - this.search(frame.next, 0 - beta, 0 - alpha);
      state.unmake(move);
      if (state.stopped) return 0;
      if (score > bestScore) {
        bestScore = score;
        bestDrawPly = frame.next.drawPly;
        if (score > alpha) {
          alpha = score;
          bestMove = move;
          if (isPv) frame.updatePv(move);
          if (score >= beta) break;
        }
      }
      if (inCheck && bestScore > -DECISIVE) picker.skipQuiets();
    }

    // Step 5. Store the result, as in step 18 of tree.ts.
    frame.drawPly = bestDrawPly;
    if (state.isStorable(frame, isNearLimit)) {
      const bound = bestScore >= beta ? LOWER : UPPER;
      tt.store(keyLo, keyHi, ply, bestMove, bestScore, 0, bound, rawEval, ttPv);
    }
    return bestScore;
  }
}
