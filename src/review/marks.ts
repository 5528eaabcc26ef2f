/**
 * The marks of moves, and how much a move must lose to get one.
 *
 * Losses are in points of {@link winPercent}, a human's expected score: a pawn lost in a won position
 * costs little, in an equal one a lot. The thresholds are those of Lichess.
 * https://github.com/lichess-org/lila/blob/master/modules/tree/src/main/Advice.scala
 */
import { BLACK, type Color, WHITE } from '../chess/board/types.ts';
import type { GameResult } from '../chess/notation/pgn.ts';
import { percentFor } from './winPercent.ts';

/** The mark of a move as a glyph: its number in PGN, its sign, and what it is called. */
export interface Glyph {
  readonly nag: number;
  readonly sign: '!!' | '!' | '?!' | '?' | '??';
  readonly name: string;
}

// Frozen: all reviews share them, and remarks in a PGN are recognized by these names.
const BRILLIANT: Glyph = Object.freeze({ nag: 3, sign: '!!', name: 'Brilliant move' });
const GOOD: Glyph = Object.freeze({ nag: 1, sign: '!', name: 'Good move' });
const INACCURACY: Glyph = Object.freeze({ nag: 6, sign: '?!', name: 'Inaccuracy' });
const MISTAKE: Glyph = Object.freeze({ nag: 2, sign: '?', name: 'Mistake' });
const BLUNDER: Glyph = Object.freeze({ nag: 4, sign: '??', name: 'Blunder' });
/** The marks of reviews. */
export const GLYPHS = { BRILLIANT, GOOD, INACCURACY, MISTAKE, BLUNDER };

/** The smallest loss for each mark, in points of win percentage. */
export const THRESHOLDS = { inaccuracy: 5, mistake: 10, blunder: 15 };

/** From mild to grave: 0 is no fault, 1 an inaccuracy, 2 a mistake, 3 a blunder. */
type Severity = 0 | 1 | 2 | 3;

const FAULTS = [null, INACCURACY, MISTAKE, BLUNDER] as const;

/** The severity of a loss in points of win percentage. */
export function severityOf(loss: number): Severity {
  // Rounding errors must not decide.
  const lost = loss + 1e-9;
  if (lost >= THRESHOLDS.blunder) return 3;
  if (lost >= THRESHOLDS.mistake) return 2;
  return lost >= THRESHOLDS.inaccuracy ? 1 : 0;
}

/** The mark of a severity; null for no fault. */
export const glyphOf = (severity: Severity): Glyph | null => FAULTS[severity];

/**
 * Win percentages between which a side is neither winning nor losing: a result counts as lost only
 * if the position falls from well above one of them to well below it.
 */
const RESULT = { won: 70, lost: 30, margin: 10 };

/** A position is level if it is this close to 50%, some 55 centipawns. */
const LEVEL_MARGIN = 6;

/**
 * What a side gave away: a win (now no longer), a position that was level or worse but not lost (now a loss), a
 * win (now a loss), or an advantage that was less than a win (now a loss).
 */
export type LostResult =
  | 'win'
  | 'level position'
  | 'tenable position'
  | 'win to loss'
  | 'advantage';

/** What is given away when a side's win percentage falls from `had` to `has`; null for none. */
export function lostResult(had: number, has: number): LostResult | null {
  const { won, lost, margin } = RESULT;
  if (had >= won) {
    if (has <= lost) return 'win to loss';
    return has <= won - margin ? 'win' : null;
  }
  if (had < lost + margin || has > lost) return null;
  if (had > 50 + LEVEL_MARGIN) return 'advantage';
  return had < 50 - LEVEL_MARGIN ? 'tenable position' : 'level position';
}

/**
 * The side that has lost a game although it does not stand worse, or drawn a won one, by White's win percentage at the
 * end, and how it stands; null if there is none.
 */
export function unexpectedResult(
  result: GameResult,
  win: number,
): { color: Color; standing: 'winning' | 'better' | 'level' } | null {
  if (result === '*') return null;
  const isDraw = result === '1/2-1/2';
  const color = (isDraw ? win >= 50 : result === '0-1') ? WHITE : BLACK;
  const own = percentFor(color, win);
  if (own >= RESULT.won) return { color, standing: 'winning' };
  if (isDraw || own < 50 - LEVEL_MARGIN) return null;
  return { color, standing: own > 50 + LEVEL_MARGIN ? 'better' : 'level' };
}

/** Whether a mark is for a fault rather than praise. Compared by number: it may be a copy, which a worker has posted. */
export const isFault = (glyph: Glyph | null): boolean =>
  glyph !== null && FAULTS.some((fault) => fault?.nag === glyph.nag);

/** Whether a mark is for a mistake or a blunder. */
export const isBad = (glyph: Glyph | null): boolean =>
  glyph?.nag === MISTAKE.nag || glyph?.nag === BLUNDER.nag;
