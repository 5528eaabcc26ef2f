/**
 * A position as plain data, and the check that it is a possible position.
 *
 * Rejected are positions that no game can reach and that the move generator could not handle.
 * Whether a game really leads there is not tested: published studies and test positions are often
 * unreachable.
 */
import { KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS } from './attacks.ts';
import { BISHOP_DIRECTIONS, type Bitboard, ROOK_DIRECTIONS, slideAttacks } from './sliding.ts';
import {
  type Color,
  colorOf,
  fileOf,
  KING,
  NO_PIECE,
  NO_SQUARE,
  PAWN,
  pieceOf,
  ROOK,
  rankOf,
  type Square,
  squareName,
  squareOf,
  typeOf,
  WHITE,
} from './types.ts';

/** The contents of a FEN. */
export interface Setup {
  /** The piece on each of the 64 squares. */
  board: Int8Array;
  /** The side to move. */
  turn: Color;
  /** The rook's square per right (white king side, queen side, then black), or {@link NO_SQUARE}. */
  castlingRooks: [Square, Square, Square, Square];
  /** The square that a pawn has just passed over, or {@link NO_SQUARE}. */
  epSquare: Square;
  /** Plies since the last capture or pawn move. */
  halfmoves: number;
  /** The full move number, from 1. */
  fullmove: number;
  /** Write castling as king takes rook. */
  chess960: boolean;
}

const COLOR_NAMES = ['white', 'black'];
/** The initial number of pieces of each type, pawns first. */
const INITIAL_COUNTS = [8, 2, 2, 2, 1, 1];

/** Describes what makes the setup impossible, or returns null. */
export function findSetupProblem(setup: Setup): string | null {
  return (
    findPieceCountProblem(setup) ??
    findPawnRankProblem(setup) ??
    findOpponentInCheckProblem(setup) ??
    findCastlingProblem(setup) ??
    findEnPassantProblem(setup)
  );
}

function findPieceCountProblem({ board }: Setup): string | null {
  for (const [color, name] of COLOR_NAMES.entries()) {
    const counts = countTypes(board, color);
    if (counts[KING] !== 1) {
      return `${name} has ${counts[KING] === 0 ? 'no king' : `${counts[KING]} kings`}`;
    }
    if (counts[PAWN]! > 8) return `${name} has ${counts[PAWN]} pawns`;
    // Every piece beyond the initial set was once a pawn. (This also bounds the move list.)
    const promoted = counts.reduce(
      (sum, n, type) => sum + Math.max(0, n - INITIAL_COUNTS[type]!),
      0,
    );
    const missingPawns = 8 - counts[PAWN]!;
    if (promoted > missingPawns) {
      return `${name} has ${promoted} promoted pieces but only ${missingPawns} pawns are missing`;
    }
  }
  return null;
}

/** The number of pieces of each type that a side has. */
export function countTypes(board: Int8Array, color: Color): number[] {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const piece of board) {
    if (piece !== NO_PIECE && colorOf(piece) === color) counts[typeOf(piece)]!++;
  }
  return counts;
}

function findPawnRankProblem({ board }: Setup): string | null {
  for (let square = 0; square < 64; square++) {
    const rank = rankOf(square);
    if ((rank === 0 || rank === 7) && typeOf(board[square]!) === PAWN) {
      return `a pawn stands on ${squareName(square)}`;
    }
  }
  return null;
}

function findOpponentInCheckProblem({ board, turn }: Setup): string | null {
  const king = board.indexOf(pieceOf(KING, turn ^ 1));
  return isAttackedBy(board, king, turn)
    ? `${COLOR_NAMES[turn]} is to move but ${COLOR_NAMES[turn ^ 1]} is in check`
    : null;
}

/** Whether a side attacks a square. Works on the mailbox, since there is no `Position` yet. */
function isAttackedBy(board: Int8Array, square: Square, by: Color): boolean {
  let occupiedLo = 0;
  let occupiedHi = 0;
  for (let s = 0; s < 64; s++) {
    if (board[s] === NO_PIECE) continue;
    if (s < 32) occupiedLo |= 1 << s;
    else occupiedHi |= 1 << s;
  }
  const diagonal = slideAttacks(square, BISHOP_DIRECTIONS, occupiedLo, occupiedHi);
  const straight = slideAttacks(square, ROOK_DIRECTIONS, occupiedLo, occupiedHi);
  const stepsOf = (steps: Int32Array, at: number) => ({ lo: steps[at]!, hi: steps[at + 1]! });
  // Indexed by piece type: the squares from which a piece of `by` would attack the square.
  const origins: Bitboard[] = [
    stepsOf(PAWN_ATTACKS, (by ^ 1) * 128 + square * 2),
    stepsOf(KNIGHT_ATTACKS, square * 2),
    diagonal,
    straight,
    { lo: diagonal.lo | straight.lo, hi: diagonal.hi | straight.hi },
    stepsOf(KING_ATTACKS, square * 2),
  ];
  return board.some((piece, s) => {
    if (piece === NO_PIECE || colorOf(piece) !== by) return false;
    const { lo, hi } = origins[typeOf(piece)]!;
    return (((s < 32 ? lo : hi) >> s) & 1) === 1;
  });
}

function findCastlingProblem({ board, castlingRooks }: Setup): string | null {
  for (const [i, rook] of castlingRooks.entries()) {
    if (rook === NO_SQUARE) continue;
    const color = i >> 1;
    const side = i & 1 ? 'queen side' : 'king side';
    const right = `castling right for ${COLOR_NAMES[color]} on the ${side}`;
    const king = board.indexOf(pieceOf(KING, color));
    const rank = color === WHITE ? 0 : 7;
    if (rankOf(king) !== rank) return `${right}, but the king is on ${squareName(king)}`;
    if (
      rankOf(rook) !== rank ||
      board[rook] !== pieceOf(ROOK, color) ||
      (i & 1 ? fileOf(rook) > fileOf(king) : fileOf(rook) < fileOf(king))
    ) {
      return `${right}, but no rook for it on ${squareName(rook)}`;
    }
  }
  return null;
}

function findEnPassantProblem({ board, turn, epSquare }: Setup): string | null {
  if (epSquare === NO_SQUARE) return null;
  const name = `en passant square ${squareName(epSquare)}`;
  const rank = turn === WHITE ? 5 : 2;
  if (rankOf(epSquare) !== rank) return `${name} is not on rank ${rank + 1}`;
  const forward = turn === WHITE ? -1 : 1;
  const pawn = squareOf(fileOf(epSquare), rank + forward);
  const origin = squareOf(fileOf(epSquare), rank - forward);
  if (board[pawn] !== pieceOf(PAWN, turn ^ 1)) return `${name} has no pawn in front of it`;
  if (board[epSquare] !== NO_PIECE || board[origin] !== NO_PIECE) {
    return `${name}: no pawn can have passed over it, something stands in the way`;
  }
  return null;
}
