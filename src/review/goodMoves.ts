/**
 * `!` is for the only move that keeps a win or a draw, if it is hard to see; `!!` if it also sacrifices
 * material.
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
import { winPercent } from './winPercent.ts';

/** Points of material by piece type: pawn, knight, bishop, rook, queen, king. */
const POINTS = [1, 3, 3, 5, 9, 0];

/** The smallest loss of material that is a sacrifice, in points. */
const SACRIFICE = 2;

/**
 * Whether the engine's best move is one that a player could miss: there were other legal moves, a very
 * short search preferred another, and it is not a recapture.
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

/** The mark of the engine's best move if the best `other` move misses a win or a draw; null for none. */
export function praiseFor(position: Position, known: Assessment, other: Assessment): Glyph | null {
  const best = ownPercent(known.score, position);
  const second = ownPercent(other.score, position);
  if (lostResult(best, second) === null) return null;
  return isSacrifice(position, known.line) ? GLYPHS.BRILLIANT : GLYPHS.GOOD;
}

/** The win percentage of the side to move, from White's score. */
function ownPercent(score: number, position: Position): number {
  const percent = winPercent(score);
  return position.turn === BLACK ? 100 - percent : percent;
}

/**
 * Whether the first move of a line sacrifices material: by static exchange evaluation the piece is lost,
 * or the side is down in material after the reply and still after its own next move.
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

/** A side's material balance, in points. */
function balance({ board }: Position, color: Color): number {
  let sum = 0;
  for (const piece of board) {
    if (piece !== NO_PIECE) sum += POINTS[typeOf(piece)]! * (colorOf(piece) === color ? 1 : -1);
  }
  return sum;
}
