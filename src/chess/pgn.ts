/**
 * PGN, writing. https://www.chessprogramming.org/Portable_Game_Notation
 */
import { formatFen, START_FEN } from './fen.ts';
import type { Position } from './position.ts';
import { ChessError, quote } from './result.ts';
import { formatSan } from './san.ts';
import { BLACK, type Move } from './types.ts';

export type GameResult = '1-0' | '0-1' | '1/2-1/2' | '*';

/** The seven tags every game has, in the order the standard wants; `?` where nothing is known. */
const ROSTER = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?' };

/** A line is shorter than this. */
const LINE_LENGTH = 80;

/**
 * Writes a game: the position it began from, its moves, its result. `tags` replace and follow the
 * seven standard ones (but for the result); `SetUp`, `FEN` and `Variant` are added where the start
 * is not the usual one. Throws a ChessError for a tag whose name is none.
 */
export function formatPgn(
  start: Position,
  moves: readonly Move[],
  result: GameResult,
  tags: Readonly<Record<string, string>> = {},
): string {
  const fen = formatFen(start);
  const bad = Object.keys(tags).find((tag) => !/^\w+$/.test(tag));
  if (bad !== undefined) throw new ChessError(`not a PGN tag: ${quote(bad)}`);
  const all: Record<string, string> = { ...ROSTER, Result: '*', ...tags };
  all.Result = result;
  if (fen !== START_FEN) Object.assign(all, { SetUp: '1', FEN: fen });
  if (start.chess960) all.Variant = 'Chess960';
  const head = Object.entries(all).map(([tag, value]) => `[${tag} "${escapeTag(value)}"]`);
  return `${head.join('\n')}\n\n${wrap([...formatMoveText(start, moves), result])}\n`;
}

const escapeTag = (value: string): string =>
  value.replace(/[\r\n]+/g, ' ').replace(/[\\"]/g, '\\$&');

/** The moves in SAN with their numbers: `1.`, `e4`, `e5`, `2.`, … or `3...`, `Kd7`, `4.`, … */
export function formatMoveText(start: Position, moves: readonly Move[]): string[] {
  const position = start.clone();
  const words: string[] = [];
  for (const [i, move] of moves.entries()) {
    if (position.turn !== BLACK) words.push(`${position.fullmove}.`);
    else if (i === 0) words.push(`${position.fullmove}...`);
    words.push(formatSan(position, move));
    position.make(move);
  }
  return words;
}

function wrap(words: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line.length + 1 + word.length >= LINE_LENGTH) {
      lines.push(line);
      line = '';
    }
    line += (line === '' ? '' : ' ') + word;
  }
  return [...lines, line].join('\n');
}
