/**
 * Resolves a `go` for the position on the board. A GUI that sends `go` waits for a move, so that
 * illegal `searchmoves` and missing clocks never fail: they are left out or completed, with a remark.
 */
import type { Position } from '../chess/board/position.ts';
import { type Color, type Move, WHITE } from '../chess/board/types.ts';
import { resolveMove } from '../chess/notation/anyMove.ts';
import type { SearchRequest } from '../engine/searchRequest.ts';
import { hasEnd, isClockMissing, type Limits } from '../search/limits.ts';
import { FALLBACK_TIME, type GoCommand } from './parseGo.ts';

/** Milliseconds to search if both clocks are 0 and nothing else is known. */
const ZERO_CLOCK_TIME = 100;

interface ResolvedGo {
  request: SearchRequest;
  /** The `searchmoves` that are not legal. If no others are left, all moves are searched. */
  illegal: string[];
  /** What was ignored or interpreted differently. */
  remarks: string[];
}

/** `position` is kept, and must not change. */
export function resolveGo({ limits, remarks }: GoCommand, position: Position): ResolvedGo {
  const { searchmoves = [], ...given } = limits;
  const moves: Move[] = [];
  const illegal: string[] = [];
  for (const text of searchmoves) {
    const move = resolveMove(position, text);
    if (move.ok) moves.push(move.value);
    else illegal.push(String(text));
  }
  const { limits: completed, remark } = completeClock(given, position.turn);
  return {
    request: { position, limits: completed, rootMoves: moves.length > 0 ? moves : null },
    illegal,
    remarks: remark === undefined ? remarks : [...remarks, remark],
  };
}

/**
 * Completes the clocks of a game for the side to move: a missing clock is replaced by the other side's, or by a second
 * for the move. Two clocks of 0, which some GUIs always send, count as none. `remark` reports it.
 */
export function completeClock(limits: Limits, turn: Color): { limits: Limits; remark?: string } {
  if (limits.wtime === 0 && limits.btime === 0 && !limits.infinite) {
    return replaceClocks(limits, turn);
  }
  if (!isClockMissing(limits, turn)) return { limits };
  const own = turn === WHITE ? 'wtime' : 'btime';
  const other = turn === WHITE ? limits.btime : limits.wtime;
  if (other !== undefined) {
    return { limits: { ...limits, [own]: other }, remark: `no ${own}, using the other clock` };
  }
  const remark = `no ${own}, searching for ${FALLBACK_TIME} ms`;
  return { limits: { ...limits, movetime: FALLBACK_TIME }, remark };
}

/**
 * Replaces the clocks by the other limits, or by the increment. Without either it may be that time is almost up: GNOME
 * Chess rounds down to seconds.
 */
function replaceClocks(limits: Limits, turn: Color): { limits: Limits; remark: string } {
  const { wtime, btime, winc, binc, movestogo, ...others } = limits;
  if (hasEnd({ ...others, ponder: false }, turn)) {
    return { limits: others, remark: 'both clocks are 0, ignoring them' };
  }
  const movetime = (turn === WHITE ? winc : binc) || ZERO_CLOCK_TIME;
  const remark = `both clocks are 0, searching for ${movetime} ms`;
  return { limits: { ...others, movetime }, remark };
}
