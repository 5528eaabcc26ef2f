/**
 * Polyglot's position keys: the XOR of published random numbers.
 * http://hgm.nubati.net/book_format.html
 */
import { PAWN_ATTACKS } from '../chess/board/attacks.ts';
import type { Position } from '../chess/board/position.ts';
import { PAWNS } from '../chess/board/positionLayout.ts';
import {
  DOUBLE_PUSH,
  flagOf,
  fromOf,
  type Move,
  NO_PIECE,
  NO_SQUARE,
  type Square,
  squareFromName,
  toOf,
  WHITE,
} from '../chess/board/types.ts';
import { RANDOM64 } from './random64.ts';

/** Offsets of the random numbers: 64 per piece, then castling rights, en passant files, and side. */
const CASTLING = 768;
const EN_PASSANT = 772;
const WHITE_TO_MOVE = 780;

/** A 64-bit key as two halves. */
export interface PolyglotKey {
  lo: number;
  hi: number;
}

/**
 * The key of a position. `passed` is the square that a pawn has just passed over by a double push.
 * An enemy pawn that attacks it counts for the key even if it is pinned and cannot capture
 * ({@link passedSquare}, {@link passedSquareOfFen}).
 */
export function polyglotKey(position: Position, passed: Square): PolyglotKey {
  const { board, rights, turn, bitboards } = position;
  const key = { lo: 0, hi: 0 };
  const add = (number: number) => {
    key.hi ^= RANDOM64[number * 2]!;
    key.lo ^= RANDOM64[number * 2 + 1]!;
  };
  for (let square = 0; square < 64; square++) {
    const piece = board[square]!;
    // In Polyglot's order, black pieces come first.
    if (piece !== NO_PIECE) add((piece ^ 1) * 64 + square);
  }
  for (let right = 0; right < 4; right++) if ((rights >> right) & 1) add(CASTLING + right);
  if (passed !== NO_SQUARE) {
    const attackers = (turn ^ 1) * 128 + passed * 2;
    const pawns = PAWNS + turn * 2;
    const canSeem =
      (PAWN_ATTACKS[attackers]! & bitboards[pawns]!) |
      (PAWN_ATTACKS[attackers + 1]! & bitboards[pawns + 1]!);
    if (canSeem !== 0) add(EN_PASSANT + (passed & 7));
  }
  if (turn === WHITE) add(WHITE_TO_MOVE);
  return key;
}

/** The square that a double push passes over, or NO_SQUARE for other moves. */
export function passedSquare(move: Move): Square {
  return flagOf(move) === DOUBLE_PUSH ? (fromOf(move) + toOf(move)) >> 1 : NO_SQUARE;
}

/** The en passant square as the FEN has it; the position drops it if no capture is legal. */
export function passedSquareOfFen(fen: string): Square {
  return squareFromName(fen.trim().split(/\s+/)[3] ?? '');
}

/** The key as sixteen hexadecimal digits. */
export function formatKey({ lo, hi }: PolyglotKey): string {
  return [hi, lo].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
