/**
 * What the nodes of a search share: the position with its evaluator, the table, the histories, and a
 * row for each ply of what is known there. With it what any node does: make a move, evaluate, score a
 * draw, keep the principal variation, learn from a cutoff.
 *
 * Quiescence (quiescence.ts) and the tree above it (tree.ts) are added in two classes below this one.
 */
import { ALL, KINGS, PAWNS } from '../chess/board/layout.ts';
import type { Position } from '../chess/board/position.ts';
import { isNoisy, type Move, NO_MOVE } from '../chess/board/types.ts';
import { FIFTY_MOVES } from '../chess/game/draws.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { CURSED_WIN, countPieces, DRAW, type Tablebases } from '../syzygy/tablebases.ts';
import { IS_DEBUG_BUILD } from '../version.ts';
import { evalNoise } from './evalNoise.ts';
import { History, NO_PIECE_TO, pawnRow } from './history.ts';
import { MovePicker } from './movePicker.ts';
import { tuned } from './parameters.ts';
import { DECISIVE, isDecisive, isMateScore, MATE, MAX_PLY, TB_WIN } from './score.ts';
import { NO_BOUND, NO_EVAL, type TranspositionTable } from './transpositionTable.ts';
import { validateEvaluation, validateNode } from './validateNode.ts';

/** Entries before the root in the arrays by ply, so that looking back needs no bounds check. */
export const BEFORE_ROOT = 4;

/** Moves kept at a node that were searched and did not cut off. The second half is for the singular
 *  search of the same node. */
export const SEARCHED_MOVES = 128;

/** Evaluations shrink with every ply without a capture or pawn move, to one half at the fifty-move
 *  limit, so that the better side makes progress instead of shuffling. */
const FIFTY_MOVE_DAMPING = 2 * FIFTY_MOVES;

export interface TreeSettings {
  /** The draw score of the side to move at the root, in centipawns, negated. */
  contempt: number;
  /** The largest evaluation noise (evalNoise.ts), in centipawns, and its seed. */
  error: number;
  seed: number;
  /** Tablebases, to be asked below the root. */
  probing?: Probing | null;
}

/** Which positions tablebases are asked of, and what the answer means. */
export interface Probing {
  tables: Tablebases;
  /** Positions with more pieces are not looked up. */
  limit: number;
  /** Those with the most pieces only at this depth, or deeper. */
  depth: number;
  /** Whether wins and losses that the fifty-move rule makes draws are draws. */
  withFiftyMoves: boolean;
}

/** The history bonus of a move that was best in a search to a depth. */
export function historyBonus(depth: number): number {
  return Math.min(depth * tuned.historyBonusMargin, tuned.historyBonusMax);
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

export class SearchState {
  readonly history = new History();
  /** Nodes of this search so far. */
  nodes = 0;
  /** The deepest ply looked at. */
  seldepth = 0;
  /** Positions found in tablebases. */
  tbHits = 0;
  /** Set by {@link poll}: results returned from then on are invalid. */
  stopped = false;
  /** The node count at which {@link poll} is due. */
  nextPoll = 0;

  protected position!: Position;
  protected rootPly = 0;
  protected contempt = 0;
  protected error = 0;
  protected seed = 0;
  protected tables: Tablebases | null = null;
  /** The most pieces that tables are asked of; 0 without tables. */
  protected tbPieces = 0;
  protected probeDepth = 0;
  protected withFiftyMoves = true;
  /** The depth of the iteration; extensions are counted against it. */
  protected rootDepth = 0;
  /**
   * If the score just returned is a draw by repetition, the ply (from the root) of the repeated
   * position; otherwise MAX_PLY. A score whose `drawPly` is above the node holds on this path only and
   * must not go into the table. Follows the best move alone: other drawing moves may be better on
   * other paths.
   */
  protected drawPly = 0;
  /** No null moves before this ply, while a null move cutoff is being verified. */
  protected nullMoveFrom = 0;

  // One picker a ply, and another for the singular search of the same node.
  protected readonly pickers = Array.from({ length: 2 * (MAX_PLY + 1) }, () => new MovePicker());
  /** The move left out of the search at each ply. */
  protected readonly excluded = new Int32Array(MAX_PLY + 1);
  /** Cutoffs at each ply since the node two plies above began. */
  protected readonly cutoffs = new Int32Array(MAX_PLY + 3);
  /** Whether the node at each ply is or was on a principal variation. */
  protected readonly ttPv = new Uint8Array(MAX_PLY + 1);
  protected readonly evals = new Int32Array(MAX_PLY + 1 + BEFORE_ROOT).fill(NO_EVAL);
  /** The move made at each ply as `piece * 64 + to`, index `ply + BEFORE_ROOT`. */
  protected readonly pieceTos = new Int32Array(MAX_PLY + 1 + BEFORE_ROOT).fill(NO_PIECE_TO);
  /** The move made at each ply, index `ply + BEFORE_ROOT`; NO_MOVE for a null move. */
  protected readonly moves = new Int32Array(MAX_PLY + 1 + BEFORE_ROOT);
  /** Plies by which the move being searched at each ply is reduced, index `ply + BEFORE_ROOT`. */
  protected readonly reductions = new Int32Array(MAX_PLY + 1 + BEFORE_ROOT);
  /** Moves that were searched and did not cut off, a row for each ply. */
  protected readonly searched = new Int32Array((MAX_PLY + 1) * SEARCHED_MOVES);
  // Triangular table of principal variations: row `ply` holds the line from there.
  protected readonly pv = new Int32Array((MAX_PLY + 1) * (MAX_PLY + 1));
  protected readonly pvLength = new Int32Array(MAX_PLY + 2);

  protected readonly table: TranspositionTable;
  protected readonly evaluator: Evaluator;
  protected readonly poll: () => void;

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
    this.tbPieces = probing === null ? 0 : Math.min(probing.tables.largest, probing.limit);
    this.probeDepth = probing?.depth ?? 0;
    this.withFiftyMoves = probing?.withFiftyMoves ?? true;
    this.nodes = 0;
    this.tbHits = 0;
    this.seldepth = 0;
    this.stopped = false;
    this.nullMoveFrom = 0;
    this.evaluator.begin(position);
    this.evals[BEFORE_ROOT] = position.inCheck ? NO_EVAL : this.corrected(this.evaluate(), 0);
  }

  /** The static evaluation of the root, also in check. */
  evaluateRoot(): number {
    const known = this.evals[BEFORE_ROOT]!;
    return known === NO_EVAL ? this.corrected(this.evaluate(), 0) : known;
  }

  /** Turns probing of tablebases off for this search. */
  withoutTablebases(): void {
    this.tbPieces = 0;
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
    this.moves[ply + BEFORE_ROOT] = move;
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

  /** Begins a node: counts it and polls when due. False if the search has been stopped. */
  protected enter(ply: number): boolean {
    this.pvLength[ply] = 0;
    if (this.nodes >= this.nextPoll) this.poll();
    if (this.stopped) return false;
    this.nodes++;
    if (ply > this.seldepth) this.seldepth = ply;
    this.drawPly = MAX_PLY;
    return true;
  }

  /** The principal variation from this ply on. */
  line(ply: number): Int32Array {
    const row = ply * (MAX_PLY + 1);
    return this.pv.subarray(row, row + this.pvLength[ply]!);
  }

  protected updatePv(ply: number, move: Move): void {
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
  protected drawBy(repeatedPly: number, ply: number): number {
    this.drawPly = repeatedPly - this.rootPly;
    return this.drawScore(ply);
  }

  /** The raw evaluation, with noise when the strength is limited. */
  protected evaluate(): number {
    const score = this.evaluator.evaluate(this.position);
    if (IS_DEBUG_BUILD) validateEvaluation(this.position, this.evaluator, score);
    if (this.error === 0) return score;
    const { keyLo, keyHi } = this.position;
    return score + evalNoise(keyLo ^ this.seed, keyHi, this.error);
  }

  /** The static evaluation with correction history, kept below mates and wins of tablebases. */
  protected corrected(raw: number, ply: number): number {
    const { position, pieceTos } = this;
    const correction = this.history.correction(
      position,
      pieceTos[ply - 1 + BEFORE_ROOT]!,
      pieceTos[ply - 2 + BEFORE_ROOT]!,
    );
    const raised = raw + (((correction * tuned.correctionWeight) / 100) | 0);
    const score = ((raised * (FIFTY_MOVE_DAMPING - position.halfmoves)) / FIFTY_MOVE_DAMPING) | 0;
    return Math.max(1 - DECISIVE, Math.min(DECISIVE - 1, score));
  }

  /**
   * The bound that the entry just found in the table sets, or NO_BOUND if its score does not hold here:
   * near the fifty-move limit scores depend on the path.
   */
  protected boundFromTt(ply: number, isPathDependent: boolean): number {
    const { table } = this;
    return isPathDependent || this.isBeyondFiftyMoves(table.score, ply) ? NO_BOUND : table.bound;
  }

  /** Whether a mate or an tablebase's win would come after the fifty-move limit. */
  protected isBeyondFiftyMoves(score: number, ply: number): boolean {
    if (!isDecisive(score)) return false;
    const plies = (isMateScore(score) ? MATE : TB_WIN) - Math.abs(score) - ply;
    return this.position.halfmoves + plies > FIFTY_MOVES;
  }

  /** Whether tablebases are probed at this depth, after a capture or pawn move. */
  protected isInTablebases(depth: number): boolean {
    const pieces = countPieces(this.position);
    if (pieces > this.tbPieces || this.position.rights !== 0) return false;
    return pieces < this.tbPieces || depth >= this.probeDepth;
  }

  /** The score of an outcome of tablebases. A cursed win is better than other draws. */
  protected outcomeScore(wdl: number, ply: number): number {
    const least = this.withFiftyMoves ? CURSED_WIN : DRAW;
    if (wdl > least) return TB_WIN - ply;
    if (wdl < -least) return ply - TB_WIN;
    return this.drawScore(ply) + wdl;
  }

  /** Whether the side to move has more than king and pawns. */
  protected hasPieces(): boolean {
    const { bitboards, turn } = this.position;
    const us = turn * 2;
    const lo = bitboards[ALL + us]! ^ bitboards[PAWNS + us]! ^ bitboards[KINGS + us]!;
    const hi = bitboards[ALL + us + 1]! ^ bitboards[PAWNS + us + 1]! ^ bitboards[KINGS + us + 1]!;
    return (lo | hi) !== 0;
  }

  /** A bonus for a quiet move that is known to be good here without a search. */
  protected updateQuietHistory(move: Move, ply: number, bonus: number): void {
    const { position, pieceTos } = this;
    const pieceTo = position.board[move & 63]! * 64 + ((move >> 6) & 63);
    this.history.updateQuiet(
      position.turn,
      move,
      pieceTo,
      pawnRow(position),
      pieceTos[ply - 1 + BEFORE_ROOT]!,
      pieceTos[ply - 2 + BEFORE_ROOT]!,
      pieceTos[ply - 4 + BEFORE_ROOT]!,
      bonus,
    );
  }

  /** A bonus for the opponent's last move, if it was quiet: no reply raised alpha. */
  protected updatePriorHistory(ply: number, bonus: number): void {
    const { moves, pieceTos } = this;
    const prior = moves[ply - 1 + BEFORE_ROOT]!;
    if (prior === NO_MOVE || isNoisy(prior)) return;
    const prev1 = pieceTos[ply - 1 + BEFORE_ROOT]!;
    const prev2 = pieceTos[ply - 2 + BEFORE_ROOT]!;
    this.history.updatePrior(this.position.turn ^ 1, prior, prev1, prev2, bonus);
  }

  /** Updates histories: `best` cut this node off, the moves in `searched` did not. */
  protected updateHistories(
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
    const bonus = historyBonus(depth);
    const pawns = pawnRow(this.position);
    const isQuiet = !isNoisy(best);
    const to = (best >> 6) & 63;
    const pieceTo = board[best & 63]! * 64 + to;
    if (isQuiet) {
      history.updateQuiet(turn, best, pieceTo, pawns, prev1, prev2, prev4, bonus);
    } else {
      history.updateCapture(pieceTo, board[to]!, bonus);
    }
    const malus = ((-bonus * tuned.historyMalus) / 100) | 0;
    for (let i = searchedStart; i < searchedEnd; i++) {
      const move = searched[i]!;
      const target = (move >> 6) & 63;
      const loser = board[move & 63]! * 64 + target;
      if (isNoisy(move)) history.updateCapture(loser, board[target]!, malus);
      else if (isQuiet) history.updateQuiet(turn, move, loser, pawns, prev1, prev2, prev4, malus);
    }
  }
}
