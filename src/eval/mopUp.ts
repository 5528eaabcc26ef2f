/**
 * Mop-up evaluation for won endings without pawns, or with pawns against a bare king: the weaker king is driven to the
 * edge, where it can be mated, and the stronger king approaches. Usual piece placement does not matter here.
 * https://www.chessprogramming.org/Mop-up_Evaluation
 */
import { countOf, countPawns, pieceMaterial } from '../chess/board/material.ts';
import type { Position } from '../chess/board/position.ts';
import { ALL, BISHOPS, KNIGHTS, LIGHT } from '../chess/board/positionLayout.ts';
import { BLACK, type Color, kingDistance, type Square, WHITE } from '../chess/board/types.ts';

/** The smallest material lead (material.ts) that wins. */
const DECISIVE_LEAD = 4;
/** Higher than the network scores other won positions, so that the search trades into these endings. */
const WON = 1000;
/** Centipawns per point of the lead, and per pawn. */
const LEAD_UNIT = 100;
/** Centipawns per step of the weaker king from the centre, and per step of the kings towards each other. */
const EDGE_STEP = 50;
const KINGS_STEP = 60;
/**
 * Bishop and knight: weight of the squared steps of the weaker king towards a corner where they can
 * mate. Squared, because the last steps need a long manoeuvre.
 */
const CORNER_STEPS = 30;

/**
 * White's centipawns for a position without pawns, or with a bare king and pawns against it; null if neither side has a
 * decisive lead.
 */
export function mopUp(position: Position): number | null {
  const lead = pieceMaterial(position, WHITE) - pieceMaterial(position, BLACK);
  if (Math.abs(lead) < DECISIVE_LEAD) return null;
  const strong = lead > 0 ? WHITE : BLACK;
  if (hasTwoKnights(position, strong)) return 0;
  const material = Math.abs(lead) + countPawns(position);
  const score = WON + material * LEAD_UNIT + mopUpFor(position, strong);
  return strong === WHITE ? score : 0 - score;
}

function mopUpFor(position: Position, strong: Color): number {
  const weak = strong ^ 1;
  const weakKing = position.kingSquare(weak);
  let score =
    EDGE_STEP * centreDistance(weakKing) +
    KINGS_STEP * (7 - kingDistance(position.kingSquare(strong), weakKing));
  if (
    countOf(position, ALL, strong) === 3 &&
    countOf(position, BISHOPS, strong) === 1 &&
    countOf(position, KNIGHTS, strong) === 1
  ) {
    const bishops = BISHOPS + strong * 2;
    const light = (position.bitboards[bishops]! | position.bitboards[bishops + 1]!) & LIGHT;
    score += CORNER_STEPS * diagonalDistance(light !== 0 ? weakKing ^ 7 : weakKing) ** 2;
  }
  return score;
}

/** Two knights and nothing else cannot force mate. */
function hasTwoKnights(position: Position, strong: Color): boolean {
  return countOf(position, ALL, strong) === 3 && countOf(position, KNIGHTS, strong) === 2;
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
