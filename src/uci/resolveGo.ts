/**
 * Resolves a `go` for the position on the board. A GUI that sends `go` waits for a move, so that
 * illegal `searchmoves` and missing clocks never fail: they are left out or completed, with a remark.
 */
import type { Position } from '../chess/board/position.ts';
import { type Color, type Move, WHITE } from '../chess/board/types.ts';
import { resolveMove } from '../chess/notation/anyMove.ts';
import type { SearchRequest } from '../engine/searchRequest.ts';
import { isClockMissing, type Limits } from '../search/limits.ts';
import { FALLBACK_TIME, type GoCommand } from './parseGo.ts';

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
 * Completes the clocks of a game for the side to move: a missing clock is replaced by the other
 * side's, or by a second for the move. `remark` reports it.
 */
export function completeClock(limits: Limits, turn: Color): { limits: Limits; remark?: string } {
  if (!isClockMissing(limits, turn)) return { limits };
  const own = turn === WHITE ? 'wtime' : 'btime';
  const other = turn === WHITE ? limits.btime : limits.wtime;
  if (other !== undefined) {
    return { limits: { ...limits, [own]: other }, remark: `no ${own}, using the other clock` };
  }
  const remark = `no ${own}, searching for ${FALLBACK_TIME} ms`;
  return { limits: { ...limits, movetime: FALLBACK_TIME }, remark };
}
