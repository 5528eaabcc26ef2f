/**
 * The legal moves of a position that tables know, ranked: who wins keeps the win within the
 * fifty-move rule and comes closer to it, a lost side makes it last, and a draw is never given away.
 *
 * The fastest way to the next capture or pawn move that wins gets there however little is searched:
 * every move shortens it, so no position comes back. But a capture or pawn move that wins may be an
 * odd one. As long as there is one to fall back on, and the fifty-move counter is low, a search
 * chooses among all moves that certainly win.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { countEarlierOccurrences, FIFTY_MOVES, findGameEnd } from '../chess/game/draws.ts';
import { CURSED_WIN, DRAW, LOSS, type Tables, UNKNOWN, WIN, ZEROING_DTZ } from './tables.ts';

/** Fewer plies after a capture or pawn move than this and the next one may wait. */
const FREE_PLIES = 20;

// Ranks. A certain win is at least WON, a certain loss at most -WON; between them lie wins and losses
// that the fifty-move rule makes draws, and draws (0).
export const WON = 1000;
/** A certain win by a move to a position that has not occurred in the game. */
const WON_BY_NEW_POSITION = 2 * WON;
/** More than any distance. */
const LIMIT = WON - 1;

export interface TableMove {
  move: Move;
  /** The outcome for who plays it, -2 to 2, whatever the fifty-move counter and the game before. */
  wdl: number;
  /** Plies to the next capture or pawn move, this one included, signed; null without DTZ tables. */
  dtz: number | null;
  /**
   * Higher is better, the counter and the game before considered; moves of equal rank are for a search
   * to choose from.
   */
  rank: number;
}

export interface TableProbe {
  /** The outcome for the side to move, -2 to 2, the counter aside. */
  wdl: number;
  /** Plies to the next capture or pawn move, signed, as DTZ tables have it; null without them. */
  dtz: number | null;
  /** All legal moves, best first. */
  moves: TableMove[];
}

/**
 * What tables know of a position and its moves, or null. `withFiftyMoves`: whether the fifty-move
 * rule counts, with the counter as it stands.
 */
export function probePosition(
  tables: Tables,
  position: Position,
  withFiftyMoves = true,
): TableProbe | null {
  const wdl = tables.probeWdl(position);
  if (wdl === UNKNOWN) return null;
  const dtz = tables.probeDtz(position);
  const moves = rankMoves(tables, position, withFiftyMoves);
  return moves === null ? null : { wdl, dtz: dtz === UNKNOWN ? null : dtz, moves };
}

/** The moves of {@link probePosition}. */
export function rankMoves(
  tables: Tables,
  position: Position,
  withFiftyMoves = true,
): TableMove[] | null {
  const { halfmoves } = position;
  const known: Known[] = [];
  for (const move of legalMoves(position)) {
    const after = position.withMove(move, () => afterMove(tables, position, withFiftyMoves));
    if (after === null) return null;
    known.push({ ...after, move });
  }
  const isWinAtHand = known.some(({ wdl, isZeroing }) => isZeroing && wdl === WIN);
  const isFree = isWinAtHand && halfmoves < FREE_PLIES;
  const ranked = known.map((after): TableMove => {
    const { move, wdl, dtz } = after;
    return { move, wdl, dtz, rank: rankOf(after, halfmoves, isFree, withFiftyMoves) };
  });
  // Where one move's distance is not known, distances are no way to compare.
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
  /** It ends the game as a draw. */
  isDraw: boolean;
  /** A capture or pawn move. */
  isZeroing: boolean;
  /** The position after it has occurred in the game. */
  isOld: boolean;
}

/** What is known of the move that was just played. */
function afterMove(
  tables: Tables,
  position: Position,
  withFiftyMoves: boolean,
): Omit<Known, 'move'> | null {
  const isZeroing = position.halfmoves === 0;
  const end = findGameEnd(position);
  const known = { wdl: DRAW, dtz: 0, isMate: false, isDraw: true, isZeroing, isOld: false };
  if (end === 'checkmate') return { ...known, wdl: WIN, dtz: 1, isMate: true, isDraw: false };
  if (end === 'stalemate' || end === 'insufficient material') return known;
  const answer = tables.probeWdl(position);
  if (answer === UNKNOWN) return null;
  known.wdl = 0 - answer;
  const isByCounter = end === 'fifty-move rule' || end === 'seventy-five-move rule';
  known.isDraw = end !== null && (withFiftyMoves || !isByCounter);
  known.isOld = countEarlierOccurrences(position) > 0;
  if (isZeroing) return { ...known, dtz: ZEROING_DTZ[known.wdl + 2]! };
  const dtz = tables.probeDtz(position);
  if (dtz === UNKNOWN) return { ...known, dtz: null };
  return { ...known, dtz: dtz === 0 ? 0 : dtz > 0 ? -dtz - 1 : 1 - dtz };
}

/** `isFree`: wins that take longer are as good as others. */
function rankOf(known: Known, halfmoves: number, isFree: boolean, withFiftyMoves: boolean): number {
  const { wdl, dtz, isMate, isDraw, isZeroing, isOld } = known;
  if (isDraw || dtz === null || dtz === 0) return 0;
  const plies = Math.min(LIMIT, Math.abs(dtz) + halfmoves);
  if (dtz > 0) {
    const isInTime = wdl === WIN && (isMate || isZeroing || plies < FIFTY_MOVES);
    if (withFiftyMoves && !isInTime) return LIMIT + 1 - plies;
    const haste = isFree && !isOld ? 0 : Math.min(LIMIT, dtz);
    return (isOld ? WON : WON_BY_NEW_POSITION) + LIMIT - haste;
  }
  if (withFiftyMoves && (wdl !== LOSS || plies > FIFTY_MOVES)) return plies - LIMIT - 1;
  // Who cannot come near the limit tries whatever looks best.
  return plies - dtz < FIFTY_MOVES ? -WON - LIMIT : plies - WON - LIMIT;
}

function rankByOutcome({ wdl, isDraw }: Known, withFiftyMoves: boolean): number {
  if (isDraw) return 0;
  if (Math.abs(wdl) === CURSED_WIN && withFiftyMoves) return wdl;
  return Math.sign(wdl) * WON;
}
