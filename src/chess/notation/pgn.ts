/**
 * Writes PGN: moves, glyphs, comments and variations. Reading is in pgnReader.ts.
 * https://www.chessprogramming.org/Portable_Game_Notation
 */
import { printable } from '../../util/printable.ts';
import { areTexts, ChessError, isArrayOf, isObject, quote } from '../../util/result.ts';
import { legalMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import { BLACK, type Color, type Move, NO_MOVE, WHITE } from '../board/types.ts';
import { findMateOrStalemate } from '../game/draws.ts';
import { isPosition } from './anyPosition.ts';
import { formatFen, START_FEN } from './fen.ts';
import { formatSan, playPgnMove } from './san.ts';

/** The result of a finished game in PGN. */
export type FinalResult = '1-0' | '0-1' | '1/2-1/2';
/** The result of a game in PGN; `*` while it is open. */
export type GameResult = FinalResult | '*';

/** Whether a value is the result of a finished game. */
export const isFinalResult = (value: unknown): value is FinalResult =>
  value === '1-0' || value === '0-1' || value === '1/2-1/2';

/** Whether a value is the result of a game, finished or not. */
export const isResult = (value: unknown): value is GameResult =>
  value === '*' || isFinalResult(value);

/** The result of a finished game; `winner` is null after a draw. */
export const resultFor = (winner: number | null): FinalResult =>
  winner === null ? '1/2-1/2' : winner === WHITE ? '1-0' : '0-1';

/** Half points of a side: 2 for a win, 1 for a draw, 0 for a loss; null for a game without a result. */
export function halfPoints(result: GameResult, color: Color): number | null {
  if (result === '*') return null;
  if (result === '1/2-1/2') return 1;
  return (result === '1-0') === (color === WHITE) ? 2 : 0;
}

/**
 * Why a result is wrong after checkmate or stalemate; null if it is right. Any result is possible in other final
 * positions: a player may resign, and the game goes on until somebody claims a draw.
 */
export function findContradiction(position: Position, result: GameResult): string | null {
  const end = result === '*' ? null : findMateOrStalemate(position);
  if (end === null) return null;
  const outcome = resultFor(end === 'checkmate' ? position.turn ^ 1 : null);
  return outcome === result ? null : describeContradiction(result, outcome, end);
}

/** A message: the file gives another result than the board, on which the game has ended. */
export const describeContradiction = (
  result: GameResult,
  outcome: GameResult,
  end: string,
): string => `the result is ${result}, but the board says ${outcome} (${end})`;

/** A message: the rules end the game before this move, such as `3. a3`. */
export const describeLateMove = (move: string, end: string): string =>
  `${move} comes after the end of the game (${end})`;

/** The signs of moves by their numeric annotation glyph; the first is none. */
export const MOVE_SIGNS: readonly string[] = ['', '!', '?', '!!', '??', '!?', '?!'];

/** Commands in a comment, such as `[%clk 0:01:02]`, which are for programs. */
export const COMMENT_COMMANDS = /\[%[^\][]*\]/g;

/** What comments say to readers, without commands. */
export const readableComment = (comments: readonly string[]): string =>
  comments.join(' ').replace(COMMENT_COMMANDS, '').trim();

/**
 * A comment as it can be written: a closing brace would end it, and PGN has no escape, so braces become
 * parentheses. An opening brace without one is allowed, and stays.
 */
export const bracesToParentheses = (comment: string): string =>
  comment.includes('}') ? comment.replaceAll('{', '(').replaceAll('}', ')') : comment;

/** A move and its annotations. */
export interface PgnMove {
  /** {@link NO_MOVE} is a null move, `--`: the side to move passes. */
  move: Move;
  /** Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. */
  nags: readonly number[];
  comments: readonly string[];
  /** Comments before the move: those at the beginning of a variation. */
  startingComments?: readonly string[] | undefined;
  /** Alternatives to this move. */
  variations?: readonly (readonly PgnMove[])[] | undefined;
}

/** The seven-tag roster, in the standard order; `?` where nothing is known. */
const ROSTER = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?' };

/** Lines are shorter than this. */
const LINE_LENGTH = 80;

/** A game to write, such as one that `parsePgn` has read. */
export interface PgnContents {
  start: Position;
  moves: readonly (Move | PgnMove)[];
  result: GameResult;
  tags?: ReadonlyMap<string, string> | Readonly<Record<string, string>> | undefined;
  /** The comments before the first move. */
  comments?: readonly string[] | undefined;
}

/** Names of Chess960 in the tag `Variant`, which standard chess must not have. */
export const isChess960Variant = (variant: string): boolean =>
  /960|fischer|freestyle/i.test(variant);

/** Throws a ChessError if this is not a game that can be written. */
export function checkContents(game: PgnContents): void {
  const { start, moves, result, tags = {}, comments = [] } = Object(game) as PgnContents;
  if (!isPosition(start)) throw new ChessError('the start of a game must be a Position');
  if (!Array.isArray(moves)) throw new ChessError('the moves of a game must be an array');
  if (!isResult(result)) throw new ChessError(`not the result of a game: ${quote(result)}`);
  if (!(tags instanceof Map || isObject(tags))) throw new ChessError('tags must be an object');
  if (!areTexts(comments)) throw new ChessError('comments must be an array of texts');
  checkMoves(start, moves.map(annotated));
}

/** Throws a ChessError if one of the moves is not legal, a null move apart, or has invalid annotations. */
function checkMoves(start: Position, moves: readonly PgnMove[]): void {
  const position = start.clone();
  for (const item of moves) {
    const {
      move,
      nags,
      comments,
      startingComments = [],
      variations = [],
    } = Object(item) as PgnMove;
    if (move === NO_MOVE) {
      if (position.inCheck) throw new ChessError('a null move leaves the king in check');
    } else if (!legalMoves(position).includes(move)) {
      throw new ChessError(`illegal move: ${quote(move ?? item)}`);
    }
    const areNags = isArrayOf(nags, (nag) => Number.isInteger(nag) && (nag as number) >= 0);
    const areLines = isArrayOf(variations, Array.isArray);
    if (!areNags || !areTexts(comments) || !areTexts(startingComments) || !areLines) {
      throw new ChessError(`invalid annotations of the move ${formatSan(position, move)}`);
    }
    for (const line of variations) checkMoves(position, line);
    playPgnMove(position, move);
  }
}

/**
 * Writes a game: its starting position, its moves with or without annotations, and its result. `tags`
 * extend and replace the seven-tag roster. `Result`, `SetUp`, `FEN`, the `Variant` of Chess960, and
 * `PlyCount` if it is given, are those of the game, whatever `tags` say. Throws a ChessError if `game` is not
 * one, for an illegal move, for a name that no tag can have, and for a value that is not text.
 */
export function formatPgn(game: PgnContents): string {
  checkContents(game);
  const { start, moves, result, tags = {}, comments = [] } = game;
  const given = tags instanceof Map ? [...tags] : Object.entries(tags);
  for (const [tag, value] of given) {
    if (!/^\w+$/.test(tag)) throw new ChessError(`not a PGN tag: ${quote(tag)}`);
    if (typeof value !== 'string') throw new ChessError(`the PGN tag ${tag} is not text`);
  }
  const { SetUp, FEN, ...others } = Object.fromEntries(given);
  const all: Record<string, string> = { ...ROSTER, Result: '*', ...others };
  all.Result = result;
  if (all.PlyCount !== undefined) all.PlyCount = String(moves.length);
  const fen = formatFen(start);
  if (start.chess960) all.Variant = 'Chess960';
  else if (isChess960Variant(all.Variant ?? '')) delete all.Variant;
  if (fen !== START_FEN) Object.assign(all, { SetUp: '1', FEN: fen });
  const head = Object.entries(all).map(([tag, value]) => formatTag(tag, value));
  return `${head.join('\n')}\n\n${wrap(wordsOf(start, moves, result, comments))}\n`;
}

/** Today's local date as in PGN: `2026.11.21`. */
export function pgnDate(): string {
  const date = new Date();
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`;
}

/** The words of a game, generated lazily: a comment may have millions. */
function* wordsOf(
  start: Position,
  moves: readonly (Move | PgnMove)[],
  result: GameResult,
  comments: readonly string[],
): Generator<string> {
  for (const comment of comments) yield* commentWords(comment);
  yield* moveWords(start, moves);
  yield result;
}

/**
 * The text without blanks at its ends, each run of white space as one blank. Looks only for what must be
 * replaced: a comment of megabytes that is fine is not copied.
 */
export const singleSpaced = (text: string): string => text.trim().replace(/[^\S ]\s*| \s+/g, ' ');

/** Escapes control characters. Other invisible characters may be part of a name, and stay. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, (control) => printable(control));

/** A tag's line, without a line break. Control characters, which PGN forbids, are escaped. */
export function formatTag(tag: string, value: string): string {
  return `[${tag} "${plain(value.replace(/[\t\r\n]+/g, ' ')).replace(/[\\"]/g, '\\$&')}"]`;
}

/** The number before a move in this position: `12.`, `12...`. */
export const formatMoveNumber = ({ fullmove, turn }: Pick<Position, 'fullmove' | 'turn'>): string =>
  `${fullmove}${turn === BLACK ? '...' : '.'}`;

/**
 * The moves in SAN with move numbers: `1.`, `e4`, `e5`, `2.`, … or `3...`, `Kd7`, `4.`, … A black
 * move is numbered after a comment or a variation too. Comments are split at blanks, where lines
 * may be broken.
 */
export const formatMoveText = (start: Position, moves: readonly (Move | PgnMove)[]): string[] => [
  ...moveWords(start, moves),
];

function* moveWords(start: Position, moves: readonly (Move | PgnMove)[]): Generator<string> {
  const position = start.clone();
  let needsNumber = true;
  for (const item of moves) {
    const { move, nags, comments, startingComments = [], variations = [] } = annotated(item);
    for (const comment of startingComments) yield* commentWords(comment);
    if (startingComments.length > 0) needsNumber = true;
    if (position.turn !== BLACK || needsNumber) yield formatMoveNumber(position);
    yield formatSan(position, move);
    yield* nags.map((nag) => `$${nag}`);
    for (const comment of comments) yield* commentWords(comment);
    for (const line of variations) yield* variationWords(position, line);
    needsNumber = comments.length + variations.length > 0;
    playPgnMove(position, move);
  }
}

const annotated = (item: Move | PgnMove): PgnMove =>
  typeof item === 'number' ? { move: item, nags: [], comments: [] } : item;

/**
 * A comment cannot contain the closing brace, and blanks between its words are not preserved. A command
 * with one argument, `[%eval 0.34]`, is one word: some readers do not find it in two lines. `[Event` and `%` belong
 * to the word before: at the start of a line one would begin the next game, the other hide the line from readers.
 */
function* commentWords(text: string): Generator<string> {
  const line = `{${bracesToParentheses(plain(singleSpaced(text)))}}`;
  let held = '';
  let last = '';
  for (let at = 0; at < line.length; ) {
    const blank = line.indexOf(' ', at);
    const end = blank < 0 ? line.length : blank;
    const word = line.slice(at, end);
    at = end + 1;
    const isJoined = /^(\[Event$|%)/.test(word) || /\[%\w+$/.test(last);
    if (held !== '' && !isJoined) yield held;
    held = isJoined ? `${held} ${word}` : word;
    last = word;
  }
  yield held;
}

function* variationWords(position: Position, line: readonly PgnMove[]): Generator<string> {
  let last = '';
  for (const word of moveWords(position, line)) {
    if (last !== '') yield last;
    last = last === '' ? `(${word}` : word;
  }
  if (last !== '') yield `${last})`;
}

function wrap(words: Iterable<string>): string {
  const lines: string[] = [];
  // Joined only when complete: a string built by concatenation would keep all its parts alive.
  let line: string[] = [];
  let length = 0;
  for (const word of words) {
    if (length > 0 && length + 1 + word.length >= LINE_LENGTH) {
      lines.push(line.join(' '));
      line = [];
      length = 0;
    }
    length += (length === 0 ? 0 : 1) + word.length;
    line.push(word);
  }
  lines.push(line.join(' '));
  return lines.join('\n');
}
