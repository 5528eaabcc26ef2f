/**
 * The first moves at limited strength, taken from the named openings, because that is what people play.
 *
 * The more named lines go through a move, the more common it is: hundreds begin with 1.e4, one with 1.a4.
 * Stronger levels stick to the main lines, and for longer.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import {
  CASTLING,
  flagOf,
  isCapture,
  type Move,
  rankOf,
  toOf,
  WHITE,
} from '../chess/board/types.ts';
import { derivedSeed, Random } from '../util/random.ts';
import { findOpening } from './openingNames.ts';

/** Plies beyond a move in which named positions are counted. */
const LOOKAHEAD = 2;

/** A level of this Elo knows {@link BASE_PLIES} plies; stronger ones know one more per {@link ELO_PER_PLY}. */
const BASE_ELO = 600;
const BASE_PLIES = 2;
const ELO_PER_PLY = 150;

/** The number of plies that a level plays from memory. */
const knownPlies = (elo: number): number => BASE_PLIES + Math.round((elo - BASE_ELO) / ELO_PER_PLY);

/**
 * A move from the named openings, or null if the level does not know the position. The same seed gives
 * the same moves.
 */
export function chooseLevelOpening(position: Position, elo: number, seed: number): Move | null {
  const ply = 2 * (position.fullmove - 1) + position.turn;
  if (position.chess960 || ply >= knownPlies(elo)) return null;
  const choices: { move: Move; weight: number }[] = [];
  for (const move of legalMoves(position)) {
    // A retreat may return to an earlier named position.
    if (isRetreat(position, move)) continue;
    const lines = position.withMove(move, () => countLines(position, LOOKAHEAD));
    // Squared, since the main moves have more lines at every further ply too.
    if (lines > 0) choices.push({ move, weight: lines ** 2 });
  }
  const random = new Random(derivedSeed(seed ^ position.keyHi, position.keyLo));
  return random.weighted(choices)?.move ?? null;
}

/** Whether a piece returns to its first rank. */
function isRetreat(position: Position, move: Move): boolean {
  const isHome = rankOf(toOf(move)) === (position.turn === WHITE ? 0 : 7);
  return isHome && flagOf(move) !== CASTLING && !isCapture(move);
}

/** The number of named positions that can be reached from here through named positions. */
function countLines(position: Position, plies: number): number {
  if (findOpening(position) === null) return 0;
  let lines = 1;
  if (plies === 0) return lines;
  for (const move of legalMoves(position)) {
    lines += position.withMove(move, () => countLines(position, plies - 1));
  }
  return lines;
}
