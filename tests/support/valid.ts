import type { Position } from '../../src/chess/board/position.ts';
import { formatFen } from '../../src/chess/notation/fen.ts';

/** Throws an error that names the first thing wrong with a position, and the position. */
export function assertValid(position: Position): void {
  const fault = position.validate();
  if (fault !== null) throw new Error(`invalid position: ${fault} (${formatFen(position)})`);
}
