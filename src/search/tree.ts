/**
 * The tree below the root: negamax alpha-beta with a principal variation window, and quiescence at
 * the leaves. https://www.chessprogramming.org/Principal_Variation_Search
 *
 * A node goes through numbered steps in this order. Each says in a sentence why it is sound, or why it
 * pays. Their parameters are in parameters.ts.
 */
import { givesCheck } from '../chess/board/givesCheck.ts';
import { ALL, KINGS, PAWNS } from '../chess/board/layout.ts';
import { isLegal } from '../chess/board/legality.ts';
import type { Position } from '../chess/board/position.ts';
import { isNoisy, type Move, NO_MOVE, NO_PIECE, PAWN, PROMOTION } from '../chess/board/types.ts';
import { FIFTY_MOVES, findSearchDraw, hasLegalMove, NOT_DRAWN } from '../chess/game/draws.ts';
import { findUpcomingRepetition } from '../chess/game/upcomingRepetition.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { CURSED_WIN, countMen, DRAW, type Tables, UNKNOWN } from '../syzygy/tables.ts';
import { IS_DEBUG_BUILD } from '../version.ts';
import { History, NO_PIECE_TO } from './history.ts';
import { MovePicker } from './movePicker.ts';
import { tuned } from './parameters.ts';
import {
  DECISIVE,
  INFINITE,
  isDecisive,
  isMateScore,
  MATE,
  MAX_PLY,
  matedIn,
  TABLE_WIN,
} from './score.ts';
import { SEE_VALUES, seeAtLeast } from './see.ts';
import { evalNoise } from './strength.ts';
import { EXACT, LOWER, NO_BOUND, NO_EVAL, type TranspositionTable, UPPER } from './table.ts';
import { validateEvaluation, validateNode } from './validate.ts';

/** Entries before the root in the arrays by ply, so that looking back needs no bounds check. */
const BEFORE_ROOT = 4;

/** From this halfmove clock on, quiescence neither uses nor stores scores of the table. */
const QUIESCENCE_HALFMOVES = FIFTY_MOVES - 10;

/** Plies by which results of endgame tables are stored deeper than the node. */
const SURE_DEPTH = 6;

/** Moves kept at a node that were searched and did not cut off. The second half is for the singular
 *  search of the same node. */
const SEARCHED_MOVES = 128;

/** Evaluations shrink with every ply without a capture or pawn move, to one half at the fifty-move
 *  limit, so that the better side makes progress instead of shuffling. */
const FADE = 2 * FIFTY_MOVES;

/** One ply, in the units of {@link lateMoveReduction}. */
export const PLY = 1024;

const reductions = new Int32Array(64 * 64);

/** Fills the table of late move reductions. To be called again when its parameters change. */
export function tabulateReductions(): void {
  for (let depth = 1; depth < 64; depth++) {
    for (let count = 1; count < 64; count++) {
      reductions[depth * 64 + count] =
        tuned.lmrBase + (Math.log(depth) * Math.log(count) * PLY * 1000) / tuned.lmrDivisor;
    }
  }
}
tabulateReductions();

/** The reduction of the `count`th move at a depth, in 1024ths of a ply. */
export function lateMoveReduction(depth: number, count: number): number {
  return reductions[Math.min(depth, 63) * 64 + Math.min(count, 63)]!;
}

/**
 * Whether a static evaluation is better than when the same side was last to move: two plies ago, or
 * four if it was in check then. Where neither is known, as at the first ply, the evaluation of the ply
 * before is seen from this side. If that is not known either the answer is yes, which prunes less.
 * `at` is the index of the node in `evals`.
 */
export function isBetterThanBefore(staticEval: number, evals: Int32Array, at: number): boolean {
  for (let plies = 2; plies <= BEFORE_ROOT; plies += 2) {
    if (evals[at - plies] !== NO_EVAL) return staticEval > evals[at - plies]!;
  }
  return evals[at - 1] === NO_EVAL || staticEval > -evals[at - 1]!;
}

export interface TreeSettings {
  /** The draw score of the side to move at the root, in centipawns, negated. */
  contempt: number;
  /** The largest evaluation noise (strength.ts), in centipawns, and its seed. */
  error: number;
  seed: number;
  /** Endgame tables, to be asked below the root. */
  probing?: Probing | null;
}

/** Which positions endgame tables are asked of, and what the answer means. */
export interface Probing {
  tables: Tables;
  /** Positions with more men are not looked up. */
  limit: number;
  /** Those with the most men only at this depth, or deeper. */
  depth: number;
  /** Whether wins and losses that the fifty-move rule makes draws are draws. */
  withFiftyMoves: boolean;
}

export class Tree {
  readonly history = new History();
  /** Nodes of this search so far. */
  nodes = 0;
  /** The deepest ply looked at. */
  seldepth = 0;
  /** Positions found in endgame tables. */
  tableHits = 0;
  /** Set by {@link poll}: results returned from then on are invalid. */
  stopped = false;
  /** The node count at which {@link poll} is due. */
  nextPoll = 0;

  private position!: Position;
  private rootPly = 0;
  private contempt = 0;
  private error = 0;
  private seed = 0;
  private tables: Tables | null = null;
  /** The most men that tables are asked of; 0 without tables. */
  private tableMen = 0;
  private probeDepth = 0;
  private withFiftyMoves = true;
  /** The depth of the iteration; extensions are counted against it. */
  private rootDepth = 0;
  /**
   * If the score just returned is a draw by repetition, the ply (from the root) of the repeated
   * position; otherwise MAX_PLY. A score whose `drawPly` is above the node holds on this path only and
   * must not go into the table. Follows the best move alone: other drawing moves may be better on
   * other paths.
   */
  private drawPly = 0;
  /** No null moves before this ply, while a null move cutoff is being verified. */
  private nullMoveFrom = 0;

  // One picker a ply, and another for the singular search of the same node.
  private readonly pickers = Array.from({ length: 2 * (MAX_PLY + 1) }, () => new MovePicker());
  /** The move left out of the search at each ply. */
  private readonly excluded = new Int32Array(MAX_PLY + 1);
  /** Cutoffs at each ply since the node two plies above began. */
  private readonly cutoffs = new Int32Array(MAX_PLY + 3);
  /** Whether the node at each ply is or was on a principal variation. */
  private readonly wasPv = new Uint8Array(MAX_PLY + 1);
  private readonly evals = new Int32Array(MAX_PLY + 1 + BEFORE_ROOT).fill(NO_EVAL);
  /** The move made at each ply as `piece * 64 + to`, index `ply + BEFORE_ROOT`. */
  private readonly pieceTos = new Int32Array(MAX_PLY + 1 + BEFORE_ROOT).fill(NO_PIECE_TO);
  /** Moves that were searched and did not cut off, a row for each ply. */
  private readonly searched = new Int32Array((MAX_PLY + 1) * SEARCHED_MOVES);
  // Triangular table of principal variations: row `ply` holds the line from there.
  private readonly pv = new Int32Array((MAX_PLY + 1) * (MAX_PLY + 1));
  private readonly pvLength = new Int32Array(MAX_PLY + 2);

  private readonly table: TranspositionTable;
  private readonly evaluator: Evaluator;
  private readonly poll: () => void;

  /** `poll` is called at {@link nextPoll} nodes; it sets that and {@link stopped}. */
  constructor(table: TranspositionTable, evaluator: Evaluator, poll: () => void) {
    this.table = table;
    this.evaluator = evaluator;
    this.poll = poll;
  }

  /** Begins a search of this position, which is the root. */
  begin(position: Position, settings: TreeSettings): void {
    this.position = position;
    this.rootPly = position.ply;
    this.contempt = settings.contempt;
    this.error = settings.error;
    this.seed = settings.seed;
    const { probing = null } = settings;
    this.tables = probing?.tables ?? null;
    this.tableMen = probing === null ? 0 : Math.min(probing.tables.largest, probing.limit);
    this.probeDepth = probing?.depth ?? 0;
    this.withFiftyMoves = probing?.withFiftyMoves ?? true;
    this.nodes = 0;
    this.tableHits = 0;
    this.seldepth = 0;
    this.stopped = false;
    this.nullMoveFrom = 0;
    this.evaluator.begin(position);
    this.evals[BEFORE_ROOT] = position.inCheck ? NO_EVAL : this.corrected(this.evaluate());
  }

  /** The static evaluation of the root, also in check. */
  evaluateRoot(): number {
    const known = this.evals[BEFORE_ROOT]!;
    return known === NO_EVAL ? this.corrected(this.evaluate()) : known;
  }

  /** Turns probing of endgame tables off for this search. */
  withoutTables(): void {
    this.tableMen = 0;
  }

  /** Begins an iteration. */
  beginIteration(depth: number): void {
    this.rootDepth = depth;
    this.cutoffs[2] = 0;
  }

  /** Plays a move at a ply from the root. */
  make(move: Move, ply: number): void {
    const { position } = this;
    this.pieceTos[ply + BEFORE_ROOT] = position.board[move & 63]! * 64 + ((move >> 6) & 63);
    this.evaluator.make(position, move);
    position.make(move);
    this.table.prefetch(position.keyLo);
  }

  unmake(move: Move): void {
    this.evaluator.unmake();
    this.position.unmake(move);
  }

  /** Throws an Error if incrementally updated state is wrong. Slow. */
  validate(): void {
    validateNode(this.position, this.evaluator);
  }

  /** The principal variation from this ply on. */
  line(ply: number): Int32Array {
    const row = ply * (MAX_PLY + 1);
    return this.pv.subarray(row, row + this.pvLength[ply]!);
  }

  private keepLine(ply: number, move: Move): void {
    const row = ply * (MAX_PLY + 1);
    const length = this.pvLength[ply + 1]!;
    this.pv[row] = move;
    this.pv.copyWithin(row + 1, row + MAX_PLY + 1, row + MAX_PLY + 1 + length);
    this.pvLength[ply] = length + 1;
  }

  /** The draw score for the side to move: contempt has the opposite sign for the other side. */
  drawScore(ply: number): number {
    return (ply & 1) === 0 ? 0 - this.contempt : this.contempt;
  }

  /** The score of a draw by repeating the position at `repeatedPly`, a ply of the position's stack. */
  private drawBy(repeatedPly: number, ply: number): number {
    this.drawPly = repeatedPly - this.rootPly;
    return this.drawScore(ply);
  }

  /** The raw evaluation, with noise when the strength is limited. */
  private evaluate(): number {
    const score = this.evaluator.evaluate(this.position);
    if (IS_DEBUG_BUILD) validateEvaluation(this.position, this.evaluator, score);
    if (this.error === 0) return score;
    const { keyLo, keyHi } = this.position;
    return score + evalNoise(keyLo ^ this.seed, keyHi, this.error);
  }

  /** The static evaluation with correction history, kept below mates and wins of endgame tables. */
  private corrected(raw: number): number {
    const { position } = this;
    const correction = this.history.correction(position);
    const raised = raw + (((correction * tuned.correctionWeight) / 100) | 0);
    const score = ((raised * (FADE - position.halfmoves)) / FADE) | 0;
    return Math.max(1 - DECISIVE, Math.min(DECISIVE - 1, score));
  }

  /**
   * The score of the position for the side to move if it is within the window, else a bound (fail
   * soft). `isCutNode`: the node is expected to fail high.
   */
  negamax(depth: number, alpha: number, beta: number, ply: number, isCutNode: boolean): number {
    if (depth <= 0) return this.quiescence(alpha, beta, ply, true);
    this.pvLength[ply] = 0;
    if (this.nodes >= this.nextPoll) this.poll();
    if (this.stopped) return 0;
    this.nodes++;
    if (ply > this.seldepth) this.seldepth = ply;
    this.drawPly = MAX_PLY;
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
    let tableMove = NO_MOVE;
    let tableScore = 0;
    let tableDepth = 0;
    let tableBound = NO_BOUND;
    let rawEval = NO_EVAL;
    let wasPv = isPv;
    if (excluded !== NO_MOVE) {
      wasPv ||= this.wasPv[ply] !== 0;
    } else if (table.probe(keyLo, keyHi, ply)) {
      tableMove = table.move;
      tableScore = table.score;
      tableDepth = table.depth;
      tableBound =
        isPathDependent || this.isBeyondFiftyMoves(tableScore, ply) ? NO_BOUND : table.bound;
      rawEval = table.evaluation;
      wasPv ||= table.wasPv;
      if (
        !isPv &&
        tableDepth >= depth &&
        (tableBound & (tableScore >= beta ? LOWER : UPPER)) !== 0 &&
        (tableScore >= beta || tableScore <= alpha)
      ) {
        return tableScore;
      }
      if (tableMove !== NO_MOVE && !isLegal(position, tableMove)) tableMove = NO_MOVE;
    }

    this.wasPv[ply] = wasPv ? 1 : 0;

    // Endgame tables, after captures and pawn moves: their outcomes assume a fifty-move counter of 0. On
    // the principal variation the outcome is only a bound, so that the line shows how to win.
    let bestScore = -INFINITE;
    let mostScore = INFINITE;
    if (
      this.tableMen > 0 &&
      position.halfmoves === 0 &&
      excluded === NO_MOVE &&
      this.isInTables(depth)
    ) {
      const wdl = this.tables!.probeWdl(position);
      // Reading files takes time: look at the clock at the next node.
      this.nextPoll = this.nodes;
      if (wdl !== UNKNOWN) {
        this.tableHits++;
        const score = this.outcomeScore(wdl, ply);
        const bound = !isDecisive(score) ? EXACT : score > 0 ? LOWER : UPPER;
        if (bound === EXACT || (bound === LOWER ? score >= beta : score <= alpha)) {
          const sureDepth = Math.min(MAX_PLY - 1, depth + SURE_DEPTH);
          table.store(keyLo, keyHi, ply, NO_MOVE, score, sureDepth, bound, NO_EVAL, wasPv);
          return score;
        }
        if (isPv) {
          if (bound === LOWER) {
            bestScore = score;
            alpha = Math.max(alpha, score);
          } else {
            mostScore = score;
          }
        }
      }
    }

    // Step 5. Static evaluation, from the table if possible, with correction history. A score in the
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
        table.store(keyLo, keyHi, ply, NO_MOVE, 0, 0, NO_BOUND, rawEval, wasPv);
      }
      staticEval = this.corrected(rawEval);
      adjustedEval = staticEval;
      if ((tableBound & (tableScore > staticEval ? LOWER : UPPER)) !== 0) adjustedEval = tableScore;
      isImproving = isBetterThanBefore(staticEval, this.evals, ply + BEFORE_ROOT);
    }
    this.evals[ply + BEFORE_ROOT] = staticEval;
    history.forgetKillers(ply + 1);
    this.cutoffs[ply + 2] = 0;

    if (!isPv && !inCheck && excluded === NO_MOVE) {
      // Step 6. Reverse futility pruning: so far above beta, a quiet reply will not change it.
      if (
        depth <= tuned.reverseFutilityDepth &&
        adjustedEval < DECISIVE &&
        beta > -DECISIVE &&
        adjustedEval - tuned.reverseFutilityMargin * (depth - (isImproving ? 1 : 0)) >= beta
      ) {
        return ((adjustedEval + beta) / 2) | 0;
      }

      // Step 7. Null move pruning: if passing still fails high, a real move will too. Not with pawns
      // alone, where zugzwang is likely. At high depths a search without null moves has to confirm it.
      if (
        depth >= tuned.nullMoveDepth &&
        adjustedEval >= beta &&
        staticEval >= beta - 20 * depth &&
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
        this.evaluator.makeNull();
        position.makeNull();
        const score = 0 - this.negamax(depth - reduction, 0 - beta, 1 - beta, ply + 1, !isCutNode);
        position.unmakeNull();
        this.evaluator.unmake();
        if (this.stopped) return 0;
        if (score >= beta) {
          // Mates and wins of endgame tables are not proven by passing; the cutoff is.
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

    // Step 8. The moves, most promising first.
    const prev1 = this.pieceTos[ply - 1 + BEFORE_ROOT]!;
    const prev2 = this.pieceTos[ply - 2 + BEFORE_ROOT]!;
    const prev4 = this.pieceTos[ply - 4 + BEFORE_ROOT]!;
    const picker = this.pickers[excluded === NO_MOVE ? ply : MAX_PLY + 1 + ply]!;
    picker.start(position, history, ply, tableMove, prev1, prev2, prev4);
    const hasPieces = this.hasPieces();
    const lmpCount = (tuned.lmpBase + depth * depth) >> (isImproving || staticEval >= beta ? 0 : 1);
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
        ? history.quiet(position.turn, move, pieceTo, prev1, prev2, prev4)
        : history.capture(pieceTo, position.board[to]!);
      let reduction = lateMoveReduction(depth, count);

      // Step 9. Pruning, once a move is known that does not lose by force: late quiet moves, quiet
      // moves that cannot reach alpha, and moves that lose material. Checks are treated like captures.
      // Not when alpha is a mate: only searched moves disprove a shorter one.
      if (bestScore > -DECISIVE && alpha < DECISIVE && hasPieces) {
        const lmrDepth = Math.max(0, depth - 1 - ((reduction / PLY) | 0));
        if (isQuiet && count >= lmpCount) picker.skipQuiets();
        if (isQuiet && !givesCheck(position, move)) {
          if (
            !inCheck &&
            lmrDepth <= tuned.futilityDepth &&
            staticEval + tuned.futilityBase + tuned.futilityMargin * lmrDepth <= alpha
          ) {
            picker.skipQuiets();
            continue;
          }
          if (!seeAtLeast(position, move, -tuned.seeQuietMargin * lmrDepth * lmrDepth)) continue;
        } else if (!seeAtLeast(position, move, -tuned.seeNoisyMargin * depth)) {
          continue;
        }
      }

      // Step 10. Singular extension: if all other moves fail low against a bound below the table's
      // score, the table's move is searched deeper. If they fail high even against beta, several moves
      // cut off (multi-cut). If the table expects a cutoff anyway, the move is searched shallower.
      let extension = 0;
      if (
        move === tableMove &&
        depth >= tuned.singularDepth &&
        excluded === NO_MOVE &&
        tableDepth >= depth - 3 &&
        (tableBound & LOWER) !== 0 &&
        !isDecisive(tableScore)
      ) {
        const singularBeta = tableScore - tuned.singularMargin * depth;
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
          extension = !isPv && score < singularBeta - tuned.doubleExtensionMargin ? 2 : 1;
        } else if (singularBeta >= beta) {
          return singularBeta;
        } else if (tableScore >= beta) {
          extension = -2;
        } else if (isCutNode) {
          extension = -1;
        }
        this.pvLength[ply] = 0;
      }

      this.make(move, ply);

      // Step 11. Check extension.
      if (extension === 0 && position.inCheck) extension = 1;
      // No line is extended to more than twice the depth of the iteration.
      if (extension > 0 && ply >= 2 * this.rootDepth) extension = 0;
      const newDepth = depth - 1 + extension;

      // Step 12. Late move reduction: late moves are searched shallower first, and again at full depth
      // if they raise alpha. Then principal variation search.
      let score = alpha;
      let isRefuted = false;
      if (depth >= 2 && count > (isPv ? 2 : 1) && (isQuiet || bestScore > -DECISIVE)) {
        if (isQuiet) reduction -= ((historyScore * PLY) / tuned.lmrHistory) | 0;
        else reduction = (reduction >> 1) - (((historyScore * PLY) / tuned.lmrHistory / 2) | 0);
        if (!isImproving) reduction += PLY;
        if (isCutNode) reduction += PLY;
        // Where many replies cut off already, the remaining moves will hardly do better.
        if (this.cutoffs[ply + 1]! > tuned.lmrCutoffs) reduction += PLY;
        if (wasPv) reduction -= PLY;
        if (position.inCheck) reduction -= PLY;
        const reduced = Math.max(1, Math.min(newDepth, newDepth - ((reduction / PLY) | 0)));
        if (reduced < newDepth) {
          score = 0 - this.negamax(reduced, -1 - alpha, 0 - alpha, ply + 1, true);
          isRefuted = score <= alpha;
        }
      }
      if (!isRefuted && (!isPv || count > 1)) {
        score = 0 - this.negamax(newDepth, -1 - alpha, 0 - alpha, ply + 1, !isCutNode);
      }
      if (isPv && (count === 1 || score > alpha)) {
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
          if (isPv) this.keepLine(ply, move);
          if (score >= beta) break;
        }
      }
      if (move !== bestMove && searchedEnd < searchedStart + SEARCHED_MOVES / 2)
        this.searched[searchedEnd++] = move;
    }

    // Step 13. Mate and stalemate.
    if (count === 0) {
      this.drawPly = MAX_PLY;
      if (excluded !== NO_MOVE) return alpha;
      return inCheck ? matedIn(ply) : this.drawScore(ply);
    }
    // No move is better than a loss that endgame tables have proven.
    if (bestScore > mostScore) bestScore = mostScore;
    // The repeating move may have been pruned.
    if (repetitionPly !== NOT_DRAWN && bestScore < this.drawScore(ply))
      return this.drawBy(repetitionPly, ply);

    // Step 14. Update histories: a bonus for the move that cut off, a malus for those before it. Then
    // correction history, unless a capture explains the difference to the static evaluation.
    this.drawPly = bestDrawPly;
    if (bestScore >= beta) {
      this.cutoffs[ply]!++;
      this.learnCutoff(bestMove, searchedStart, searchedEnd, depth, ply);
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
      history.updateCorrection(position, bestScore - staticEval, depth);
    }

    // Step 15. Store the result. A draw by repeating a position above this node holds on this path
    // only: then the move is stored without a score.
    if (isPathDependent || bestDrawPly < ply) {
      table.store(keyLo, keyHi, ply, bestMove, 0, 0, NO_BOUND, rawEval, wasPv);
    } else {
      table.store(keyLo, keyHi, ply, bestMove, bestScore, depth, bound, rawEval, wasPv);
    }
    return bestScore;
  }

  /**
   * Quiescence search: captures and queen promotions that do not lose material, until the position is
   * quiet; at its first ply quiet checks too; all evasions when in check.
   * https://www.chessprogramming.org/Quiescence_Search
   */
  private quiescence(alpha: number, beta: number, ply: number, isFirst: boolean): number {
    this.pvLength[ply] = 0;
    if (this.nodes >= this.nextPoll) this.poll();
    if (this.stopped) return 0;
    this.nodes++;
    if (ply > this.seldepth) this.seldepth = ply;
    this.drawPly = MAX_PLY;
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
    let tableMove = NO_MOVE;
    let tableScore = 0;
    let tableBound = NO_BOUND;
    let rawEval = NO_EVAL;
    let wasPv = false;
    const isKnown = table.probe(keyLo, keyHi, ply);
    if (isKnown) {
      tableScore = table.score;
      tableBound =
        isPathDependent || this.isBeyondFiftyMoves(tableScore, ply) ? NO_BOUND : table.bound;
      rawEval = table.evaluation;
      wasPv = table.wasPv;
      if (
        !isPv &&
        (tableBound & (tableScore >= beta ? LOWER : UPPER)) !== 0 &&
        (tableScore >= beta || tableScore <= alpha)
      ) {
        return tableScore;
      }
      if (table.move !== NO_MOVE && (inCheck || isNoisy(table.move))) {
        tableMove = table.move;
        if (!isLegal(position, tableMove)) tableMove = NO_MOVE;
      }
    }

    // Step 3. Stand pat: the side to move need not capture.
    let bestScore = matedIn(ply);
    let futile = -INFINITE;
    const picker = this.pickers[ply]!;
    if (inCheck) {
      rawEval = NO_EVAL;
      picker.start(position, history, ply, tableMove, NO_PIECE_TO, NO_PIECE_TO, NO_PIECE_TO);
    } else {
      if (rawEval === NO_EVAL) rawEval = this.evaluate();
      bestScore = this.corrected(rawEval);
      futile = bestScore + tuned.quiescenceMargin;
      // Not on the principal variation, which would end here without its moves.
      if (!isPv && (tableBound & (tableScore > bestScore ? LOWER : UPPER)) !== 0) {
        bestScore = tableScore;
      }
      if (bestScore >= beta) {
        if (!isKnown && !isPathDependent) {
          table.store(keyLo, keyHi, ply, NO_MOVE, bestScore, 0, LOWER, rawEval);
        }
        return bestScore;
      }
      if (bestScore > alpha) alpha = bestScore;
      picker.startNoisy(position, history, tableMove, isFirst);
    }

    // Step 4. Captures that can reach alpha, and checks; or evasions. Once one evasion does not lose,
    // quiet ones are skipped.
    let bestMove = NO_MOVE;
    let bestDrawPly = MAX_PLY;
    for (let move = picker.next(); move !== NO_MOVE; move = picker.next()) {
      if (futile > -INFINITE && isNoisy(move) && ((move >> 12) & PROMOTION) === 0) {
        const victim = position.board[(move >> 6) & 63]!;
        const best = futile + SEE_VALUES[victim === NO_PIECE ? PAWN : victim >> 1]!;
        if (best <= alpha && !givesCheck(position, move)) {
          if (best > bestScore) bestScore = best;
          continue;
        }
      }
      this.make(move, ply);
      const score = 0 - this.quiescence(0 - beta, 0 - alpha, ply + 1, false);
      this.unmake(move);
      if (this.stopped) return 0;
      if (score > bestScore) {
        bestScore = score;
        bestDrawPly = this.drawPly;
        if (score > alpha) {
          alpha = score;
          bestMove = move;
          if (isPv) this.keepLine(ply, move);
          if (score >= beta) break;
        }
      }
      if (inCheck && bestScore > -DECISIVE) picker.skipQuiets();
    }

    // Step 5. Store the result, as above.
    this.drawPly = bestDrawPly;
    if (!isPathDependent && bestDrawPly >= ply) {
      const bound = bestScore >= beta ? LOWER : UPPER;
      table.store(keyLo, keyHi, ply, bestMove, bestScore, 0, bound, rawEval, wasPv);
    }
    return bestScore;
  }

  /** Whether a mate or an endgame table's win would come after the fifty-move limit. */
  private isBeyondFiftyMoves(score: number, ply: number): boolean {
    if (!isDecisive(score)) return false;
    const plies = (isMateScore(score) ? MATE : TABLE_WIN) - Math.abs(score) - ply;
    return this.position.halfmoves + plies > FIFTY_MOVES;
  }

  /** Whether endgame tables are probed at this depth, after a capture or pawn move. */
  private isInTables(depth: number): boolean {
    const men = countMen(this.position);
    if (men > this.tableMen || this.position.rights !== 0) return false;
    return men < this.tableMen || depth >= this.probeDepth;
  }

  /** The score of an outcome of endgame tables. A cursed win is better than other draws. */
  private outcomeScore(wdl: number, ply: number): number {
    const least = this.withFiftyMoves ? CURSED_WIN : DRAW;
    if (wdl > least) return TABLE_WIN - ply;
    if (wdl < -least) return ply - TABLE_WIN;
    return this.drawScore(ply) + wdl;
  }

  /** Whether the side to move has more than king and pawns. */
  private hasPieces(): boolean {
    const { bitboards, turn } = this.position;
    const us = turn * 2;
    const lo = bitboards[ALL + us]! ^ bitboards[PAWNS + us]! ^ bitboards[KINGS + us]!;
    const hi = bitboards[ALL + us + 1]! ^ bitboards[PAWNS + us + 1]! ^ bitboards[KINGS + us + 1]!;
    return (lo | hi) !== 0;
  }

  /** Updates histories: `best` cut this node off, the moves in `searched` did not. */
  private learnCutoff(
    best: Move,
    searchedStart: number,
    searchedEnd: number,
    depth: number,
    ply: number,
  ): void {
    const { history, searched } = this;
    const { board, turn } = this.position;
    const prev1 = this.pieceTos[ply - 1 + BEFORE_ROOT]!;
    const prev2 = this.pieceTos[ply - 2 + BEFORE_ROOT]!;
    const prev4 = this.pieceTos[ply - 4 + BEFORE_ROOT]!;
    const bonus = Math.min(depth * tuned.historyBonusMargin, tuned.historyBonusMax);
    const isQuiet = !isNoisy(best);
    const to = (best >> 6) & 63;
    const pieceTo = board[best & 63]! * 64 + to;
    if (isQuiet) {
      history.addKiller(ply, best);
      history.updateQuiet(turn, best, pieceTo, prev1, prev2, prev4, bonus);
    } else {
      history.updateCapture(pieceTo, board[to]!, bonus);
    }
    for (let i = searchedStart; i < searchedEnd; i++) {
      const move = searched[i]!;
      const target = (move >> 6) & 63;
      const loser = board[move & 63]! * 64 + target;
      if (isNoisy(move)) history.updateCapture(loser, board[target]!, -bonus);
      else if (isQuiet) history.updateQuiet(turn, move, loser, prev1, prev2, prev4, -bonus);
    }
  }
}
