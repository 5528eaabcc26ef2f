/**
 * What the search learns about moves, for move ordering and reductions. One update rule for all: the
 * value moves by the bonus, less the closer it is to its maximum, so that old values decay. https://www.chessprogramming.org/History_Heuristic
 *
 * - butterfly: a quiet move by its side, from and to;
 * - pawns: a quiet move by its piece and target, given the pawn structure;
 * - captures: by moving piece, target and captured type;
 * - continuations: a quiet move by its piece and target, given piece and target of the move one,
 *   two or four plies before;
 * - corrections: how far the static evaluation was off for positions with the same pawns, with the
 *   same pieces of one side, and after the same two moves. https://www.chessprogramming.org/Static_Evaluation_Correction_History
 */
import type { Position } from '../chess/board/position.ts';
import { BLACK, type Move, NO_PIECE, PAWN, WHITE } from '../chess/board/types.ts';

/** No history is larger, either way. */
export const HISTORY_MAX = 16384;

/** Moves by piece and target are numbers `piece * 64 + to`; this one is for a null move, or none. */
export const NO_PIECE_TO = 12 * 64;
const PIECE_TOS = NO_PIECE_TO + 1;

/** Slots for each side; a power of two. */
const CORRECTIONS = 16384;
/** The largest value of a slot, and units per centipawn. */
const CORRECTION_MAX = 1024;
const CORRECTION_GRAIN = 32;

/** Kinds of correction: by pawns, by the pieces of each side, and by the last two moves. */
const PAWN_KEY = 0;
const PIECES_KEY = 1;
const MOVES_KEY = 3;
const KEYS = 4;

/** Pawn structures that {@link History} tells apart; a power of two. */
const PAWN_STRUCTURES = 512;

export class History {
  private readonly butterfly = new Int16Array(2 * 4096);
  private readonly captures = new Int16Array(12 * 64 * 8);
  private readonly continuations = new Int16Array(PIECE_TOS * PIECE_TOS);
  private readonly pawns = new Int16Array(PAWN_STRUCTURES * NO_PIECE_TO);
  private readonly corrections = new Int16Array(KEYS * 2 * CORRECTIONS);

  clear(): void {
    this.butterfly.fill(0);
    this.captures.fill(0);
    this.continuations.fill(0);
    this.pawns.fill(0);
    this.corrections.fill(0);
  }

  /**
   * The history score of a quiet move. `pawns`: the position's {@link pawnRow}; `prev1`, `prev2`,
   * `prev4`: the moves so many plies before.
   */
  quiet(
    color: number,
    move: Move,
    pieceTo: number,
    pawns: number,
    prev1: number,
    prev2: number,
    prev4: number,
  ): number {
    return (
      (this.butterfly[color * 4096 + (move & 4095)]! >> 1) +
      this.pawns[pawns + pieceTo]! +
      this.continuations[prev1 * PIECE_TOS + pieceTo]! +
      this.continuations[prev2 * PIECE_TOS + pieceTo]! +
      (this.continuations[prev4 * PIECE_TOS + pieceTo]! >> 1)
    );
  }

  updateQuiet(
    color: number,
    move: Move,
    pieceTo: number,
    pawns: number,
    prev1: number,
    prev2: number,
    prev4: number,
    bonus: number,
  ): void {
    update(this.butterfly, color * 4096 + (move & 4095), bonus);
    update(this.pawns, pawns + pieceTo, bonus);
    this.updateContinuations(pieceTo, prev1, prev2, prev4, bonus);
  }

  updateContinuations(
    pieceTo: number,
    prev1: number,
    prev2: number,
    prev4: number,
    bonus: number,
  ): void {
    update(this.continuations, prev1 * PIECE_TOS + pieceTo, bonus);
    update(this.continuations, prev2 * PIECE_TOS + pieceTo, bonus);
    update(this.continuations, prev4 * PIECE_TOS + pieceTo, bonus);
  }

  /**
   * A quiet move that has been played: `prev1` is its piece and target, `prev2` the move before it.
   * Only what needs no look at the board before it is updated.
   */
  updatePrior(color: number, move: Move, prev1: number, prev2: number, bonus: number): void {
    update(this.butterfly, color * 4096 + (move & 4095), bonus);
    update(this.continuations, prev2 * PIECE_TOS + prev1, bonus);
  }

  /** The history score of a capture or promotion; `victim` is NO_PIECE for en passant and pushes. */
  capture(pieceTo: number, victim: number): number {
    return this.captures[captureIndex(pieceTo, victim)]!;
  }

  updateCapture(pieceTo: number, victim: number, bonus: number): void {
    update(this.captures, captureIndex(pieceTo, victim), bonus);
  }

  /** The correction of the static evaluation, in centipawns from the side to move. */
  correction(position: Position, prev1: number, prev2: number): number {
    const side = position.turn * KEYS;
    const { corrections } = this;
    const sum =
      corrections[slotOf(side + PAWN_KEY, position.pawnKey)]! +
      corrections[slotOf(side + PIECES_KEY, position.nonPawnKey(WHITE))]! +
      corrections[slotOf(side + PIECES_KEY + 1, position.nonPawnKey(BLACK))]! +
      corrections[slotOf(side + MOVES_KEY, movesKey(prev1, prev2))]!;
    return (sum / CORRECTION_GRAIN) | 0;
  }

  /** Call when a search to `depth` scored `error` centipawns above the corrected evaluation. */
  updateCorrection(
    position: Position,
    prev1: number,
    prev2: number,
    error: number,
    depth: number,
  ): void {
    const side = position.turn * KEYS;
    const most = CORRECTION_MAX / 4;
    const bonus = Math.max(-most, Math.min(most, ((error * depth) / 3) | 0));
    const { corrections } = this;
    update(corrections, slotOf(side + PAWN_KEY, position.pawnKey), bonus, CORRECTION_MAX);
    const white = slotOf(side + PIECES_KEY, position.nonPawnKey(WHITE));
    update(corrections, white, bonus, CORRECTION_MAX);
    const black = slotOf(side + PIECES_KEY + 1, position.nonPawnKey(BLACK));
    update(corrections, black, bonus, CORRECTION_MAX);
    const moves = slotOf(side + MOVES_KEY, movesKey(prev1, prev2));
    update(corrections, moves, bonus, CORRECTION_MAX);
  }
}

function update(table: Int16Array, index: number, bonus: number, max = HISTORY_MAX): void {
  const old = table[index]!;
  table[index] = old + bonus - (((old * Math.abs(bonus)) / max) | 0);
}

/** The slot of a kind of correction for a key. Positions whose keys collide share one. */
function slotOf(kind: number, key: number): number {
  return kind * CORRECTIONS + (key & (CORRECTIONS - 1));
}

/** A key of the last two moves. */
function movesKey(prev1: number, prev2: number): number {
  return Math.imul(prev1 * PIECE_TOS + prev2, 0x9e3779b1) >>> 16;
}

function captureIndex(pieceTo: number, victim: number): number {
  return pieceTo * 8 + (victim === NO_PIECE ? PAWN : victim >> 1);
}

/** The row of pawn history for a position's pawns. */
export function pawnRow(position: Position): number {
  return (position.pawnKey & (PAWN_STRUCTURES - 1)) * NO_PIECE_TO;
}
