/**
 * What the search remembers of moves that did well or badly elsewhere, one update rule for all:
 * a value moves towards the maximum by the bonus, the slower the nearer it is, so that old
 * experience fades. https://www.chessprogramming.org/History_Heuristic
 *
 * - killers: the last two quiet moves that cut off at a ply;
 * - butterfly: a quiet move by its side, from and to;
 * - captures: by moved piece, target and captured type;
 * - continuations: a quiet move by its piece and target, given piece and target of a move one, two
 *   or four plies before;
 * - corrections: how far the static evaluation was off for positions with the same pawns, and with
 *   the same pieces of one side. https://www.chessprogramming.org/Static_Evaluation_Correction_History
 */
import { BISHOPS, KINGS, KNIGHTS, QUEENS, ROOKS } from '../chess/board/layout.ts';
import type { Position } from '../chess/board/position.ts';
import { type Move, NO_PIECE, PAWN } from '../chess/board/types.ts';
import { hashPawns } from '../eval/pawns.ts';
import { MAX_PLY } from './score.ts';

/** No history is larger, either way. */
export const HISTORY_MAX = 16384;

/** A piece and where it went, `piece * 64 + to`, and one for "none": a null move, or before the root. */
export const NO_MOVED = 12 * 64;
const MOVED = NO_MOVED + 1;

/** Slots a side; a power of two. */
const CORRECTIONS = 16384;
/** The largest value of a slot, and how many of its units are a centipawn. */
const CORRECTION_MAX = 1024;
const CORRECTION_GRAIN = 32;

/** The position's keys that corrections go by. */
const PAWN_KEY = 0;
const PIECES_KEY = 1;
const KEYS = 3;

export class History {
  private readonly killers = new Int32Array((MAX_PLY + 2) * 2);
  private readonly butterfly = new Int16Array(2 * 4096);
  private readonly captures = new Int16Array(12 * 64 * 8);
  private readonly continuations = new Int16Array(MOVED * MOVED);
  private readonly corrections = new Int16Array(KEYS * 2 * CORRECTIONS);

  clear(): void {
    this.killers.fill(0);
    this.butterfly.fill(0);
    this.captures.fill(0);
    this.continuations.fill(0);
    this.corrections.fill(0);
  }

  killer(ply: number, which: 0 | 1): Move {
    return this.killers[ply * 2 + which]!;
  }

  /** A quiet move cut off. */
  addKiller(ply: number, move: Move): void {
    if (this.killers[ply * 2] === move) return;
    this.killers[ply * 2 + 1] = this.killers[ply * 2]!;
    this.killers[ply * 2] = move;
  }

  /** Killers of another branch of the tree say little. */
  forgetKillers(ply: number): void {
    this.killers[ply * 2] = 0;
    this.killers[ply * 2 + 1] = 0;
  }

  /** What is known of a quiet move: `moved` by itself, `one`, `two` and `four` of plies before. */
  quiet(color: number, move: Move, moved: number, one: number, two: number, four: number): number {
    return (
      this.butterfly[color * 4096 + (move & 4095)]! +
      this.continuations[one * MOVED + moved]! +
      this.continuations[two * MOVED + moved]! +
      (this.continuations[four * MOVED + moved]! >> 1)
    );
  }

  updateQuiet(
    color: number,
    move: Move,
    moved: number,
    one: number,
    two: number,
    four: number,
    bonus: number,
  ): void {
    update(this.butterfly, color * 4096 + (move & 4095), bonus);
    update(this.continuations, one * MOVED + moved, bonus);
    update(this.continuations, two * MOVED + moved, bonus);
    update(this.continuations, four * MOVED + moved, bonus);
  }

  /** What is known of a capture or promotion; en passant takes a pawn, a promotion may take none. */
  capture(moved: number, victim: number): number {
    return this.captures[captureIndex(moved, victim)]!;
  }

  updateCapture(moved: number, victim: number, bonus: number): void {
    update(this.captures, captureIndex(moved, victim), bonus);
  }

  /** Centipawns to add to the static evaluation, from the side to move. */
  correction(position: Position): number {
    const side = position.turn * KEYS;
    const { corrections } = this;
    const sum =
      corrections[(side + PAWN_KEY) * CORRECTIONS + pawnSlot(position)]! +
      corrections[(side + PIECES_KEY) * CORRECTIONS + pieceSlot(position, 0)]! +
      corrections[(side + PIECES_KEY + 1) * CORRECTIONS + pieceSlot(position, 2)]!;
    return (sum / CORRECTION_GRAIN) | 0;
  }

  /** A search of so many plies found that the corrected evaluation was `error` centipawns too low. */
  updateCorrection(position: Position, error: number, depth: number): void {
    const side = position.turn * KEYS;
    const most = CORRECTION_MAX / 4;
    const bonus = Math.max(-most, Math.min(most, (error * depth) >> 3));
    const { corrections } = this;
    update(
      corrections,
      (side + PAWN_KEY) * CORRECTIONS + pawnSlot(position),
      bonus,
      CORRECTION_MAX,
    );
    const pieces = side + PIECES_KEY;
    update(corrections, pieces * CORRECTIONS + pieceSlot(position, 0), bonus, CORRECTION_MAX);
    update(corrections, (pieces + 1) * CORRECTIONS + pieceSlot(position, 2), bonus, CORRECTION_MAX);
  }
}

function update(table: Int16Array, index: number, bonus: number, max = HISTORY_MAX): void {
  const old = table[index]!;
  table[index] = old + bonus - (((old * Math.abs(bonus)) / max) | 0);
}

function captureIndex(moved: number, victim: number): number {
  return moved * 8 + (victim === NO_PIECE ? PAWN : victim >> 1);
}

// Slots need not be exact, so they are mixed from the bitboards when asked for, and make and unmake
// have nothing to keep up to date.

function pawnSlot(position: Position): number {
  return (Math.imul(hashPawns(position), 0x85ebca6b) >>> 16) & (CORRECTIONS - 1);
}

/** Of all a side's pieces but its pawns; `us` is 0 for white, 2 for black. */
function pieceSlot({ bitboards: b }: Position, us: number): number {
  let mix = Math.imul(b[KNIGHTS + us]!, 0x9e3779b1) ^ Math.imul(b[KNIGHTS + us + 1]!, 0x85ebca6b);
  mix ^= Math.imul(b[BISHOPS + us]!, 0xc2b2ae35) ^ Math.imul(b[BISHOPS + us + 1]!, 0x27d4eb2f);
  mix = Math.imul(mix ^ (mix >>> 15), 0x165667b1);
  mix ^= Math.imul(b[ROOKS + us]!, 0x9e3779b1) ^ Math.imul(b[ROOKS + us + 1]!, 0x85ebca6b);
  mix ^= Math.imul(b[QUEENS + us]!, 0xc2b2ae35) ^ Math.imul(b[QUEENS + us + 1]!, 0x27d4eb2f);
  mix = Math.imul(mix ^ (mix >>> 13), 0x165667b1);
  mix ^= Math.imul(b[KINGS + us]!, 0x9e3779b1) ^ Math.imul(b[KINGS + us + 1]!, 0x85ebca6b);
  return (Math.imul(mix ^ (mix >>> 16), 0xc2b2ae35) >>> 16) & (CORRECTIONS - 1);
}
