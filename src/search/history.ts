/**
 * What the search learns about moves, for move ordering and reductions. One update rule for all: the
 * value moves by the bonus, less the closer it is to its maximum, so that old values decay.
 * https://www.chessprogramming.org/History_Heuristic
 *
 * - butterfly: a quiet move by its side, from and to;
 * - pawns: a quiet move by its piece and target, given the pawn structure;
 * - captures: by moving piece, target and captured type;
 * - continuations: a quiet move by its piece and target, given piece and target of the move one,
 *   two or four plies before;
 * - corrections: how far the static evaluation was off for positions with the same pawns, with the
 *   same pieces of one side, and after the same two moves.
 *   https://www.chessprogramming.org/Static_Evaluation_Correction_History
 */
import type { Position } from '../chess/board/position.ts';
import {
  BLACK,
  type Color,
  fromOf,
  isNoisy,
  type Move,
  NO_PIECE,
  PAWN,
  type Piece,
  toOf,
  typeOf,
  WHITE,
} from '../chess/board/types.ts';
import { tuned } from './parameters.ts';

/** The largest absolute history score. */
export const HISTORY_MAX = 16384;

/** The piece that moves and its target, as a number. */
export function pieceToOf(board: Int8Array, move: Move): number {
  return board[fromOf(move)]! * 64 + toOf(move);
}
/** The {@link pieceToOf} of a null move, or of no move. */
export const NO_PIECE_TO = 12 * 64;
const PIECE_TOS = NO_PIECE_TO + 1;

/** Slots of each kind of correction for each side; a power of two. */
const CORRECTIONS = 16384;

/** Kinds of correction: by pawns, by the pieces of each side, and by the last two moves. */
const BY_PAWNS = 0;
const BY_PIECES = 1;
const BY_MOVES = 3;
const KINDS = 4;

/** Pawn structures that {@link History} tells apart; a power of two. */
const PAWN_STRUCTURES = 512;

/** What the history of the quiet moves of a node depends on, the same for all of them. */
export class QuietContext {
  /** The side to move. */
  turn: Color = WHITE;
  /** The row of its pawn structure in pawn history. */
  pawns = 0;
  /** The rows of the moves one, two and four plies before in continuation history. */
  continuation1 = NO_PIECE_TO * PIECE_TOS;
  continuation2 = NO_PIECE_TO * PIECE_TOS;
  continuation4 = NO_PIECE_TO * PIECE_TOS;

  /** The moves before are given by {@link pieceToOf}. */
  set(position: Position, prev1: number, prev2: number, prev4: number): void {
    this.turn = position.turn;
    this.pawns = (position.pawnKey & (PAWN_STRUCTURES - 1)) * NO_PIECE_TO;
    this.continuation1 = prev1 * PIECE_TOS;
    this.continuation2 = prev2 * PIECE_TOS;
    this.continuation4 = prev4 * PIECE_TOS;
  }
}

/** The bonus of a move that was best in a search to a depth. */
export function historyBonus(depth: number): number {
  const bonus = depth * tuned.historyBonusPerPly;
  return Math.min(bonus, tuned.historyBonusMax);
}

export class History {
  private readonly butterfly = new Int16Array(2 * 4096);
  private readonly captures = new Int16Array(12 * 64 * 8);
  private readonly continuations = new Int16Array(PIECE_TOS * PIECE_TOS);
  private readonly pawns = new Int16Array(PAWN_STRUCTURES * NO_PIECE_TO);
  private readonly corrections = new Int16Array(KINDS * 2 * CORRECTIONS);

  clear(): void {
    this.butterfly.fill(0);
    this.captures.fill(0);
    this.continuations.fill(0);
    this.pawns.fill(0);
    this.corrections.fill(0);
  }

  /** The history score of a quiet move, by its {@link pieceToOf}. */
  quiet(context: QuietContext, move: Move, pieceTo: number): number {
    const { pawns, continuations } = this;
    return (
      (this.butterfly[butterflyIndex(context.turn, move)]! >> 1) +
      pawns[context.pawns + pieceTo]! +
      continuations[context.continuation1 + pieceTo]! +
      continuations[context.continuation2 + pieceTo]! +
      (continuations[context.continuation4 + pieceTo]! >> 1)
    );
  }

  updateQuiet(context: QuietContext, move: Move, pieceTo: number, bonus: number): void {
    update(this.butterfly, butterflyIndex(context.turn, move), bonus);
    update(this.pawns, context.pawns + pieceTo, bonus);
    this.updateContinuations(context, pieceTo, bonus);
  }

  updateContinuations(context: QuietContext, pieceTo: number, bonus: number): void {
    update(this.continuations, context.continuation1 + pieceTo, bonus);
    update(this.continuations, context.continuation2 + pieceTo, bonus);
    update(this.continuations, context.continuation4 + pieceTo, bonus);
  }

  /**
   * A quiet move that `color` has just played: `prev1` is its piece and target, `prev2` those of the
   * move before it. Its pawn structure is no longer on the board, so pawn history is left out.
   */
  updatePrior(color: Color, move: Move, prev1: number, prev2: number, bonus: number): void {
    update(this.butterfly, butterflyIndex(color, move), bonus);
    update(this.continuations, prev2 * PIECE_TOS + prev1, bonus);
  }

  /** The history score of a capture or promotion; `victim` is NO_PIECE for en passant and pushes. */
  capture(pieceTo: number, victim: Piece): number {
    return this.captures[captureIndex(pieceTo, victim)]!;
  }

  updateCapture(pieceTo: number, victim: Piece, bonus: number): void {
    update(this.captures, captureIndex(pieceTo, victim), bonus);
  }

  /**
   * Call when a move cut off a node searched to `depth`: a bonus for it, a malus for the first `count`
   * moves of `searched`, which did not cut off. A cutoff by a capture says nothing about quiet moves.
   */
  updateAfterCutoff(
    context: QuietContext,
    board: Int8Array,
    best: Move,
    searched: Int32Array,
    count: number,
    depth: number,
  ): void {
    const bonus = historyBonus(depth);
    const isQuiet = !isNoisy(best);
    const pieceTo = pieceToOf(board, best);
    if (isQuiet) this.updateQuiet(context, best, pieceTo, bonus);
    else this.updateCapture(pieceTo, board[toOf(best)]!, bonus);
    const malus = 0 - (((bonus * tuned.historyMalus) / 100) | 0);
    for (let i = 0; i < count; i++) {
      const move = searched[i]!;
      const refuted = pieceToOf(board, move);
      if (isNoisy(move)) this.updateCapture(refuted, board[toOf(move)]!, malus);
      else if (isQuiet) this.updateQuiet(context, move, refuted, malus);
    }
  }

  /** The correction of the static evaluation, in centipawns for the side to move. */
  correction(position: Position, prev1: number, prev2: number): number {
    const side = position.turn * KINDS;
    const { corrections } = this;
    const sum =
      corrections[slotOf(side + BY_PAWNS, position.pawnKey)]! +
      corrections[slotOf(side + BY_PIECES, position.nonPawnKey(WHITE))]! +
      corrections[slotOf(side + BY_PIECES + 1, position.nonPawnKey(BLACK))]! +
      corrections[slotOf(side + BY_MOVES, movesKey(prev1, prev2))]!;
    return (sum / tuned.correctionGrain) | 0;
  }

  /** Call when a search to `depth` scored `difference` centipawns above the corrected evaluation. */
  updateCorrection(
    position: Position,
    prev1: number,
    prev2: number,
    difference: number,
    depth: number,
  ): void {
    const side = position.turn * KINDS;
    const most = tuned.correctionUpdateMax;
    const wanted = ((difference * depth * tuned.correctionRate) / 100) | 0;
    const bonus = Math.max(-most, Math.min(most, wanted));
    const { corrections } = this;
    const max = tuned.correctionMax;
    update(corrections, slotOf(side + BY_PAWNS, position.pawnKey), bonus, max);
    update(corrections, slotOf(side + BY_PIECES, position.nonPawnKey(WHITE)), bonus, max);
    update(corrections, slotOf(side + BY_PIECES + 1, position.nonPawnKey(BLACK)), bonus, max);
    update(corrections, slotOf(side + BY_MOVES, movesKey(prev1, prev2)), bonus, max);
  }
}

function update(values: Int16Array, index: number, bonus: number, max = HISTORY_MAX): void {
  const old = values[index]!;
  values[index] = old + bonus - (((old * Math.abs(bonus)) / max) | 0);
}

/** The slot of a kind of correction for a key. Positions whose keys collide share one. */
function slotOf(kind: number, key: number): number {
  return kind * CORRECTIONS + (key & (CORRECTIONS - 1));
}

/** A key of the last two moves. */
function movesKey(prev1: number, prev2: number): number {
  return Math.imul(prev1 * PIECE_TOS + prev2, 0x9e3779b1) >>> 16;
}

function butterflyIndex(color: Color, move: Move): number {
  return color * 4096 + (move & 4095);
}

function captureIndex(pieceTo: number, victim: Piece): number {
  return pieceTo * 8 + (victim === NO_PIECE ? PAWN : typeOf(victim));
}
