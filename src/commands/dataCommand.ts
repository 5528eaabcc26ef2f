/** `refrain data show|shuffle|merge`: game files. */
import { once } from 'node:events';
import { basename } from 'node:path';
import type { Position } from '../chess/board/position.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { formatPgn } from '../chess/notation/pgn.ts';
import { formatCommentScore } from '../client/engineInfo.ts';
import { GameReader } from '../datagen/gameFile.ts';
import {
  type GameHeader,
  type GameRecord,
  NO_SCORE,
  RESULTS,
  unpackPosition,
} from '../datagen/gameFormat.ts';
import { type Collected, merge, shuffle } from '../datagen/mergeGames.ts';
import { forWhite } from '../eval/evaluator.ts';
import { isMateScore, movesToMate } from '../search/score.ts';
import { counted } from '../util/counts.ts';
import { ChessError, unwrap } from '../util/result.ts';
import { NAME } from '../version.ts';
import { checkInputs } from './checkOutputs.ts';
import { reportTornGame } from './terminal.ts';

interface ShowOptions {
  /** The number of the only game to show, from 1. */
  game?: number;
  pgn?: boolean;
}

/** Writes positions, or games as PGN, to standard output. Throws a ChessError for invalid files. */
export async function runShow(files: readonly string[], options: ShowOptions): Promise<void> {
  let [games, shown] = [0, 0];
  for (const file of files) {
    const reader = new GameReader(file);
    const { header } = reader;
    for (const game of reader.games()) {
      games++;
      if (options.game !== undefined && games !== options.game) continue;
      shown++;
      const start = unwrap(unpackPosition(game.start, header.settings.chess960 === 1));
      const text = options.pgn ? formatGame(start, game, header) : listPositions(start, game);
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    }
    reportTornGame(reader.name, reader.tornBytes);
  }
  if (options.game !== undefined && shown === 0) {
    throw new ChessError(`there is no game ${options.game}, only ${counted(games, 'game')}`);
  }
}

/**
 * `FEN | centipawns | 1.0, 0.5 or 0.0` from White's point of view, a format many trainers read;
 * `none` for positions of imported games without a score.
 */
function listPositions(position: Position, { moves, scores, result }: GameRecord): string {
  let text = '';
  for (const [i, move] of moves.entries()) {
    const shown = scores[i] === NO_SCORE ? 'none' : forWhite(scores[i]!, position);
    text += `${formatFen(position)} | ${shown} | ${(result / 2).toFixed(1)}\n`;
    position.make(move);
  }
  return text;
}

function formatGame(start: Position, game: GameRecord, { engine }: GameHeader): string {
  const moves = Array.from(game.moves, (move, i) => {
    const score = game.scores[i]!;
    return { move, nags: [], comments: score === NO_SCORE ? [] : [formatComment(score)] };
  });
  const Round = `${game.number + 1}`;
  const name = `${NAME} ${engine}`;
  const tags =
    game.end === 'recorded'
      ? { Round }
      : { Event: 'Self-play', Round, White: name, Black: name, Termination: game.end };
  return `${formatPgn({ start, moves, result: RESULTS[game.result]!, tags })}\n`;
}

/** As matches write a score, with a depth of 0, because game files have none: `data import` reads it. */
function formatComment(score: number): string {
  const mate = isMateScore(score) ? movesToMate(score) : null;
  return `${formatCommentScore({ centipawns: score, mate })}/0`;
}

/** Throws a ChessError if the files cannot be combined, or the output exists. */
export function runShuffle(
  files: readonly string[],
  { output, seed }: { output: string; seed: number },
): void {
  checkInputs(files);
  reportCollected(output, shuffle(files, output, seed));
}

/** Throws a ChessError like {@link runShuffle}. */
export function runMerge(files: readonly string[], { output }: { output: string }): void {
  checkInputs(files);
  reportCollected(output, merge(files, output));
}

function reportCollected(output: string, { games, torn }: Collected): void {
  for (const { name, bytes } of torn) reportTornGame(name, bytes);
  console.log(`${basename(output)}: ${counted(games, 'game')}`);
}
