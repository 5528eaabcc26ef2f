/** Formats engine events as UCI output. */
import type { Move } from '../chess/board/types.ts';
import type { GameEnd } from '../chess/game/draws.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { isMateScore, movesToMate } from '../search/score.ts';
import type { CurrentMove, SearchInfo } from '../search/searchResult.ts';
import type { WinDrawLoss } from '../search/winDrawLoss.ts';

/** `cp 23` or `mate -4`. */
function formatUciScore(score: number): string {
  return isMateScore(score) ? `mate ${movesToMate(score)}` : `cp ${score}`;
}

/** Moves in UCI notation, separated by blanks. */
function formatMoves(moves: readonly Move[], chess960: boolean): string {
  return moves.map((move) => formatUciMove(move, chess960)).join(' ');
}

/** An `info` line, with win, draw and loss probabilities if given. */
export function formatInfo(info: SearchInfo, chess960: boolean, wdl?: WinDrawLoss): string {
  const parts = [
    `info depth ${info.depth}`,
    `seldepth ${info.seldepth}`,
    `multipv ${info.multiPv}`,
    `score ${formatUciScore(info.score)}`,
    ...(info.bound === undefined ? [] : [`${info.bound}bound`]),
    ...(wdl === undefined ? [] : [`wdl ${wdl.win} ${wdl.draw} ${wdl.loss}`]),
    `nodes ${info.nodes}`,
    `nps ${Math.round((info.nodes * 1000) / Math.max(1, info.time))}`,
    `hashfull ${info.hashfull}`,
    `tbhits ${info.tbHits}`,
    `time ${Math.round(info.time)}`,
  ];
  if (info.pv.length > 0) parts.push(`pv ${formatMoves(info.pv, chess960)}`);
  return parts.join(' ');
}

/** `info depth … currmove … currmovenumber …`. */
export function formatCurrentMove(current: CurrentMove, chess960: boolean): string {
  const move = formatUciMove(current.move, chess960);
  return `info depth ${current.depth} currmove ${move} currmovenumber ${current.number}`;
}

/**
 * `checkmate`, `draw by stalemate`, … In lower case: XBoard takes a line with `Draw` in it for a claim, also one that
 * Polyglot has passed on from an `info string`, and a claim before the move is made loses the game.
 */
export function formatGameEnd(end: GameEnd): string {
  return end === 'checkmate' ? end : `draw by ${end}`;
}

/** The remark on a best move that draws at once. */
export const formatDrawingMove = (draw: GameEnd, move: Move, chess960: boolean): string =>
  `${formatGameEnd(draw)} with ${formatUciMove(move, chess960)}`;

/** The best move and, if known, the expected reply to ponder on. */
export function formatBestMove(
  best: Move | undefined,
  ponder: Move | undefined,
  chess960: boolean,
): string {
  if (best === undefined) return 'bestmove (none)';
  const answer = ponder === undefined ? '' : ` ponder ${formatUciMove(ponder, chess960)}`;
  return `bestmove ${formatUciMove(best, chess960)}${answer}`;
}
