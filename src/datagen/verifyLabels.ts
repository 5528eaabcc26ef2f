/** Checks a labelled game: result, positions, and moves that can be played. */
import { legalMoves } from '../chess/board/movegen.ts';
import type { Position } from '../chess/board/position.ts';
import { unpackPosition } from './gameFormat.ts';
import type { LabelledGame } from './labelFormat.ts';

/** Describes what is wrong with a labelled game, or returns null. */
export function findLabelProblem(game: LabelledGame, chess960: boolean): string | null {
  const start = unpackPosition(game.start, chess960);
  if (!start.ok) return `its start is impossible: ${start.error.message}`;
  if (game.result !== null && game.result > 2) return `it has the result ${game.result}`;
  const position = start.value;
  for (const [i, labelled] of game.positions.entries()) {
    if (labelled.score !== null && position.inCheck) return `position ${i + 1} is in check`;
    for (const { moves } of labelled.variants) {
      const problem = findVariantProblem(position, moves);
      if (problem !== null) return `position ${i + 1}: a variant ${problem}`;
    }
    if (!legalMoves(position).includes(labelled.move)) return `move ${i + 1} is illegal`;
    position.make(labelled.move);
  }
  return null;
}

function findVariantProblem(position: Position, moves: readonly number[]): string | null {
  const [move, ...rest] = moves;
  if (move === undefined) return position.inCheck ? 'ends in check' : null;
  if (!legalMoves(position).includes(move)) return 'has an illegal move';
  return position.withMove(move, () => findVariantProblem(position, rest));
}
