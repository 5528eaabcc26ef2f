/**
 * A referee that shares no code with our rules: chessops plays the moves, and positions are counted
 * by their text over the whole game.
 *
 * The text is chessops' FEN without clocks. Its `toSetup()` has an en passant square only if a legal
 * capture exists, so two texts are equal exactly when FIDE 9.2.3 calls the positions the same.
 */
import type { Chess as Chessops } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
import type { GameEnd } from '../../src/chess/game/draws.ts';
import { chessopsFromFen } from './oracles.ts';
import { isStandstill } from './standstill.ts';

export class Referee {
  readonly chess: Chessops;
  private readonly seen = new Map<string, number>();
  /** How often the current position has occurred, including now. */
  occurrences = 0;

  constructor(fen: string) {
    this.chess = chessopsFromFen(fen);
    this.count();
  }

  /** Plays a legal move in UCI notation. Castling may also be king takes rook. */
  play(uci: string): void {
    const move = parseUci(uci);
    if (move === undefined || !this.chess.isLegal(move)) throw new Error(`illegal: ${uci}`);
    this.chess.play(move);
    this.count();
  }

  private count(): void {
    const text = this.text();
    this.occurrences = (this.seen.get(text) ?? 0) + 1;
    this.seen.set(text, this.occurrences);
  }

  /** The text that identifies a position. */
  text(): string {
    return makeFen(this.chess.toSetup(), { epd: true });
  }

  /**
   * How the game ends by the Laws of Chess: checkmate (5.1.1) and stalemate (5.2.1), dead position
   * (5.2.2), automatic draws (9.6), claimable draws (9.2, 9.3), in this order.
   */
  end(): GameEnd | null {
    const { chess } = this;
    const context = chess.ctx();
    if (!chess.hasDests(context)) return context.checkers.nonEmpty() ? 'checkmate' : 'stalemate';
    if (chess.isInsufficientMaterial()) return 'insufficient material';
    if (isStandstill(chess)) return 'dead position';
    if (this.occurrences >= 5) return 'fivefold repetition';
    if (chess.halfmoves >= 150) return 'seventy-five-move rule';
    if (this.occurrences >= 3) return 'threefold repetition';
    if (chess.halfmoves >= 100) return 'fifty-move rule';
    return null;
  }
}
