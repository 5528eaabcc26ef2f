/** Moves as people and programs write them, in SAN or UCI notation, and as callers have them. */
import { fail, ok, quote, type Result } from '../../util/result.ts';
import { legalMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import type { Move } from '../board/types.ts';
import { parseSan } from './san.ts';
import { parseUciMove } from './uciMove.ts';

/** UCI notation as programs write it. Only in lower case: `B5c6` is a move of a bishop. */
const EXACT_UCI = /^[a-h][1-8][a-h][1-8][nbrq]?$/;

/**
 * Reads a legal move in SAN or UCI notation. An error is that of the notation that the text looks like, and says
 * so if only the piece of a promotion is missing.
 */
export function parseMove(position: Position, text: string): Result<Move> {
  // JavaScript callers may pass anything.
  if (typeof text !== 'string') return fail("a move is text, such as 'Nf3' or 'g1f3'");
  const move = parseEither(position, text);
  const isIncomplete = !move.ok && parseEither(position, `${text}q`).ok;
  return isIncomplete ? fail(`${move.error.message} (a promotion without its piece)`) : move;
}

function parseEither(position: Position, text: string): Result<Move> {
  if (EXACT_UCI.test(text)) return parseUciMove(position, text);
  const san = parseSan(position, text);
  if (san.ok) return san;
  const uci = parseUciMove(position, text);
  return uci.ok ? uci : san;
}

/** A legal move, given as such or as text in UCI notation or SAN. */
export function resolveMove(position: Position, move: string | Move): Result<Move> {
  if (typeof move !== 'number') return parseMove(position, move);
  return legalMoves(position).includes(move) ? ok(move) : fail(`illegal move: ${quote(move)}`);
}
