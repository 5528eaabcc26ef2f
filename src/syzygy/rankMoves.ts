/**
 * Ranks the legal moves of a position in the tablebases: a winning side keeps the win within the
 * fifty-move rule and makes progress, a losing side resists as long as possible, and a draw is never
 * given away.
 *
 * Playing for the next winning capture or pawn move (zeroing move) by DTZ always makes progress,
 * without any search: each move brings it closer, so no position repeats. But such a move can look
 * unnatural, like a needless sacrifice. While the halfmove clock is low, no position has been repeated, and the side
 * has a winning zeroing move or can force the opponent to make one, the search chooses among all moves that
 * certainly win.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import {
  countEarlierOccurrences,
  FIFTY_MOVES,
  findGameEnd,
  NOT_DRAWN,
  repeatedKey,
} from '../chess/game/draws.ts';
import { findUpcomingRepetition } from '../chess/game/upcomingRepetition.ts';
import {
  CURSED_WIN,
  DRAW,
  dtzBefore,
  LOSS,
  type Tablebases,
  UNKNOWN,
  WIN,
  ZEROING_DTZ,
} from './tablebases.ts';

/** With a halfmove clock below this, an available zeroing move may wait. */
const FREE_PLIES = 20;
/** The distance if the opponent has to reply with a zeroing move: to take what was sacrificed, for example. */
const FORCED_REPLY = 2;

// Ranks. A certain win is at least WON, a certain loss at most -WON. Between them are draws (0), wins and losses
// that the fifty-move rule turns into draws, and wins that a repetition turns into draws.
export const WON = 1000;
/** A certain win, by a move to a position that has not occurred in the game; after a repetition by any move. */
const WON_BY_NEW_POSITION = 2 * WON;
/** Above any distance. */
const LIMIT = WON - 1;

/** A move of a position in the tablebases. */
export interface TablebaseMove {
  move: Move;
  /** The outcome for the side that plays it, as in {@link TablebaseProbe}, regardless of halfmove clock and game. */
  wdl: number;
  /** Plies to the next capture or pawn move, counting this one, negative when losing; null without DTZ files. */
  dtz: number | null;
  /**
   * Higher is better. Takes the halfmove clock and the game into account. The search chooses among
   * moves of equal rank.
   */
  rank: number;
}

/** What the tablebases have about a position. */
export interface TablebaseProbe {
  /**
   * The outcome for the side to move, regardless of the halfmove clock: 2 for a win, 1 for a win that the
   * fifty-move rule turns into a draw, 0 for a draw, -1 and -2 for losses.
   */
  wdl: number;
  /**
   * Plies to the next capture or pawn move, negative when losing, 0 for draws; 100 more for wins and losses
   * that the fifty-move rule turns into draws. Null without DTZ files.
   */
  dtz: number | null;
  /** All legal moves, best first. */
  moves: TablebaseMove[];
}

/**
 * Outcome and distance of a position and of its moves; null if one of them is not in the tablebases.
 * `withFiftyMoves`: whether to apply the fifty-move rule, from the present halfmove clock.
 */
export function probePosition(
  tablebases: Tablebases,
  position: Position,
  withFiftyMoves = true,
): TablebaseProbe | null {
  const wdl = tablebases.probeWdl(position);
  if (wdl === UNKNOWN) return null;
  const dtz = tablebases.probeDtz(position);
  const moves = rankMoves(tablebases, position, withFiftyMoves);
  return moves === null ? null : { wdl, dtz: dtz === UNKNOWN ? null : dtz, moves };
}

/** The moves of {@link probePosition}, or null. */
export function rankMoves(
  tablebases: Tablebases,
  position: Position,
  withFiftyMoves = true,
): TablebaseMove[] | null {
  const { halfmoves } = position;
  const known: Known[] = [];
  for (const move of legalMoves(position)) {
    const after = position.withMove(move, () => afterMove(tablebases, position, withFiftyMoves));
    if (after === null) return null;
    known.push({ ...after, move });
  }
  const isWinAtHand = known.some(
    ({ wdl, dtz, isZeroing }) => wdl === WIN && (isZeroing || dtz === FORCED_REPLY),
  );
  const hasRepeated = repeatedKey(position) !== 0;
  const isFree = isWinAtHand && halfmoves < FREE_PLIES && !hasRepeated;
  const game = { halfmoves, hasRepeated, isFree, withFiftyMoves };
  const ranked = known.map((after): TablebaseMove => {
    const { move, wdl, dtz } = after;
    return { move, wdl, dtz, rank: rankByDistance(after, game) };
  });
  // Moves can only be compared by distance if all distances are known.
  if (known.some(({ dtz }) => dtz === null)) {
    for (const [i, move] of ranked.entries()) move.rank = rankByOutcome(known[i]!, withFiftyMoves);
  }
  const order = (dtz: number | null) => (dtz === null || dtz === 0 ? 0 : 1 / dtz);
  return ranked.sort((a, b) => b.rank - a.rank || order(b.dtz) - order(a.dtz));
}

interface Known {
  move: Move;
  wdl: number;
  dtz: number | null;
  isMate: boolean;
  /** The game is drawn after it. */
  isDraw: boolean;
  /** A capture or pawn move. */
  isZeroing: boolean;
  /** It leads to a position that has occurred in the game. */
  isOld: boolean;
  /** The opponent can draw by repetition with the reply. */
  allowsRepetition: boolean;
}

/** What the ranks of all moves depend on. */
interface RankContext {
  halfmoves: number;
  /** A position has occurred twice since the last zeroing move. */
  hasRepeated: boolean;
  /** Slower wins rank as high as fast ones. */
  isFree: boolean;
  withFiftyMoves: boolean;
}

/** The facts about the move that was just played. */
function afterMove(
  tablebases: Tablebases,
  position: Position,
  withFiftyMoves: boolean,
): Omit<Known, 'move'> | null {
  const isZeroing = position.halfmoves === 0;
  const end = findGameEnd(position);
  const known = {
    wdl: DRAW,
    dtz: 0,
    isMate: false,
    isDraw: true,
    isZeroing,
    isOld: false,
    allowsRepetition: false,
  };
  if (end === 'checkmate') return { ...known, wdl: WIN, dtz: 1, isMate: true, isDraw: false };
  if (end === 'stalemate' || end === 'insufficient material') return known;
  const answer = tablebases.probeWdl(position);
  if (answer === UNKNOWN) return null;
  known.wdl = 0 - answer;
  const isByCounter = end === 'fifty-move rule' || end === 'seventy-five-move rule';
  known.isDraw = end !== null && (withFiftyMoves || !isByCounter);
  known.isOld = countEarlierOccurrences(position) > 0;
  // As in a search from here, only positions that have occurred twice in the game count.
  known.allowsRepetition = findUpcomingRepetition(position, position.ply) !== NOT_DRAWN;
  if (isZeroing) return { ...known, dtz: ZEROING_DTZ[known.wdl + 2]! };
  const dtz = tablebases.probeDtz(position);
  if (dtz === UNKNOWN) return { ...known, dtz: null };
  return { ...known, dtz: dtzBefore(dtz) };
}

/**
 * The rank of a move by its distance. Moves to new positions come first. After a repetition that holds only among
 * equally fast moves: on a slower way the opponent may be able to force the third occurrence of a position.
 */
function rankByDistance(known: Known, game: RankContext): number {
  const { wdl, dtz, isMate, isDraw, isZeroing, isOld, allowsRepetition } = known;
  const { halfmoves, hasRepeated, isFree, withFiftyMoves } = game;
  if (isDraw || dtz === null || dtz === 0) return 0;
  const plies = Math.min(LIMIT, Math.abs(dtz) + halfmoves);
  if (dtz > 0) {
    const isInTime = wdl === WIN && (isMate || isZeroing || plies < FIFTY_MOVES);
    if (allowsRepetition || (withFiftyMoves && !isInTime)) return LIMIT + 1 - plies;
    if (!isOld) return WON_BY_NEW_POSITION + LIMIT - (isFree ? 0 : Math.min(LIMIT, dtz));
    return (hasRepeated ? WON_BY_NEW_POSITION : WON) + LIMIT - Math.min(LIMIT, dtz + 1);
  }
  const isSaved = wdl !== LOSS || (!isZeroing && plies > FIFTY_MOVES);
  if (withFiftyMoves && isSaved) return plies - LIMIT - 1;
  // Too far from the fifty-move limit to reach it: the search chooses the toughest defence.
  return plies - dtz < FIFTY_MOVES ? -WON - LIMIT : plies - WON - LIMIT;
}

/**
 * Whether it is certain which comes first: the win or loss, or the fifty-move limit. Distances may be one ply too
 * small, except for a distance of 1. `hasDtz`: whether there are distances; otherwise the outcome assumes a halfmove
 * clock of 0.
 */
export function isCertain(
  { wdl, dtz }: TablebaseMove,
  halfmoves: number,
  hasDtz: boolean,
): boolean {
  if (Math.abs(wdl) !== WIN) return true;
  if (!hasDtz || dtz === null) return halfmoves === 0;
  return Math.abs(dtz) === 1 || Math.abs(dtz) + halfmoves !== FIFTY_MOVES;
}

/** The rank of a move without a distance. */
function rankByOutcome({ wdl, isDraw, allowsRepetition }: Known, withFiftyMoves: boolean): number {
  if (isDraw) return 0;
  if (allowsRepetition && wdl > DRAW) return CURSED_WIN;
  if (Math.abs(wdl) === CURSED_WIN && withFiftyMoves) return wdl;
  return Math.sign(wdl) * WON;
}
