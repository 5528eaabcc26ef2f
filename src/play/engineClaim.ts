/**
 * When the engine claims a draw, at the terminal and in the page: as the search values it, which plays for a draw
 * if nothing is better (docs/draws.md).
 */
import type { Game } from '../chess/game/game.ts';
import type { SearchResult } from '../search/search.ts';

/** Whether the engine claims a draw in place of its move, or with it, by the move that makes the draw. */
export function engineClaim(game: Game, { best, info }: SearchResult): 'now' | 'with move' | null {
  if (game.claimableDraw() !== null && info.score <= 0) return 'now';
  return best !== null && best.draw !== null ? 'with move' : null;
}
