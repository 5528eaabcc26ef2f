/**
 * Win, draw and loss probabilities of a score, for the side to move.
 *
 * The win probability is a logistic function of the score, the loss probability the same function of
 * its negative, the rest are draws. The same score decides more games with more material, so midpoint
 * and slope depend on material.
 * https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo
 */
import { countPawns, pieceMaterial } from '../chess/board/material.ts';
import type { Position } from '../chess/board/position.ts';
import { BLACK, WHITE } from '../chess/board/types.ts';
import { isGameOver } from '../chess/game/draws.ts';
import { isPosition } from '../chess/notation/anyPosition.ts';
import { ChessError, quote } from '../util/result.ts';
import { drawAfter } from './rootMoves.ts';
import { isMateScore } from './score.ts';
import type { SearchInfo } from './searchResult.ts';

/** Per mille; the sum is 1000. */
export interface WinDrawLoss {
  win: number;
  draw: number;
  loss: number;
}

/** Material is limited to this range: beyond it there are few games to fit. */
const MATERIAL = { min: 10, max: 78 };

/**
 * Centipawns that win half of the games, and how gently the curve rises there: without material, and
 * what each point of it adds. Fitted by scripts/fitWinDrawLoss.ts to 213,346 positions of 1,967 games
 * of network 26 (docs/networks.md).
 */
const MIDDLE = [116, -0.556] as const;
const SLOPE = [26, 0.181] as const;

/**
 * `score` in centipawns (or a mate) for the side to move of `position`. Throws a ChessError if
 * they are not a number and a position.
 */
export function winDrawLoss(score: number, position: Position): WinDrawLoss {
  if (!Number.isFinite(score)) throw new ChessError(`not a score: ${quote(score)}`);
  if (!isPosition(position)) throw new ChessError(`not a Position: ${quote(position)}`);
  if (isMateScore(score)) return { win: score > 0 ? 1000 : 0, draw: 0, loss: score > 0 ? 0 : 1000 };
  const material = countMaterial(position);
  const middle = MIDDLE[0] + MIDDLE[1] * material;
  const slope = SLOPE[0] + SLOPE[1] * material;
  const chance = (x: number) => Math.round(1000 / (1 + Math.exp((middle - x) / slope)));
  const win = chance(score);
  const loss = chance(-score);
  return { win, draw: 1000 - win - loss, loss };
}

const DRAWN: Readonly<WinDrawLoss> = { win: 0, draw: 1000, loss: 0 };

/**
 * The same for a line of a search of `position`: certainly a draw if the game has ended as one without a
 * claim, or ends as one with the first move.
 */
export function winDrawLossOf(
  { score, pv }: Pick<SearchInfo, 'score' | 'pv'>,
  position: Position,
): WinDrawLoss {
  const [move] = pv;
  const isOver = isGameOver(position) || (move !== undefined && drawAfter(position, move) !== null);
  return isOver && !isMateScore(score) ? DRAWN : winDrawLoss(score, position);
}

/** Points on the board, of both sides, as far as they matter; 78 at the start of a game. */
export function countMaterial(position: Position): number {
  const pieces = pieceMaterial(position, WHITE) + pieceMaterial(position, BLACK);
  return Math.min(MATERIAL.max, Math.max(MATERIAL.min, countPawns(position) + pieces));
}
