/** A line to play through, such as the engine's best one: its moves as buttons. */
import type { Position } from '../../src/chess/board/position.ts';
import { type Move, WHITE } from '../../src/chess/board/types.ts';
import { formatSan } from '../../src/chess/notation/san.ts';
import { el } from './dom.ts';
import { moveNumber, pliesBefore } from './gameTree.ts';

/** The moves with their numbers; `onMoves` gets those up to the one that is clicked. */
export function lineMoves(
  start: Position,
  line: readonly Move[],
  onMoves: (moves: readonly Move[]) => void,
): HTMLElement[] {
  const position = start.clone();
  return line.map((move, i) => {
    const isNumbered = i === 0 || position.turn === WHITE;
    const number = el('span', { class: 'number' }, moveNumber(pliesBefore(position)));
    const click = () => onMoves(line.slice(0, i + 1));
    const san = el('button', { type: 'button', class: 'san', click }, formatSan(position, move));
    position.make(move);
    return el('span', { class: 'token' }, isNumbered && number, san);
  });
}
