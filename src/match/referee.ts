/**
 * The referee of a match: keeps the moves, decides whether the game is over, and cross-checks.
 *
 * Our own rules decide. chess.js, an independent implementation, follows every game of standard chess one
 * move behind (it does not support Chess960), and must agree on moves, positions and game ends. If
 * it does not, the match stops with an error, since no result could be trusted.
 */
import { Chess as ChessJs } from 'chess.js';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { FIFTY_MOVES, findGameEnd, type GameEnd, SEVENTY_FIVE_MOVES } from '../chess/game/draws.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { formatSan } from '../chess/notation/san.ts';
import { formatUciMove, parseUciMove } from '../chess/notation/uciMove.ts';
import type { Result } from '../util/result.ts';

export class Referee {
  readonly position: Position;
  private readonly crossCheck: CrossCheck | null;
  private readonly words: string[] = [];
  private readonly start: string;

  constructor(start: Position) {
    this.position = start.clone();
    this.start = formatFen(start);
    this.crossCheck = start.chess960 ? null : new CrossCheck(this.start);
  }

  /** Plays a move sent by an engine; fails if it is illegal. */
  play(text: string): Result<Move> {
    const move = parseUciMove(this.position, text);
    if (move.ok) this.make(move.value);
    return move;
  }

  make(move: Move): void {
    this.crossCheck?.expect(this.position, move);
    this.words.push(formatUciMove(move, this.position.chess960));
    this.position.make(move);
  }

  /** The UCI `position` command of the game so far. */
  formatPosition(): string {
    const moves = this.words.length > 0 ? ` moves ${this.words.join(' ')}` : '';
    return `position fen ${this.start}${moves}`;
  }

  /** Why the game is over, or null. Engines claim every draw they can. */
  end(): GameEnd | null {
    return findGameEnd(this.position);
  }

  /** Lets chess.js catch up with the moves; costs no time if done while an engine thinks. */
  confirmMoves(): void {
    this.crossCheck?.catchUp();
  }

  /** Checks with chess.js whether and how the game has ended. */
  confirmEnd(end: GameEnd | null): void {
    this.crossCheck?.catchUp();
    this.crossCheck?.confirmEnd(this.position, end);
  }
}

/** Follows a game with chess.js. */
class CrossCheck {
  private readonly chess: ChessJs;
  private readonly waiting: { uci: string; san: string }[] = [];
  /** How often each position occurred, by chess.js's FEN without clocks. */
  private readonly visits = new Map<string, number>();
  private occurrences = 0;

  constructor(fen: string) {
    this.chess = new ChessJs(fen, { skipValidation: true });
    this.visit();
  }

  /** Queues a move that is about to be made. */
  expect(position: Position, move: Move): void {
    this.waiting.push({ uci: formatUciMove(move), san: formatSan(position, move) });
  }

  catchUp(): void {
    for (const { uci, san } of this.waiting.splice(0)) {
      const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
      const played = this.chess.move(promotion === '' ? { from, to } : { from, to, promotion });
      if (played.san !== san) this.object(`${uci} is ${san} to us and ${played.san} to chess.js`);
      this.visit();
    }
  }

  confirmEnd(position: Position, end: GameEnd | null): void {
    const { chess } = this;
    const fen = formatFen(position);
    if (chess.fen() !== fen) this.object(`we have ${fen}, chess.js ${chess.fen()}`);
    // chess.js does not know it.
    if (end === 'dead position') return;
    const theirs = this.theirEnd();
    if ((theirs === null) !== (end === null) || (end !== null && !theirs!.includes(end))) {
      this.object(`we say ${end}, chess.js ${theirs?.join(', ') ?? 'nothing'}`);
    }
  }

  /** All reasons for which the game is over according to chess.js, or null. */
  private theirEnd(): GameEnd[] | null {
    const { chess } = this;
    if (chess.isCheckmate()) return ['checkmate'];
    if (chess.isStalemate()) return ['stalemate'];
    const ends: GameEnd[] = [];
    if (chess.isInsufficientMaterial()) ends.push('insufficient material');
    if (this.occurrences >= 3) ends.push('threefold repetition');
    if (this.occurrences >= 5) ends.push('fivefold repetition');
    const halfmoves = Number(chess.fen().split(' ')[4]);
    if (halfmoves >= FIFTY_MOVES) ends.push('fifty-move rule');
    if (halfmoves >= SEVENTY_FIVE_MOVES) ends.push('seventy-five-move rule');
    return ends.length > 0 ? ends : null;
  }

  private visit(): void {
    const key = this.chess.fen().split(' ', 4).join(' ');
    this.occurrences = (this.visits.get(key) ?? 0) + 1;
    this.visits.set(key, this.occurrences);
  }

  private object(difference: string): never {
    throw new Error(`chess.js disagrees with us after ${this.chess.pgn()}: ${difference}`);
  }
}
