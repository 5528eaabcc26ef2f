/**
 * A game of a match as PGN, with the tags that tell how it was played and which match it belongs to.
 * matchJournal.ts writes the file. https://www.chessprogramming.org/Portable_Game_Notation
 */
import { formatPgn, pgnDate } from '../chess/notation/pgn.ts';
import { formatLimit, type MoveLimit } from '../client/moveLimit.ts';
import type { PlayedGame } from './playGame.ts';

/** What a game's tags say besides its course. Names and limits are in the order White, Black. */
interface MatchGameTags {
  event: string;
  round: string;
  names: readonly string[];
  limits: readonly MoveLimit[];
  /** Identifies the match. */
  match: string;
}

/** The game as PGN. */
export function formatMatchGame(
  { opening, moves, result, termination, reason }: PlayedGame,
  { event, round, names, limits, match }: MatchGameTags,
): string {
  const [white, black] = limits.map(formatLimit);
  const controls =
    white === black
      ? { TimeControl: white! }
      : { WhiteTimeControl: white!, BlackTimeControl: black! };
  return formatPgn({
    start: opening.start,
    moves,
    result,
    tags: {
      Event: event,
      Date: pgnDate(),
      Round: round,
      White: names[0]!,
      Black: names[1]!,
      ...controls,
      PlyCount: String(moves.length),
      Termination: termination,
      Reason: reason,
      Match: match,
    },
  });
}
