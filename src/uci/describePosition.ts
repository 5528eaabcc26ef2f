/** The answer to `d`: a description of the position. */
import { formatDiagram } from '../chess/board/diagram.ts';
import type { Position } from '../chess/board/position.ts';
import { squareName } from '../chess/board/types.ts';
import { findGameEnd } from '../chess/game/draws.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { formatGameEnd } from './formatUci.ts';

/** Diagram, FEN, key, checkers, and how the game has ended if it has. */
export function describePosition(position: Position): string[] {
  const hex = (x: number) => (x >>> 0).toString(16).padStart(8, '0');
  const index = position.checkersIndex;
  const checkers = Array.from({ length: 64 }, (_, square) => square)
    .filter((square) => (position.states[index + (square >> 5)]! >> square) & 1)
    .map(squareName);
  const end = findGameEnd(position);
  return [
    formatDiagram(position),
    `Fen: ${formatFen(position)}`,
    `Key: ${hex(position.keyHi)}${hex(position.keyLo)}`,
    `Checkers: ${checkers.join(' ')}`.trimEnd(),
    ...(end === null ? [] : [formatGameEnd(end)]),
  ];
}
