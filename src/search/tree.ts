/**
 * The tree below the root: negamax alpha-beta with a principal variation window, down to quiescence at
 * the leaves. https://www.chessprogramming.org/Principal_Variation_Search
 *
 * A node goes through numbered steps in this order. Each says in a sentence why it is sound, or why it pays.
 * Their parameters are in parameters.ts. Scores are negated by `0 - score`, because V8 does not treat -0 as a
 * small integer.
 */
import { givesCheck } from '../chess/board/givesCheck.ts';
import { isLegal } from '../chess/board/legality.ts';
import { isNoisy, NO_MOVE, toOf } from '../chess/board/types.ts';
import { FIFTY_MOVES, findSearchDraw, NOT_DRAWN } from '../chess/game/draws.ts';
import { findUpcomingRepetition } from '../chess/game/upcomingRepetition.ts';
import { CURSED_WIN, UNKNOWN } from '../syzygy/tablebases.ts';
import { historyBonus, NO_PIECE_TO, pieceToOf } from './history.ts';
import { lateMoveReduction, PLY } from './lateMoveReductions.ts';
import { tuned } from './parameters.ts';
import { type LeafSearch, Quiescence } from './quiescence.ts';
import { DECISIVE, INFINITE, isDecisive, MAX_PLY, matedIn, mateIn } from './score.ts';
import { ANY_PATH, BY_CLOCK, type Frame, SEARCHED_MOVES } from './searchStack.ts';
import { isNearFiftyMoves, type SearchState, withClock } from './searchState.ts';
import { seeAtLeast } from './see.ts';
import { EXACT, LOWER, NO_BOUND, NO_EVAL, UPPER } from './transpositionTable.ts';

/** In this many plies before the fifty-move limit, no move is pruned. */
const LAST_PLIES = 3;

export class Tree {
  protected readonly state: SearchState;
  private readonly leaves: LeafSearch;

  constructor(state: SearchState, leaves: LeafSearch = new Quiescence(state)) {
    this.state = state;
    this.leaves = leaves;
  }

  /**
   * The score of the position for the side to move if it is within the window, else a bound (fail
   * soft). Sets the frame's `drawPly`. `isCutNode`: the node is expected to fail high.
   */
  negamax(frame: Frame, depth: number, alpha: number, beta: number, isCutNode: boolean): number {
    if (depth <= 0) return this.leaves.search(frame, alpha, beta);
    const { state } = this;
    if (!state.enter(frame)) return 0;
    const { position, history, tt } = state;
    const { ply, excluded } = frame;

    // Step 1. Draws. Before the transposition table is probed: its scores come from other paths.
    const repeatedPly = findSearchDraw(position, state.rootPly);
    if (repeatedPly !== NOT_DRAWN) return state.drawBy(frame, repeatedPly);
    if (ply >= MAX_PLY) return position.inCheck ? 0 : state.staticEval(frame);

    // Step 2. Upcoming repetition: a move that repeats secures at least a draw.
    const isPv = beta - alpha > 1;
    const drawScore = state.drawScore(ply);
    let repetitionDrawPly = ANY_PATH;
    if (alpha < drawScore) {
      const repetitionPly = findUpcomingRepetition(position, state.rootPly);
      if (repetitionPly !== NOT_DRAWN) {
        if (drawScore >= beta) return state.drawBy(frame, repetitionPly);
        repetitionDrawPly = repetitionPly - state.rootPly;
        alpha = drawScore;
      }
    }

    // Step 3. Mate distance pruning: no line from here beats a mate nearer to the root.
    if (alpha < matedIn(ply)) alpha = matedIn(ply);
    if (beta > mateIn(ply + 1)) beta = mateIn(ply + 1);
    if (alpha >= beta) return alpha;

    // Step 4. Transposition table. When the fifty-move limit is within the horizon, scores depend on the
    // halfmove clock, which is then a part of the key.
    const { keyLo } = position;
    const isNearLimit = isNearFiftyMoves(position.halfmoves, depth);
    const keyHi = isNearLimit ? withClock(position.keyHi, position.halfmoves) : position.keyHi;
    let ttMove = NO_MOVE;
    let ttScore = 0;
    let ttDepth = 0;
    let ttBound = NO_BOUND;
    let rawEval = NO_EVAL;
    let ttPv = isPv;
    const isScoreKnown = excluded === NO_MOVE && tt.probe(keyLo, keyHi, ply);
    if (excluded !== NO_MOVE) {
      ttPv ||= frame.ttPv;
    } else if (isScoreKnown || (isNearLimit && tt.probe(keyLo, position.keyHi, ply))) {
      // Under the key without the clock only the move and the evaluation hold.
      ttMove = tt.move;
      ttScore = tt.score;
      ttDepth = tt.depth;
      ttBound = isScoreKnown ? state.ttBound(ply) : NO_BOUND;
      rawEval = tt.rawEval;
      ttPv ||= tt.ttPv;
      if (!isPv && ttDepth >= depth && (ttBound & (ttScore >= beta ? LOWER : UPPER)) !== 0) {
        if (ttScore >= beta) state.updateAfterTtCutoff(frame, ttMove, depth);
        if (isNearLimit) frame.drawPly = BY_CLOCK;
        return ttScore;
      }
      if (ttMove !== NO_MOVE && !isLegal(position, ttMove)) ttMove = NO_MOVE;
    }
    frame.ttPv = ttPv;

    // Step 5. Tablebases, after captures and pawn moves: their outcomes assume a halfmove clock of 0.
    // On the principal variation a win or loss is only a bound, so that a mate can still be found.
    let bestScore = -INFINITE;
    let tbMaxScore = INFINITE;
    if (
      state.tbPieces > 0 &&
      position.halfmoves === 0 &&
      excluded === NO_MOVE &&
      state.isInTablebases(depth)
    ) {
      const wdl = state.tablebases!.probeWdl(position);
      // Reading files takes time: look at the clock at the next node.
      state.nextPoll = state.nodes;
      if (wdl !== UNKNOWN) {
        state.tbHits++;
        const score = state.outcomeScore(wdl, ply);
        const bound = !isDecisive(score) ? EXACT : score > 0 ? LOWER : UPPER;
        if (bound === EXACT || (bound === LOWER ? score >= beta : score <= alpha)) {
          const tbDepth = Math.min(MAX_PLY - 1, depth + tuned.tablebaseDepth);
          tt.store(keyLo, keyHi, ply, NO_MOVE, score, tbDepth, bound, NO_EVAL, ttPv);
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

    // Step 6. Static evaluation, from the TT if possible, with correction history. A TT score is a
    // better estimate than either.
    const inCheck = position.inCheck;
    let staticEval = NO_EVAL;
    let adjustedEval = NO_EVAL;
    // By how much correction history changed the evaluation: the more, the less it is to be trusted.
    let uncertainty = 0;
    if (inCheck) {
      rawEval = NO_EVAL;
    } else if (excluded !== NO_MOVE) {
      staticEval = frame.staticEval;
    } else {
      if (rawEval === NO_EVAL) {
        rawEval = state.evaluate();
        // Store the evaluation now: the node may be cut off before it has a score.
        tt.store(keyLo, keyHi, ply, NO_MOVE, 0, 0, NO_BOUND, rawEval, ttPv);
      }
      const correction = state.correction(frame);
      staticEval = state.corrected(rawEval, correction);
      uncertainty = Math.min(tuned.correctionTrust, Math.abs(correction));
      adjustedEval = staticEval;
      if ((ttBound & (ttScore > staticEval ? LOWER : UPPER)) !== 0) adjustedEval = ttScore;
    }
    frame.staticEval = staticEval;
    const isImproving = !inCheck && excluded === NO_MOVE && frame.isImproving();
    const evalBefore = frame.prev1.staticEval;
    if (staticEval !== NO_EVAL && evalBefore !== NO_EVAL && excluded === NO_MOVE) {
      // By how much the opponent's last move made things worse for the opponent. Its history learns from
      // that, and in hindsight the move was reduced too much, or not enough.
      const loss = staticEval + evalBefore;
      const bonus = ((tuned.evalDiffTempo - loss) * tuned.evalDiffBonus) | 0;
      const most = tuned.evalDiffMax;
      state.updatePriorHistory(frame, Math.max(-most, Math.min(most, bonus)));
      const { reduction } = frame.prev1;
      if (reduction >= tuned.hindsightDeeper && loss <= 0) {
        depth++;
      } else if (
        reduction >= tuned.hindsightShallower &&
        depth >= 2 &&
        loss > tuned.hindsightMargin
      ) {
        depth--;
      }
    }
    frame.next.next.cutoffs = 0;

    // Not just before the fifty-move limit: the evaluation does not know what is reached in time.
    if (!isPv && !inCheck && excluded === NO_MOVE && !isNearFiftyMoves(position.halfmoves, 0)) {
      // Step 7. Razoring: so far below alpha, only captures could help. Quiescence has to confirm it.
      if (
        depth <= tuned.razoringDepth &&
        alpha < DECISIVE &&
        staticEval + tuned.razoringBase + tuned.razoringMargin * depth * depth <= alpha
      ) {
        const score = this.leaves.search(frame, alpha, alpha + 1);
        if (state.stopped) return 0;
        if (score <= alpha) return score;
      }

      // Step 8. Reverse futility pruning: so far above beta, a quiet reply will not change it. Not where a
      // principal variation was, nor with a quiet TT move, which makes a cutoff by the evaluation less certain.
      const improvement = isImproving ? 1 : 0;
      const margin = tuned.reverseFutilityMargin * (depth - improvement) + (uncertainty >> 1);
      if (
        depth <= tuned.reverseFutilityDepth &&
        !ttPv &&
        (ttMove === NO_MOVE || isNoisy(ttMove)) &&
        adjustedEval < DECISIVE &&
        beta > -DECISIVE &&
        adjustedEval - margin >= beta
      ) {
        frame.drawPly = ANY_PATH;
        return ((adjustedEval + beta) / 2) | 0;
      }

      // Step 9. Null move pruning: if passing still fails high, a real move will too. Only where a cutoff is
      // expected, and not with pawns alone (zugzwang). At high depths a search without null moves confirms it.
      if (
        isCutNode &&
        depth >= tuned.nullMoveDepth &&
        adjustedEval >= beta &&
        staticEval >= beta - tuned.nullMoveMargin * depth &&
        beta > -DECISIVE &&
        ply >= state.nullMoveFrom &&
        frame.prev1.pieceTo !== NO_PIECE_TO &&
        state.hasPieces()
      ) {
        const reduction =
          tuned.nullMoveBase +
          ((depth / tuned.nullMoveDivisor) | 0) +
          Math.min(tuned.nullMoveEvalMax, ((adjustedEval - beta) / tuned.nullMoveEval) | 0);
        const nullDepth = depth - reduction;
        state.makeNull(frame);
        const score = 0 - this.negamax(frame.next, nullDepth, 0 - beta, 1 - beta, false);
        state.unmakeNull();
        if (state.stopped) return 0;
        if (score >= beta) {
          // Mates and tablebase wins are not proven by passing; the cutoff is.
          const bound = score >= DECISIVE ? beta : score;
          frame.drawPly = frame.next.drawPly;
          if (depth < tuned.nullMoveVerify || state.nullMoveFrom !== 0) return bound;
          state.nullMoveFrom = ply + (((nullDepth * tuned.nullMoveVerifyShare) / 100) | 0);
          const verified = this.negamax(frame, nullDepth, beta - 1, beta, false);
          state.nullMoveFrom = 0;
          if (state.stopped) return 0;
          if (verified >= beta) return bound;
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
    const probDepth = Math.max(0, depth - tuned.probCutReduction);
    if (
      !isPv &&
      !inCheck &&
      excluded === NO_MOVE &&
      depth >= tuned.probCutDepth &&
      !isDecisive(beta) &&
      !(ttBound !== NO_BOUND && ttDepth >= probDepth && ttScore < probBeta)
    ) {
      const threshold = (((probBeta - staticEval) * tuned.probCutGain) / 100) | 0;
      const isUsable =
        ttMove !== NO_MOVE && isNoisy(ttMove) && seeAtLeast(position, ttMove, threshold);
      const noisy = frame.moves.picker;
      noisy.startNoisy(position, history, isUsable ? ttMove : NO_MOVE, threshold);
      for (let move = noisy.next(); move !== NO_MOVE; move = noisy.next()) {
        state.make(frame, move);
        const score =
          0 - this.negamax(frame.next, probDepth - 1, 0 - probBeta, 1 - probBeta, !isCutNode);
        state.unmake(move);
        if (state.stopped) return 0;
        if (score >= probBeta) {
          frame.drawPly = frame.next.drawPly;
          if (state.isStorable(frame, isNearLimit)) {
            tt.store(keyLo, keyHi, ply, move, score, probDepth, LOWER, rawEval, ttPv);
          }
          return score;
        }
      }
    }

    // Step 12. The moves, most promising first.
    const { context } = frame;
    state.setContext(frame);
    const { picker, searched } = excluded === NO_MOVE ? frame.moves : frame.singularMoves;
    picker.start(position, history, context, ttMove);
    const inLastPlies = position.halfmoves >= FIFTY_MOVES - LAST_PLIES;
    const hasPieces = state.hasPieces();
    const lmpShift = isImproving || staticEval >= beta ? 2 : 3;
    const lmpCount = ((tuned.lmpBase + depth * depth) * 3) >> lmpShift;
    let searchedCount = 0;
    let count = 0;
    let bestMove = NO_MOVE;
    let bestDrawPly = ANY_PATH;
    const oldAlpha = alpha;
    for (let move = picker.next(); move !== NO_MOVE; move = picker.next()) {
      if (move === excluded) continue;
      count++;
      const isQuiet = !isNoisy(move);
      const pieceTo = pieceToOf(position.board, move);
      const historyScore = isQuiet
        ? history.quiet(context, move, pieceTo)
        : history.capture(pieceTo, position.board[toOf(move)]!);
      const byHistory = ((historyScore * PLY) / tuned.lmrHistory) | 0;
      let reduction = lateMoveReduction(depth, count);

      // Step 13. Pruning, once a move is known that does not lose by force: late quiet moves, those with a
      // bad history, those that cannot reach alpha, and moves that lose material. Checks are treated like
      // captures. Not when alpha is a mate: only searched moves disprove a shorter one. Nor in the last plies before
      // the fifty-move limit: a move may mate in time, and margins do not fit evaluations damped to one half.
      if (bestScore > -DECISIVE && alpha < DECISIVE && !inLastPlies && hasPieces) {
        const lmrDepth = Math.max(0, depth - 1 - (((reduction - byHistory) / PLY) | 0));
        // Skips checks as well, so not on the principal variation: a mate in one would be missed there.
        if (isQuiet && !isPv && count >= lmpCount) picker.skipQuiets();
        if (isQuiet && !givesCheck(position, move)) {
          if (lmrDepth <= tuned.historyDepth && historyScore < -tuned.historyMargin * depth)
            continue;
          const futilityValue = staticEval + tuned.futilityBase + tuned.futilityMargin * lmrDepth;
          if (!inCheck && lmrDepth <= tuned.futilityDepth && futilityValue <= alpha) {
            if (futilityValue > bestScore) bestScore = futilityValue;
            continue;
          }
          if (!seeAtLeast(position, move, 0 - tuned.seeQuietMargin * lmrDepth * lmrDepth)) continue;
        } else if (
          !picker.isGoodNoisy &&
          !seeAtLeast(position, move, 0 - tuned.seeNoisyMargin * depth)
        ) {
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
        ttDepth >= depth - tuned.singularTtDepth &&
        (ttBound & LOWER) !== 0 &&
        !isDecisive(ttScore)
      ) {
        const singularBeta = ttScore - ((tuned.singularMargin * depth) >> 4);
        frame.excluded = move;
        const half = (depth - 1) >> 1;
        const score = this.negamax(frame, half, singularBeta - 1, singularBeta, isCutNode);
        frame.excluded = NO_MOVE;
        if (state.stopped) return 0;
        if (score < singularBeta) {
          const surplus = singularBeta - score;
          if (isPv || surplus <= tuned.doubleExtensionMargin) extension = 1;
          else extension = isQuiet && surplus > tuned.tripleExtensionMargin ? 3 : 2;
        } else if (score >= beta && !isDecisive(score)) {
          return score;
        } else if (ttScore >= beta || isCutNode) {
          extension = 0 - tuned.singularReduction;
        }
        frame.pvLength = 0;
      }

      state.make(frame, move);

      // Not far beyond the depth of the iteration, or a line could be extended down to the last ply.
      if (extension > 0 && ply >= state.maxExtendedPly) extension = 0;
      let newDepth = depth - 1 + extension;

      // Step 15. Late move reduction: late moves are searched shallower first, and again at full depth
      // if they raise alpha. Then principal variation search.
      let score = alpha;
      let isReduced = false;
      if (depth >= 2 && count > 1 && (isQuiet || bestScore > -DECISIVE)) {
        if (isQuiet) {
          reduction -= byHistory;
        } else {
          reduction = (reduction * tuned.lmrNoisy) >> 10;
          reduction -= (byHistory * tuned.lmrNoisyHistory) >> 10;
        }
        if (!isImproving) reduction += tuned.lmrNotImproving;
        if (isCutNode) reduction += tuned.lmrCutNode;
        if (ttMove !== NO_MOVE && isNoisy(ttMove)) reduction += tuned.lmrTtNoisy;
        // Where many replies cut off already, the remaining moves will hardly do better.
        if (frame.next.cutoffs > tuned.lmrCutoffs) reduction += tuned.lmrCutoffsAdded;
        if (ttPv) {
          reduction -= tuned.lmrTtPv;
          if (ttBound !== NO_BOUND) {
            if (ttScore > oldAlpha) reduction -= tuned.lmrTtAlpha;
            if (ttDepth >= depth) reduction -= tuned.lmrTtDepth;
          }
        }
        if (position.inCheck) reduction -= tuned.lmrCheck;
        reduction -= tuned.lmrCorrection * uncertainty;
        const reduced = Math.max(1, Math.min(newDepth, newDepth - ((reduction / PLY) | 0)));
        isReduced = reduced < newDepth;
        if (isReduced) {
          frame.reduction = newDepth - reduced;
          score = 0 - this.negamax(frame.next, reduced, -1 - alpha, 0 - alpha, true);
          frame.reduction = 0;
          if (score > alpha && !state.stopped) {
            // The better the move turned out, the deeper the re-search.
            const deeper = tuned.lmrDeeper + ((tuned.lmrDeeperPly * newDepth) >> 4);
            if (score > bestScore + deeper && ply < state.maxExtendedPly) newDepth++;
            else if (score < bestScore + ((tuned.lmrShallowerPly * newDepth) >> 4)) newDepth--;
            if (newDepth > reduced) {
              score = 0 - this.negamax(frame.next, newDepth, -1 - alpha, 0 - alpha, !isCutNode);
            }
            if (isQuiet && score >= beta && !state.stopped) {
              history.updateContinuations(context, pieceTo, historyBonus(newDepth));
            }
          }
        }
      }
      if (!isReduced && (!isPv || count > 1)) {
        score = 0 - this.negamax(frame.next, newDepth, -1 - alpha, 0 - alpha, !isCutNode);
      }
      if (isPv && !state.stopped && (count === 1 || score > alpha)) {
        score = 0 - this.negamax(frame.next, newDepth, 0 - beta, 0 - alpha, false);
      }
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
          // Another improvement is less likely, and a small one matters less.
          if (depth > 2 && depth < tuned.alphaRaiseDepth && !isDecisive(score)) depth--;
        }
      }
      if (move !== bestMove && searchedCount < SEARCHED_MOVES) searched[searchedCount++] = move;
    }

    // Step 16. Mate and stalemate.
    if (count === 0) {
      frame.drawPly = ANY_PATH;
      if (excluded !== NO_MOVE) return alpha;
      return inCheck ? matedIn(ply) : drawScore;
    }
    // No move is better than a loss that tablebases have proven. A line to a draw would contradict it.
    if (bestScore > tbMaxScore) {
      if (bestScore >= state.outcomeScore(-CURSED_WIN, ply)) frame.pvLength = 0;
      bestScore = tbMaxScore;
    }
    // The repeating move may have been pruned.
    const isRepetition = repetitionDrawPly !== ANY_PATH && bestScore < drawScore;
    frame.drawPly = isRepetition ? repetitionDrawPly : bestDrawPly;
    if (isRepetition) return drawScore;

    // Step 17. Update histories: a bonus for the move that cut off, a malus for those before it; if no move
    // raised alpha, a bonus for the opponent's last move, larger if the evaluation did not expect that.
    // Then correction history, unless a capture explains the difference to the static evaluation.
    if (bestScore >= beta) {
      frame.cutoffs++;
      const { board } = position;
      history.updateAfterCutoff(context, board, bestMove, searched, searchedCount, depth);
      // A bound far above beta is rarely true to its last centipawn.
      if (!isPv && !isDecisive(bestScore) && !isDecisive(beta)) {
        bestScore = ((bestScore * depth + beta) / (depth + 1)) | 0;
      }
    } else if (bestMove === NO_MOVE && excluded === NO_MOVE) {
      const isFarBelow = staticEval !== NO_EVAL && bestScore <= staticEval - tuned.priorLowMargin;
      const share = tuned.priorBonus + (isFarBelow ? tuned.priorLowBonus : 0);
      state.updatePriorHistory(frame, ((historyBonus(depth) * share) / 100) | 0);
    }
    if (excluded !== NO_MOVE) return bestScore;
    const bound = bestScore >= beta ? LOWER : alpha > oldAlpha ? EXACT : UPPER;
    if (
      !inCheck &&
      !isNearLimit &&
      bestDrawPly >= ply &&
      (bestMove === NO_MOVE || !isNoisy(bestMove)) &&
      !(bound === LOWER && bestScore <= staticEval) &&
      !(bound === UPPER && bestScore >= staticEval) &&
      !isDecisive(bestScore)
    ) {
      state.updateCorrection(frame, bestScore - staticEval, depth);
    }

    // Step 18. Store the result. A draw by repeating a position above this node holds on this path
    // only: then the move is stored without a score.
    if (state.isStorable(frame, isNearLimit)) {
      tt.store(keyLo, keyHi, ply, bestMove, bestScore, depth, bound, rawEval, ttPv);
    } else {
      tt.store(keyLo, keyHi, ply, bestMove, 0, 0, NO_BOUND, rawEval, ttPv);
    }
    return bestScore;
  }
}
