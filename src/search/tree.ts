/**
 * The tree below the root: negamax alpha-beta with a principal variation window, and quiescence at
 * the leaves. https://www.chessprogramming.org/Principal_Variation_Search
 *
 * A node goes through numbered steps, in the order in which they happen; each says in a sentence
 * why it is sound, or why it pays. The numbers they use are in parameters.ts.
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
import { History, NO_MOVED } from './history.ts';
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
import { misjudge } from './strength.ts';
import { EXACT, LOWER, NO_BOUND, NO_EVAL, type TranspositionTable, UPPER } from './table.ts';
import { validateNode } from './validate.ts';

/** Plies before the root that the stack has room for, so that looking back needs no test. */
const BEFORE_ROOT = 4;

/** Fewer plies than this to the fifty-move limit and quiescence neither believes the table nor fills it. */
const QUIESCENCE_HALFMOVES = FIFTY_MOVES - 10;

/** By so many plies what endgame tables say counts as searched deeper. */
const SURE_DEPTH = 6;

/** Moves remembered at a node as tried and not good enough; the later half for its search without
 *  the table's move. */
const TRIED = 128;

/** An advantage fades with every ply without a capture or pawn move, to half of it at the limit: who is
 *  better makes progress instead of shuffling. */
const FADE = 2 * FIFTY_MOVES;

/** One ply, in the units of {@link lateMoveReduction}. */
export const PLY = 1024;

const reductions = new Int32Array(64 * 64);

/** Fills the table of late move reductions; again after its parameters have changed. */
export function tabulateReductions(): void {
  for (let depth = 1; depth < 64; depth++) {
    for (let count = 1; count < 64; count++) {
      reductions[depth * 64 + count] =
        tuned.lmrBase + (Math.log(depth) * Math.log(count) * PLY * 1000) / tuned.lmrDivisor;
    }
  }
}
tabulateReductions();

/** By how much a move that comes so late is reduced, in 1024ths of a ply. */
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
  /** What a draw is worth to the side to move at the root, centipawns, negated. */
  contempt: number;
  /** The largest error of the evaluation (strength.ts), and what it depends on beside the position. */
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
  /** How often endgame tables had an answer. */
  tableHits = 0;
  /** Set by {@link poll}: every result from then on is worthless. */
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
   * The ply, from the root, of the earliest position on the path that the score just returned
   * rests on, because the score is a draw by repeating that position. Any ply not above the node
   * that returns means that the score is no such draw. Only the best move is followed: another that
   * merely draws on this path may be better on others.
   */
  private restsOn = 0;
  /** Passing is not tried before this ply, while a cutoff by passing is being verified. */
  private nullMoveFrom = 0;

  // A node's picker, and another for the search that leaves out its table move.
  private readonly pickers = Array.from({ length: 2 * (MAX_PLY + 1) }, () => new MovePicker());
  /** The move left out of the search at each ply. */
  private readonly excluded = new Int32Array(MAX_PLY + 1);
  /** How many nodes at each ply were cut off since the node two plies before began. */
  private readonly cutoffs = new Int32Array(MAX_PLY + 3);
  /** Whether the node at each ply is or was on a principal variation. */
  private readonly wasPv = new Uint8Array(MAX_PLY + 1);
  private readonly evals = new Int32Array(MAX_PLY + 1 + BEFORE_ROOT).fill(NO_EVAL);
  /** The move made at each ply as `piece * 64 + to`, index `ply + BEFORE_ROOT`. */
  private readonly moved = new Int32Array(MAX_PLY + 1 + BEFORE_ROOT).fill(NO_MOVED);
  /** Quiet moves and captures that did not cut off, a row of them a ply. */
  private readonly tried = new Int32Array((MAX_PLY + 1) * TRIED);
  // Triangular: the line from each ply on, row `ply`.
  private readonly pv = new Int32Array((MAX_PLY + 1) * (MAX_PLY + 1));
  private readonly pvLength = new Int32Array(MAX_PLY + 2);

  private readonly table: TranspositionTable;
  private readonly evaluator: Evaluator;
  private readonly poll: () => void;

  /** `poll` is called every so many nodes; it sets {@link stopped} and {@link nextPoll}. */
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

  /** Endgame tables are not asked in this search. */
  withoutTables(): void {
    this.tableMen = 0;
  }

  /** Begins an iteration. */
  beginIteration(depth: number): void {
    this.rootDepth = depth;
    this.cutoffs[2] = 0;
  }

  /** Plays a move at so many plies from the root. */
  make(move: Move, ply: number): void {
    const { position } = this;
    this.moved[ply + BEFORE_ROOT] = position.board[move & 63]! * 64 + ((move >> 6) & 63);
    this.evaluator.make(position, move);
    position.make(move);
  }

  unmake(move: Move): void {
    this.evaluator.unmake();
    this.position.unmake(move);
  }

  /** Throws an Error if what is kept up to date is not what it should be; slow. */
  validate(): void {
    validateNode(this.position, this.evaluator);
  }

  /** The line found last from this ply on. */
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

  /** Both sides think the same of a draw: what one expects above it the other expects below. */
  drawScore(ply: number): number {
    return (ply & 1) === 0 ? 0 - this.contempt : this.contempt;
  }

  /** The score of a draw that rests on the position at `drawnBy`, a ply of the position's stack. */
  private drawBy(drawnBy: number, ply: number): number {
    this.restsOn = drawnBy - this.rootPly;
    return this.drawScore(ply);
  }

  /** Centipawns from the side to move, with the error of a weaker level. */
  private evaluate(): number {
    const score = this.evaluator.evaluate(this.position);
    if (this.error === 0) return score;
    const { keyLo, keyHi } = this.position;
    return score + misjudge(keyLo ^ this.seed, keyHi, this.error);
  }

  /** The static evaluation as experience corrects it, never so high or low as what is certain. */
  private corrected(raw: number): number {
    const { position } = this;
    const correction = this.history.correction(position);
    const settled = raw + (((correction * tuned.correctionWeight) / 100) | 0);
    const score = ((settled * (FADE - position.halfmoves)) / FADE) | 0;
    return Math.max(1 - DECISIVE, Math.min(DECISIVE - 1, score));
  }

  /**
   * The score of the position for the side to move, within the window or a bound on it. `isCutNode`
   * is what one expects of a node whose parent is searched with a null window: that it fails high.
   */
  negamax(depth: number, alpha: number, beta: number, ply: number, isCutNode: boolean): number {
    if (depth <= 0) return this.quiescence(alpha, beta, ply, true);
    this.pvLength[ply] = 0;
    if (this.nodes >= this.nextPoll) this.poll();
    if (this.stopped) return 0;
    this.nodes++;
    if (ply > this.seldepth) this.seldepth = ply;
    this.restsOn = MAX_PLY;
    const { position, history, table } = this;

    // Step 1. Draws, before anything is believed that was learnt on another path.
    const drawnBy = findSearchDraw(position, this.rootPly);
    if (drawnBy !== NOT_DRAWN) return this.drawBy(drawnBy, ply);
    if (ply >= MAX_PLY) return position.inCheck ? 0 : this.evaluate();

    // Step 2. Upcoming repetition: whoever can go back has at least a draw.
    const isPv = beta - alpha > 1;
    let repeats = NOT_DRAWN;
    if (alpha < this.drawScore(ply)) {
      repeats = findUpcomingRepetition(position, this.rootPly);
      if (repeats !== NOT_DRAWN) {
        alpha = this.drawScore(ply);
        if (alpha >= beta) return this.drawBy(repeats, ply);
      }
    }

    // Step 3. Mate distance: no line from here can beat a mate that is nearer to the root.
    alpha = Math.max(alpha, matedIn(ply));
    beta = Math.min(beta, -matedIn(ply + 1));
    if (alpha >= beta) return alpha;

    // Step 4. Transposition table. Where the fifty-move limit lies within the horizon a score
    // belongs to this path alone: neither believe the table's nor let it remember ours.
    const excluded = this.excluded[ply]!;
    const { keyLo, keyHi } = position;
    const isPathBound = position.halfmoves + depth >= FIFTY_MOVES;
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
      tableBound = isPathBound || this.isTooLate(tableScore, ply) ? NO_BOUND : table.bound;
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

    // Endgame tables, after captures and pawn moves: with the fifty-move counter at 0 their outcomes
    // hold. A principal variation goes on, with the outcome as a bound, so that it shows how to win.
    let bestScore = -INFINITE;
    let mostScore = INFINITE;
    if (
      this.tableMen > 0 &&
      position.halfmoves === 0 &&
      excluded === NO_MOVE &&
      this.isInTables(depth)
    ) {
      const wdl = this.tables!.probeWdl(position);
      // Files may have been read.
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

    // Step 5. Static evaluation: the table's or our own, corrected by experience; a score of the
    // table is a better estimate yet.
    const inCheck = position.inCheck;
    let staticEval = NO_EVAL;
    let estimate = NO_EVAL;
    let isImproving = false;
    if (inCheck) {
      rawEval = NO_EVAL;
    } else if (excluded !== NO_MOVE) {
      staticEval = this.evals[ply + BEFORE_ROOT]!;
    } else {
      if (rawEval === NO_EVAL) {
        rawEval = this.evaluate();
        // Worth keeping even if this node is cut off before it has a score.
        table.store(keyLo, keyHi, ply, NO_MOVE, 0, 0, NO_BOUND, rawEval, wasPv);
      }
      staticEval = this.corrected(rawEval);
      estimate = staticEval;
      if ((tableBound & (tableScore > staticEval ? LOWER : UPPER)) !== 0) estimate = tableScore;
      isImproving = isBetterThanBefore(staticEval, this.evals, ply + BEFORE_ROOT);
    }
    this.evals[ply + BEFORE_ROOT] = staticEval;
    history.forgetKillers(ply + 1);
    this.cutoffs[ply + 2] = 0;

    if (!isPv && !inCheck && excluded === NO_MOVE) {
      // Step 6. Reverse futility: so far above beta no quiet answer brings us below it.
      if (
        depth <= tuned.reverseFutilityDepth &&
        estimate < DECISIVE &&
        beta > -DECISIVE &&
        estimate - tuned.reverseFutilityMargin * (depth - (isImproving ? 1 : 0)) >= beta
      ) {
        return ((estimate + beta) / 2) | 0;
      }

      // Step 7. Null move: if passing still fails high, a real move will too. Not with pawns alone,
      // where having to move may be what loses; where that looms or much is at stake, a search
      // without passing has to agree.
      if (
        depth >= tuned.nullMoveDepth &&
        estimate >= beta &&
        staticEval >= beta - 20 * depth &&
        beta > -DECISIVE &&
        ply >= this.nullMoveFrom &&
        this.moved[ply - 1 + BEFORE_ROOT] !== NO_MOVED &&
        this.hasPieces()
      ) {
        const reduction =
          tuned.nullMoveBase +
          ((depth / tuned.nullMoveDivisor) | 0) +
          Math.min(3, ((estimate - beta) / tuned.nullMoveEval) | 0);
        this.moved[ply + BEFORE_ROOT] = NO_MOVED;
        this.evaluator.makeNull();
        position.makeNull();
        const score = 0 - this.negamax(depth - reduction, 0 - beta, 1 - beta, ply + 1, !isCutNode);
        position.unmakeNull();
        this.evaluator.unmake();
        if (this.stopped) return 0;
        if (score >= beta) {
          // A mate found by passing is no mate, nor a table's win one, but a cutoff all the same.
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

    // Step 8. The moves, best first.
    const one = this.moved[ply - 1 + BEFORE_ROOT]!;
    const two = this.moved[ply - 2 + BEFORE_ROOT]!;
    const four = this.moved[ply - 4 + BEFORE_ROOT]!;
    const picker = this.pickers[excluded === NO_MOVE ? ply : MAX_PLY + 1 + ply]!;
    picker.start(position, history, ply, tableMove, one, two, four);
    const hasPieces = this.hasPieces();
    const lmpCount = (tuned.lmpBase + depth * depth) >> (isImproving || staticEval >= beta ? 0 : 1);
    const firstTried = ply * TRIED + (excluded === NO_MOVE ? 0 : TRIED / 2);
    let triedEnd = firstTried;
    let count = 0;
    let bestMove = NO_MOVE;
    let bestRestsOn = MAX_PLY;
    const oldAlpha = alpha;
    for (let move = picker.next(); move !== NO_MOVE; move = picker.next()) {
      if (move === excluded) continue;
      count++;
      const isQuiet = !isNoisy(move);
      const to = (move >> 6) & 63;
      const moved = position.board[move & 63]! * 64 + to;
      const worth = isQuiet
        ? history.quiet(position.turn, move, moved, one, two, four)
        : history.capture(moved, position.board[to]!);
      let reduction = lateMoveReduction(depth, count);

      // Step 9. Pruning, once something is known that does not lose by force: late quiet moves,
      // those that cannot reach alpha, and moves that lose material; checks are forcing, so they are
      // treated like captures. Not while a shorter mate is looked for: only moves that have been
      // searched disprove it.
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

      // Step 10. Singular extension: if all other moves fail well below the table's score, this one
      // is the only one and is searched deeper. If even without it the node fails high, more than
      // one move does, and the node is cut; if the table promised a cutoff that way, it is searched
      // shallower.
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

      // Step 11. Check extension: forced lines are followed to their end, perpetual checks above all.
      if (extension === 0 && position.inCheck) extension = 1;
      // The tree must stay finite: no line is extended to more than twice its depth.
      if (extension > 0 && ply >= 2 * this.rootDepth) extension = 0;
      const newDepth = depth - 1 + extension;

      // Step 12. Late move reduction: moves that come late are searched shallower, and again if they
      // surprise. Then the principal variation window.
      let score = alpha;
      let isResolved = false;
      if (depth >= 2 && count > (isPv ? 2 : 1) && (isQuiet || bestScore > -DECISIVE)) {
        if (isQuiet) reduction -= ((worth * PLY) / tuned.lmrHistory) | 0;
        else reduction = (reduction >> 1) - (((worth * PLY) / tuned.lmrHistory / 2) | 0);
        if (!isImproving) reduction += PLY;
        if (isCutNode) reduction += PLY;
        // Where one answer after another refutes us, the moves that are left will hardly do better.
        if (this.cutoffs[ply + 1]! > tuned.lmrCutoffs) reduction += PLY;
        if (wasPv) reduction -= PLY;
        if (position.inCheck) reduction -= PLY;
        const reduced = Math.max(1, Math.min(newDepth, newDepth - ((reduction / PLY) | 0)));
        if (reduced < newDepth) {
          score = 0 - this.negamax(reduced, -1 - alpha, 0 - alpha, ply + 1, true);
          isResolved = score <= alpha;
        }
      }
      if (!isResolved && (!isPv || count > 1)) {
        score = 0 - this.negamax(newDepth, -1 - alpha, 0 - alpha, ply + 1, !isCutNode);
      }
      if (isPv && (count === 1 || score > alpha)) {
        score = 0 - this.negamax(newDepth, 0 - beta, 0 - alpha, ply + 1, false);
      }
      this.unmake(move);
      if (this.stopped) return 0;

      if (score > bestScore) {
        bestScore = score;
        bestRestsOn = this.restsOn;
        if (score > alpha) {
          alpha = score;
          bestMove = move;
          if (isPv) this.keepLine(ply, move);
          if (score >= beta) break;
        }
      }
      if (move !== bestMove && triedEnd < firstTried + TRIED / 2) this.tried[triedEnd++] = move;
    }

    // Step 13. Mate and stalemate.
    if (count === 0) {
      this.restsOn = MAX_PLY;
      if (excluded !== NO_MOVE) return alpha;
      return inCheck ? matedIn(ply) : this.drawScore(ply);
    }
    // Where tables know a loss no move is better, whatever the search makes of it.
    if (bestScore > mostScore) bestScore = mostScore;
    // The move that repeats may have been pruned.
    if (repeats !== NOT_DRAWN && bestScore < this.drawScore(ply)) return this.drawBy(repeats, ply);

    // Step 14. Learn: what cut off did well, what was tried before it did not; and how far the static
    // evaluation was off, where no capture explains it.
    this.restsOn = bestRestsOn;
    if (bestScore >= beta) {
      this.cutoffs[ply]!++;
      this.learnCutoff(bestMove, firstTried, triedEnd, depth, ply);
    }
    if (excluded !== NO_MOVE) return bestScore;
    const bound = bestScore >= beta ? LOWER : alpha > oldAlpha ? EXACT : UPPER;
    if (
      !inCheck &&
      bestRestsOn >= ply &&
      (bestMove === NO_MOVE || !isNoisy(bestMove)) &&
      !(bound === LOWER && bestScore <= staticEval) &&
      !(bound === UPPER && bestScore >= staticEval) &&
      !isDecisive(bestScore)
    ) {
      history.updateCorrection(position, bestScore - staticEval, depth);
    }

    // Step 15. Remember the score, unless it is a draw by repeating a position above this node:
    // on another path it would be none. The move is good to know all the same.
    if (isPathBound || bestRestsOn < ply) {
      table.store(keyLo, keyHi, ply, bestMove, 0, 0, NO_BOUND, rawEval, wasPv);
    } else {
      table.store(keyLo, keyHi, ply, bestMove, bestScore, depth, bound, rawEval, wasPv);
    }
    return bestScore;
  }

  /**
   * Captures and queen promotions that lose nothing, until the position is quiet; at its first ply also
   * quiet checks, without which the search after a null move sees no mate; evasions when in check.
   */
  private quiescence(alpha: number, beta: number, ply: number, isFirst: boolean): number {
    this.pvLength[ply] = 0;
    if (this.nodes >= this.nextPoll) this.poll();
    if (this.stopped) return 0;
    this.nodes++;
    if (ply > this.seldepth) this.seldepth = ply;
    this.restsOn = MAX_PLY;
    const { position, history, table } = this;

    // Step 1. Draws.
    const drawnBy = findSearchDraw(position, this.rootPly);
    if (drawnBy !== NOT_DRAWN) return this.drawBy(drawnBy, ply);
    const inCheck = position.inCheck;
    if (ply >= MAX_PLY) return inCheck ? 0 : this.evaluate();

    // Stalemate, where it is likely, and on the principal variation, which must not run past it.
    const isPv = beta - alpha > 1;
    if (!inCheck && (isPv || !this.hasPieces()) && !hasLegalMove(position)) {
      return this.drawScore(ply);
    }

    // Step 2. Transposition table, except near the fifty-move limit, which a few evasions may reach.
    const { keyLo, keyHi } = position;
    const isPathBound = position.halfmoves >= QUIESCENCE_HALFMOVES;
    let tableMove = NO_MOVE;
    let tableScore = 0;
    let tableBound = NO_BOUND;
    let rawEval = NO_EVAL;
    let wasPv = false;
    const isKnown = table.probe(keyLo, keyHi, ply);
    if (isKnown) {
      tableScore = table.score;
      tableBound = isPathBound || this.isTooLate(tableScore, ply) ? NO_BOUND : table.bound;
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

    // Step 3. Standing pat: nobody has to capture.
    let bestScore = matedIn(ply);
    let futile = -INFINITE;
    const picker = this.pickers[ply]!;
    if (inCheck) {
      rawEval = NO_EVAL;
      picker.start(position, history, ply, tableMove, NO_MOVED, NO_MOVED, NO_MOVED);
    } else {
      if (rawEval === NO_EVAL) rawEval = this.evaluate();
      bestScore = this.corrected(rawEval);
      futile = bestScore + tuned.quiescenceMargin;
      // Not on the principal variation, whose moves are to be seen.
      if (!isPv && (tableBound & (tableScore > bestScore ? LOWER : UPPER)) !== 0) {
        bestScore = tableScore;
      }
      if (bestScore >= beta) {
        if (!isKnown && !isPathBound) {
          table.store(keyLo, keyHi, ply, NO_MOVE, bestScore, 0, LOWER, rawEval);
        }
        return bestScore;
      }
      if (bestScore > alpha) alpha = bestScore;
      picker.startNoisy(position, history, tableMove, isFirst);
    }

    // Step 4. Captures that can matter and checks, or evasions: one that does not lose is enough of the quiet ones.
    let bestMove = NO_MOVE;
    let bestRestsOn = MAX_PLY;
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
        bestRestsOn = this.restsOn;
        if (score > alpha) {
          alpha = score;
          bestMove = move;
          if (isPv) this.keepLine(ply, move);
          if (score >= beta) break;
        }
      }
      if (inCheck && bestScore > -DECISIVE) picker.skipQuiets();
    }

    // Step 5. Remember, as in the tree above.
    this.restsOn = bestRestsOn;
    if (!isPathBound && bestRestsOn >= ply) {
      const bound = bestScore >= beta ? LOWER : UPPER;
      table.store(keyLo, keyHi, ply, bestMove, bestScore, 0, bound, rawEval, wasPv);
    }
    return bestScore;
  }

  /** Whether a mate, or a table's win, that is promised at this ply is beyond the fifty-move limit. */
  private isTooLate(score: number, ply: number): boolean {
    if (!isDecisive(score)) return false;
    const plies = (isMateScore(score) ? MATE : TABLE_WIN) - Math.abs(score) - ply;
    return this.position.halfmoves + plies > FIFTY_MOVES;
  }

  /** Whether endgame tables are to be asked of the position, after a capture or pawn move. */
  private isInTables(depth: number): boolean {
    const men = countMen(this.position);
    if (men > this.tableMen || this.position.rights !== 0) return false;
    return men < this.tableMen || depth >= this.probeDepth;
  }

  /** The score at this ply of an outcome in tables. A cursed win is better than other draws. */
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

  /** `best` refuted this node, the moves in `tried` did not. */
  private learnCutoff(
    best: Move,
    firstTried: number,
    triedEnd: number,
    depth: number,
    ply: number,
  ): void {
    const { history, tried } = this;
    const { board, turn } = this.position;
    const one = this.moved[ply - 1 + BEFORE_ROOT]!;
    const two = this.moved[ply - 2 + BEFORE_ROOT]!;
    const four = this.moved[ply - 4 + BEFORE_ROOT]!;
    const bonus = Math.min(depth * tuned.historyBonusMargin, tuned.historyBonusMax);
    const isQuiet = !isNoisy(best);
    const to = (best >> 6) & 63;
    const moved = board[best & 63]! * 64 + to;
    if (isQuiet) {
      history.addKiller(ply, best);
      history.updateQuiet(turn, best, moved, one, two, four, bonus);
    } else {
      history.updateCapture(moved, board[to]!, bonus);
    }
    for (let i = firstTried; i < triedEnd; i++) {
      const move = tried[i]!;
      const target = (move >> 6) & 63;
      const loser = board[move & 63]! * 64 + target;
      if (isNoisy(move)) history.updateCapture(loser, board[target]!, -bonus);
      else if (isQuiet) history.updateQuiet(turn, move, loser, one, two, four, -bonus);
    }
  }
}
