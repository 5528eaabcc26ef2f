/** Scores as a reader of a game wants them: always White's, in pawns, and in points expected. */
import type { Position } from '../chess/board/position.ts';
import { BLACK } from '../chess/board/types.ts';
import { type WinDrawLoss, winDrawLoss } from '../search/winDrawLoss.ts';

/** The score of the side to move, turned round if that is Black. */
export const forWhite = (score: number, { turn }: Position): number =>
  turn === BLACK ? 0 - score : score;

/** Wins, draws and losses of White, per mille; `score` is White's too. */
export function whiteWinDrawLoss(score: number, position: Position): WinDrawLoss {
  const { win, draw, loss } = winDrawLoss(forWhite(score, position), position);
  return position.turn === BLACK ? { win: loss, draw, loss: win } : { win, draw, loss };
}

/** What White may expect from here on, 0 to 1: a draw is half a win. */
export function expectedScore(score: number, position: Position): number {
  const { win, draw } = whiteWinDrawLoss(score, position);
  return (win + draw / 2) / 1000;
}
