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
import { countMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import { type Move, NO_MOVE } from '../board/types.ts';
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
} from '../result.ts';
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
  MOVE_SIGNS,
  type PgnMove,
  singleSpaced,
} from './pgn.ts';
import { type PgnToken, pgnTokens } from './pgnTokens.ts';
import { isNullMove, playPgnMove, withHyphens } from './san.ts';

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

/** The result in the tags; `*` for any other text. */
const resultInTags = ({ tags }: RawGame): GameResult =>
  resultIn(tags.get('Result')?.trim() ?? '*') ?? '*';

/** The result after the moves, else the one in the tags: some programs end every game with `*`. */
const resultOf = (game: RawGame): GameResult =>
  game.result === null || game.result === '*' ? resultInTags(game) : game.result;

/** A problem: the results in the tags and after the moves differ, and neither is `*`; null if they do not. */
function findConflict(game: RawGame): string | null {
  const tag = resultInTags(game);
  const result = resultOf(game);
  return tag === '*' || tag === result
    ? null
    : `the result is ${result} after the moves, but ${tag} in the tags`;
}

/** A line of play as words: the moves with their annotations. */
interface RawLine {
  /** The comments before the first move, and the glyphs that stand before it. */
  comments: string[];
  nags: number[];
  moves: RawMove[];
  result: GameResult | null;
  /** Whether a comment before the first move is not closed. */
  isUnclosed: boolean;
}

interface RawMove {
  text: string;
  nags: number[];
  comments: string[];
  variations: RawLine[];
  /** Whether a comment on it is not closed. */
  isUnclosed: boolean;
}

interface RawGame extends RawLine {
  tags: Map<string, string>;
  problems: string[];
  damage: string | null;
}

/** A limit that no game reaches: the seventy-five-move rule would have ended it long before. */
const MAX_PLIES = 20_000;

/** The nesting limit of variations; deeper ones are skipped. */
const MAX_DEPTH = 50;
const TOO_DEEP = `variations nested deeper than ${MAX_DEPTH} are left out`;
/** Without its closing parenthesis a variation takes the rest of the game. */
const OPEN_VARIATION = 'a variation is not closed';

const emptyLine = (): RawLine => ({
  comments: [],
  nags: [],
  moves: [],
  result: null,
  isUnclosed: false,
});
const emptyGame = (): RawGame => ({
  tags: new Map(),
  problems: [],
  damage: null,
  ...emptyLine(),
});

/** The results as files write them. */
const RESULT_WORDS = new Map<string, GameResult>([
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '1/2-1/2'],
  ['1/2', '1/2-1/2'],
  ['½-½', '1/2-1/2'],
  ['*', '*'],
  // Results that an arbiter may give, but not PGN.
  ['1/2-0', '*'],
  ['0-1/2', '*'],
  ['½-0', '*'],
  ['0-½', '*'],
]);

/** The result of a game that both sides lose. It is also castling, so it is one only where the tag says so. */
const BOTH_LOSE = '0-0';

const resultIn = (word: string): GameResult | undefined => RESULT_WORDS.get(withHyphens(word));

/** Signs that stand for the glyphs of moves. */
const GLYPHS: Record<string, number> = Object.fromEntries(
  MOVE_SIGNS.map((sign, nag) => [sign, nag]),
);

/** Words without information about the move: assessments, `e.p.`, novelty, diagram; but not a null move, `--`. */
const IGNORED_WORD = /^(?:e\.?p\.?|T?N|D|(?!--$)[-+=/~#±∓⩲⩱∞□]+)$/;

/** An assessment attached to a move, `Nf3+-`, and what comes before it; longer words are no moves. */
const ATTACHED_ASSESSMENT = /([\w!?])\+?[-=/~±∓⩲⩱∞□][-+=/]*$/;
const MAX_WORD = 20;

/** A game ends after its result and the comments that follow it, or before the next game's tags. */
function* splitGames(text: string, keepsVariations: boolean): Generator<RawGame> {
  let game = emptyGame();
  /** A game whose result has been read; comments may follow. */
  let done: RawGame | null = null;
  /** How many variations are open, and which of them are kept, innermost last. */
  let depth = 0;
  let open: RawLine[] = [];
  for (const token of pgnTokens(text)) {
    if (token.type === 'malformed') {
      const problem = `${quote(token.text)} is not PGN`;
      // Among the moves, a bracket that is not closed takes those on the rest of its line.
      const isLoss = game.moves.length > 0 && !token.text.endsWith(']');
      addProblem(done ?? game, problem, isLoss);
      continue;
    }
    if (done !== null) {
      if (token.type === 'comment') {
        addComment(done, token);
        continue;
      }
      const second = token.type === 'word' ? resultIn(token.text) : undefined;
      if (second !== undefined) {
        addProblem(done, `a second result, ${second}`, second !== done.result);
        continue;
      }
      yield done;
      done = null;
    }
    if (token.type === 'tag') {
      const isNext = game.moves.length > 0 || (token.name === 'Event' && game.tags.has('Event'));
      if (isNext) {
        if (depth > 0) addProblem(game, OPEN_VARIATION, true);
        yield withoutLastResult(game);
        game = emptyGame();
        depth = 0;
        open = [];
      }
      game.tags.set(token.name, token.value);
    } else if (token.type === 'open') {
      // Not kept if it is not an alternative to a move, or inside a variation that is not kept.
      const move = depth === open.length ? (open.at(-1) ?? game).moves.at(-1) : undefined;
      depth++;
      if (!keepsVariations || move === undefined) continue;
      if (depth > MAX_DEPTH) {
        if (!game.problems.includes(TOO_DEEP)) game.problems.push(TOO_DEEP);
        continue;
      }
      const line = emptyLine();
      move.variations.push(line);
      open.push(line);
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
  if (depth > 0) addProblem(game, OPEN_VARIATION, true);
  if (game.tags.size > 0 || game.moves.length > 0) yield withoutLastResult(game);
}

/** The game without {@link BOTH_LOSE} after its moves, if that is its result. */
function withoutLastResult(game: RawGame): RawGame {
  const last = game.moves.at(-1);
  const isResult = [last?.text, withHyphens(game.tags.get('Result') ?? '')].every(
    (text) => text === BOTH_LOSE,
  );
  if (last === undefined || !isResult) return game;
  game.moves.pop();
  (game.moves.at(-1) ?? game).comments.push(...last.comments);
  return game;
}

function addProblem(game: RawGame, problem: string, isDamage: boolean): void {
  game.problems.push(problem);
  if (isDamage) game.damage ??= problem;
}

function addToken(line: RawLine, token: PgnToken): void {
  if (token.type === 'comment') addComment(line, token);
  else if (token.type === 'nag') (line.moves.at(-1) ?? line).nags.push(token.number);
  else if (token.type === 'word') addWord(line, withHyphens(token.text));
}

function addComment(line: RawLine, { text, isClosed }: PgnToken & { type: 'comment' }): void {
  const comment = singleSpaced(text);
  const owner = line.moves.at(-1) ?? line;
  if (comment !== '') owner.comments.push(comment);
  if (!isClosed) owner.isUnclosed = true;
}

function addWord(line: RawLine, word: string): void {
  const result = RESULT_WORDS.get(word);
  if (result !== undefined) {
    line.result = result;
    return;
  }
  // Strips move numbers: `12.`, `12...`, `12…`, `12.e4`, `...`, and a number whose dots are separate.
  const numberless = isNullMove(word) ? word : word.replace(/^(\d+([.…]+|$)|[.…]+)/, '');
  if (numberless === '' || IGNORED_WORD.test(numberless)) return;
  const text =
    numberless.length > MAX_WORD ? numberless : numberless.replace(ATTACHED_ASSESSMENT, '$1');
  let end = text.length;
  while (end > 0 && (text[end - 1] === '!' || text[end - 1] === '?')) end--;
  const nags = end < text.length ? [GLYPHS[text.slice(Math.max(end, text.length - 2))]!] : [];
  if (end > 0 && line.moves.length > MAX_PLIES) return;
  if (end === 0) line.moves.at(-1)?.nags.push(...nags);
  else {
    line.moves.push({
      text: text.slice(0, end),
      nags: line.moves.length === 0 ? [...line.nags, ...nags] : nags,
      comments: [],
      variations: [],
      isUnclosed: false,
    });
  }
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
  /** The problem of a comment that is not closed, of which a game has at most one. */
  openComment: string | null = null;

  /** Reads moves up to the first one that cannot be played. */
  read(position: Position, line: RawLine): ReadLine {
    const moves: PgnMove[] = [];
    if (line.isUnclosed) this.addOpenComment('the comment before the first move');
    for (const raw of line.moves) {
      const move = readMove(position, raw.text);
      if (!move.ok) {
        const number = formatMoveNumber(position);
        const isOver = countMoves(position) === 0;
        const end = position.inCheck ? 'checkmate' : 'stalemate';
        const error = isOver
          ? describeLateMove(`${number} ${raw.text}`, end)
          : `move ${number} ${move.error.message}`;
        return { moves, error, isOver };
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
        else comments.push(...variation.comments);
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
