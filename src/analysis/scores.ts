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

/**
 * How many of Stockfish's centipawns one of ours is, at the length of a search in a review. Fitted by
 * `tools/checkMarks.ts --calibrate`; belongs to the network.
 */
const STOCKFISH_SCALE = 1.2;

/** The slope of Lichess's curve per centipawn, fitted there to games between people. */
const SLOPE = 0.00368208;

/** Centipawns beyond which no position is more won, and a mate is as much. */
const MOST = 1000;

/**
 * The per cent of games that people win from here as White, draws counted half, as Lichess has it;
 * `score` is White's. All marks and accuracies are measured in it.
 * https://lichess.org/page/accuracy
 */
export function winPercent(score: number): number {
  if (isMateOnBoard(score)) return score > 0 ? 100 : 0;
  const centipawns = Math.max(-MOST, Math.min(MOST, score * STOCKFISH_SCALE));
  return 100 / (1 + Math.exp(-SLOPE * centipawns));
}
