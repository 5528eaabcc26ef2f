/**
 * A game from the point of view of players and arbiter: the moves played, how often each position
 * has occurred, whether the game is over and why.
 *
 * Automatic game ends and draws that must be claimed are distinguished (draws.ts). Occurrences are
 * counted by the first four fields of the FEN, which are exactly what makes two positions equal.
 */

import { legalMoves } from '../board/movegen.ts';
import type { Position } from '../board/position.ts';
import { type Move, WHITE } from '../board/types.ts';
import { parseMove } from '../notation/anyMove.ts';
import { formatFen, formatFenWithoutClocks, positionFromFen, START_FEN } from '../notation/fen.ts';
import { formatPgn, type GameResult } from '../notation/pgn.ts';
import { formatSan, formatSans } from '../notation/san.ts';
import { formatUciMove } from '../notation/uciMove.ts';
import { ChessError, quote, unwrap } from '../result.ts';
import { type DrawReason, findGameEnd, type GameEnd, isAutomatic } from './draws.ts';

const RESULTS: readonly string[] = ['1-0', '1/2-1/2', '0-1'] satisfies GameResult[];

export class Game {
  /** The FEN of the starting position. */
  readonly start: string;
  private readonly position: Position;
  private readonly played: Move[] = [];
  private readonly visits = new Map<string, number>();
  private claimed: DrawReason | null = null;
  private agreed: Exclude<GameResult, '*'> | null = null;

  /** Throws a ChessError for an invalid FEN. */
  constructor(fen: string = START_FEN) {
    this.position = positionFromFen(fen);
    this.start = formatFen(this.position);
    this.visit(1);
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
  get turn(): 'white' | 'black' {
    return this.position.turn === WHITE ? 'white' : 'black';
  }

  /** The moves played, in UCI notation. */
  moves(): string[] {
    return this.played.map((move) => formatUciMove(move, this.position.chess960));
  }

  /** The moves played, in SAN. */
  sans(): string[] {
    const position = positionFromFen(this.start);
    position.chess960 = this.position.chess960;
    return formatSans(position, this.played);
  }

  /** The legal moves in UCI notation; none once the game is over. */
  legalMoves(): string[] {
    return this.listMoves().map((move) => formatUciMove(move, this.position.chess960));
  }

  /** The legal moves in SAN; none once the game is over. */
  legalSans(): string[] {
    return this.listMoves().map((move) => formatSan(this.position, move));
  }

  private listMoves(): Move[] {
    if (this.isOver()) return [];
    return legalMoves(this.position);
  }

  /**
   * Plays a move in UCI notation or SAN. Throws a ChessError and changes nothing if the move cannot
   * be read, is illegal, or the game is over.
   */
  play(text: string): void {
    if (this.isOver()) throw new ChessError(`the game is over; cannot play ${quote(text)}`);
    const move = unwrap(parseMove(this.position, text));
    this.position.make(move);
    this.played.push(move);
    this.visit(1);
  }

  /** Takes back the last move and returns it in UCI notation; null if there is none. */
  undo(): string | null {
    const move = this.played.pop();
    if (move === undefined) return null;
    this.claimed = null;
    this.agreed = null;
    this.visit(-1);
    this.position.unmake(move);
    return formatUciMove(move, this.position.chess960);
  }

  private visit(change: 1 | -1): void {
    const key = formatFenWithoutClocks(this.position);
    const count = (this.visits.get(key) ?? 0) + change;
    if (count === 0) this.visits.delete(key);
    else this.visits.set(key, count);
  }

  /** How often the position on the board has occurred, including now. */
  occurrences(): number {
    return this.visits.get(formatFenWithoutClocks(this.position))!;
  }

  /** Whether the position on the board has occurred at least `n` times. */
  isRepetition(n = 3): boolean {
    return this.occurrences() >= n;
  }

  /** The number of different positions that have occurred. */
  get distinctPositions(): number {
    return this.visits.size;
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

  /** The draw that the side to move may claim, or null. */
  claimableDraw(): DrawReason | null {
    const end = findGameEnd(this.position);
    return end === null || end === 'checkmate' || isAutomatic(end) ? null : end;
  }

  /** Claims a draw. Throws a ChessError if there is none to claim. */
  claimDraw(): void {
    const reason = this.isOver() ? null : this.claimableDraw();
    if (reason === null) throw new ChessError('no draw to claim in this position');
    this.claimed = reason;
  }

  /**
   * Ends the game with a result that the board does not show: by resignation, on time, by
   * agreement. Throws a ChessError if the game is already over or `result` is not a result.
   */
  conclude(result: Exclude<GameResult, '*'>): void {
    if (!RESULTS.includes(result)) throw new ChessError(`not a result: ${quote(result)}`);
    if (this.isOver()) throw new ChessError('the game is already over');
    this.agreed = result;
  }

  /** The result as in PGN; `*` while the game goes on. */
  result(): GameResult {
    if (this.agreed !== null) return this.agreed;
    const end = this.end();
    if (end === null) return '*';
    if (end !== 'checkmate') return '1/2-1/2';
    return this.position.turn === WHITE ? '0-1' : '1-0';
  }

  /** For `JSON.stringify`: start, moves in UCI notation and in SAN, current position and result. */
  toJSON() {
    return {
      ...{ start: this.start, moves: this.moves(), sans: this.sans() },
      ...{ fen: this.fen(), turn: this.turn, end: this.end(), result: this.result() },
    };
  }

  /** The game as PGN, with additional `tags` such as `White` and `Date`. */
  pgn(tags: Readonly<Record<string, string>> = {}): string {
    const start = positionFromFen(this.start);
    start.chess960 = this.position.chess960;
    return formatPgn(start, this.played, this.result(), tags);
  }
}
