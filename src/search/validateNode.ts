/**
 * Consistency checks of a debug build (`npm run build:debug`), made at some nodes. Slow: incrementally
 * updated state is compared with a computation from scratch.
 */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import type { Move } from '../chess/board/types.ts';
import { findSearchDraw, NOT_DRAWN } from '../chess/game/draws.ts';
import type { Evaluator } from '../eval/evaluator.ts';
import { MATE } from './score.ts';

/** Throws an Error if the incrementally updated position or evaluator is wrong. */
export function validateNode(position: Position, evaluator: Evaluator): void {
  const inconsistency = position.validate();
  if (inconsistency !== null) throw new Error(`position: ${inconsistency}`);
  if (!position.inCheck) validateEvaluation(position, evaluator, evaluator.evaluate(position));
}

/** Throws an Error if the score of an evaluator is not the one computed from scratch. */
export function validateEvaluation(position: Position, evaluator: Evaluator, score: number): void {
  const expected = evaluator.evaluateFromScratch(position);
  if (score !== expected) throw new Error(`evaluation: ${score}, from scratch ${expected}`);
}

/** Throws an Error if a line has an illegal move, goes on after a draw, or has an impossible score. */
export function validateLine(position: Position, line: readonly Move[], score: number): void {
  const rootPly = position.ply;
  if (Math.abs(score) > MATE) throw new Error(`a score of ${score}`);
  const made: Move[] = [];
  try {
    for (const move of line) {
      if (made.length > 0 && findSearchDraw(position, rootPly) !== NOT_DRAWN) {
        throw new Error(`a line of ${line.length} plies is drawn after ${made.length}`);
      }
      if (!legalMoves(position).includes(move)) throw new Error(`${move} in a line is not legal`);
      position.make(move);
      made.push(move);
    }
  } finally {
    for (const move of made.reverse()) position.unmake(move);
  }
}
