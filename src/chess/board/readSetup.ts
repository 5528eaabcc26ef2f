/**
 * Makes a position from plain data, and checks that it is possible.
 *
 * Rejected are positions that no game can reach and that the move generator could not handle.
 * Whether a game really leads there is not tested: published studies and test positions are often
 * unreachable.
 */
import { fail, ok, type Result } from '../../util/result.ts';
import { isAttacked } from './checks.ts';
import { Position } from './position.ts';
import { ALL } from './positionLayout.ts';
import { COLOR_NAMES, countTypes, type Setup } from './setup.ts';
import {
  fileOf,
  KING,
  NO_PIECE,
  NO_SQUARE,
  PAWN,
  pieceOf,
  ROOK,
  rankOf,
  squareName,
  squareOf,
  typeOf,
  WHITE,
} from './types.ts';

/** The initial number of pieces of each type, pawns first. */
const INITIAL_COUNTS = [8, 2, 2, 2, 1, 1];

/** The position of a setup; an error says what makes it impossible. */
export function readSetup(setup: Setup): Result<Position> {
  const problem =
    findPieceCountProblem(setup) ??
    findPawnRankProblem(setup) ??
    findCastlingProblem(setup) ??
    findEnPassantProblem(setup);
  if (problem !== null) return fail(problem);
  const position = new Position(setup);
  return canTakeKing(position)
    ? fail(`${COLOR_NAMES[setup.turn]} is to move but ${COLOR_NAMES[setup.turn ^ 1]} is in check`)
    : ok(position);
}

function findPieceCountProblem({ board }: Setup): string | null {
  for (const [color, name] of COLOR_NAMES.entries()) {
    const counts = countTypes(board, color);
    if (counts[KING] !== 1) {
      return `${name} has ${counts[KING] === 0 ? 'no king' : `${counts[KING]} kings`}`;
    }
    if (counts[PAWN]! > 8) return `${name} has ${counts[PAWN]} pawns`;
    // Every piece beyond the initial set was once a pawn. (This also bounds the move list.)
    let promoted = 0;
    for (let type = PAWN; type <= KING; type++) {
      promoted += Math.max(0, counts[type]! - INITIAL_COUNTS[type]!);
    }
    const missingPawns = 8 - counts[PAWN]!;
    if (promoted > missingPawns) {
      return `${name} has ${promoted} promoted pieces but only ${missingPawns} pawns are missing`;
    }
  }
  return null;
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

function canTakeKing(position: Position): boolean {
  const { bitboards: bb, turn } = position;
  const occupiedLo = bb[ALL]! | bb[ALL + 2]!;
  const occupiedHi = bb[ALL + 1]! | bb[ALL + 3]!;
  return isAttacked(position, position.kingSquare(turn ^ 1), turn, occupiedLo, occupiedHi);
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
