/** Whether positions are valid, for tests. */
import type { Position } from '../../src/chess/board/position.ts';
import { formatFen } from '../../src/chess/notation/fen.ts';

/** Throws an error with the position and its first problem, if it is not valid. */
export function assertValid(position: Position): void {
  const problem = position.validate();
  if (problem !== null) throw new Error(`invalid position: ${problem} (${formatFen(position)})`);
}
