/**
 * Our rules against those of chess.js and chessops, at every ply of random games: the position
 * written as FEN, the legal moves, check, mate and stalemate, and the moves' SAN.
 *
 * GAMES sets the number of games per test (`GAMES=5000 npm run test:slow -- oracle`).
 */
import { parseUci } from 'chessops/util';
import { describe, expect, test } from 'vitest';
import { NO_MOVE } from '../../src/chess/board/types.ts';
import { formatSan } from '../../src/chess/notation/san.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import {
  CASTLING_STARTS,
  checkGames,
  chess960Starts,
  plies,
  STARTS,
  standardStarts,
} from '../support/games.ts';
import {
  ChessJs,
  chessJsView,
  chessopsFromFen,
  chessopsView,
  ourView,
} from '../support/oracles.ts';

const GAMES = Number(process.env.GAMES ?? 100);
const PLIES = 100;
/** Far longer than a game takes, even on a busy machine. */
const timeout = 30_000 + GAMES * 2_000;

describe('chess is the same game everywhere', () => {
  test('chess.js sees the same moves, FEN, check, mate, stalemate and SAN', { timeout }, () => {
    checkGames(standardStarts, { games: GAMES, plies: PLIES, still: STARTS }, (game) => {
      const chess = new ChessJs(game.start);
      for (const { position, legal, next } of plies(game)) {
        expect(ourView(position, legal, false)).toBe(chessJsView(chess));
        if (next === NO_MOVE) break;
        expect(chess.move(formatSan(position, next)).lan).toBe(formatUciMove(next));
      }
    });
  });

  const againstChessops = (starts: typeof standardStarts, still: string[]) =>
    checkGames(starts, { games: GAMES, plies: PLIES, still }, (game) => {
      const chess = chessopsFromFen(game.start);
      for (const { position, legal, next } of plies(game)) {
        expect(ourView(position, legal, true)).toBe(chessopsView(chess, position.chess960));
        if (next === NO_MOVE) break;
        chess.play(parseUci(formatUciMove(next, true))!);
      }
    });

  test('chessops sees the same', { timeout }, () => againstChessops(standardStarts, STARTS));

  test('chessops sees the same in Chess960', { timeout }, () =>
    againstChessops(chess960Starts, CASTLING_STARTS),
  );
});
