/**
 * The rules by which a game is drawn, and the same rules as a search needs them.
 *
 * Checkmate comes before every draw. By themselves a game end stalemate (FIDE Laws 5.2.1), a dead
 * position (5.2.2), the fifth repetition (9.6.1) and seventy-five moves (9.6.2); the third
 * repetition (9.2) and fifty moves (9.3) may only be claimed. An engine claims whatever it can,
 * so for the search the claimable ones end the game as well.
 * https://handbook.fide.com/chapter/E012023
 *
 * Dead positions are those that everybody can see: too little material for any mate. (A blocked
 * pawn chain may be dead too; hardly a GUI or referee adjudicates that.)
 */

import { BISHOPS, KNIGHTS, LIGHT, PAWNS, QUEENS, ROOKS } from '../board/layout.ts';
import { countMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';

export type DrawReason =
  | 'threefold repetition'
  | 'fivefold repetition'
  | 'fifty-move rule'
  | 'seventy-five-move rule'
  | 'stalemate'
  | 'insufficient material';

/** How a game has ended, or could be claimed to. Who won by checkmate the position tells. */
export type GameEnd = 'checkmate' | DrawReason;

/** Plies without capture or pawn move after which a draw may be claimed, and after which it is one. */
export const FIFTY_MOVES = 100;
const SEVENTY_FIVE_MOVES = 150;

/** Whether a game ends by itself for this reason, or only if a player claims it. */
export function isAutomatic(end: GameEnd): boolean {
  return end !== 'threefold repetition' && end !== 'fifty-move rule';
}

/**
 * Why the game is over, or could be claimed to be, in this position: checkmate first, then what
 * ends it by itself, then what may be claimed. `earlier` is how often the position occurred
 * before, for who knows it from elsewhere than the position's own history.
 */
export function findGameEnd(
  position: Position,
  earlier = countEarlierOccurrences(position),
): GameEnd | null {
  if (!hasLegalMove(position)) return position.inCheck ? 'checkmate' : 'stalemate';
  if (hasInsufficientMaterial(position)) return 'insufficient material';
  if (earlier >= 4) return 'fivefold repetition';
  if (position.halfmoves >= SEVENTY_FIVE_MOVES) return 'seventy-five-move rule';
  if (earlier >= 2) return 'threefold repetition';
  if (position.halfmoves >= FIFTY_MOVES) return 'fifty-move rule';
  return null;
}

/** Whether the side to move has a legal move. */
export function hasLegalMove(position: Position): boolean {
  return countMoves(position) > 0;
}

const DARK = ~LIGHT;

/**
 * Whether no sequence of legal moves can mate: bare kings, one knight, or bishops that all stand
 * on one colour. Two knights can mate if the other side helps, so they are not enough to be dead.
 */
export function hasInsufficientMaterial(position: Position): boolean {
  const bb = position.bitboards;
  for (let half = 0; half < 2; half++) {
    const mating =
      bb[PAWNS + half]! |
      bb[PAWNS + 2 + half]! |
      bb[ROOKS + half]! |
      bb[ROOKS + 2 + half]! |
      bb[QUEENS + half]! |
      bb[QUEENS + 2 + half]!;
    if (mating !== 0) return false;
  }
  const knightsLo = bb[KNIGHTS]! | bb[KNIGHTS + 2]!;
  const knightsHi = bb[KNIGHTS + 1]! | bb[KNIGHTS + 3]!;
  const bishopsLo = bb[BISHOPS]! | bb[BISHOPS + 2]!;
  const bishopsHi = bb[BISHOPS + 1]! | bb[BISHOPS + 3]!;
  if ((knightsLo | knightsHi) === 0) {
    return ((bishopsLo | bishopsHi) & LIGHT) === 0 || ((bishopsLo | bishopsHi) & DARK) === 0;
  }
  if ((bishopsLo | bishopsHi) !== 0) return false;
  // One knight in all: one half holds none, the other a single bit.
  if (knightsLo !== 0 && knightsHi !== 0) return false;
  const knights = knightsLo | knightsHi;
  return (knights & (knights - 1)) === 0;
}

/** How often the position on the board has occurred before, in what is known of its history. */
export function countEarlierOccurrences(position: Position): number {
  const { keys, ply } = position;
  const lo = keys[ply * 2]!;
  const hi = keys[ply * 2 + 1]!;
  const oldest = ply - position.reversiblePlies;
  let count = 0;
  for (let p = ply - 4; p >= oldest; p -= 2) {
    if (keys[p * 2] === lo && keys[p * 2 + 1] === hi) count++;
  }
  return count;
}

/** {@link findRepetition} and {@link findSearchDraw}: there is none. */
export const NOT_DRAWN = -1;

/**
 * Whether a search that began at ply `root` may call this position a repetition: it occurred once
 * after the root (a side that could repeat once can repeat again), or twice in the game up to and
 * with the root. Gives the ply of the occurrence that makes it one, or {@link NOT_DRAWN}.
 * Two plies at a time, from four plies ago: no position comes back sooner.
 */
export function findRepetition(position: Position, root: number): number {
  const reversible = position.reversiblePlies;
  if (reversible < 4) return NOT_DRAWN;
  const { keys, ply } = position;
  const lo = keys[ply * 2]!;
  const hi = keys[ply * 2 + 1]!;
  const oldest = ply - reversible;
  let inGame = false;
  for (let p = ply - 4; p >= oldest; p -= 2) {
    if (keys[p * 2] !== lo || keys[p * 2 + 1] !== hi) continue;
    if (p > root || inGame) return p;
    inGame = true;
  }
  return NOT_DRAWN;
}

/**
 * Whether a node that is not the root is a draw: by repetition, by fifty moves (unless the side
 * to move is mated: a mate on the hundredth ply counts), or because the last move left a dead
 * position. Stalemate shows when moves are generated.
 *
 * Gives the ply of the position that the draw rests on, the repeated one or the present one, or
 * {@link NOT_DRAWN}.
 */
export function findSearchDraw(position: Position, root: number): number {
  const { halfmoves } = position;
  // Material only becomes insufficient by a capture or a promotion.
  if (halfmoves === 0) return hasInsufficientMaterial(position) ? position.ply : NOT_DRAWN;
  if (halfmoves >= FIFTY_MOVES && (!position.inCheck || hasLegalMove(position))) {
    return position.ply;
  }
  return findRepetition(position, root);
}
