/**
 * The tree below the root: negamax alpha-beta with a principal variation window, down to quiescence at
 * the leaves. https://www.chessprogramming.org/Principal_Variation_Search
 *
 * A node goes through numbered steps in this order. Each says in a sentence why it is sound, or why it
 * pays. Their parameters are in parameters.ts.
 */
import { givesCheck } from '../chess/board/givesCheck.ts';
import { isLegal } from '../chess/board/legality.ts';
import { isNoisy, NO_MOVE } from '../chess/board/types.ts';
import { FIFTY_MOVES, findSearchDraw, NOT_DRAWN } from '../chess/game/draws.ts';
import { findUpcomingRepetition } from '../chess/game/upcomingRepetition.ts';
import { UNKNOWN } from '../syzygy/tablebases.ts';
import { NO_PIECE_TO, pawnRow } from './history.ts';
import { lateMoveReduction, PLY } from './lateMoveReductions.ts';
import { tuned } from './parameters.ts';
import { Quiescence } from './quiescence.ts';
import { DECISIVE, INFINITE, isDecisive, MAX_PLY, matedIn } from './score.ts';
import { BEFORE_ROOT, historyBonus, isBetterThanBefore, SEARCHED_MOVES } from './searchState.ts';
import { seeAtLeast } from './see.ts';
import { EXACT, LOWER, NO_BOUND, NO_EVAL, UPPER } from './transpositionTable.ts';

/** Plies by which results of tablebases are stored deeper than the node. */
const TB_DEPTH_BONUS = 6;

/** Larger corrections of an evaluation count like this one, in centipawns. */
const MAX_CORRECTION = 100;

/** The deepest nodes at which razoring is tried. */
const RAZORING_DEPTH = 4;

export class Tree extends Quiescence {
  /**
   * The score of the position for the side to move if it is within the window, else a bound (fail
   * soft). `isCutNode`: the node is expected to fail high.
   */
  negamax(depth: number, alpha: number, beta: number, ply: number, isCutNode: boolean): number {
    if (depth <= 0) return this.quiescence(alpha, beta, ply);
    if (!this.enter(ply)) return 0;
    const { position, history, table } = this;

    // Step 1. Draws. Before the table is probed: its scores come from other paths.
    const repeatedPly = findSearchDraw(position, this.rootPly);
    if (repeatedPly !== NOT_DRAWN) return this.drawBy(repeatedPly, ply);
    if (ply >= MAX_PLY) return position.inCheck ? 0 : this.evaluate();

    // Step 2. Upcoming repetition: a move that repeats secures at least a draw.
    const isPv = beta - alpha > 1;
    let repetitionPly = NOT_DRAWN;
    if (alpha < this.drawScore(ply)) {
      repetitionPly = findUpcomingRepetition(position, this.rootPly);
      if (repetitionPly !== NOT_DRAWN) {
        alpha = this.drawScore(ply);
        if (alpha >= beta) return this.drawBy(repetitionPly, ply);
      }
    }

    // Step 3. Mate distance pruning: no line from here beats a mate nearer to the root.
    alpha = Math.max(alpha, matedIn(ply));
    beta = Math.min(beta, -matedIn(ply + 1));
    if (alpha >= beta) return alpha;

    // Step 4. Transposition table. When the fifty-move limit is within the horizon, scores depend on
    // the path: neither use those of the table nor store ours.
    const excluded = this.excluded[ply]!;
    const { keyLo, keyHi } = position;
    const isPathDependent = position.halfmoves + depth >= FIFTY_MOVES;
    let ttMove = NO_MOVE;
    let ttScore = 0;
    let ttDepth = 0;
    let ttBound = NO_BOUND;
    let rawEval = NO_EVAL;
    let ttPv = isPv;
    if (excluded !== NO_MOVE) {
      ttPv ||= this.ttPv[ply] !== 0;
    } else if (table.probe(keyLo, keyHi, ply)) {
      ttMove = table.move;
      ttScore = table.score;
      ttDepth = table.depth;
      ttBound = this.boundFromTt(ply, isPathDependent);
      rawEval = table.evaluation;
      ttPv ||= table.ttPv;
      if (
        !isPv &&
        ttDepth >= depth &&
        (ttBound & (ttScore >= beta ? LOWER : UPPER)) !== 0 &&
        (ttScore >= beta || ttScore <= alpha)
      ) {
        // A quiet move that cuts off again is as good as one that was searched.
        if (
          ttScore >= beta &&
          ttMove !== NO_MOVE &&
          !isNoisy(ttMove) &&
          isLegal(position, ttMove)
        ) {
          this.updateQuietHistory(ttMove, ply, historyBonus(depth));
        }
        // The opponent's last move is refuted again.
        if (ttScore >= beta) this.updatePriorHistory(ply, -historyBonus(depth) >> 1);
        return ttScore;
      }
      if (ttMove !== NO_MOVE && !isLegal(position, ttMove)) ttMove = NO_MOVE;
    }

    this.ttPv[ply] = ttPv ? 1 : 0;

    // Step 5. Tablebases, after captures and pawn moves: their outcomes assume a fifty-move counter of 0. On
    // the principal variation the outcome is only a bound, so that the line shows how to win.
    let bestScore = -INFINITE;
    let tbMaxScore = INFINITE;
    if (
      this.tbPieces > 0 &&
      position.halfmoves === 0 &&
      excluded === NO_MOVE &&
      this.isInTablebases(depth)
    ) {
      const wdl = this.tables!.probeWdl(position);
      // Reading files takes time: look at the clock at the next node.
      this.nextPoll = this.nodes;
      if (wdl !== UNKNOWN) {
        this.tbHits++;
        const score = this.outcomeScore(wdl, ply);
        const bound = !isDecisive(score) ? EXACT : score > 0 ? LOWER : UPPER;
        if (bound === EXACT || (bound === LOWER ? score >= beta : score <= alpha)) {
          const tbDepth = Math.min(MAX_PLY - 1, depth + TB_DEPTH_BONUS);
          table.store(keyLo, keyHi, ply, NO_MOVE, score, tbDepth, bound, NO_EVAL, ttPv);
          return score;
        }
        if (isPv) {
          if (bound === LOWER) {
            bestScore = score;
            alpha = Math.max(alpha, score);
          } else {
            tbMaxScore = score;
          }
        }
      }
    }

    // Step 6. Static evaluation, from the table if possible, with correction history. A score in the
    // table is a better estimate than either.
    const inCheck = position.inCheck;
    let staticEval = NO_EVAL;
    let adjustedEval = NO_EVAL;
    let isImproving = false;
    if (inCheck) {
      rawEval = NO_EVAL;
    } else if (excluded !== NO_MOVE) {
      staticEval = this.evals[ply + BEFORE_ROOT]!;
    } else {
      if (rawEval === NO_EVAL) {
        rawEval = this.evaluate();
        // Store the evaluation now: the node may be cut off before it has a score.
        table.store(keyLo, keyHi, ply, NO_MOVE, 0, 0, NO_BOUND, rawEval, ttPv);
      }
      staticEval = this.corrected(rawEval, ply);
      adjustedEval = staticEval;
      if ((ttBound & (ttScore > staticEval ? LOWER : UPPER)) !== 0) adjustedEval = ttScore;
      isImproving = isBetterThanBefore(staticEval, this.evals, ply + BEFORE_ROOT);
    }
    this.evals[ply + BEFORE_ROOT] = staticEval;
    // By how much histories and the fifty-move counter changed the evaluation: the more, the less it is
    // to be trusted.
    const correction =
      rawEval === NO_EVAL ? 0 : Math.min(MAX_CORRECTION, Math.abs(staticEval - rawEval));
    const evalBefore = this.evals[ply - 1 + BEFORE_ROOT]!;
    if (staticEval !== NO_EVAL && evalBefore !== NO_EVAL && excluded === NO_MOVE) {
      // By how much the opponent's last move made things worse for the opponent. Its history learns from
      // that, and in hindsight the move was reduced too much, or not enough.
      const loss = staticEval + evalBefore;
      const bonus = ((tuned.evalDiffTempo - loss) * tuned.evalDiffBonus) | 0;
      const most = tuned.evalDiffMax;
      this.updatePriorHistory(ply, Math.max(-most, Math.min(most, bonus)));
      const reduction = this.reductions[ply - 1 + BEFORE_ROOT]!;
      if (reduction >= 3 && loss <= 0) depth++;
      else if (reduction >= 2 && depth >= 2 && loss > tuned.hindsightMargin) depth--;
    }
    this.cutoffs[ply + 2] = 0;

    if (!isPv && !inCheck && excluded === NO_MOVE) {
      // Step 7. Razoring: so far below alpha, only captures could help. Quiescence has to confirm it.
      if (
        depth <= RAZORING_DEPTH &&
        alpha < DECISIVE &&
        staticEval + tuned.razoringBase + tuned.razoringMargin * depth * depth <= alpha
      ) {
        const score = this.quiescence(alpha, alpha + 1, ply);
        if (this.stopped) return 0;
        if (score <= alpha) return score;
        this.drawPly = MAX_PLY;
      }

      // Step 8. Reverse futility pruning: so far above beta, a quiet reply will not change it. Not where a
      // principal variation was.
      const improvement = isImproving ? 1 : 0;
      const margin = tuned.reverseFutilityMargin * (depth - improvement) + (correction >> 1);
      if (
        depth <= tuned.reverseFutilityDepth &&
        !ttPv &&
        adjustedEval < DECISIVE &&
        beta > -DECISIVE &&
        adjustedEval - margin >= beta
      ) {
        return ((adjustedEval + beta) / 2) | 0;
      }

      // Step 9. Null move pruning: if passing still fails high, a real move will too. Not with pawns
      // alone, where zugzwang is likely. At high depths a search without null moves has to confirm it.
      if (
        depth >= tuned.nullMoveDepth &&
        adjustedEval >= beta &&
        staticEval >= beta - tuned.nullMoveMargin * depth &&
        beta > -DECISIVE &&
        ply >= this.nullMoveFrom &&
        this.pieceTos[ply - 1 + BEFORE_ROOT] !== NO_PIECE_TO &&
        this.hasPieces()
      ) {
        const reduction =
          tuned.nullMoveBase +
          ((depth / tuned.nullMoveDivisor) | 0) +
          Math.min(3, ((adjustedEval - beta) / tuned.nullMoveEval) | 0);
        this.pieceTos[ply + BEFORE_ROOT] = NO_PIECE_TO;
        this.moves[ply + BEFORE_ROOT] = NO_MOVE;
        this.evaluator.makeNull();
        position.makeNull();
        const score = 0 - this.negamax(depth - reduction, 0 - beta, 1 - beta, ply + 1, !isCutNode);
        position.unmakeNull();
        this.evaluator.unmake();
        if (this.stopped) return 0;
        if (score >= beta) {
          // Mates and wins of tablebases are not proven by passing; the cutoff is.
          const bound = score >= DECISIVE ? beta : score;
          if (depth < tuned.nullMoveVerify && this.nullMoveFrom === 0) return bound;
          if (this.nullMoveFrom === 0) {
            this.nullMoveFrom = ply + (((depth - reduction) * 3) >> 2);
            const verified = this.negamax(depth - reduction, beta - 1, beta, ply, false);
            this.nullMoveFrom = 0;
            if (this.stopped) return 0;
            if (verified >= beta) return bound;
          } else {
            return bound;
          }
        }
      }
    }

    // Step 10. Internal iterative reduction: without a TT move, ordering is poor. The next visit
    // has one. https://www.chessprogramming.org/Internal_Iterative_Reductions
    if (
      depth >= tuned.iirDepth &&
      ttMove === NO_MOVE &&
      excluded === NO_MOVE &&
      (isPv || isCutNode)
    ) {
      depth--;
    }

    // Step 11. ProbCut: a capture that a much shallower search finds far above beta will hardly fall below
    // it. https://www.chessprogramming.org/ProbCut
    const probBeta = beta + tuned.probCutMargin;
    if (
      !isPv &&
      !inCheck &&
      excluded === NO_MOVE &&
      depth >= tuned.probCutDepth &&
      !isDecisive(beta) &&
      !(ttBound !== NO_BOUND && ttDepth >= depth - 4 && ttScore < probBeta)
    ) {
      const threshold = probBeta - staticEval;
      const isUsable =
        ttMove !== NO_MOVE && isNoisy(ttMove) && seeAtLeast(position, ttMove, threshold);
      const noisy = this.pickers[ply]!;
      noisy.startNoisy(position, history, isUsable ? ttMove : NO_MOVE, threshold);
      for (let move = noisy.next(); move !== NO_MOVE; move = noisy.next()) {
        this.make(move, ply);
        const score = 0 - this.negamax(depth - 5, 0 - probBeta, 1 - probBeta, ply + 1, !isCutNode);
        this.unmake(move);
        if (this.stopped) return 0;
        if (score >= probBeta) {
          if (!isPathDependent && this.drawPly >= ply) {
            table.store(keyLo, keyHi, ply, move, score, depth - 4, LOWER, rawEval, ttPv);
          }
          return score;
        }
      }
      this.drawPly = MAX_PLY;
    }

    // Step 12. The moves, most promising first.
    const prev1 = this.pieceTos[ply - 1 + BEFORE_ROOT]!;
    const prev2 = this.pieceTos[ply - 2 + BEFORE_ROOT]!;
    const prev4 = this.pieceTos[ply - 4 + BEFORE_ROOT]!;
    const picker = this.pickers[excluded === NO_MOVE ? ply : MAX_PLY + 1 + ply]!;
    const pawns = pawnRow(position);
    picker.start(position, history, ttMove, pawns, prev1, prev2, prev4);
    const hasPieces = this.hasPieces();
    const lmpShift = isImproving || staticEval >= beta ? 2 : 3;
    const lmpCount = ((tuned.lmpBase + depth * depth) * 3) >> lmpShift;
    const searchedStart = ply * SEARCHED_MOVES + (excluded === NO_MOVE ? 0 : SEARCHED_MOVES / 2);
    let searchedEnd = searchedStart;
    let count = 0;
    let bestMove = NO_MOVE;
    let bestDrawPly = MAX_PLY;
    const oldAlpha = alpha;
    for (let move = picker.next(); move !== NO_MOVE; move = picker.next()) {
      if (move === excluded) continue;
      count++;
      const isQuiet = !isNoisy(move);
      const to = (move >> 6) & 63;
      const pieceTo = position.board[move & 63]! * 64 + to;
      const historyScore = isQuiet
        ? history.quiet(position.turn, move, pieceTo, pawns, prev1, prev2, prev4)
        : history.capture(pieceTo, position.board[to]!);
      const byHistory = ((historyScore * PLY) / tuned.lmrHistory) | 0;
      let reduction = lateMoveReduction(depth, count);

      // Step 13. Pruning, once a move is known that does not lose by force: late quiet moves, those with a
      // bad history, those that cannot reach alpha, and moves that lose material. Checks are treated like
      // captures. Not when alpha is a mate: only searched moves disprove a shorter one.
      if (bestScore > -DECISIVE && alpha < DECISIVE && hasPieces) {
        const lmrDepth = Math.max(0, depth - 1 - (((reduction - byHistory) / PLY) | 0));
        // Skips checks as well, so not on the principal variation: a mate in one would be missed there.
        if (isQuiet && !isPv && count >= lmpCount) picker.skipQuiets();
        if (isQuiet && !givesCheck(position, move)) {
          if (lmrDepth <= tuned.historyDepth && historyScore < -tuned.historyMargin * depth)
            continue;
          const futile = staticEval + tuned.futilityBase + tuned.futilityMargin * lmrDepth;
          if (!inCheck && lmrDepth <= tuned.futilityDepth && futile <= alpha) {
            if (futile > bestScore) bestScore = futile;
            continue;
          }
          if (!seeAtLeast(position, move, -tuned.seeQuietMargin * lmrDepth * lmrDepth)) continue;
        } else if (!seeAtLeast(position, move, -tuned.seeNoisyMargin * depth)) {
          continue;
        }
      }

      // Step 14. Singular extension: if all other moves fail low against a bound below the score
      // of the TT move, it is searched deeper. If another move fails high even against beta, the
      // node is cut off (multi-cut). If a cutoff is expected anyway, the move is searched shallower.
      let extension = 0;
      if (
        move === ttMove &&
        depth >= tuned.singularDepth &&
        excluded === NO_MOVE &&
        ttDepth >= depth - 3 &&
        (ttBound & LOWER) !== 0 &&
        !isDecisive(ttScore)
      ) {
        const singularBeta = ttScore - tuned.singularMargin * depth;
        this.excluded[ply] = move;
        const score = this.negamax(
          (depth - 1) >> 1,
          singularBeta - 1,
          singularBeta,
          ply,
          isCutNode,
        );
        this.excluded[ply] = NO_MOVE;
        if (this.stopped) return 0;
        if (score < singularBeta) {
          const surplus = singularBeta - score;
          if (isPv || surplus <= tuned.doubleExtensionMargin) extension = 1;
          else extension = isQuiet && surplus > tuned.tripleExtensionMargin ? 3 : 2;
        } else if (score >= beta && !isDecisive(score)) {
          return score;
        } else if (ttScore >= beta || isCutNode) {
          extension = -2;
        }
        this.pvLength[ply] = 0;
      }

      this.make(move, ply);

      // No line is extended to more than twice the depth of the iteration.
      if (extension > 0 && ply >= 2 * this.rootDepth) extension = 0;
      let newDepth = depth - 1 + extension;

      // Step 15. Late move reduction: late moves are searched shallower first, and again at full depth
      // if they raise alpha. Then principal variation search.
      let score = alpha;
      let isReduced = false;
      if (depth >= 2 && count > 1 && (isQuiet || bestScore > -DECISIVE)) {
        if (isQuiet) reduction -= byHistory;
        else reduction = (reduction >> 1) - ((byHistory * 3) >> 2);
        if (!isImproving) reduction += tuned.lmrNotImproving;
        if (isCutNode) reduction += tuned.lmrCutNode;
        if (ttMove !== NO_MOVE && isNoisy(ttMove)) reduction += tuned.lmrTtNoisy;
        // Where many replies cut off already, the remaining moves will hardly do better.
        if (this.cutoffs[ply + 1]! > tuned.lmrCutoffs) reduction += PLY;
        if (ttPv) {
          reduction -= PLY;
          if (ttBound !== NO_BOUND) {
            if (ttScore > oldAlpha) reduction -= tuned.lmrTtAlpha;
            if (ttDepth >= depth) reduction -= tuned.lmrTtDepth;
          }
        }
        if (position.inCheck) reduction -= tuned.lmrCheck;
        reduction -= tuned.lmrCorrection * correction;
        const reduced = Math.max(1, Math.min(newDepth, newDepth - ((reduction / PLY) | 0)));
        isReduced = reduced < newDepth;
        if (isReduced) {
          this.reductions[ply + BEFORE_ROOT] = newDepth - reduced;
          score = 0 - this.negamax(reduced, -1 - alpha, 0 - alpha, ply + 1, true);
          this.reductions[ply + BEFORE_ROOT] = 0;
          if (score > alpha && !this.stopped) {
            // The better the move turned out, the deeper the re-search.
            if (score > bestScore + tuned.lmrDeeper + 2 * newDepth && ply < 2 * this.rootDepth) {
              newDepth++;
            } else if (score < bestScore + newDepth) {
              newDepth--;
            }
            if (newDepth > reduced) {
              score = 0 - this.negamax(newDepth, -1 - alpha, 0 - alpha, ply + 1, !isCutNode);
            }
            if (isQuiet && score >= beta && !this.stopped) {
              const bonus = historyBonus(newDepth);
              history.updateContinuations(pieceTo, prev1, prev2, prev4, bonus);
            }
          }
        }
      }
      if (!isReduced && (!isPv || count > 1)) {
        score = 0 - this.negamax(newDepth, -1 - alpha, 0 - alpha, ply + 1, !isCutNode);
      }
      if (isPv && !this.stopped && (count === 1 || score > alpha)) {
        score = 0 - this.negamax(newDepth, 0 - beta, 0 - alpha, ply + 1, false);
      }
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
          // Another improvement is less likely, and a small one matters less.
          if (depth > 2 && depth < tuned.alphaRaiseDepth && !isDecisive(score)) depth--;
        }
      }
      if (move !== bestMove && searchedEnd < searchedStart + SEARCHED_MOVES / 2)
        this.searched[searchedEnd++] = move;
    }

    // Step 16. Mate and stalemate.
    if (count === 0) {
      this.drawPly = MAX_PLY;
      if (excluded !== NO_MOVE) return alpha;
      return inCheck ? matedIn(ply) : this.drawScore(ply);
    }
    // No move is better than a loss that tablebases have proven.
    if (bestScore > tbMaxScore) bestScore = tbMaxScore;
    // The repeating move may have been pruned.
    if (repetitionPly !== NOT_DRAWN && bestScore < this.drawScore(ply))
      return this.drawBy(repetitionPly, ply);

    // Step 17. Update histories: a bonus for the move that cut off, a malus for those before it; if no move
    // raised alpha, a bonus for the opponent's last move, larger if the evaluation did not expect that.
    // Then correction history, unless a capture explains the difference to the static evaluation.
    this.drawPly = bestDrawPly;
    if (bestScore >= beta) {
      this.cutoffs[ply]!++;
      this.updateHistories(bestMove, searchedStart, searchedEnd, depth, ply);
      // A bound far above beta is rarely true to its last centipawn.
      if (!isPv && !isDecisive(bestScore) && !isDecisive(beta)) {
        bestScore = ((bestScore * depth + beta) / (depth + 1)) | 0;
      }
    } else if (bestMove === NO_MOVE && excluded === NO_MOVE) {
      const isFarBelow = staticEval !== NO_EVAL && bestScore <= staticEval - tuned.priorLowMargin;
      const share = tuned.priorBonus + (isFarBelow ? tuned.priorLowBonus : 0);
      this.updatePriorHistory(ply, ((historyBonus(depth) * share) / 100) | 0);
    }
    if (excluded !== NO_MOVE) return bestScore;
    const bound = bestScore >= beta ? LOWER : alpha > oldAlpha ? EXACT : UPPER;
    if (
      !inCheck &&
      bestDrawPly >= ply &&
      (bestMove === NO_MOVE || !isNoisy(bestMove)) &&
      !(bound === LOWER && bestScore <= staticEval) &&
      !(bound === UPPER && bestScore >= staticEval) &&
      !isDecisive(bestScore)
    ) {
      history.updateCorrection(position, prev1, prev2, bestScore - staticEval, depth);
    }

    // Step 18. Store the result. A draw by repeating a position above this node holds on this path
    // only: then the move is stored without a score.
    if (isPathDependent || bestDrawPly < ply) {
      table.store(keyLo, keyHi, ply, bestMove, 0, 0, NO_BOUND, rawEval, ttPv);
    } else {
      table.store(keyLo, keyHi, ply, bestMove, bestScore, depth, bound, rawEval, ttPv);
    }
    return bestScore;
  }
}
