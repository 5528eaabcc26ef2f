/**
 * Reads and writes FEN, with X-FEN and Shredder-FEN castling rights.
 * https://www.chessprogramming.org/Forsyth-Edwards_Notation
 *
 * Rejected, each with its own message: anything but eight ranks of eight squares, unknown letters,
 * impossible positions (readSetup.ts), castling rights or en passant squares that contradict the
 * pieces, and clocks that are not numbers. Silently repaired: missing clocks (0 and 1), a full move
 * number of 0, extra blanks, and an en passant square without a legal capture, which is dropped
 * because the position is the same without it. Clocks that contradict the position are accepted,
 * since those of published positions are often wrong.
 */
import { fail, ok, quote, type Result, unwrap, within } from '../../util/result.ts';
import type { Position } from '../board/position.ts';
import { readSetup } from '../board/readSetup.ts';
import type { Setup } from '../board/setup.ts';
import {
  BLACK,
  type Color,
  fileOf,
  KING,
  NO_PIECE,
  NO_SQUARE,
  PIECE_LETTERS,
  pieceOf,
  ROOK,
  type Square,
  squareFromName,
  squareName,
  squareOf,
  WHITE,
} from '../board/types.ts';

/** The start position of standard chess. */
export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The fields that a FEN must have. */
const FIELDS = [
  'a board',
  'the side to move (w or b)',
  'castling rights (KQkq or -)',
  'an en passant square (or -)',
];

/** More than any game can reach. */
const MAX_CLOCK = 99_999;

/** Reads a FEN of four to six fields. */
export const parseFen = (fen: string): Result<Position> => within('FEN', readFen(fen));

/** Like {@link parseFen}, but errors do not name the FEN: for callers that do so themselves. */
export function readFen(fen: string): Result<Position> {
  if (typeof fen !== 'string') return fail('not a string');
  const fields = fen.trim().split(/\s+/);
  if (fields.length < FIELDS.length) return fail(describeShortage(fen.trim(), fields));
  const setup = parseSetup(fields);
  if (!setup.ok) return setup;
  if (fields.length > 6) return fail(`unexpected text after the clocks: ${quote(fields[6]!)}`);
  return readSetup(setup.value);
}

/** Like {@link parseFen}, but throws the `ChessError`. */
export const positionFromFen = (fen: string): Position => unwrap(parseFen(fen));

/** Says that a text is not a FEN at all, or what is missing after its board. */
function describeShortage(text: string, fields: readonly string[]): string {
  if (fields[0]!.split('/').length !== 8)
    return `not a position such as ${START_FEN}: ${quote(text)}`;
  return `missing after ${quote(fields.at(-1)!)}: ${FIELDS.slice(fields.length).join(', ')}`;
}

function parseSetup(fields: string[]): Result<Setup> {
  const [placement, side, rights, ep, halfmoveText = '0', fullmoveText = '1'] = fields as [
    string,
    string,
    string,
    string,
    string?,
    string?,
  ];
  const board = parseBoard(placement);
  if (!board.ok) return board;
  if (side !== 'w' && side !== 'b') return fail(`side to move is w or b, not ${quote(side)}`);
  const castling = parseCastling(rights, board.value);
  if (!castling.ok) return castling;
  const epSquare = ep === '-' ? NO_SQUARE : squareFromName(ep);
  if (ep !== '-' && epSquare === NO_SQUARE) {
    return fail(`en passant is a square or -, not ${quote(ep)}`);
  }
  const halfmoves = parseClock('halfmove clock', halfmoveText);
  if (!halfmoves.ok) return halfmoves;
  const fullmove = parseClock('move number', fullmoveText);
  if (!fullmove.ok) return fullmove;

  return ok({
    board: board.value,
    turn: side === 'w' ? WHITE : BLACK,
    castlingRooks: castling.value,
    epSquare,
    halfmoves: halfmoves.value,
    fullmove: Math.max(1, fullmove.value),
    chess960: namesFiles(rights) || !isStandardCastling(board.value, castling.value),
  });
}

/** The piece of a letter, by its code. */
const PIECES_BY_CODE = new Int8Array(128).fill(NO_PIECE);
for (let piece = 0; piece < NO_PIECE; piece++) {
  PIECES_BY_CODE[PIECE_LETTERS.charCodeAt(piece)] = piece;
}
const DIGIT_1 = 49;

function parseBoard(text: string): Result<Int8Array> {
  const ranks = text.split('/');
  if (ranks.length !== 8) return fail(`8 ranks needed, got ${ranks.length}`);
  const board = new Int8Array(64).fill(NO_PIECE);
  for (const [i, rankText] of ranks.entries()) {
    const rank = 7 - i;
    let file = 0;
    let afterDigit = false;
    for (let at = 0; at < rankText.length; at++) {
      const code = rankText.charCodeAt(at);
      const piece = PIECES_BY_CODE[code] ?? NO_PIECE;
      if (piece !== NO_PIECE) {
        if (file < 8) board[squareOf(file, rank)] = piece;
        file++;
        afterDigit = false;
      } else if (code >= DIGIT_1 && code <= DIGIT_1 + 7 && !afterDigit) {
        file += code - DIGIT_1 + 1;
        afterDigit = true;
      } else {
        return fail(`rank ${rank + 1} has a stray ${quote(rankText[at])}`);
      }
    }
    if (file !== 8) return fail(`rank ${rank + 1} has ${file} squares, not 8`);
  }
  return ok(board);
}

/** `KQkq` mean the outermost rook of a side (X-FEN), `A`–`H` the rook's file (Shredder-FEN). */
function parseCastling(text: string, board: Int8Array): Result<Setup['castlingRooks']> {
  const rooks: Setup['castlingRooks'] = [NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE];
  if (text === '-') return ok(rooks);
  if (!/^[A-HKQa-hkq]{1,4}$/.test(text)) return fail(`not castling rights: ${quote(text)}`);
  for (const letter of text) {
    const color = letter === letter.toUpperCase() ? WHITE : BLACK;
    const king = fileOf(board.indexOf(pieceOf(KING, color)));
    const upper = letter.toUpperCase();
    let file: number;
    if (upper === 'K') file = outermostRook(board, color, 7, king);
    else if (upper === 'Q') file = outermostRook(board, color, 0, king);
    else file = upper.charCodeAt(0) - 65;
    const queenside = upper === 'Q' || (upper !== 'K' && file < king);
    const right = color * 2 + (queenside ? 1 : 0);
    if (rooks[right] !== NO_SQUARE) return fail(`castling right ${quote(letter)} comes twice`);
    rooks[right] = squareOf(file, color === WHITE ? 0 : 7);
  }
  return ok(rooks);
}

/** Rights that name files are written only in Chess960, and mark the position as such. */
const namesFiles = (rights: string): boolean => /[A-Ha-h]/.test(rights);

/** The file of the first rook from the board's edge towards the king, or the edge itself. */
function outermostRook(board: Int8Array, color: Color, edge: number, king: number): number {
  const rank = color === WHITE ? 0 : 7;
  const step = edge === 0 ? 1 : -1;
  for (let file = edge; file !== king; file += step) {
    if (board[squareOf(file, rank)] === pieceOf(ROOK, color)) return file;
  }
  return edge;
}

function isStandardCastling(board: Int8Array, rooks: readonly Square[]): boolean {
  return rooks.every((rook, i) => {
    if (rook === NO_SQUARE) return true;
    const king = board.indexOf(pieceOf(KING, i >> 1));
    return fileOf(king) === 4 && fileOf(rook) === (i & 1 ? 0 : 7);
  });
}

function parseClock(name: string, text: string): Result<number> {
  if (!/^\d+$/.test(text)) return fail(`not a ${name}: ${quote(text)}`);
  const value = Number(text);
  if (value > MAX_CLOCK) return fail(`the ${name} ${quote(text)} is above ${MAX_CLOCK}`);
  return ok(value);
}

/**
 * Writes a FEN of six fields. The en passant square is given only when a legal capture exists;
 * castling rights are `KQkq`, or rook files (Shredder-FEN) when the position is a Chess960 one.
 */
export function formatFen(position: Position): string {
  return `${formatFenWithoutClocks(position)} ${position.halfmoves} ${position.fullmove}`;
}

/** Whether the castling rights that are left could be those of standard chess. */
export function hasStandardRights({ board, rights, castlingRooks }: Position): boolean {
  const rooks = Array.from(castlingRooks, (rook, i) => ((rights >> i) & 1 ? rook : NO_SQUARE));
  return isStandardCastling(board, rooks);
}

/**
 * The first four fields of a FEN, which are also the first four of an EPD line. `namesRooks` writes
 * castling rights as rook files (Shredder-FEN).
 */
export function formatFenWithoutClocks(
  position: Position,
  namesRooks: boolean = position.chess960,
): string {
  const ranks: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let text = '';
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const piece = position.board[squareOf(file, rank)]!;
      if (piece === NO_PIECE) {
        empty++;
        continue;
      }
      text += (empty > 0 ? empty : '') + PIECE_LETTERS[piece]!;
      empty = 0;
    }
    ranks.push(text + (empty > 0 ? empty : ''));
  }
  const side = position.turn === WHITE ? 'w' : 'b';
  const ep = position.epSquare === NO_SQUARE ? '-' : squareName(position.epSquare);
  return `${ranks.join('/')} ${side} ${formatCastling(position, namesRooks)} ${ep}`;
}

function formatCastling(position: Position, namesRooks: boolean): string {
  let text = '';
  for (let i = 0; i < 4; i++) {
    if (((position.rights >> i) & 1) === 0) continue;
    const rook = position.castlingRooks[i]!;
    const letter = namesRooks ? squareName(rook)[0]! : i & 1 ? 'q' : 'k';
    text += i >> 1 === WHITE ? letter.toUpperCase() : letter;
  }
  return text === '' ? '-' : text;
}
