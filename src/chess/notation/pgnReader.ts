/**
 * Reads PGN: tags, starting position, moves with comments and glyphs, result.
 *
 * Tolerates what is found in real files: arbitrary line breaks, missing move numbers or numbers
 * without a space, superfluous disambiguation, castling with zeros, glyphs as signs, quotes inside
 * tags, missing results, and lines escaped by `%`. Variations are skipped unless asked for. What
 * cannot be understood (an illegal move, an invalid FEN, another variant of chess) invalidates only
 * its own game, with a reason; or only the moves from there on, if asked for. Moves after mate or stalemate
 * are left out.
 * https://www.chessprogramming.org/Portable_Game_Notation
 */
import {
  areTexts,
  ChessError,
  checkOptions,
  fail,
  ok,
  quote,
  type Result,
  unwrap,
  within,
} from '../../util/result.ts';
import type { Position } from '../board/position.ts';
import { type Move, NO_MOVE } from '../board/types.ts';
import { findMateOrStalemate } from '../game/draws.ts';
import { parseMove } from './anyMove.ts';
import { isPosition } from './anyPosition.ts';
import { readFen, START_FEN } from './fen.ts';
import {
  checkContents,
  describeLateMove,
  findContradiction,
  formatMoveNumber,
  type GameResult,
  isChess960Variant,
  type PgnMove,
} from './pgn.ts';
import {
  MAX_PLIES,
  type RawGame,
  type RawLine,
  resultInTags,
  resultOf,
  splitGames,
} from './rawPgn.ts';
import { isNullMove, playPgnMove } from './san.ts';

/** A game of a PGN file. Its moves are legal, and carry their annotations. */
export interface PgnGame {
  /** In the order of the file; if a tag is repeated, the last one wins. */
  tags: Map<string, string>;
  /** The position before the first move; `chess960` is set for Chess960 games. */
  start: Position;
  /** The comments before the first move. */
  comments: string[];
  moves: PgnMove[];
  /** The result after the moves; the one in the tags if there is none, or only `*`. */
  result: GameResult;
  /** What could not be read, in words: a comment or variation that is not closed, an illegal move, a broken tag. */
  problems: string[];
  /**
   * Why moves may be missing or the result wrong, or null: a comment, variation or bracket that is not closed and
   * takes the rest of the game, an illegal move, another result after the first, one that mate or stalemate rules
   * out.
   */
  damage: string | null;
}

/**
 * The first game of a text, with its variations, or a game that {@link parsePgn} has read. Throws a
 * ChessError if there is none, or an invalid one.
 */
export function readPgnGame(pgn: string | PgnGame): PgnGame {
  if (typeof pgn !== 'object' || pgn === null) {
    for (const game of readPgnGames(pgn, { variations: true })) return unwrap(game);
    throw new ChessError('there is no game in this PGN');
  }
  if (!isPosition(pgn.start)) {
    throw new ChessError(`neither PGN nor a game as parsePgn reads it: ${quote(pgn)}`);
  }
  checkContents(pgn);
  const { tags, comments, moves, problems = [] } = pgn;
  const isBare = moves.some((move) => typeof move === 'number');
  if (
    isBare ||
    comments === undefined ||
    typeof tags?.entries !== 'function' ||
    !areTexts(problems)
  ) {
    throw new ChessError('not a game as parsePgn reads it');
  }
  return pgn;
}

/** Reads a whole file. Fails on the first invalid game; the error names it, counting from 1. */
export function parsePgn(text: string): Result<PgnGame[]> {
  const games: PgnGame[] = [];
  for (const game of readPgnGames(text)) {
    if (!game.ok) return fail(`PGN, game ${games.length + 1}: ${game.error.message}`);
    games.push(game.value);
  }
  return ok(games);
}

/** How to read games that are annotated, or not entirely legal. */
export interface PgnReadOptions {
  /**
   * Whether to read variations too (default false). An illegal move in a variation ends only that
   * variation.
   */
  variations?: boolean | undefined;
  /**
   * Whether a game ends before its first illegal move, which is then one of its `problems`, instead of
   * being rejected (default false).
   */
  partial?: boolean | undefined;
}

/**
 * Reads game by game, so that an invalid game does not affect the others. Throws a ChessError for an unknown
 * option.
 */
export function* readPgnGames(
  text: string,
  options: PgnReadOptions = {},
): Generator<Result<PgnGame>> {
  checkOptions(options, ['variations', 'partial']);
  const { variations = false, partial = false } = options;
  if (typeof text !== 'string') {
    yield fail(`PGN is text, not ${quote(text)}`);
    return;
  }
  for (const raw of splitGames(text, variations)) yield interpret(raw, partial);
}

/** What identifies a game in a long list: its tags, its moves as unparsed words, and its result. */
export interface PgnOutline {
  tags: ReadonlyMap<string, string>;
  moves: readonly string[];
  result: GameResult;
}

/** Yields the outlines of the games that {@link readPgnGames} would read. */
export function* readPgnOutlines(text: string): Generator<PgnOutline> {
  for (const raw of splitGames(text, false)) {
    yield { tags: raw.tags, moves: raw.moves.map((move) => move.text), result: resultOf(raw) };
  }
}

/** A problem: the results in the tags and after the moves differ, and neither is `*`; null if they do not. */
function findConflict(game: RawGame): string | null {
  const tag = resultInTags(game);
  const result = resultOf(game);
  return tag === '*' || tag === result
    ? null
    : `the result is ${result} after the moves, but ${tag} in the tags`;
}

function interpret(raw: RawGame, isPartial: boolean): Result<PgnGame> {
  if (raw.moves.length > MAX_PLIES) return fail(`more than ${MAX_PLIES} plies`);
  const start = readStart(raw.tags);
  if (!start.ok) return start;
  const reader = new MoveReader();
  const position = start.value.clone();
  const { moves, error, isOver } = reader.read(position, raw);
  if (error !== null && !isPartial && !isOver) return fail(error);
  const result = resultOf(raw);
  const problems = [...raw.problems, ...reader.problems];
  if (error !== null) problems.push(error);
  const conflict = findConflict(raw);
  if (conflict !== null) problems.push(conflict);
  // A comment that is not closed takes the result too, unless it comes after it.
  const lost = raw.damage ?? (raw.result === null ? reader.openComment : null);
  const damage = lost ?? (isOver ? null : error) ?? findContradiction(position, result) ?? conflict;
  return ok({
    tags: raw.tags,
    start: start.value,
    comments: raw.comments,
    moves,
    result,
    problems,
    damage,
  });
}

interface ReadLine {
  moves: PgnMove[];
  /** What is wrong with the move after them; null if there is none. */
  error: string | null;
  /** Whether the move comes after mate or stalemate. */
  isOver: boolean;
}

/** Plays the moves of a game and of its variations, and collects what is wrong. */
class MoveReader {
  readonly problems: string[] = [];
  /** The problem of a comment that is not closed; a game has at most one. */
  openComment: string | null = null;

  /** Reads moves up to the first one that cannot be played. */
  read(position: Position, line: RawLine): ReadLine {
    const moves: PgnMove[] = [];
    if (line.isUnclosed) this.addOpenComment('the comment before the first move');
    for (const raw of line.moves) {
      const move = readMove(position, raw.text);
      if (!move.ok) {
        const number = formatMoveNumber(position);
        const end = findMateOrStalemate(position);
        const error =
          end === null
            ? `move ${number} ${move.error.message}`
            : describeLateMove(`${number} ${raw.text}`, end);
        return { moves, error, isOver: end !== null };
      }
      const { text, nags, comments } = raw;
      if (raw.isUnclosed) {
        this.addOpenComment(`the comment after ${formatMoveNumber(position)} ${text}`);
      }
      const variations: PgnMove[][] = [];
      for (const variation of raw.variations) {
        const read = this.readVariation(position.clone(), variation);
        if (read.length > 0) variations.push(read);
        // Comments on nothing: on the move that there should be an alternative to.
        else for (const comment of variation.comments) comments.push(comment);
      }
      const played: PgnMove = { move: move.value, nags, comments };
      if (variations.length > 0) played.variations = variations;
      moves.push(played);
      playPgnMove(position, move.value);
    }
    return { moves, error: null, isOver: false };
  }

  private addOpenComment(name: string): void {
    this.openComment = `${name} is not closed`;
    this.problems.push(this.openComment);
  }

  private readVariation(position: Position, line: RawLine): PgnMove[] {
    const { moves, error } = this.read(position, line);
    if (error !== null) this.problems.push(`variation: ${error}`);
    const [first, ...rest] = moves;
    if (first === undefined || line.comments.length === 0) return moves;
    return [{ ...first, startingComments: line.comments }, ...rest];
  }
}

/** A tag without a value. */
const UNKNOWN = /^[?-]?$/;

/** Names of standard chess in the tag `Variant`. */
const STANDARD = /^(\?|-|chess|standard|normal|classical|from position)?$/i;

function readStart(tags: ReadonlyMap<string, string>): Result<Position> {
  const variant = tags.get('Variant')?.trim() ?? '';
  const isChess960 = isChess960Variant(variant);
  if (!isChess960 && !STANDARD.test(variant)) {
    return fail(`the variant ${quote(variant)} is not supported`);
  }
  const fen = tags.get('FEN')?.trim() ?? '';
  const start = within('the FEN tag', readFen(UNKNOWN.test(fen) ? START_FEN : fen));
  if (start.ok && isChess960) start.value.chess960 = true;
  return start;
}

/** Reads SAN, the UCI notation that some programs write, or a null move ({@link NO_MOVE}). */
function readMove(position: Position, text: string): Result<Move> {
  if (isNullMove(text)) {
    return position.inCheck ? fail('a null move leaves the king in check') : ok(NO_MOVE);
  }
  return parseMove(position, text);
}
