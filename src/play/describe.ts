/** Scores in words. */
import type { Position } from '../chess/board/position.ts';
import { BLACK } from '../chess/board/types.ts';
import { isMateScore, movesToMate } from '../search/score.ts';

/** For white, as a person reads it: `+0.34`, `mate in 3 for Black`. */
export function describeScore(position: Position, score: number): string {
  const isWhite = position.turn !== BLACK;
  if (isMateScore(score)) {
    const winner = score > 0 === isWhite ? 'White' : 'Black';
    const moves = Math.abs(movesToMate(score));
    return moves === 0 ? `${winner} has mated` : `mate in ${moves} for ${winner}`;
  }
  const pawns = (isWhite ? score : -score) / 100;
  return `${pawns > 0 ? '+' : ''}${pawns.toFixed(2)} for White`;
}
