import type { Position } from '../../src/chess/board/position.ts';
import { formatFen } from '../../src/chess/notation/fen.ts';

/** Throws an error with the position and its first fault, if it is not valid. */
export function assertValid(position: Position): void {
  const fault = position.validate();
  if (fault !== null) throw new Error(`invalid position: ${fault} (${formatFen(position)})`);
}
