/**
 * Quiescence search: captures and queen promotions that do not lose material, until the position is
 * quiet; all evasions when in check. https://www.chessprogramming.org/Quiescence_Search
 */
import { givesCheck } from '../chess/board/givesCheck.ts';
import { isLegal } from '../chess/board/legality.ts';
import { isNoisy, NO_MOVE, NO_PIECE, PAWN, PROMOTION } from '../chess/board/types.ts';
import { FIFTY_MOVES, findSearchDraw, hasLegalMove, NOT_DRAWN } from '../chess/game/draws.ts';
import { NO_PIECE_TO, pawnRow } from './history.ts';
import { tuned } from './parameters.ts';
import { DECISIVE, INFINITE, isDecisive, MAX_PLY, matedIn } from './score.ts';
import { BEFORE_ROOT, SearchState } from './searchState.ts';
import { seeAtLeast } from './see.ts';
import { LOWER, NO_BOUND, NO_EVAL, UPPER } from './transpositionTable.ts';

/** From this halfmove clock on, quiescence neither uses nor stores scores of the table. */
const QUIESCENCE_HALFMOVES = FIFTY_MOVES - 10;

/** Captures searched at a node, besides those on the square of the last move, promotions and checks. */
const QUIESCENCE_MOVES = 3;

/** By piece type, what capturing it gains in the evaluation's centipawns, roughly. */
const EVAL_VALUES = Int32Array.from([130, 400, 420, 600, 1050, 0]);

export class Quiescence extends SearchState {
  /**
   * The score of the position once it is quiet, for the side to move: exact if it is within the window,
   * else a bound (fail soft).
   */
  protected quiescence(alpha: number, beta: number, ply: number): number {
    if (!this.enter(ply)) return 0;
    const { position, history, table } = this;

    // Step 1. Draws.
    const repeatedPly = findSearchDraw(position, this.rootPly);
    if (repeatedPly !== NOT_DRAWN) return this.drawBy(repeatedPly, ply);
    const inCheck = position.inCheck;
    if (ply >= MAX_PLY) return inCheck ? 0 : this.evaluate();

    // Stalemate, looked for where it is likely, and on the principal variation, which must end there.
    const isPv = beta - alpha > 1;
    if (!inCheck && (isPv || !this.hasPieces()) && !hasLegalMove(position)) {
      return this.drawScore(ply);
    }

    // Step 2. Transposition table, except near the fifty-move limit, which evasions may reach.
    const { keyLo, keyHi } = position;
    const isPathDependent = position.halfmoves >= QUIESCENCE_HALFMOVES;
    let ttMove = NO_MOVE;
    let ttScore = 0;
    let ttBound = NO_BOUND;
    let rawEval = NO_EVAL;
    let ttPv = false;
    const isKnown = table.probe(keyLo, keyHi, ply);
    if (isKnown) {
      ttScore = table.score;
      ttBound = this.boundFromTt(ply, isPathDependent);
      rawEval = table.evaluation;
      ttPv = table.ttPv;
      if (
        !isPv &&
        (ttBound & (ttScore >= beta ? LOWER : UPPER)) !== 0 &&
        (ttScore >= beta || ttScore <= alpha)
      ) {
        return ttScore;
      }
      if (table.move !== NO_MOVE && (inCheck || isNoisy(table.move))) {
        ttMove = table.move;
        if (!isLegal(position, ttMove)) ttMove = NO_MOVE;
      }
    }

    // Step 3. Stand pat: the side to move need not capture.
    let bestScore = matedIn(ply);
    let futile = -INFINITE;
    const picker = this.pickers[ply]!;
    if (inCheck) {
      rawEval = NO_EVAL;
      const prev1 = this.pieceTos[ply - 1 + BEFORE_ROOT]!;
      const prev2 = this.pieceTos[ply - 2 + BEFORE_ROOT]!;
      picker.start(position, history, ttMove, pawnRow(position), prev1, prev2, NO_PIECE_TO);
    } else {
      if (rawEval === NO_EVAL) rawEval = this.evaluate();
      bestScore = this.corrected(rawEval, ply);
      futile = bestScore + tuned.quiescenceMargin;
      // Not on the principal variation, which would end here without its moves.
      if (!isPv && (ttBound & (ttScore > bestScore ? LOWER : UPPER)) !== 0) {
        bestScore = ttScore;
      }
      if (bestScore >= beta) {
        if (!isDecisive(bestScore) && !isDecisive(beta)) {
          bestScore = ((bestScore + beta) / 2) | 0;
        }
        if (!isKnown && !isPathDependent) {
          table.store(keyLo, keyHi, ply, NO_MOVE, bestScore, 0, LOWER, rawEval);
        }
        return bestScore;
      }
      if (bestScore > alpha) alpha = bestScore;
      picker.startNoisy(position, history, ttMove);
    }

    // Step 4. The first few captures, and all on the square of the last move, that can reach alpha (delta
    // pruning); or evasions. Once one evasion does not lose, quiet ones are skipped.
    let bestMove = NO_MOVE;
    let bestDrawPly = MAX_PLY;
    let count = 0;
    const lastTo = this.pieceTos[ply - 1 + BEFORE_ROOT]! & 63;
    for (let move = picker.next(); move !== NO_MOVE; move = picker.next()) {
      count++;
      if (
        futile > -INFINITE &&
        isNoisy(move) &&
        ((move >> 12) & PROMOTION) === 0 &&
        !givesCheck(position, move)
      ) {
        const to = (move >> 6) & 63;
        if (count > QUIESCENCE_MOVES && to !== lastTo) continue;
        const victim = position.board[to]!;
        const best = futile + EVAL_VALUES[victim === NO_PIECE ? PAWN : victim >> 1]!;
        if (best <= alpha) {
          if (best > bestScore) bestScore = best;
          continue;
        }
        if (futile <= alpha && !seeAtLeast(position, move, 1)) {
          if (futile > bestScore) bestScore = futile;
          continue;
        }
      }
      this.make(move, ply);
      const score = 0 - this.quiescence(0 - beta, 0 - alpha, ply + 1);
      this.unmake(move);
      if (this.stopped) return 0;
      if (score > bestScore) {
        bestScore = score;
        bestDrawPly = this.drawPly;
        if (score > alpha) {
          alpha = score;
          bestMove = move;
          if (isPv) this.updatePv(ply, move);
          if (score >= beta) break;
        }
      }
      if (inCheck && bestScore > -DECISIVE) picker.skipQuiets();
    }

    // Step 5. Store the result, as above.
    this.drawPly = bestDrawPly;
    if (!isPathDependent && bestDrawPly >= ply) {
      const bound = bestScore >= beta ? LOWER : UPPER;
      table.store(keyLo, keyHi, ply, bestMove, bestScore, 0, bound, rawEval, ttPv);
    }
    return bestScore;
  }
}
