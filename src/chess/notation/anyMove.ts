/** Moves as people and programs write them, in SAN or UCI notation. */
import type { Position } from '../board/position.ts';
import type { Move } from '../board/types.ts';
import type { Result } from '../result.ts';
import { parseSan } from './san.ts';
import { parseUciMove } from './uciMove.ts';

/**
 * Reads a legal move in SAN or UCI notation. An error is that of {@link parseSan}.
 *
 * SAN is tried first. Only there does case matter: `B5c6` is a move of a bishop, `b5c6` a move from
 * b5, and UCI would read both as the latter.
 */
export function parseMove(position: Position, text: string): Result<Move> {
  const san = parseSan(position, text);
  if (san.ok) return san;
  const uci = parseUciMove(position, text);
  return uci.ok ? uci : san;
}
