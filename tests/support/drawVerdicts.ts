/** Games whose ends are checked at every ply with chess.js and with the referee. */
import { expect } from 'vitest';
import type { Position } from '../../src/chess/board/position.ts';
import {
  countEarlierOccurrences,
  findGameEnd,
  findRepetition,
  type GameEnd,
  NOT_DRAWN,
} from '../../src/chess/game/draws.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { parseUciMove } from '../../src/chess/notation/uciMove.ts';
import { unwrap } from '../../src/util/result.ts';
import { chessJsObjection, isExplainedByEnPassant, playInChessJs } from './drawOracles.ts';
import { wordsOf } from './games.ts';
import { ChessJs } from './oracles.ts';
import { Referee } from './referee.ts';

export const play = (position: Position, uci: string) =>
  position.make(unwrap(parseUciMove(position, uci)));

export const isRepetition = (position: Position, root: number) =>
  findRepetition(position, root) !== NOT_DRAWN;
export interface Verdict {
  end: GameEnd | null;
  occurrences: number;
  /** Whether chess.js sees more than one position where FIDE sees one: an unusable en passant. */
  chessJsDiffers: boolean;
}

/**
 * The game end at every position of a game, including the first. The referee has to agree at each ply,
 * and so does chess.js, except for en passant squares without a legal capture (and Chess960, which it
 * does not support).
 */
export function verdicts(fen: string, moves: string): Verdict[] {
  const position = positionFromFen(fen);
  const referee = new Referee(fen);
  const chess = position.chess960 ? null : new ChessJs(fen);
  const verdict = (played: string[]): Verdict => {
    const end = findGameEnd(position);
    const occurrences = countEarlierOccurrences(position) + 1;
    expect({ end, occurrences }).toEqual({
      end: referee.end(),
      occurrences: referee.occurrences,
    });
    let chessJsDiffers = false;
    if (chess !== null) {
      const objection = chessJsObjection(chess, end, position.halfmoves, occurrences);
      chessJsDiffers = objection !== null;
      if (chessJsDiffers) {
        expect(objection).toBe('chess.js: threefold repetition false');
        expect(isExplainedByEnPassant(fen, played)).toBe(true);
      }
    }
    return { end, occurrences, chessJsDiffers };
  };
  const played: string[] = [];
  const all = [verdict(played)];
  for (const uci of wordsOf(moves)) {
    play(position, uci);
    referee.play(uci);
    if (chess !== null) playInChessJs(chess, uci);
    played.push(uci);
    all.push(verdict(played));
  }
  return all;
}

/** The changes of the game end by ply, as in `8: threefold repetition`. */
export function course(fen: string, moves: string): string[] {
  const ends = verdicts(fen, moves).map(({ end }) => end);
  return ends.flatMap((end, ply) =>
    end === (ply === 0 ? null : ends[ply - 1]) ? [] : [`${ply}: ${end}`],
  );
}

export const repeat = (moves: string, times: number) =>
  new Array<string>(times).fill(moves).join(' ');

export const KNIGHTS = 'g1f3 g8f6 f3g1 f6g8';
