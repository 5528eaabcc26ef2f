/**
 * Draws in games against the engine, at the terminal and in the page: when the engine claims one (in line with
 * the search, which plays for a draw if nothing is better, docs/draws.md), when it accepts one, and what its
 * opponent can claim.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { type DrawReason, findClaimableDraw } from '../chess/game/draws.ts';
import type { Game } from '../chess/game/game.ts';
import type { SearchResult } from '../search/searchResult.ts';

/** The engine accepts a draw if its score is at least this many centipawns below zero … */
const DRAW_WHEN_BEHIND = 30;
/** … or, from this move on, if it is at most this many centipawns above zero. */
const LATE = 30;
const DRAW_WHEN_LATE = 6;

/** A draw that can be claimed: in the position on the board, or with a move that makes it. */
export interface DrawClaim {
  reason: DrawReason;
  move: Move | null;
}

/** Whether the engine claims a draw in place of its move, or with it, by the move that makes the draw. */
export function engineClaim(game: Game, { best, info }: SearchResult): 'now' | 'with move' | null {
  if (game.claimableDraw() !== null && info.score <= 0) return 'now';
  return best !== null && best.draw !== null ? 'with move' : null;
}

/** Whether the engine accepts a draw, by the score of its last move; null if that is not known. */
export function acceptsDraw({ fullmove }: Position, score: number | null): boolean {
  return score !== null && score <= (fullmove >= LATE ? DRAW_WHEN_LATE : -DRAW_WHEN_BEHIND);
}

/** The draw that the side to move can claim, at once or with a move (FIDE 9.2.1, 9.3.1); null if there is none. */
export function findDrawClaim(position: Position): DrawClaim | null {
  const reason = findClaimableDraw(position);
  if (reason !== null) return { reason, move: null };
  for (const move of legalMoves(position)) {
    const reason = position.withMove(move, () => findClaimableDraw(position));
    if (reason !== null) return { reason, move };
  }
  return null;
}
