/**
 * A game as players and arbiter see it: the moves played, how often each position has occurred, whether the
 * game is over and why.
 *
 * Automatic game ends and draws that must be claimed are distinguished (draws.ts).
 */
import { INSPECT } from '../../util/inspect.ts';
import {
  ChessError,
  describeArgument,
  isArrayOf,
  isObject,
  quote,
  textOf,
  unwrap,
} from '../../util/result.ts';
import { legalMoves } from '../board/movegen.ts';
import { Position } from '../board/position.ts';
import { COLOR_NAMES } from '../board/setup.ts';
import {
  fromOf,
  type Move,
  NO_MOVE,
  NO_SQUARE,
  type Square,
  squareFromName,
} from '../board/types.ts';
import { parseMove } from '../notation/anyMove.ts';
import { readPosition } from '../notation/anyPosition.ts';
import { formatFen, formatFenWithoutClocks, START_FEN } from '../notation/fen.ts';
import {
  describeContradiction,
  describeLateMove,
  type FinalResult,
  formatMoveNumber,
  formatPgn,
  type GameResult,
  isFinalResult,
  type PgnMove,
  resultFor,
} from '../notation/pgn.ts';
import { type PgnGame, readPgnGame } from '../notation/pgnReader.ts';
import { formatSan, formatSans } from '../notation/san.ts';
import { formatUciMove } from '../notation/uciMove.ts';
import {
  countEarlierOccurrences,
  type DrawReason,
  findClaimableDraw,
  findGameEnd,
  type GameEnd,
  isAutomatic,
} from './draws.ts';
import {
  type ColorName,
  describeMove,
  describePiece,
  findMove,
  type GamePiece,
  type MoveDetails,
  type MoveSquares,
} from './moveDetails.ts';

/** A move that was played, with its annotations. */
interface PlayedMove extends PgnMove {
  comments: readonly string[];
  nags: readonly number[];
  variations: readonly (readonly PgnMove[])[];
}

/** Throws a ChessError if this is not the name of a square. */
function readSquare(name: string): Square {
  const square = typeof name === 'string' ? squareFromName(name) : NO_SQUARE;
  if (square === NO_SQUARE) throw new ChessError(`not a square: ${quote(name)}`);
  return square;
}

/**
 * A game that is being played: its moves with comments, glyphs and variations, its result, and whether it is
 * over and why. Moves are text: UCI notation or SAN.
 */
export class Game {
  /** The FEN of the starting position. */
  readonly start: string;
  /** The tags of the game in PGN, such as `White`; `pgn` writes them, with the game's `Result`, `FEN` and `SetUp`. */
  readonly tags = new Map<string, string>();
  /**
   * What {@link fromPgn} could not use, in words: a broken tag, moves after the end of the game, a result that
   * contradicts the board.
   */
  readonly problems: string[] = [];
  private readonly startPosition: Position;
  private readonly position: Position;
  private readonly played: PlayedMove[] = [];
  /** The comments before the first move. */
  private startComments: readonly string[] = [];
  private claimed: DrawReason | null = null;
  private agreed: FinalResult | null = null;

  /**
   * A game that starts in a position, given as FEN or as a `Position`, whose history does not count.
   * Throws a ChessError for an invalid FEN.
   */
  constructor(start: string | Position = START_FEN) {
    this.position = new Position(readPosition(start).toSetup());
    this.startPosition = this.position.clone();
    this.start = formatFen(this.position);
  }

  /**
   * The game of a PGN text, the first if there are several, or one that `parsePgn` has read: with its
   * tags, result, comments, glyphs and variations. Ends where the rules end the game. Throws a ChessError if
   * it cannot be read or played.
   */
  static fromPgn(pgn: string | PgnGame): Game {
    const { start, tags, comments, moves, result, problems = [] } = readPgnGame(pgn);
    const game = new Game(start);
    for (const problem of problems) game.problems.push(problem);
    for (const [name, value] of tags) game.tags.set(name, value);
    game.startComments = [...comments];
    for (const pgnMove of moves) {
      if (game.isOver()) {
        const next = `${formatMoveNumber(game.position)} ${formatSan(game.position, pgnMove.move)}`;
        game.problems.push(describeLateMove(next, game.end()!));
        break;
      }
      if (pgnMove.move === NO_MOVE) throw new ChessError('a null move cannot be played in a game');
      game.make({ ...pgnMove, variations: pgnMove.variations ?? [] });
    }
    const end = game.end();
    if (end === null && result !== '*') game.agreed = result;
    if (result === '*' || result === game.result()) return game;
    game.problems.push(describeContradiction(result, game.result(), end!));
    return game;
  }

  /** An independent copy: moves with their annotations, tags, problems and result. */
  clone(): Game {
    const game = new Game(this.startPosition);
    for (const [name, value] of this.tags) game.tags.set(name, value);
    for (const problem of this.problems) game.problems.push(problem);
    game.startComments = this.startComments;
    // Annotations are replaced, never changed.
    for (const played of this.played) game.make({ ...played });
    game.claimed = this.claimed;
    game.agreed = this.agreed;
    return game;
  }

  /** A copy of the position on the board. */
  getPosition(): Position {
    return this.position.clone();
  }

  /** The FEN of the position on the board. */
  fen(): string {
    return formatFen(this.position);
  }

  /** The side to move. */
  get turn(): ColorName {
    return COLOR_NAMES[this.position.turn]!;
  }

  /** Whether the side to move is in check. */
  get inCheck(): boolean {
    return this.position.inCheck;
  }

  /** The piece on a square, such as `e4`; null if it is empty. Throws a ChessError if that is not a square. */
  pieceAt(square: string): GamePiece | null {
    return describePiece(this.position.board[readSquare(square)]!);
  }

  /** The moves played, in UCI notation. */
  moves(): string[] {
    return this.played.map(({ move }) => formatUciMove(move, this.position.chess960));
  }

  /** The moves played, in SAN. */
  sans(): string[] {
    return formatSans(
      this.startPosition.clone(),
      this.played.map(({ move }) => move),
    );
  }

  /** The moves played, in detail. */
  history(): MoveDetails[] {
    const position = this.startPosition.clone();
    return this.played.map(({ move }) => {
      const details = describeMove(position, move);
      position.make(move);
      return details;
    });
  }

  /**
   * The legal moves in UCI notation, all or those from a square; none once the game is over. Throws a
   * ChessError if `square` is not a square.
   */
  legalMoves(square?: string): string[] {
    return this.listMoves(square).map((move) => formatUciMove(move, this.position.chess960));
  }

  /** The legal moves in SAN, likewise. */
  legalSans(square?: string): string[] {
    return this.listMoves(square).map((move) => formatSan(this.position, move));
  }

  /** The legal moves in detail, likewise. */
  legalMoveDetails(square?: string): MoveDetails[] {
    return this.listMoves(square).map((move) => describeMove(this.position, move));
  }

  private listMoves(square: string | undefined): Move[] {
    const from = square === undefined ? null : readSquare(square);
    if (this.isOver()) return [];
    return legalMoves(this.position).filter((move) => from === null || fromOf(move) === from);
  }

  /**
   * Plays a move in UCI notation or SAN, or given by its squares, and returns it in detail. Throws a ChessError
   * and changes nothing if the move cannot be read, is illegal, or the game is over.
   */
  play(move: string | MoveSquares): MoveDetails {
    if (this.isOver()) {
      const name = isObject(move) ? textOf(move.from) + textOf(move.to) : move;
      throw new ChessError(`the game is over; cannot play ${quote(name)}`);
    }
    const { position } = this;
    const legal = unwrap(isObject(move) ? findMove(position, move) : parseMove(position, move));
    const details = describeMove(position, legal);
    this.make({ move: legal, nags: [], comments: [], variations: [] });
    return details;
  }

  private make(played: PlayedMove): void {
    this.position.make(played.move);
    this.played.push(played);
  }

  /**
   * Takes back the last move, with a claim or result after it, and returns it in UCI notation. Null if there
   * is none; then nothing changes.
   */
  undo(): string | null {
    const last = this.played.pop();
    if (last === undefined) return null;
    const { move } = last;
    this.claimed = null;
    this.agreed = null;
    this.position.unmake(move);
    return formatUciMove(move, this.position.chess960);
  }

  /** The comment on the last move, or on the start before there is one; empty if there is none. */
  get comment(): string {
    return (this.played.at(-1)?.comments ?? this.startComments).join(' ');
  }

  /** Blanks alone are no comment. Throws a ChessError if it is not text. */
  set comment(text: string) {
    if (typeof text !== 'string') throw new ChessError('a comment must be text');
    const comments = text.trim() === '' ? [] : [text];
    const last = this.played.at(-1);
    if (last === undefined) this.startComments = comments;
    else last.comments = comments;
  }

  /** The glyphs of the last move, as their numbers (NAG): 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. */
  get glyphs(): readonly number[] {
    // Frozen: adding to a copy would be silently ignored.
    return Object.freeze([...(this.played.at(-1)?.nags ?? [])]);
  }

  /** Throws a ChessError if there is no move, or if these are not numbers from 0 to 255. */
  set glyphs(nags: readonly number[]) {
    const isNag = (nag: unknown) =>
      Number.isInteger(nag) && (nag as number) >= 0 && (nag as number) <= 255;
    if (!isArrayOf(nags, isNag))
      throw new ChessError('glyphs must be an array of numbers from 0 to 255');
    this.lastMove().nags = [...nags];
  }

  /** The alternatives to the last move, in SAN. */
  variations(): string[][] {
    const before = this.beforeLast();
    return (this.played.at(-1)?.variations ?? []).map((line) =>
      formatSans(
        before.clone(),
        line.map(({ move }) => move),
      ),
    );
  }

  /**
   * Adds an alternative to the last move: a line that begins in the position before it, in UCI notation
   * or SAN. Throws a ChessError, and adds nothing, if there is no move or the line is empty or illegal.
   */
  addVariation(moves: readonly string[]): void {
    const last = this.lastMove();
    const position = this.beforeLast();
    if (!Array.isArray(moves) || moves.length === 0)
      throw new ChessError('a variation must be an array of one or more moves');
    // Spread: `map` skips holes.
    const line = [...moves].map((text) => {
      const move = unwrap(parseMove(position, text));
      position.make(move);
      return { move, nags: [], comments: [] };
    });
    last.variations = [...last.variations, line];
  }

  private lastMove(): PlayedMove {
    const last = this.played.at(-1);
    if (last === undefined) throw new ChessError('no move has been played');
    return last;
  }

  /** The position before the last move. */
  private beforeLast(): Position {
    const position = this.startPosition.clone();
    for (const { move } of this.played.slice(0, -1)) position.make(move);
    return position;
  }

  /** How often the position on the board has occurred, including now. */
  occurrences(): number {
    return countEarlierOccurrences(this.position) + 1;
  }

  /** Whether the position on the board has occurred `n` times, from 1. Throws a ChessError for another `n`. */
  isRepetition(n = 3): boolean {
    if (!Number.isInteger(n) || n < 1) {
      throw new ChessError(
        `the number of occurrences must be a whole number, 1 or more, not ${describeArgument(n)}`,
      );
    }
    return this.occurrences() >= n;
  }

  /** The number of different positions that have occurred. */
  get distinctPositions(): number {
    const position = this.startPosition.clone();
    const seen = new Set([formatFenWithoutClocks(position)]);
    for (const { move } of this.played) {
      position.make(move);
      seen.add(formatFenWithoutClocks(position));
    }
    return seen.size;
  }

  /**
   * Why the game is over by the rules or by a claimed draw, or null. A draw that could be claimed
   * but was not does not end the game.
   */
  end(): GameEnd | null {
    const end = findGameEnd(this.position);
    return end !== null && isAutomatic(end) ? end : this.claimed;
  }

  /** Whether the game is over: by the rules, by a claim, or by {@link conclude}. */
  isOver(): boolean {
    return this.agreed !== null || this.end() !== null;
  }

  /** The draw that the side to move may claim, or null, as when the game is over. */
  claimableDraw(): DrawReason | null {
    return this.isOver() ? null : findClaimableDraw(this.position);
  }

  /** Claims a draw. Throws a ChessError if there is none to claim. */
  claimDraw(): void {
    const reason = this.claimableDraw();
    if (reason === null) throw new ChessError('no draw to claim in this position');
    this.claimed = reason;
  }

  /**
   * Ends the game with a result that the board does not show: by resignation, on time, by
   * agreement. Throws a ChessError if the game is already over or `result` is not a result.
   */
  conclude(result: FinalResult): void {
    if (!isFinalResult(result)) throw new ChessError(`not a result: ${quote(result)}`);
    if (this.isOver()) throw new ChessError('the game is already over');
    this.agreed = result;
  }

  /** The result as in PGN; `*` while the game goes on. */
  result(): GameResult {
    if (this.agreed !== null) return this.agreed;
    const end = this.end();
    if (end === null) return '*';
    return resultFor(end === 'checkmate' ? this.position.turn ^ 1 : null);
  }

  /** For `JSON.stringify`: start, moves in UCI notation and in SAN, current position and result. */
  toJSON() {
    return {
      start: this.start,
      moves: this.moves(),
      sans: this.sans(),
      fen: this.fen(),
      turn: this.turn,
      end: this.end(),
      result: this.result(),
    };
  }

  /**
   * The game as PGN: the game's own {@link Game.tags} and these, with comments, glyphs and variations.
   * Throws a ChessError for a name that no tag can have, and for a `Result`, `FEN` or `SetUp` that differs
   * from the game's.
   */
  pgn(tags: Readonly<Record<string, string>> = {}): string {
    if (!isObject(tags)) throw new ChessError('tags must be an object');
    const isStandard = this.start === START_FEN;
    const own = { Result: this.result(), FEN: this.start, SetUp: isStandard ? '0' : '1' };
    for (const [tag, value] of Object.entries(own)) {
      const { [tag]: given = value } = tags;
      if (given !== value)
        throw new ChessError(`the ${tag} of this game is ${quote(value)}, not ${quote(given)}`);
    }
    return formatPgn({
      start: this.startPosition,
      moves: this.played,
      result: this.result(),
      tags: { ...Object.fromEntries(this.tags), ...tags },
      comments: this.startComments,
    });
  }

  /** A diagram of the board, and the side to move. */
  toString(): string {
    return this.position.toString();
  }

  /** `console.log` prints the diagram. */
  [INSPECT](): string {
    return this.toString();
  }
}
