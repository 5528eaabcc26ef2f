/**
 * What the search knows of the evaluation: something that is told of every move on the way to a
 * position and then says what the position is worth.
 */
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';

/**
 * Scores are centipawns from the side to move, far from those of mates. A thread uses one
 * implementation only, so that the search's calls stay monomorphic.
 */
export interface Evaluator {
  /** Starts from this position. */
  begin(position: Position): void;
  /** A move is about to be made in the position. */
  make(position: Position, move: Move): void;
  /** The turn is about to be passed. */
  makeNull(): void;
  /** The last move, or passing of the turn, is taken back. */
  unmake(): void;
  /** What the position is worth, which is the one that all moves have led to. */
  evaluate(position: Position): number;
  /** The same score worked out from nothing, whatever moves were made: slow, to check the above. */
  evaluateAfresh(position: Position): number;
}
