/**
 * What this search remembers of quiet moves that were good elsewhere: killers (the last two that
 * cut off at a ply) and butterfly history (how well a move from here to there has done).
 * https://www.chessprogramming.org/History_Heuristic
 */
import type { Color, Move } from '../chess/types.ts';
import { MAX_PLY } from './score.ts';

const HISTORY_MAX = 16384;

export class History {
  private readonly killers = new Int32Array((MAX_PLY + 1) * 2);
  private readonly butterfly = new Int32Array(2 * 4096);

  clear(): void {
    this.killers.fill(0);
    this.butterfly.fill(0);
  }

  killer(ply: number, which: 0 | 1): Move {
    return this.killers[ply * 2 + which]!;
  }

  /** From -16384 to 16384. */
  quiet(color: Color, move: Move): number {
    return this.butterfly[color * 4096 + (move & 4095)]!;
  }

  /** A quiet move cut off. */
  addKiller(ply: number, move: Move): void {
    if (this.killers[ply * 2] === move) return;
    this.killers[ply * 2 + 1] = this.killers[ply * 2]!;
    this.killers[ply * 2] = move;
  }

  /** Moves towards the maximum by `bonus`, the slower the nearer it is. */
  updateQuiet(color: Color, move: Move, bonus: number): void {
    const index = color * 4096 + (move & 4095);
    const old = this.butterfly[index]!;
    this.butterfly[index] = old + bonus - (((old * Math.abs(bonus)) / HISTORY_MAX) | 0);
  }
}
