/**
 * The record of a review in the archive: the game with the user's variations, and the searches made for it. The
 * judgement follows from them, so that a review is shown again without the engine, and one that was interrupted
 * goes on.
 */
import { BLACK, type Color, WHITE } from '../../../src/chess/board/types.ts';
import { formatPgn } from '../../../src/chess/notation/pgn.ts';
import { type PgnGame, readPgnGames } from '../../../src/chess/notation/pgnReader.ts';
import type { SearchRecord } from '../../../src/review/reviewSearches.ts';
import type { SavedWork, Work } from '../archive/archive.ts';
import type { GameTree } from '../gameTree.ts';
import type { RetryProgress } from './retry.ts';

/** What is kept besides the game. */
interface ReviewState {
  /** Per position, in the first pass. */
  nodes: number;
  /** The colour at the bottom of the board. */
  below: Color;
  /** The version of the engine that made the searches: those of others are not comparable. */
  version: string;
  searches: SearchRecord[];
  /** How far the retrying of mistakes has come; null if it is not under way. */
  retry: RetryProgress | null;
  /** The PGN of the game as it was when the review began, without what was tried since; empty in older records. */
  source: string;
}

/** The game with the variations of its tree, without the glyphs that a review has added there. */
export function withVariations(game: PgnGame, tree: GameTree): PgnGame {
  const line = tree.pgnMoves();
  const moves = game.moves.map((played, i) => ({
    ...played,
    variations: line[i]!.variations ?? [],
  }));
  return { ...game, moves };
}

/** The record of a review as far as it has come. */
export function reviewWork(game: PgnGame, state: ReviewState): Work {
  const { moves, result } = game;
  const tags = { ...Object.fromEntries(game.tags), Result: result };
  return { tags, plies: moves.length, pgn: pgnOf(game), state };
}

/** The game as PGN. */
export function pgnOf({ tags, moves, result, comments, start }: PgnGame): string {
  const { Result: _, ...others } = Object.fromEntries(tags);
  return formatPgn({ start, moves, result, tags: others, comments });
}

/** Reads a record, which may come from another version of the page: null if it cannot be read. */
export function readReview({ pgn, state }: SavedWork): (ReviewState & { game: PgnGame }) | null {
  const [game] = readPgnGames(pgn, { variations: true });
  const {
    nodes,
    below,
    version = '',
    searches,
    retry,
    source = '',
  } = (state ?? {}) as Partial<ReviewState>;
  if (!game?.ok || typeof nodes !== 'number' || !Array.isArray(searches)) return null;
  return {
    game: game.value,
    nodes,
    below: below === BLACK ? BLACK : WHITE,
    version,
    searches,
    retry: isProgress(retry) ? retry : null,
    source,
  };
}

function isProgress(retry: RetryProgress | null | undefined): retry is RetryProgress {
  const { color, at, right } = retry ?? ({} as Partial<RetryProgress>);
  const isColor = color === WHITE || color === BLACK;
  return isColor && [at, right].every((n) => Number.isInteger(n) && n! >= 0);
}
