/**
 * Which move is searched first: the table's, then captures that do not lose material, killers,
 * quiet moves by history, and last captures that do. https://www.chessprogramming.org/Move_Ordering
 */
import type { Position } from '../chess/position.ts';
import {
  fromOf,
  isNoisy,
  isPromotion,
  type Move,
  NO_PIECE,
  PAWN,
  promotionOf,
  QUEEN,
  toOf,
  typeOf,
} from '../chess/types.ts';
import type { History } from './history.ts';
import { SEE_VALUES, seeAtLeast } from './see.ts';

const TABLE_MOVE_SCORE = 1 << 30;
const GOOD_CAPTURE_SCORE = 1 << 26;
const KILLER_SCORE = 1 << 25;
const BAD_CAPTURE_SCORE = -(1 << 26);

/**
 * Gives each of the moves from `first` to `end` its score. A quiescence search looks at those of
 * zero and more.
 */
export function scoreMoves(
  position: Position,
  history: History,
  moves: Int32Array,
  scores: Int32Array,
  first: number,
  end: number,
  ply: number,
  tableMove: Move,
): void {
  for (let i = first; i < end; i++) {
    const move = moves[i]!;
    if (move === tableMove) {
      scores[i] = TABLE_MOVE_SCORE;
    } else if (isNoisy(move)) {
      // Most valuable victim, least valuable attacker. Last comes what loses material, and
      // promotion to less than a queen: quiescence leaves both out.
      const victim = position.board[toOf(move)]!;
      const attacker = typeOf(position.board[fromOf(move)]!);
      const promoted = isPromotion(move) ? promotionOf(move) : PAWN;
      const gain =
        (victim === NO_PIECE ? SEE_VALUES[PAWN]! : SEE_VALUES[typeOf(victim)]!) +
        (SEE_VALUES[promoted]! - SEE_VALUES[PAWN]!);
      const isGood = (promoted === PAWN || promoted === QUEEN) && seeAtLeast(position, move, 0);
      scores[i] = gain * 8 - attacker + (isGood ? GOOD_CAPTURE_SCORE : BAD_CAPTURE_SCORE);
    } else if (move === history.killer(ply, 0)) {
      scores[i] = KILLER_SCORE + 1;
    } else if (move === history.killer(ply, 1)) {
      scores[i] = KILLER_SCORE;
    } else {
      scores[i] = history.quiet(position.turn, move);
    }
  }
}

/** Swaps the best of the moves from `i` on to `i`: few are needed before a cutoff. */
export function pickMove(moves: Int32Array, scores: Int32Array, i: number, end: number): Move {
  let best = i;
  for (let j = i + 1; j < end; j++) {
    if (scores[j]! > scores[best]!) best = j;
  }
  const move = moves[best]!;
  const score = scores[best]!;
  moves[best] = moves[i]!;
  scores[best] = scores[i]!;
  moves[i] = move;
  scores[i] = score;
  return move;
}
