/**
 * Recomputes everything `Position` updates incrementally, from the mailbox alone and by different
 * means than make and unmake. Behind `position.validate()`; for tests and debugging.
 */
import { ALL, CHECKERS, PINNED, type Placement } from './positionLayout.ts';
import { BISHOP_DIRECTIONS, type Directions, KNIGHT_STEPS, ROOK_DIRECTIONS } from './sliding.ts';
import {
  BISHOP,
  BLACK,
  type Color,
  colorOf,
  fileOf,
  KING,
  KNIGHT,
  NO_PIECE,
  NO_SQUARE,
  PAWN,
  pieceOf,
  QUEEN,
  ROOK,
  rankOf,
  type Square,
  squareOf,
  typeOf,
  WHITE,
} from './types.ts';
import { CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, SIDE_KEY_HI, SIDE_KEY_LO } from './zobrist.ts';

/** Everything that `Position` updates incrementally. */
interface IncrementalState extends Placement {
  readonly board: Int8Array;
  readonly rights: number;
  readonly castlingRooks: Int8Array;
  readonly epSquare: Square;
  readonly halfmoves: number;
  readonly reversiblePlies: number;
  readonly ply: number;
  readonly fullmove: number;
  readonly keyLo: number;
  readonly keyHi: number;
  readonly pawnKey: number;
  nonPawnKey(color: Color): number;
  readonly checkersIndex: number;
}

/** Describes the first difference to what is recomputed, or returns null. */
export const findInconsistency = (position: IncrementalState): string | null =>
  findWrongBitboard(position) ??
  findWrongKings(position) ??
  findWrongRight(position) ??
  findWrongEnPassant(position) ??
  findWrongKey(position) ??
  findWrongPartialKey(position) ??
  findWrongChecks(position) ??
  findWrongClock(position);

/** Both halves of every bitboard. */
function findWrongBitboard({ board, bitboards }: IncrementalState): string | null {
  const expected = new Int32Array(bitboards.length);
  for (let square = 0; square < 64; square++) {
    const piece = board[square]!;
    if (piece === NO_PIECE) continue;
    if (piece < 0 || piece > NO_PIECE) return `mailbox: ${piece} on square ${square}`;
    expected[piece * 2 + (square >> 5)]! |= 1 << square;
    expected[ALL + colorOf(piece) * 2 + (square >> 5)]! |= 1 << square;
  }
  for (let i = 0; i < expected.length; i++) {
    if (expected[i] !== bitboards[i]) {
      return `bitboard ${i >> 1} ${i & 1 ? 'hi' : 'lo'}: ${hex(bitboards[i]!)}, mailbox says ${hex(expected[i]!)}`;
    }
  }
  return null;
}

function findWrongKings({ board }: IncrementalState): string | null {
  for (const color of [WHITE, BLACK]) {
    const kings = board.filter((piece) => piece === pieceOf(KING, color)).length;
    if (kings !== 1) return `${kings} kings of colour ${color}`;
  }
  return null;
}

/** Castling rights need the king and the rook on their squares. */
function findWrongRight({ board, rights, castlingRooks }: IncrementalState): string | null {
  for (let right = 0; right < 4; right++) {
    if (((rights >> right) & 1) === 0) continue;
    const color = right >> 1;
    const rank = color === WHITE ? 0 : 7;
    const king = board.indexOf(pieceOf(KING, color));
    const rook = castlingRooks[right]!;
    if (
      rankOf(king) !== rank ||
      rankOf(rook) !== rank ||
      board[rook] !== pieceOf(ROOK, color) ||
      rook < king !== ((right & 1) === 1)
    ) {
      return `castling right ${right} without its king and rook`;
    }
  }
  return null;
}

function findWrongEnPassant({ board, turn, epSquare }: IncrementalState): string | null {
  if (epSquare === NO_SQUARE || hasEnPassantCapture(board, turn, epSquare)) return null;
  return `en passant square ${epSquare} without a legal capture`;
}

function findWrongKey(position: IncrementalState): string | null {
  const { board, turn, rights, castlingRooks, epSquare } = position;
  let keyLo = turn === WHITE ? 0 : SIDE_KEY_LO;
  let keyHi = turn === WHITE ? 0 : SIDE_KEY_HI;
  const toggle = (keys: Int32Array, index: number) => {
    keyLo ^= keys[index * 2]!;
    keyHi ^= keys[index * 2 + 1]!;
  };
  board.forEach((piece, square) => {
    if (piece !== NO_PIECE) toggle(PIECE_KEYS, piece * 64 + square);
  });
  for (let right = 0; right < 4; right++) {
    if ((rights >> right) & 1) toggle(CASTLING_KEYS, castlingRooks[right]!);
  }
  if (epSquare !== NO_SQUARE) toggle(EN_PASSANT_KEYS, fileOf(epSquare));
  if (keyLo !== position.keyLo) return `key lo: ${hex(position.keyLo)}, should be ${hex(keyLo)}`;
  if (keyHi !== position.keyHi) return `key hi: ${hex(position.keyHi)}, should be ${hex(keyHi)}`;
  return null;
}

/** The keys of the pawns and of each side's other pieces. */
function findWrongPartialKey(position: IncrementalState): string | null {
  const expected = [0, 0, 0];
  position.board.forEach((piece, square) => {
    if (piece === NO_PIECE) return;
    const index = typeOf(piece) === PAWN ? 0 : 1 + colorOf(piece);
    expected[index]! ^= PIECE_KEYS[(piece * 64 + square) * 2]!;
  });
  const stored = [position.pawnKey, position.nonPawnKey(WHITE), position.nonPawnKey(BLACK)];
  for (const [i, name] of ['pawns', "White's pieces", "Black's pieces"].entries()) {
    if (stored[i] !== expected[i]) {
      return `key of ${name}: ${hex(stored[i]!)}, should be ${hex(expected[i]!)}`;
    }
  }
  return null;
}

/** Checkers and pinned pieces of the side to move; the other side must not be in check. */
function findWrongChecks(position: IncrementalState): string | null {
  const { board, turn } = position;
  const king = board.indexOf(pieceOf(KING, turn));
  const checkers = attackersOf(board, king, turn ^ 1);
  const pinned = board.reduce<Square[]>((found, piece, square) => {
    if (piece !== NO_PIECE && colorOf(piece) === turn && square !== king) {
      const without = board.slice();
      without[square] = NO_PIECE;
      const uncovered = attackersOf(without, king, turn ^ 1);
      if (uncovered.some((s) => !checkers.includes(s))) found.push(square);
    }
    return found;
  }, []);
  const wrongSet =
    compareSet(position, CHECKERS, 'checkers', checkers) ??
    compareSet(position, PINNED, 'pinned', pinned);
  if (wrongSet !== null) return wrongSet;
  const isCapturable = attackersOf(board, board.indexOf(pieceOf(KING, turn ^ 1)), turn).length > 0;
  return isCapturable ? 'the side that is not to move is in check' : null;
}

function findWrongClock(position: IncrementalState): string | null {
  const { reversiblePlies, ply, halfmoves, fullmove } = position;
  if (halfmoves < 0) return `halfmove clock ${halfmoves}`;
  if (reversiblePlies < 0 || reversiblePlies > ply || reversiblePlies > halfmoves) {
    return `${reversiblePlies} reversible plies at ply ${ply}, halfmove clock ${halfmoves}`;
  }
  return fullmove < 1 ? `move number ${fullmove}` : null;
}

const hex = (x: number) => `0x${(x >>> 0).toString(16)}`;

function compareSet(
  position: IncrementalState,
  offset: number,
  name: string,
  squares: readonly Square[],
): string | null {
  let lo = 0;
  let hi = 0;
  for (const square of squares) {
    if (square < 32) lo |= 1 << square;
    else hi |= 1 << square;
  }
  const index = position.checkersIndex - CHECKERS + offset;
  const haveLo = position.states[index]!;
  const haveHi = position.states[index + 1]!;
  if (haveLo !== lo) return `${name} lo: ${hex(haveLo)}, should be ${hex(lo)}`;
  if (haveHi !== hi) return `${name} hi: ${hex(haveHi)}, should be ${hex(hi)}`;
  return null;
}

/** The squares from which `by` attacks a square, found by walking the mailbox. */
function attackersOf(board: Int8Array, square: Square, by: Color): Square[] {
  const found: Square[] = [];
  const walk = (directions: Directions, slides: boolean, ...types: number[]) => {
    for (const [df, dr] of directions) {
      let file = fileOf(square) + df;
      let rank = rankOf(square) + dr;
      while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        const s = squareOf(file, rank);
        const piece = board[s]!;
        if (piece !== NO_PIECE) {
          if (colorOf(piece) === by && types.includes(typeOf(piece))) found.push(s);
          break;
        }
        if (!slides) break;
        file += df;
        rank += dr;
      }
    }
  };
  const behind = by === WHITE ? -1 : 1;
  walk(ROOK_DIRECTIONS, true, ROOK, QUEEN);
  walk(BISHOP_DIRECTIONS, true, BISHOP, QUEEN);
  walk([...ROOK_DIRECTIONS, ...BISHOP_DIRECTIONS], false, KING);
  walk(KNIGHT_STEPS, false, KNIGHT);
  walk(
    [
      [-1, behind],
      [1, behind],
    ],
    false,
    PAWN,
  );
  return found;
}

function hasEnPassantCapture(board: Int8Array, turn: Color, epSquare: Square): boolean {
  const taken = epSquare ^ 8;
  if (board[taken] !== pieceOf(PAWN, turn ^ 1) || board[epSquare] !== NO_PIECE) return false;
  return [-1, 1].some((df) => {
    const from = taken + df;
    if (Math.abs(fileOf(from) - fileOf(epSquare)) !== 1) return false;
    if (board[from] !== pieceOf(PAWN, turn)) return false;
    const after = board.slice();
    after[from] = NO_PIECE;
    after[taken] = NO_PIECE;
    after[epSquare] = pieceOf(PAWN, turn);
    return attackersOf(after, after.indexOf(pieceOf(KING, turn)), turn ^ 1).length === 0;
  });
}
