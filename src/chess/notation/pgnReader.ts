/**
 * PGN, reading: tags, start position, moves with their comments and glyphs, result.
 *
 * Tolerant of what is found in files: lines broken anywhere, move numbers
 * or none, moves glued to them, superfluous origins, castling with zeros, glyphs as signs, quotes
 * inside tags, games without a result, text that is escaped by `%`. Variations are passed over
 * unless they are asked for. What cannot be understood (an illegal move, a bad FEN, another variant of chess) spoils the one game
 * that it is in, with the reason.
 * https://www.chessprogramming.org/Portable_Game_Notation
 */

import type { Position } from '../board/position.ts';
import { BLACK, type Move, NO_MOVE } from '../board/types.ts';
import { type ChessError, fail, ok, quote, type Result } from '../result.ts';
import { parseFen, START_FEN } from './fen.ts';
import { type GameResult, type PgnMove, playPgnMove } from './pgn.ts';
import { type PgnToken, pgnTokens } from './pgnTokens.ts';
import { isNullMove, parseSan } from './san.ts';
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

export interface PgnReadOptions {
  /**
   * Whether variations are read too (false). A move of a variation that cannot be played ends that
   * variation and spoils nothing else.
   */
  variations?: boolean;
}

/** Reads game by game, so that one that is no good leaves the others alone. */
export function* readPgnGames(
  text: string,
  { variations = false }: PgnReadOptions = {},
): Generator<Result<PgnGame>> {
  if (typeof text !== 'string') {
    yield fail(`PGN is text, not ${quote(text)}`);
    return;
  }
  for (const raw of splitGames(text, variations)) yield interpret(raw);
}

/** Moves as words; what is said about a move stands with it. */
interface RawLine {
  /** What is said before the first move. */
  comments: string[];
  moves: RawMove[];
  result: GameResult | null;
}

interface RawMove {
  text: string;
  nags: number[];
  comments: string[];
  variations: RawLine[];
}

interface RawGame extends RawLine {
  tags: Map<string, string>;
}

/** No game can have so many plies: by the seventy-five-move rule it would have ended long before. */
const MAX_PLIES = 20_000;

/** Variations in variations in variations: people write a few, what is deeper is passed over. */
const MAX_DEPTH = 50;

const emptyLine = (): RawLine => ({ comments: [], moves: [], result: null });
const emptyGame = (): RawGame => ({ tags: new Map(), ...emptyLine() });

const RESULTS = new Map<string, GameResult>([
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '1/2-1/2'],
  ['1/2', '1/2-1/2'],
  ['½-½', '1/2-1/2'],
  ['*', '*'],
]);

/** Signs for the glyphs about moves. */
const GLYPHS: Record<string, number> = { '!': 1, '?': 2, '!!': 3, '??': 4, '!?': 5, '?!': 6 };

/** Words that say nothing about what was played: assessments, `e.p.`; but not a null move, `--`. */
const IDLE_WORD = /^(?:e\.?p\.?|(?!--$)[-+=/~#±∓⩲⩱∞□]+)$/;

/** A game ends behind its result and what is said there, or before the tags of the next one. */
function* splitGames(text: string, keepsVariations: boolean): Generator<RawGame> {
  let game = emptyGame();
  /** A game whose result has been read. */
  let done: RawGame | null = null;
  /** How many variations are open, and those of them that are kept, the innermost last. */
  let depth = 0;
  let open: RawLine[] = [];
  for (const token of pgnTokens(text)) {
    if (done !== null) {
      if (token.type === 'comment') {
        addComment(done, token.text);
        continue;
      }
      yield done;
      done = null;
    }
    if (token.type === 'tag') {
      const isNext = game.moves.length > 0 || (token.name === 'Event' && game.tags.has('Event'));
      if (isNext) {
        yield game;
        game = emptyGame();
        depth = 0;
        open = [];
      }
      game.tags.set(token.name, token.value);
    } else if (token.type === 'open') {
      // One that is no alternative to a move, or that lies in one that is not kept, is not kept.
      const move = depth === open.length ? (open.at(-1) ?? game).moves.at(-1) : undefined;
      depth++;
      if (keepsVariations && move !== undefined && depth <= MAX_DEPTH) {
        const line = emptyLine();
        move.variations.push(line);
        open.push(line);
      }
    } else if (token.type === 'close') {
      if (depth === open.length) open.pop();
      depth = Math.max(0, depth - 1);
    } else if (depth > 0) {
      if (depth === open.length) addToken(open.at(-1)!, token);
    } else {
      addToken(game, token);
      if (game.result === null) continue;
      done = game;
      game = emptyGame();
    }
  }
  if (done !== null) yield done;
  if (game.tags.size > 0 || game.moves.length > 0) yield game;
}

function addToken(line: RawLine, token: PgnToken): void {
  if (token.type === 'comment') addComment(line, token.text);
  else if (token.type === 'nag') line.moves.at(-1)?.nags.push(token.number);
  else if (token.type === 'word') addWord(line, token.text);
}

function addComment(line: RawLine, comment: string): void {
  const text = comment.trim().replace(/\s+/g, ' ');
  if (text !== '') (line.moves.at(-1) ?? line).comments.push(text);
}

function addWord(line: RawLine, word: string): void {
  const result = RESULTS.get(word);
  if (result !== undefined) {
    line.result = result;
    return;
  }
  // `12.`, `12...`, `12.e4`, `...`, and a number whose dots stand by themselves.
  const text = word.replace(/^(\d+(\.+|$)|\.+|…)/, '');
  if (text === '' || IDLE_WORD.test(text)) return;
  let end = text.length;
  while (end > 0 && (text[end - 1] === '!' || text[end - 1] === '?')) end--;
  const nags = end < text.length ? [GLYPHS[text.slice(Math.max(end, text.length - 2))]!] : [];
  if (end > 0 && line.moves.length > MAX_PLIES) return;
  if (end > 0) line.moves.push({ text: text.slice(0, end), nags, comments: [], variations: [] });
  else line.moves.at(-1)?.nags.push(...nags);
}

function interpret(raw: RawGame): Result<PgnGame> {
  if (raw.moves.length > MAX_PLIES) return fail(`more than ${MAX_PLIES} plies`);
  const start = readStart(raw.tags);
  if (!start.ok) return start;
  const position = start.value.clone();
  const { moves, error } = readLine(position, raw);
  if (error !== null) {
    const number = `${position.fullmove}${position.turn === BLACK ? '...' : '.'}`;
    return fail(`move ${number} ${error.message}`);
  }
  const result = raw.result ?? RESULTS.get(raw.tags.get('Result') ?? '*') ?? '*';
  return ok({ tags: raw.tags, start: start.value, comments: raw.comments, moves, result });
}

/** Reads moves and plays them in the position, up to the first that cannot be played, and says why. */
function readLine(
  position: Position,
  line: RawLine,
): { moves: PgnMove[]; error: ChessError | null } {
  const moves: PgnMove[] = [];
  for (const { text, nags, comments, variations } of line.moves) {
    const move = readMove(position, text);
    if (!move.ok) return { moves, error: move.error };
    const lines = variations.map((variation) => readVariation(position, variation));
    const kept = lines.filter((other) => other.length > 0);
    moves.push({
      ...{ move: move.value, nags, comments },
      ...(kept.length > 0 && { variations: kept }),
    });
    playPgnMove(position, move.value);
  }
  return { moves, error: null };
}

/** What is said before the first move goes with that move. */
function readVariation(position: Position, line: RawLine): PgnMove[] {
  const { moves } = readLine(position.clone(), line);
  const [first, ...rest] = moves;
  if (first === undefined || line.comments.length === 0) return moves;
  return [{ ...first, comments: [...line.comments, ...first.comments] }, ...rest];
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

/** SAN, or what some programs write instead: the two squares. A null move is {@link NO_MOVE}. */
function readMove(position: Position, text: string): Result<Move> {
  if (isNullMove(text)) {
    return position.inCheck ? fail('a null move leaves the king in check') : ok(NO_MOVE);
  }
  const san = parseSan(position, text);
  if (san.ok) return san;
  const uci = parseUciMove(position, text);
  return uci.ok ? uci : san;
}
