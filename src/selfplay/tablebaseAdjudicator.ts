/** Adjudicates games by tablebases. */
import type { Position } from '../chess/board/position.ts';
import { sideName } from '../chess/board/types.ts';
import { LOSS, type Tablebases, UNKNOWN, WIN } from '../syzygy/tablebases.ts';
import type { Verdict } from './adjudication.ts';

export class TablebaseAdjudicator {
  private readonly tablebases: Tablebases;

  constructor(tablebases: Tablebases) {
    this.tablebases = tablebases;
  }

  /**
   * The result of the game with perfect play from this position, or null. Applies only after a
   * capture or pawn move: with the halfmove clock at 0, outcomes are exact under the fifty-move
   * rule, which turns cursed wins and blessed losses into draws.
   */
  judge(position: Position): Verdict | null {
    if (position.halfmoves !== 0) return null;
    const wdl = this.tablebases.probeWdl(position);
    if (wdl === UNKNOWN) return null;
    if (wdl !== WIN && wdl !== LOSS) return { winner: null, reason: 'Draw by tablebases' };
    const winner = wdl === WIN ? position.turn : position.turn ^ 1;
    return { winner, reason: `${sideName(winner)} wins by tablebases` };
  }

  /** Part of the identity of a match. */
  toJSON(): string {
    return `${this.tablebases.wdlCount} tables, up to ${this.tablebases.largest} pieces`;
  }
}
