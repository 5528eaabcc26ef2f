/**
 * A `go`, resolved: valid limits, legal root moves, and the position at that moment. UCI and the library
 * resolve it once; from there on nothing is text, and nothing is parsed again.
 */
import type { Position } from '../chess/board/position.ts';
import { type Move, WHITE } from '../chess/board/types.ts';
import { resolveMove } from '../chess/notation/anyMove.ts';
import {
  checkLimits,
  isClockMissing,
  type Limits,
  rejectLimitedInfinite,
} from '../search/limits.ts';
import { ChessError, unwrap } from '../util/result.ts';

/** What to search: a position, with limits and root moves that are valid in it. */
export interface SearchRequest {
  /** A snapshot: nobody changes it, so events and results may refer to it. */
  readonly position: Position;
  readonly limits: Omit<Limits, 'searchmoves'>;
  /** The moves to choose from; null for all. */
  readonly rootMoves: readonly Move[] | null;
}

/**
 * Resolves a search of this position, which is kept and must not change. Throws a ChessError for
 * invalid limits, `infinite` with another limit, a clock of the other side alone, and illegal `searchmoves`.
 */
export function resolveRequest(position: Position, limits: unknown): SearchRequest {
  const { searchmoves = [], ...others } = checkLimits(limits);
  rejectLimitedInfinite(others);
  if (isClockMissing(others, position.turn)) {
    const clock = position.turn === WHITE ? 'wtime' : 'btime';
    throw new ChessError(`no ${clock} for the side to move`);
  }
  const moves = searchmoves.map((move) => unwrap(resolveMove(position, move)));
  return { position, limits: others, rootMoves: moves.length > 0 ? moves : null };
}
