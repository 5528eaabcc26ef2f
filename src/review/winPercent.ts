/** Win percentages, and probabilities of win, draw and loss, from White's side. */
import type { Position } from '../chess/board/position.ts';
import { BLACK, type Color } from '../chess/board/types.ts';
import { isMateOnBoard } from '../search/score.ts';
import type { SearchInfo } from '../search/searchResult.ts';
import { type WinDrawLoss, winDrawLossOf } from '../search/winDrawLoss.ts';

/** White's win, draw and loss probabilities, per mille, by a line of a search of `position`. */
export function whiteWinDrawLoss(
  line: Pick<SearchInfo, 'score' | 'pv'>,
  position: Position,
): WinDrawLoss {
  const { win, draw, loss } = winDrawLossOf(line, position);
  return position.turn === BLACK ? { win: loss, draw, loss: win } : { win, draw, loss };
}

/**
 * Our scores in Stockfish's centipawns: `slope` near zero, and less and less above, down to half of that
 * at `bend` centipawns. Fitted by `scripts/checkMarks.ts --calibrate` to network 26 on every other game
 * of tests/bench/review/unseen.pgn; the other games give 1.20 and 4458. Networks 15 to 20 had slopes of 1.28
 * to 1.44.
 */
const STOCKFISH = { slope: 1.18, bend: 4458 };

/** A score in Stockfish's centipawns. */
export const stockfishScore = (score: number, { slope, bend } = STOCKFISH): number =>
  (slope * score) / (1 + Math.abs(score) / bend);

/** The win percentage of a side from White's. */
export const percentFor = (color: Color, percent: number): number =>
  color === BLACK ? 100 - percent : percent;

/** The slope of Lichess's curve per centipawn, which Lichess fitted to games between humans. */
const SLOPE = 0.00368208;

const MAX_CENTIPAWNS = 1000;

/** Centipawns clamped to ten pawns; mates count as much. */
export const boundedCentipawns = (score: number): number =>
  Math.max(-MAX_CENTIPAWNS, Math.min(MAX_CENTIPAWNS, score));

/**
 * Lichess's win percentage: the expected score between humans in per cent, by Stockfish's centipawns.
 * https://lichess.org/page/accuracy
 */
export const lichessPercent = (centipawns: number): number =>
  100 / (1 + Math.exp(-SLOPE * boundedCentipawns(centipawns)));

/** White's win percentage, from 0 to 100, by a score of Refrain from White's side. All marks and accuracies use it. */
export function winPercent(score: number): number {
  if (isMateOnBoard(score)) return score > 0 ? 100 : 0;
  return lichessPercent(stockfishScore(score));
}
