/**
 * Positions as callers have them: a FEN, a `Position`, or a `Game`. Objects are recognized by their
 * methods, not by their class: a program may hold two copies of this library, one loaded by `import` and
 * one by `require`.
 */
import { ChessError, quote } from '../../util/result.ts';
import { Position } from '../board/position.ts';
import { positionFromFen } from './fen.ts';

/** What has a position, such as a `Game`. */
interface HasPosition {
  getPosition(): Position;
}

/** Whether this is a Position of this copy of the library or another one (CommonJS beside ES modules). */
export function isPosition(value: unknown): value is Position {
  const { toSetup, history } = Object(value) as Partial<Position>;
  return typeof toSetup === 'function' && typeof history === 'function';
}

/**
 * A position of the caller's own, with the history that the object has: repetitions count. Throws a
 * ChessError for an invalid FEN, and for anything else.
 */
export function readPosition(start: string | Position | HasPosition): Position {
  if (typeof start === 'string') return positionFromFen(start);
  const { getPosition } = Object(start) as Partial<HasPosition>;
  if (typeof getPosition === 'function') return readPosition(getPosition.call(start));
  if (!isPosition(start)) {
    throw new ChessError(`neither a FEN nor a Position nor a Game: ${quote(start)}`);
  }
  return new Position(start.toSetup(), start.history());
}
