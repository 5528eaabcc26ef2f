/** Moves as people type them: `nc3`, `o-o` and `qxe5` are understood too. */
import { fail, ok, type Result } from '../../util/result.ts';
import { legalMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import type { Move } from '../board/types.ts';
import { parseMove } from '../notation/anyMove.ts';
import { formatSan, readSan } from '../notation/san.ts';
import { formatUciMove } from '../notation/uciMove.ts';
import { explainIllegalMove } from './illegalMoveReason.ts';

/** In lower case, without the signs that may be left out; castling may be written with zeros. */
const loosen = (text: string): string =>
  text
    .toLowerCase()
    .replace(/0/g, 'o')
    .replace(/[-x:=+#]/g, '');

/**
 * Reads a legal move; an error says why there is no such move. Only what is not a move as it stands is
 * read without regard to case: `bc3` is a capture by the b-pawn if there is one.
 */
export function parseTypedMove(position: Position, text: string): Result<Move> {
  const exact = parseMove(position, text);
  if (exact.ok) return exact;
  const typed = loosen(text);
  const isMeant = (move: Move) =>
    loosen(formatSan(position, move)) === typed || formatUciMove(move) === typed;
  const [meant, ...others] = legalMoves(position).filter(isMeant);
  if (meant !== undefined && others.length === 0) return ok(meant);
  const isCastling = /^o/i.test(text);
  const upper = isCastling ? text.toUpperCase() : text.charAt(0).toUpperCase() + text.slice(1);
  const isUci = /^[a-h][1-8][a-h][1-8]/i.test(text);
  const isInLowerCase = readSan(text) === null && readSan(upper) !== null && !isUci;
  if (!isInLowerCase) return fail(explainIllegalMove(position, text));
  // Castling or a piece in lower case, perhaps with its square: `ng1f3`.
  const move = parseMove(position, upper);
  return move.ok ? move : fail(explainIllegalMove(position, upper));
}
