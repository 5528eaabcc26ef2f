/**
 * Standard algebraic notation as used in PGN: `Nbd7`, `exd6`, `O-O`, `e8=Q#`.
 * https://www.chessprogramming.org/Algebraic_Chess_Notation
 */
import { fail, ok, quote, type Result, textOf } from '../../util/result.ts';
import { countMoves, generateMoves, legalMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import {
  CASTLING,
  fileOf,
  flagOf,
  fromOf,
  isCapture,
  isPromotion,
  MAX_MOVES,
  type Move,
  NO_MOVE,
  PAWN,
  PIECE_LETTERS,
  type PieceType,
  promotionOf,
  rankOf,
  type Square,
  squareFromName,
  squareName,
  toOf,
  typeOf,
} from '../board/types.ts';

/** Writes a legal move; {@link NO_MOVE} is a null move, `--`. */
export function formatSan(position: Position, move: Move): string {
  if (move === NO_MOVE) return '--';
  return formatWithoutCheck(position, move) + checkMark(position, move);
}

/** Writes a sequence of moves, playing them in `position`; {@link NO_MOVE} passes the turn. */
export function formatSans(position: Position, moves: readonly Move[]): string[] {
  return moves.map((move) => {
    const san = formatSan(position, move);
    playPgnMove(position, move);
    return san;
  });
}

/** Plays a legal move, or passes the turn if it is {@link NO_MOVE}. */
export function playPgnMove(position: Position, move: Move): void {
  if (move === NO_MOVE) position.makeNull();
  else position.make(move);
}

function formatWithoutCheck(position: Position, move: Move): string {
  const from = fromOf(move);
  const to = toOf(move);
  if (flagOf(move) === CASTLING) return to > from ? 'O-O' : 'O-O-O';
  const type = typeOf(position.board[from]!);
  const takes = isCapture(move) ? 'x' : '';
  if (type === PAWN) {
    const promotion = isPromotion(move) ? `=${PIECE_LETTERS[promotionOf(move) * 2]}` : '';
    return (takes && squareName(from)[0] + takes) + squareName(to) + promotion;
  }
  return PIECE_LETTERS[type * 2] + originHint(position, move) + takes + squareName(to);
}

/** The shortest disambiguation from other moves to the same square: file, else rank, else both. */
function originHint(position: Position, move: Move): string {
  const from = fromOf(move);
  const rivals = legalMoves(position).filter(
    (other) =>
      other !== move &&
      toOf(other) === toOf(move) &&
      position.board[fromOf(other)] === position.board[from],
  );
  if (rivals.length === 0) return '';
  const name = squareName(from);
  if (rivals.every((rival) => fileOf(fromOf(rival)) !== fileOf(from))) return name[0]!;
  if (rivals.every((rival) => rankOf(fromOf(rival)) !== rankOf(from))) return name[1]!;
  return name;
}

function checkMark(position: Position, move: Move): string {
  return position.withMove(move, () => {
    if (!position.inCheck) return '';
    return countMoves(position) === 0 ? '#' : '+';
  });
}

const SAN = /^([NBRQKP]?)([a-h]?[1-8]?)[-x:]?([a-h][1-8])(?:[=(]?([NBRQnbrq])\)?)?[+#]?$/;

/** The longest text that is read as a move; far longer than any real one. */
const MAX_SAN = 64;

/** The symbols of the pieces, white and black ones from king to pawn, and what may follow them in print. */
const FIGURINES = /[♔-♟]/gu;
const VARIATION_SELECTORS = /[\ufe0e\ufe0f]/g;
const FIGURINE_LETTERS = 'KQRBNP';
const FIRST_FIGURINE = 0x2654;

/** Dashes and minus signs, which print and web pages have for hyphens: `O–O`, `1–0`. */
const DASHES = /[‐-―−]/g;

/** A text with hyphens for dashes. */
export const withHyphens = (text: string): string => text.replace(DASHES, '-');

/** The ways in which PGN files write a null move. */
const NULL_MOVES = ['--', 'Z0', '0000', '@@@@'];

/** Whether a text is a null move: `--`, or `Z0` as ChessBase writes it. */
export const isNullMove = (text: string): boolean => NULL_MOVES.includes(text);

/** The contents of a SAN move other than castling; such a move need not be legal. */
interface SanParts {
  type: PieceType;
  /** The name of the origin's file, rank or square; empty if only the piece is given. */
  origin: string;
  to: Square;
  promotion: PieceType | null;
}

/** A move as SAN expresses it. */
type SanMove = SanParts | 'O-O' | 'O-O-O';

/** Parses SAN, as leniently as {@link parseSan} says. Null if it is not a move. */
export function readSan(text: string): SanMove | null {
  // JavaScript callers may pass anything.
  const trimmed = textOf(text).trim();
  if (trimmed.length > MAX_SAN) return null;
  return readPlainSan(trimmed) ?? readPlainSan(plainSan(trimmed));
}

function readPlainSan(text: string): SanMove | null {
  if (text === 'O-O' || text === '0-0') return 'O-O';
  if (text === 'O-O-O' || text === '0-0-0') return 'O-O-O';
  const match = SAN.exec(text);
  if (match === null) return null;
  const [, letter = '', origin = '', to = '', promotion = ''] = match;
  return {
    type: letter === '' ? PAWN : pieceType(letter),
    origin,
    to: squareFromName(to),
    promotion: promotion === '' ? null : pieceType(promotion.toUpperCase()),
  };
}

/** The type of a piece by its letter in upper case. */
const pieceType = (letter: string): PieceType => PIECE_LETTERS.indexOf(letter) >> 1;

/** A move with hyphens and letters for dashes and figurines, without marks, glyphs and `e.p.`. */
const plainSan = (text: string): string =>
  withHyphens(withLetters(text)).replace(/\s*(e\.?p\.?|[+#!?])/g, '');

/** Letters in place of figurines: `♞f6` is `Nf6`. */
const withLetters = (text: string): string =>
  text
    .replace(VARIATION_SELECTORS, '')
    .replace(
      FIGURINES,
      (figurine) => FIGURINE_LETTERS[(figurine.charCodeAt(0) - FIRST_FIGURINE) % 6]!,
    );

/**
 * Reads a legal move in SAN, leniently: check marks, glyphs (`!?`), `e.p.`, `x` and `=` are optional,
 * disambiguation may be superfluous, castling may be written with zeros, pieces as figurines.
 */
export function parseSan(position: Position, text: string): Result<Move> {
  const parts = readSan(text);
  if (parts === null) return fail(`not a move: ${quote(text)}`);
  let found = NO_MOVE;
  const end = generateMoves(position, scratch);
  for (let i = 0; i < end; i++) {
    const move = scratch[i]!;
    if (!isMeant(position, move, parts)) continue;
    if (found !== NO_MOVE) return fail(`ambiguous move: ${quote(text)}`);
    found = move;
  }
  return found === NO_MOVE ? fail(`illegal move: ${quote(text)}`) : ok(found);
}

const scratch = new Int32Array(MAX_MOVES);

/** Whether a legal move is the one that was read. */
function isMeant({ board }: Position, move: Move, parts: SanMove): boolean {
  const from = fromOf(move);
  const to = toOf(move);
  if (flagOf(move) === CASTLING) return parts === (to > from ? 'O-O' : 'O-O-O');
  return (
    typeof parts !== 'string' &&
    to === parts.to &&
    typeOf(board[from]!) === parts.type &&
    squareName(from).includes(parts.origin) &&
    (isPromotion(move) ? promotionOf(move) : null) === parts.promotion
  );
}
