/**
 * Moves in UCI notation: `e2e4`, `e7e8q`, and castling as `e1g1` or, in Chess960, as king takes
 * rook (`e1h1`). Both forms of castling are accepted in every position.
 */

import { castledKing } from '../board/castling.ts';
import { legalMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import {
  CASTLING,
  flagOf,
  fromOf,
  isPromotion,
  type Move,
  NO_MOVE,
  PIECE_LETTERS,
  promotionOf,
  squareName,
  toOf,
} from '../board/types.ts';
import { fail, ok, quote, type Result } from '../result.ts';

/** Writes a move; {@link NO_MOVE} is `0000`. */
export function formatUciMove(move: Move, chess960 = false): string {
  if (move === NO_MOVE) return '0000';
  const from = fromOf(move);
  const to = flagOf(move) === CASTLING && !chess960 ? castledKing(from, toOf(move)) : toOf(move);
  const promotion = isPromotion(move) ? PIECE_LETTERS[promotionOf(move) * 2 + 1] : '';
  return squareName(from) + squareName(to) + promotion;
}

/** A move in UCI notation, in lower case as the protocol has it or not. */
const UCI_MOVE = /^[a-h][1-8][a-h][1-8][nbrq]?$/i;

/** Reads a legal move. */
export function parseUciMove(position: Position, text: string): Result<Move> {
  if (typeof text !== 'string' || !UCI_MOVE.test(text)) return fail(`not a move: ${quote(text)}`);
  const wanted = text.toLowerCase();
  const moves = legalMoves(position);
  // King takes rook first: in Chess960 the other form may also be an ordinary king move.
  const exact = moves.find((move) => formatUciMove(move, true) === wanted);
  if (exact !== undefined) return ok(exact);
  const castling = moves.find(
    (move) => flagOf(move) === CASTLING && formatUciMove(move, false) === wanted,
  );
  return castling === undefined ? fail(`illegal move: ${quote(text)}`) : ok(castling);
}
