/**
 * The interface between search and evaluation. The search announces every move, so that the evaluation
 * can be updated incrementally.
 */
import type { Position } from '../chess/board/position.ts';
import { BLACK, type Move } from '../chess/board/types.ts';

/** Converts a score, or a difference of scores, between the views of the side to move and of White. */
export const forWhite = (score: number, { turn }: Position): number =>
  turn === BLACK ? 0 - score : score;

/**
 * Scores are centipawns for the side to move, far from those of mates. A thread uses one
 * implementation only, so that the search's calls stay monomorphic.
 */
export interface Evaluator {
  /** Starts from this position. */
  begin(position: Position): void;
  /** Call before a move is made in the position. */
  make(position: Position, move: Move): void;
  /** Call before a null move. */
  makeNull(): void;
  /** Undoes the last `make` or `makeNull`. */
  unmake(): void;
  /** The score of the position reached by all moves so far. */
  evaluate(position: Position): number;
  /** The same score computed from scratch. Slow; for tests and debug builds. */
  evaluateFromScratch(position: Position): number;
}
