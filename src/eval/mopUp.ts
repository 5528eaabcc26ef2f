/**
 * Winning what is won: without pawns, but well ahead in pieces, the weaker side's king is driven
 * to the edge, where mates are, and the stronger side's king brought near. Nothing else counts
 * then, least of all where pieces usually stand well.
 * https://www.chessprogramming.org/Mop-up_Evaluation
 */
import { popcount64 } from '../chess/board/bits.ts';
import { ALL, BISHOPS, KNIGHTS, LIGHT } from '../chess/board/layout.ts';
import type { Position } from '../chess/board/position.ts';
import { type Color, kingDistance, type Square } from '../chess/board/types.ts';
import { pieceWorth } from './material.ts';

/** A lead in pieces (material.ts) that wins. */
const DECISIVE_LEAD = 4;
/** More than a network says of other positions: what is won for certain is worth a trade. */
const WON = 1000;
/** Centipawns a unit of the lead. */
const LEAD_UNIT = 100;
/** A step of the weaker king away from the centre, and of the kings towards each other. */
const EDGE_STEP = 50;
const KINGS_STEP = 60;
/**
 * With bishop and knight: for the weaker king's steps towards a corner where they can mate, squared. The
 * last steps, which cost the stronger side a manoeuvre, are the steepest.
 */
const CORNER_STEPS = 30;

/** Centipawns for white of a position without pawns, or null if neither side is winning like this. */
export function mopUp(position: Position): number | null {
  const lead = pieceWorth(position, 0) - pieceWorth(position, 1);
  if (Math.abs(lead) < DECISIVE_LEAD) return null;
  const strong = lead > 0 ? 0 : 1;
  if (hasTwoKnights(position, strong)) return 0;
  const score = WON + Math.abs(lead) * LEAD_UNIT + mopUpFor(position, strong);
  return strong === 0 ? score : 0 - score;
}

function mopUpFor(position: Position, strong: Color): number {
  const weak = strong ^ 1;
  const weakKing = position.kingSquare(weak);
  let score =
    EDGE_STEP * centreDistance(weakKing) +
    KINGS_STEP * (7 - kingDistance(position.kingSquare(strong), weakKing));
  if (
    count(position, ALL, strong) === 3 &&
    count(position, BISHOPS, strong) === 1 &&
    count(position, KNIGHTS, strong) === 1
  ) {
    const bishops = BISHOPS + strong * 2;
    const light = (position.bitboards[bishops]! | position.bitboards[bishops + 1]!) & LIGHT;
    score += CORNER_STEPS * diagonalDistance(light !== 0 ? weakKing ^ 7 : weakKing) ** 2;
  }
  return score;
}

/** Two knights and nothing else cannot force mate. */
function hasTwoKnights(position: Position, strong: Color): boolean {
  return count(position, ALL, strong) === 3 && count(position, KNIGHTS, strong) === 2;
}

function count(position: Position, pieces: number, color: Color): number {
  const index = pieces + color * 2;
  return popcount64(position.bitboards[index]!, position.bitboards[index + 1]!);
}

/** 0 for the four squares in the middle, 6 for the corners. */
function centreDistance(square: Square): number {
  const file = square & 7;
  const rank = square >> 3;
  return Math.max(3 - file, file - 4) + Math.max(3 - rank, rank - 4);
}

/** 0 on the diagonal from a8 to h1, 7 in the dark corners a1 and h8. */
function diagonalDistance(square: Square): number {
  return Math.abs((square & 7) + (square >> 3) - 7);
}
