/**
 * The phases of a game by the pieces on the board: the middlegame begins when pieces have been
 * captured or have left the back ranks, the endgame when few pieces are left. A game never returns to
 * an earlier phase. https://www.chessprogramming.org/Game_Phases
 */
import { countPawns, countPieces } from '../chess/board/material.ts';
import type { Position } from '../chess/board/position.ts';
import { BLACK, colorOf, NO_PIECE, WHITE } from '../chess/board/types.ts';

/** A phase of a game. */
export type Phase = 'opening' | 'middlegame' | 'endgame';
export const PHASES: readonly Phase[] = ['opening', 'middlegame', 'endgame'];

/** Pieces of both sides, without kings and pawns, from which on it is one. */
const MIDDLEGAME_PIECES = 10;
const ENDGAME_PIECES = 6;
/** Pieces with king that a side keeps on its first rank in the opening. */
const BACK_RANK_PIECES = 4;

/** The phase of every position of a game, in order. */
export function phasesOf(positions: readonly Position[]): Phase[] {
  let reached = 0;
  return positions.map((position) => {
    reached = Math.max(reached, PHASES.indexOf(phaseOf(position)));
    return PHASES[reached]!;
  });
}

/** The phase of a position by itself. */
export function phaseOf(position: Position): Phase {
  const pieces = countPieces(position) - countPawns(position) - 2;
  if (pieces <= ENDGAME_PIECES) return 'endgame';
  const isDeveloped = [WHITE, BLACK].some(
    (color) => countOnBackRank(position, color) < BACK_RANK_PIECES,
  );
  return pieces <= MIDDLEGAME_PIECES || isDeveloped ? 'middlegame' : 'opening';
}

function countOnBackRank({ board }: Position, color: number): number {
  const first = color === BLACK ? 56 : 0;
  const backRank = board.subarray(first, first + 8);
  return backRank.filter((piece) => piece !== NO_PIECE && colorOf(piece) === color).length;
}
