/**
 * The win percentages of a game's positions while its review is under way. A position is worth the better
 * of what a search found there and what the move played led to, so the values are carried from the end of
 * the game to its start.
 */
import { type Color, WHITE } from '../../../src/chess/board/types.ts';
import type { SearchRecord } from '../../../src/review/reviewSearches.ts';
import { winPercent } from '../../../src/review/winPercent.ts';

export class GrowingValues {
  /** White's win percentages by ply, as found by searches. */
  private readonly found: (number | undefined)[];
  /** The side to move in the first position. */
  private readonly first: Color;

  constructor(plies: number, first: Color) {
    this.found = Array.from({ length: plies + 1 }, () => undefined);
    this.first = first;
  }

  add({ ply, score, after }: SearchRecord): void {
    // A search of a later position extends a line and says nothing new.
    if (after === undefined) this.found[ply] = winPercent(score);
  }

  /** White's win percentages; undefined where nothing is known yet. */
  values(): (number | undefined)[] {
    const values = [...this.found];
    for (let ply = values.length - 2; ply >= 0; ply--) {
      const [here, next] = [values[ply], values[ply + 1]];
      if (here === undefined || next === undefined) continue;
      const isWhite = (ply % 2 === 0) === (this.first === WHITE);
      values[ply] = isWhite ? Math.max(here, next) : Math.min(here, next);
    }
    return values;
  }
}
