/** Scores as a reader of a game wants them: always White's, in pawns, and in chances to win. */
import type { Position } from '../chess/board/position.ts';
import { BLACK } from '../chess/board/types.ts';
import { isMateOnBoard } from '../search/score.ts';
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

/**
 * People make less of an advantage than engines do. Their odds are the engine's odds (a draw is half
 * a win) to this power: with it, `tools/checkMarks.ts` found our win percentages on those that
 * Lichess gives for Stockfish's evaluations of the same positions.
 */
const CONVERSION = 0.55;

/** Beyond it no position is more won, and a mate is as much: ten pawns on Lichess. */
const MAX_PERCENT = 97.5;

/**
 * The per cent of games that people win from here as White, draws counted half; `score` is White's.
 * All marks and accuracies are measured in it: it does not depend on what a centipawn is worth.
 */
export function winPercent(score: number, position: Position): number {
  if (isMateOnBoard(score)) return score > 0 ? 100 : 0;
  const expected = expectedScore(score, position);
  const odds = (expected / (1 - expected)) ** CONVERSION;
  const percent = Number.isFinite(odds) ? (100 * odds) / (1 + odds) : 100;
  return Math.min(MAX_PERCENT, Math.max(100 - MAX_PERCENT, percent));
}
