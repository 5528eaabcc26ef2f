/** Tells the games of a list apart: by the name of the opening, else by the first moves or the position. */
import { findGameOpening } from '../../../src/book/openingNames.ts';
import { NO_MOVE } from '../../../src/chess/board/types.ts';
import { formatFen, START_FEN } from '../../../src/chess/notation/fen.ts';
import { formatMoveText } from '../../../src/chess/notation/pgn.ts';
import { readPgnGames } from '../../../src/chess/notation/pgnReader.ts';

/** Plies that are shown of a game without a named opening. */
const SHOWN_PLIES = 6;

/** `C50 Italian Game`, `1. a3 h5 2. h4 …`, or a FEN; empty if there is nothing to say. */
export function recordLine(pgn: string): string {
  const [read] = readPgnGames(pgn);
  if (!read?.ok) return '';
  const { start } = read.value;
  const moves = read.value.moves.map(({ move }) => move);
  const isStandard = formatFen(start) === START_FEN;
  const isPlayed = !moves.includes(NO_MOVE);
  const opening = isStandard && isPlayed ? findGameOpening(start, moves) : null;
  if (opening !== null) return `${opening.eco} ${opening.name}`;
  if (moves.length === 0) return isStandard ? '' : formatFen(start);
  const shown = formatMoveText(start, moves.slice(0, SHOWN_PLIES)).join(' ');
  return moves.length > SHOWN_PLIES ? `${shown} …` : shown;
}
