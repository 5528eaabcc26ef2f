/** Ends games whose result endgame tables know. */
import type { Position } from '../chess/board/position.ts';
import { colorName } from '../chess/board/types.ts';
import { LOSS, type Tables, UNKNOWN, WIN } from '../syzygy/tables.ts';
import type { Verdict } from './adjudication.ts';

export class TableAdjudicator {
  private readonly tables: Tables;

  constructor(tables: Tables) {
    this.tables = tables;
  }

  /**
   * The result of a game in this position when both sides play perfectly, or null. Only after a capture
   * or pawn move, with the fifty-move counter at 0: outcomes then hold under the fifty-move rule, which
   * makes cursed wins and blessed losses draws.
   */
  judge(position: Position): Verdict | null {
    if (position.halfmoves !== 0) return null;
    const wdl = this.tables.probeWdl(position);
    if (wdl === UNKNOWN) return null;
    if (wdl !== WIN && wdl !== LOSS) return { winner: null, reason: 'Draw by endgame tables' };
    const winner = wdl === WIN ? position.turn : position.turn ^ 1;
    return { winner, reason: `${colorName(winner)} wins by endgame tables` };
  }

  /** What tells two matches apart. */
  toJSON(): string {
    return `${this.tables.wdlCount} tables, up to ${this.tables.largest} men`;
  }
}
