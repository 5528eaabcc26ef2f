/** Moves as people type them at a terminal: `nc3`, `o-o` and `qxe5` are understood too. */
import type { Game } from '../chess/game/game.ts';
import { explainIllegalMove } from '../chess/game/illegalMoveReason.ts';
import { parseMove } from '../chess/notation/anyMove.ts';
import { readSan } from '../chess/notation/san.ts';
import { ChessError, quote } from '../chess/result.ts';

/** In lower case, without the signs that may be left out; castling may be written with zeros. */
const loosen = (text: string): string =>
  text
    .toLowerCase()
    .replace(/0/g, 'o')
    .replace(/[-x:=+#]/g, '');

/**
 * The move that a text means, in a notation that {@link Game.play} reads. Only what is not a move as it
 * stands is read without regard to case: `bc3` is a capture by the b-pawn if there is one. Throws a
 * ChessError that says why there is no such move.
 */
export function readTypedMove(game: Game, text: string): string {
  const position = game.getPosition();
  if (parseMove(position, text).ok) return text;
  const meant = game.legalSans().filter((san) => loosen(san) === loosen(text));
  if (meant.length === 1) return meant[0]!;
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  const isUci = /^[a-h][1-8][a-h][1-8]/i.test(text);
  if (readSan(text) === null && readSan(upper) === null && !isUci) {
    throw new ChessError(`not a move: ${quote(text)}; type help for the commands`);
  }
  // A piece in lower case is still a piece: say why it cannot go there, not that this is no move.
  const isPiece = readSan(text) === null && !isUci;
  throw new ChessError(explainIllegalMove(position, isPiece ? upper : text));
}
