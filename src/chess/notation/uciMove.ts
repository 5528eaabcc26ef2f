/**
 * Moves in UCI notation: `e2e4`, `e7e8q`, and castling as `e1g1` or, in Chess960, as king takes
 * rook (`e1h1`). Both forms of castling are accepted in every position.
 */
import { fail, ok, quote, type Result } from '../../util/result.ts';
import { landingSquare } from '../board/castling.ts';
import { generateMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import {
  fromOf,
  isPromotion,
  MAX_MOVES,
  type Move,
  NO_MOVE,
  PIECE_LETTERS,
  promotionOf,
  squareFromName,
  squareName,
  toOf,
} from '../board/types.ts';

/** Writes a move; {@link NO_MOVE} is `0000`. */
export function formatUciMove(move: Move, chess960 = false): string {
  if (move === NO_MOVE) return '0000';
  const from = fromOf(move);
  const to = chess960 ? toOf(move) : landingSquare(move);
  const promotion = isPromotion(move) ? PIECE_LETTERS[promotionOf(move) * 2 + 1] : '';
  return squareName(from) + squareName(to) + promotion;
}

/** A move in UCI notation. The protocol has lower case; upper case is accepted too. */
const UCI_MOVE = /^[a-h][1-8][a-h][1-8][nbrq]?$/i;

const scratch = new Int32Array(MAX_MOVES);

/** Reads a legal move. Engines are sent the whole game before every move, so this allocates no list. */
export function parseUciMove(position: Position, text: string): Result<Move> {
  if (typeof text !== 'string' || !UCI_MOVE.test(text)) return fail(`not a move: ${quote(text)}`);
  const wanted = text.toLowerCase();
  const from = squareFromName(wanted.slice(0, 2));
  const to = squareFromName(wanted.slice(2, 4));
  const promotion = wanted.length === 5 ? PIECE_LETTERS.indexOf(wanted[4]!) >> 1 : null;
  const end = generateMoves(position, scratch);
  let castling = NO_MOVE;
  for (let i = 0; i < end; i++) {
    const move = scratch[i]!;
    if (fromOf(move) !== from || (isPromotion(move) ? promotionOf(move) : null) !== promotion) {
      continue;
    }
    // King takes rook comes first: in Chess960 the other form may also be an ordinary king move.
    if (toOf(move) === to) return ok(move);
    if (landingSquare(move) === to) castling = move;
  }
  return castling === NO_MOVE ? fail(`illegal move: ${quote(text)}`) : ok(castling);
}
