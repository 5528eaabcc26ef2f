/** Scores as a reader of a game wants them: always White's, in pawns, and in points expected. */
import type { Position } from '../chess/board/position.ts';
import { BLACK } from '../chess/board/types.ts';
import { isMateScore, MATE } from '../search/score.ts';
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

/** In pawns, `0.34` or `-1.20`; a mate as `#3` or `#-3`, as PGN's `%eval` has it; on the board `#`. */
export function formatEval(score: number): string {
  if (isMateOnBoard(score)) return '#';
  if (isMateScore(score)) {
    const moves = (MATE - Math.abs(score) + 1) >> 1;
    return `#${score < 0 ? '-' : ''}${moves}`;
  }
  return (score / 100).toFixed(2);
}

/** Whether the score is that of a side which is mated already. */
export const isMateOnBoard = (score: number): boolean => Math.abs(score) === MATE;

/** The same with a plus sign where White is better by pawns. */
export const formatSignedEval = (score: number): string =>
  score > 0 && !isMateScore(score) ? `+${formatEval(score)}` : formatEval(score);
