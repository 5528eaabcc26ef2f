/** Describes scores and searches in words. */
import type { Position } from '../chess/board/position.ts';
import { BLACK, sideName, WHITE } from '../chess/board/types.ts';
import { forWhite } from '../eval/evaluator.ts';
import { formatSignedEval, isMateScore, mateInMoves } from '../search/score.ts';
import type { SearchInfo } from '../search/searchResult.ts';
import { counted } from '../util/counts.ts';

/** From White's point of view: `+0.34 for White`, `mate in 3 for Black`. */
export function describeScore(position: Position, score: number): string {
  const whites = forWhite(score, position);
  if (isMateScore(score)) {
    const winner = sideName(whites > 0 ? WHITE : BLACK);
    const moves = mateInMoves(score);
    return moves === 0 ? `${winner} has checkmated` : `mate in ${moves} for ${winner}`;
  }
  return `${formatSignedEval(whites)} for White`;
}

/** The prefix of a score that is only a bound, from White's point of view. */
export function boundSign({ turn }: Position, { bound }: SearchInfo): string {
  if (bound === undefined) return '';
  return (bound === 'lower') === (turn === BLACK) ? '≤ ' : '≥ ';
}

/** Whether a line comes from a search: a move of the opening book has no score. */
export const isSearched = ({ seldepth }: SearchInfo): boolean => seldepth > 0;

/** `+0.34 for White, depth 12, 123,456 nodes, 0.53 s`. */
export function describeSearch(position: Position, info: SearchInfo): string {
  if (!isSearched(info)) return 'without a search';
  const nodes = counted(info.nodes, 'node');
  const seconds = (info.time / 1000).toFixed(2);
  return `${boundSign(position, info)}${describeScore(position, info.score)}, depth ${info.depth}, ${nodes}, ${seconds} s`;
}
