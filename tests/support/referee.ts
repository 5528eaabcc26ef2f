/**
 * An arbiter who shares no line with our rules: chessops moves the pieces, and positions are
 * counted by their text over the whole game, nothing is ever forgotten.
 *
 * The text is chessops' own FEN without clocks. Its `toSetup()` names an en passant square only if
 * a pawn may legally go there and castling rights as long as they last, so two texts are the same
 * exactly when FIDE 9.2.3 calls the positions the same.
 */
import type { Chess as Chessops } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
import type { GameEnd } from '../../src/chess/game/draws.ts';
import { chessopsFromFen } from './oracles.ts';

export class Referee {
  readonly chess: Chessops;
  private readonly seen = new Map<string, number>();
  /** How often the position on the board has been there, this time included. */
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

  /** What makes the position the same as another. */
  text(): string {
    return makeFen(this.chess.toSetup(), { epd: true });
  }

  /**
   * The verdict of the Laws: checkmate (5.1.1) and stalemate (5.2.1), dead position (5.2.2), what
   * ends a game by itself (9.6), what may be claimed (9.2, 9.3), in this order.
   */
  end(): GameEnd | null {
    const { chess } = this;
    const context = chess.ctx();
    if (!chess.hasDests(context)) return context.checkers.nonEmpty() ? 'checkmate' : 'stalemate';
    if (chess.isInsufficientMaterial()) return 'insufficient material';
    if (this.occurrences >= 5) return 'fivefold repetition';
    if (chess.halfmoves >= 150) return 'seventy-five-move rule';
    if (this.occurrences >= 3) return 'threefold repetition';
    if (chess.halfmoves >= 100) return 'fifty-move rule';
    return null;
  }
}
