/**
 * When a move deserves `!` or `!!`: it must be the only one that keeps a win or a draw, and hard to
 * see; for `!!` it must also give up material.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import {
  BLACK,
  type Color,
  colorOf,
  isCapture,
  type Move,
  NO_PIECE,
  toOf,
  typeOf,
} from '../chess/board/types.ts';
import { seeAtLeast } from '../search/see.ts';
import type { Assessment } from './judge.ts';
import { GLYPHS, type Glyph, lostResult } from './marks.ts';
import { winPercent } from './scores.ts';

/** Points of material by piece type: pawn, knight, bishop, rook, queen, king. */
const POINTS = [1, 3, 3, 5, 9, 0];

/** Points of material given away that make a sacrifice. */
const SACRIFICE = 2;

/**
 * Whether the engine's own choice is a move that a player could miss: there were others, it was not
 * what looked best at a glance, and it does not merely take back.
 */
export function isPraiseworthy(
  position: Position,
  move: Move,
  known: Assessment,
  glance: Assessment,
  previous: Move | undefined,
): boolean {
  if (known.line[0] !== move || glance.line[0] === move) return false;
  if (lostResult(ownPercent(known.score, position), 0) === null) return false;
  const takesBack = previous !== undefined && isCapture(move) && toOf(move) === toOf(previous);
  return !takesBack && legalMoves(position).length > 1;
}

/** The mark of the engine's choice if the best `other` move misses a win or a draw; null for none. */
export function praiseFor(position: Position, known: Assessment, other: Assessment): Glyph | null {
  const best = ownPercent(known.score, position);
  const second = ownPercent(other.score, position);
  if (lostResult(best, second) === null) return null;
  return isSacrifice(position, known.line) ? GLYPHS.BRILLIANT : GLYPHS.GOOD;
}

/** The win percentage of the side to move, of a score of White's. */
function ownPercent(score: number, position: Position): number {
  const percent = winPercent(score);
  return position.turn === BLACK ? 100 - percent : percent;
}

/**
 * Whether the first move of a line gives away material: it can be taken at a loss, or the side is
 * down in the line after the reply and still after its own next move.
 */
function isSacrifice(position: Position, line: readonly Move[]): boolean {
  const [move] = line;
  if (move === undefined) return false;
  if (!seeAtLeast(position, move, 1 - 100 * SACRIFICE)) return true;
  const color = position.turn;
  const walk = position.clone();
  const before = balance(walk, color);
  const lost = line.slice(0, 3).map((next) => {
    walk.make(next);
    return before - balance(walk, color);
  });
  return lost.length === 3 && lost[1]! >= SACRIFICE && lost[2]! >= SACRIFICE;
}

/** Material of a side less that of the other, in points. */
function balance({ board }: Position, color: Color): number {
  let sum = 0;
  for (const piece of board) {
    if (piece !== NO_PIECE) sum += POINTS[typeOf(piece)]! * (colorOf(piece) === color ? 1 : -1);
  }
  return sum;
}
