/**
 * The rules by which a game is drawn, for games and for the search.
 *
 * Checkmate takes precedence over every draw. Stalemate (FIDE Laws 5.2.1), a dead position (5.2.2),
 * fivefold repetition (9.6.1) and the seventy-five-move rule (9.6.2) end a game automatically;
 * threefold repetition (9.2) and the fifty-move rule (9.3) must be claimed. An engine claims
 * whatever it can, so for the search claimable draws end the game as well.
 * https://handbook.fide.com/chapter/E012023
 */
import { ChessError, describeArgument } from '../../util/result.ts';
import { countMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import { BISHOPS, LIGHT } from '../board/positionLayout.ts';
import {
  BLACK,
  type Color,
  colorOf,
  KING,
  KNIGHT,
  NO_PIECE,
  PAWN,
  QUEEN,
  ROOK,
  typeOf,
  WHITE,
} from '../board/types.ts';
import { hasInsufficientMaterial, isBlocked, isDead } from './deadPosition.ts';

/** Why a game is drawn, or could be by a claim. */
export type DrawReason =
  | 'threefold repetition'
  | 'fivefold repetition'
  | 'fifty-move rule'
  | 'seventy-five-move rule'
  | 'stalemate'
  | 'insufficient material'
  | 'dead position';

/** How a game ended, or could end by a claim. With checkmate, the side to move has lost. */
export type GameEnd = 'checkmate' | DrawReason;

/** Plies without a capture or pawn move until a draw can be claimed. */
export const FIFTY_MOVES = 100;
/** Plies without a capture or pawn move until the game is drawn automatically. */
export const SEVENTY_FIVE_MOVES = 150;

/** Whether this ends a game automatically, rather than by a player's claim. */
export function isAutomatic(end: GameEnd): boolean {
  return end !== 'threefold repetition' && end !== 'fifty-move rule';
}

/** Whether the rules end the game in this position, without a claim. */
export function isGameOver(position: Position): boolean {
  const end = findGameEnd(position);
  return end !== null && isAutomatic(end);
}

/** The draw that the side to move could claim in this position, or null. */
export function findClaimableDraw(position: Position): DrawReason | null {
  const end = findGameEnd(position);
  return end === null || end === 'checkmate' || isAutomatic(end) ? null : end;
}

/**
 * Why the game is over or could be claimed as drawn in this position: checkmate first, then
 * automatic ends, then claimable draws. `earlier` is how often the position occurred before, for
 * callers that know more than the position's own history.
 */
export function findGameEnd(
  position: Position,
  earlier = countEarlierOccurrences(position),
): GameEnd | null {
  const mate = findMateOrStalemate(position);
  if (mate !== null) return mate;
  if (hasInsufficientMaterial(position)) return 'insufficient material';
  if (isBlocked(position)) return 'dead position';
  if (earlier >= 4) return 'fivefold repetition';
  if (position.halfmoves >= SEVENTY_FIVE_MOVES) return 'seventy-five-move rule';
  if (earlier >= 2) return 'threefold repetition';
  if (position.halfmoves >= FIFTY_MOVES) return 'fifty-move rule';
  return null;
}

/** Checkmate or stalemate; null if the side to move has a legal move. */
export function findMateOrStalemate(position: Position): 'checkmate' | 'stalemate' | null {
  if (hasLegalMove(position)) return null;
  return position.inCheck ? 'checkmate' : 'stalemate';
}

/** Whether the side to move has a legal move. */
export function hasLegalMove(position: Position): boolean {
  return countMoves(position) > 0;
}

/**
 * The winner when a side's flag falls. Null for a draw: no sequence of legal moves lets the opponent mate
 * (FIDE 6.9), as far as the material and blocked pawns tell. Throws a ChessError if `loser` is not `WHITE` or
 * `BLACK`, such as `game.turn`, which is a name.
 */
export function winnerOnTime(position: Position, loser: Color): Color | null {
  if (loser !== WHITE && loser !== BLACK) {
    throw new ChessError(`the loser must be WHITE or BLACK, not ${describeArgument(loser)}`);
  }
  const opponent = loser ^ 1;
  return hasMatingMaterial(position, opponent) && !isBlocked(position) ? opponent : null;
}

/** Whether a side could mate with its material, if the other side helped. */
function hasMatingMaterial({ board, bitboards: bb }: Position, color: Color): boolean {
  const pieces = board.filter((piece) => piece !== NO_PIECE && typeOf(piece) !== KING);
  const own = pieces.filter((piece) => colorOf(piece) === color).map(typeOf);
  const others = pieces.filter((piece) => colorOf(piece) !== color).map(typeOf);
  if (own.length === 0) return false;
  if (own.includes(PAWN) || own.includes(ROOK) || own.includes(QUEEN)) return true;
  // One knight needs a piece that blocks its own king. A queen next to its king could take the knight.
  if (own.includes(KNIGHT)) return own.length > 1 || others.some((type) => type !== QUEEN);
  // So do bishops on one colour. A rook or a queen next to its king could interpose.
  const bishops = bb[BISHOPS]! | bb[BISHOPS + 1]! | bb[BISHOPS + 2]! | bb[BISHOPS + 3]!;
  const isOneColor = (bishops & LIGHT) === 0 || (bishops & ~LIGHT) === 0;
  return !isOneColor || others.includes(PAWN) || others.includes(KNIGHT);
}

/** How often the position on the board has occurred before within its known history. */
export function countEarlierOccurrences(position: Position): number {
  return occurrencesBefore(position, position.ply);
}

/** How often the position of a ply had occurred before within the history since the last irreversible move. */
export function occurrencesBefore({ keys, ply, reversiblePlies }: Position, at: number): number {
  const lo = keys[at * 2]!;
  const hi = keys[at * 2 + 1]!;
  const oldest = ply - reversiblePlies;
  let count = 0;
  for (let p = at - 4; p >= oldest; p -= 2) {
    if (keys[p * 2] === lo && keys[p * 2 + 1] === hi) count++;
  }
  return count;
}

/** Multiplier for half of a repeated position's key. Other keys use other multipliers. */
const REPEATED_KEY = 0xc2b2ae35;

/** A key of the set of positions that have occurred at least twice and so draw when they recur; 0 if none can. */
export function repeatedKey(position: Position): number {
  const { keys, ply, reversiblePlies, halfmoves } = position;
  // Every move without progress draws already. A GUI may send thousands of them.
  if (halfmoves >= FIFTY_MOVES) return 0;
  let key = 0;
  for (let p = ply - reversiblePlies + 4; p <= ply; p++) {
    // Counted at its second occurrence only, so that each counts once.
    if (occurrencesBefore(position, p) === 1) {
      key ^= Math.imul(keys[p * 2]!, REPEATED_KEY) ^ keys[p * 2 + 1]!;
    }
  }
  return key;
}

/** Returned by {@link findRepetition} and {@link findSearchDraw} if there is no draw. */
export const NOT_DRAWN = -1;

/**
 * Whether a search that began at ply `root` should score this position as a repetition: it occurred
 * once after the root (a side that could repeat once can repeat again), or twice up to and
 * including the root. Returns the ply of the occurrence that makes it one, or {@link NOT_DRAWN}.
 * Steps two plies at a time, from four plies ago: no position recurs sooner.
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
 * Whether a node other than the root is a draw: by repetition or, unless the side to move is checkmated, by the
 * fifty-move rule or because the position is dead. Stalemate is detected when moves are generated.
 *
 * Returns the ply of the repeated position; for any other draw, the ply of this one; {@link NOT_DRAWN} if it is none.
 */
export function findSearchDraw(position: Position, root: number): number {
  const { halfmoves } = position;
  // A position becomes dead by a capture or a pawn move, or by the reply: the king moves out of a pawn's check, or
  // an en passant capture is not made.
  const isDrawn = halfmoves >= FIFTY_MOVES || (halfmoves <= 1 && isDead(position));
  if (isDrawn && (!position.inCheck || hasLegalMove(position))) return position.ply;
  return findRepetition(position, root);
}
