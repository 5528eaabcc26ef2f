/**
 * PGN, reading: tags, start position, moves with their comments and glyphs, result.
 *
 * Files come from everywhere, so whatever can be understood is: lines broken anywhere, move numbers
 * or none, moves glued to them, superfluous origins, castling with zeros, glyphs as signs, quotes
 * inside tags, games without a result, text that is escaped by `%`. Variations are passed over. What
 * cannot be understood (an illegal move, a bad FEN, another variant of chess) spoils the one game
 * that it is in, with the reason.
 * https://www.chessprogramming.org/Portable_Game_Notation
 */

import type { Position } from '../board/position.ts';
import { BLACK, type Move } from '../board/types.ts';
import { fail, ok, quote, type Result } from '../result.ts';
import { parseFen, START_FEN } from './fen.ts';
import type { GameResult, PgnMove } from './pgn.ts';
import { parseSan } from './san.ts';
import { parseUciMove } from './uciMove.ts';

export interface PgnGame {
  /** In the order of the file; of a tag given twice the last counts. */
  tags: Map<string, string>;
  /** The position before the first move; `chess960` is set if the game is one of that kind. */
  start: Position;
  /** What is said before the first move. */
  comments: string[];
  moves: PgnMove[];
  /** As it stands behind the moves, else as the tag has it. */
  result: GameResult;
}

/** Reads a whole file. An error names the game, the first being 1, and spoils all. */
export function parsePgn(text: string): Result<PgnGame[]> {
  const games: PgnGame[] = [];
  for (const game of readPgnGames(text)) {
    if (!game.ok) return fail(`PGN, game ${games.length + 1}: ${game.error.message}`);
    games.push(game.value);
  }
  return ok(games);
}

/** Reads game by game, so that one that is no good leaves the others alone. */
export function* readPgnGames(text: string): Generator<Result<PgnGame>> {
  for (const raw of splitGames(text)) yield interpret(raw);
}

/** A game as words; what is said about a move stands with it. */
interface RawGame {
  tags: Map<string, string>;
  comments: string[];
  moves: { text: string; nags: number[]; comments: string[] }[];
  result: GameResult | null;
}

const emptyGame = (): RawGame => ({ tags: new Map(), comments: [], moves: [], result: null });

/**
 * One token: a comment to the end of its line or in braces, a tag, a parenthesis, a glyph, a word.
 * A line that begins with `%` is escaped. What else begins with `[` is skipped to the line's end.
 */
const TOKEN = new RegExp(
  [
    /(?<skip>^%.*)/,
    /;(?<rest>.*)/,
    /\{(?<braced>[^}]*)\}?/,
    /\[\s*(?<tag>\w+)\s*"(?<value>(?:[^"\\\n]|\\.)*)"\s*\](?=\s|\[|$)/,
    /\[(?<line>.*)/,
    /(?<paren>[()])/,
    /\$(?<nag>\d{1,3})/,
    /(?<word>[^\s{}()[\];$]+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/** A tag whose value holds quotes that should have been escaped. */
const LOOSE_TAG = /^\s*(\w+)\s*"(.*)"\s*\]/;

const RESULTS = new Map<string, GameResult>([
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '1/2-1/2'],
  ['1/2', '1/2-1/2'],
  ['½-½', '1/2-1/2'],
  ['*', '*'],
]);

/** Signs for the glyphs about moves, and how they end a move's text. */
const GLYPHS: Record<string, number> = { '!': 1, '?': 2, '!!': 3, '??': 4, '!?': 5, '?!': 6 };
const GLYPH_AT_END = /([!?]{1,2})$/;

/** Words that say nothing about what was played: assessments, `e.p.`; but not a null move, `--`. */
const IDLE_WORD = /^(?:e\.?p\.?|(?!--$)[-+=/~#±∓⩲⩱∞□]+)$/;

/** A game ends behind its result and what is said there, or before the tags of the next one. */
function* splitGames(text: string): Generator<RawGame> {
  let game = emptyGame();
  /** A game whose result has been read. */
  let done: RawGame | null = null;
  /** How many variations are open: all that is in them is passed over. */
  let depth = 0;
  for (const { groups } of text.replace(/^\ufeff/, '').matchAll(TOKEN)) {
    const token = groups as Partial<Record<string, string>>;
    if (done !== null) {
      if (commentOf(token) !== undefined) {
        addToken(done, token);
        continue;
      }
      yield done;
      done = null;
    }
    const tag = readTag(token);
    if (tag !== null) {
      const isNext = game.moves.length > 0 || (tag.name === 'Event' && game.tags.has('Event'));
      if (isNext) {
        yield game;
        game = emptyGame();
        depth = 0;
      }
      game.tags.set(tag.name, tag.value);
    } else if (token.paren !== undefined) {
      depth = Math.max(0, depth + (token.paren === '(' ? 1 : -1));
    } else if (depth === 0) {
      addToken(game, token);
      if (game.result === null) continue;
      done = game;
      game = emptyGame();
    }
  }
  if (done !== null) yield done;
  if (game.tags.size > 0 || game.moves.length > 0) yield game;
}

function readTag(token: Partial<Record<string, string>>): { name: string; value: string } | null {
  const { tag, value, line } = token;
  if (tag !== undefined) return { name: tag, value: value!.replace(/\\(["\\])/g, '$1') };
  const loose = line === undefined ? null : LOOSE_TAG.exec(line);
  return loose === null ? null : { name: loose[1]!, value: loose[2]! };
}

/** In braces, or to the end of the line. */
const commentOf = ({ braced, rest }: Partial<Record<string, string>>): string | undefined =>
  braced ?? rest;

function addToken(game: RawGame, token: Partial<Record<string, string>>): void {
  const last = game.moves.at(-1);
  const comment = commentOf(token);
  if (comment !== undefined) {
    const text = comment.trim().replace(/\s+/g, ' ');
    if (text !== '') (last ?? game).comments.push(text);
  } else if (token.nag !== undefined) {
    last?.nags.push(Number(token.nag));
  } else if (token.word !== undefined) {
    addWord(game, token.word);
  }
}

function addWord(game: RawGame, word: string): void {
  const result = RESULTS.get(word);
  if (result !== undefined) {
    game.result = result;
    return;
  }
  // `12.`, `12...`, `12.e4`, `...`, and a number whose dots stand by themselves.
  const text = word.replace(/^(\d+(\.+|$)|\.+|…)/, '');
  if (text === '' || IDLE_WORD.test(text)) return;
  const glyph = GLYPH_AT_END.exec(text)?.[1];
  const nags = glyph === undefined ? [] : [GLYPHS[glyph]!];
  const move = text.replace(/[!?]+$/, '');
  if (move !== '') game.moves.push({ text: move, nags, comments: [] });
  else game.moves.at(-1)?.nags.push(...nags);
}

function interpret(raw: RawGame): Result<PgnGame> {
  const start = readStart(raw.tags);
  if (!start.ok) return start;
  const position = start.value.clone();
  const moves: PgnMove[] = [];
  for (const { text, nags, comments } of raw.moves) {
    const move = readMove(position, text);
    if (!move.ok) {
      const number = `${position.fullmove}${position.turn === BLACK ? '...' : '.'}`;
      return fail(`move ${number} ${move.error.message}`);
    }
    moves.push({ move: move.value, nags, comments });
    position.make(move.value);
  }
  const result = raw.result ?? RESULTS.get(raw.tags.get('Result') ?? '*') ?? '*';
  return ok({ tags: raw.tags, start: start.value, comments: raw.comments, moves, result });
}

/** `Variant` names classical chess in many ways, and Chess960 in these. */
const CHESS960 = /960|fischer|freestyle/i;
const CLASSICAL = /^(\?|-|chess|standard|normal|classical|from position)?$/i;

function readStart(tags: ReadonlyMap<string, string>): Result<Position> {
  const variant = tags.get('Variant')?.trim() ?? '';
  const isChess960 = CHESS960.test(variant);
  if (!isChess960 && !CLASSICAL.test(variant)) return fail(`variant ${quote(variant)}`);
  const start = parseFen(tags.get('FEN') ?? START_FEN);
  if (start.ok && isChess960) start.value.chess960 = true;
  return start;
}

/** SAN, or what some programs write instead: the two squares. */
function readMove(position: Position, text: string): Result<Move> {
  const san = parseSan(position, text);
  if (san.ok) return san;
  const uci = parseUciMove(position, text);
  return uci.ok ? uci : san;
}
