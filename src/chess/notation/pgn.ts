/**
 * PGN, writing: moves, and what may be said about them. pgnReader.ts reads.
 * https://www.chessprogramming.org/Portable_Game_Notation
 */

import type { Position } from '../board/position.ts';
import { BLACK, type Move, NO_MOVE } from '../board/types.ts';
import { printable } from '../printable.ts';
import { ChessError, quote } from '../result.ts';
import { formatFen, START_FEN } from './fen.ts';
import { formatSan } from './san.ts';

export type GameResult = '1-0' | '0-1' | '1/2-1/2' | '*';

/** A move and what is said about it, in the order in which PGN writes it. */
export interface PgnMove {
  /** {@link NO_MOVE} is a null move, `--`: the side to move passes. */
  move: Move;
  /** Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. */
  nags: readonly number[];
  comments: readonly string[];
  /** Lines that could have been played instead of the move. */
  variations?: readonly (readonly PgnMove[])[];
}

/** The seven tags every game has, in the order the standard wants; `?` where nothing is known. */
const ROSTER = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?' };

/** A line is shorter than this. */
const LINE_LENGTH = 80;

/**
 * Writes a game: the position it began from, its moves, bare or with what is said about them, and
 * its result. `tags` replace and follow the seven standard ones (but for the result); `SetUp`,
 * `FEN` and `Variant` are added where the start is not the usual one. `comments` stand before the
 * first move. Throws a ChessError for a tag whose name is none.
 */
export function formatPgn(
  start: Position,
  moves: readonly (Move | PgnMove)[],
  result: GameResult,
  tags: Readonly<Record<string, string>> = {},
  comments: readonly string[] = [],
): string {
  const fen = formatFen(start);
  const bad = Object.keys(tags).find((tag) => !/^\w+$/.test(tag));
  if (bad !== undefined) throw new ChessError(`not a PGN tag: ${quote(bad)}`);
  const all: Record<string, string> = { ...ROSTER, Result: '*', ...tags };
  all.Result = result;
  if (fen !== START_FEN) Object.assign(all, { SetUp: '1', FEN: fen });
  if (start.chess960) all.Variant = 'Chess960';
  const head = Object.entries(all).map(([tag, value]) => formatTag(tag, value));
  return `${head.join('\n')}\n\n${wrap(wordsOf(start, moves, result, comments))}\n`;
}

/** The words of a game one after the other: a comment may have millions. */
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

/** Control characters as codes; others that are not seen may belong to a name, and stay. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, (control) => printable(control));

/** A tag's line, without its end. Control characters, which PGN forbids there, are written as codes. */
export function formatTag(tag: string, value: string): string {
  return `[${tag} "${plain(value.replace(/[\t\r\n]+/g, ' ')).replace(/[\\"]/g, '\\$&')}"]`;
}

/**
 * The moves in SAN with their numbers: `1.`, `e4`, `e5`, `2.`, … or `3...`, `Kd7`, `4.`, … A black
 * move has its number also after a comment or a variation. Words that contain blanks come as
 * several words, between any of which a line may be broken.
 */
export const formatMoveText = (start: Position, moves: readonly (Move | PgnMove)[]): string[] => [
  ...moveWords(start, moves),
];

function* moveWords(start: Position, moves: readonly (Move | PgnMove)[]): Generator<string> {
  const position = start.clone();
  let needsNumber = true;
  for (const item of moves) {
    const { move, nags, comments, variations = [] } = typeof item === 'number' ? bare(item) : item;
    if (position.turn !== BLACK) yield `${position.fullmove}.`;
    else if (needsNumber) yield `${position.fullmove}...`;
    yield formatSan(position, move);
    yield* nags.map((nag) => `$${nag}`);
    for (const comment of comments) yield* commentWords(comment);
    for (const line of variations) yield* variationWords(position, line);
    needsNumber = comments.length + variations.length > 0;
    playPgnMove(position, move);
  }
}

/** Plays a legal move, or passes the turn if it is {@link NO_MOVE}. */
export function playPgnMove(position: Position, move: Move): void {
  if (move === NO_MOVE) position.makeNull();
  else position.make(move);
}

const bare = (move: Move): PgnMove => ({ move, nags: [], comments: [] });

/** A comment cannot hold the brace that ends it, nor tell how many blanks are between its words. */
function* commentWords(text: string): Generator<string> {
  for (const [word] of `{${text.trim().replaceAll('}', ')')}}`.matchAll(/\S+/g)) yield plain(word);
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
  // Joined at its end: a line made by adding would hold on to all its words.
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
