import { expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import type { Position } from '../../src/chess/board/position.ts';
import type { Move } from '../../src/chess/board/types.ts';
import { countEarlierOccurrences, findGameEnd } from '../../src/chess/game/draws.ts';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { formatUciMove } from '../../src/chess/notation/uciMove.ts';
import { Random } from '../../src/util/random.ts';
import { chessJsObjection, isExplainedByEnPassant, playInChessJs } from '../support/drawOracles.ts';
import { ChessJs } from '../support/oracles.ts';
import { Referee } from '../support/referee.ts';
import { freshSearch } from '../support/search.ts';
import { SEED } from '../support/seed.ts';

const GAMES = Number(process.env.GAMES ?? 10);
const NODES = Number(process.env.NODES ?? 2000);
const OPENING_PLIES = 8;
/** Far longer than the games take, even on a busy machine. */
const timeout = 300_000 + GAMES * 10_000;

/** The moves of a random opening; two games share one. */
function opening(game: number): Move[] {
  const random = new Random(SEED + (game >> 1));
  for (;;) {
    const position = positionFromFen(START_FEN);
    const moves: Move[] = [];
    while (moves.length < OPENING_PLIES && findGameEnd(position) === null) {
      const legal = legalMoves(position);
      const move = legal[random.below(legal.length)]!;
      position.make(move);
      moves.push(move);
    }
    if (moves.length === OPENING_PLIES) return moves;
  }
}

test(`${GAMES} games of the engine against itself: two referees agree with every result, and no line runs past the end of a game`, {
  timeout,
}, () => {
  const results: Record<string, number> = {};
  for (let game = 0; game < GAMES; game++) {
    const position = positionFromFen(START_FEN);
    const referee = new Referee(START_FEN);
    const chess = new ChessJs(START_FEN);
    const played: string[] = [];
    const play = (move: Move) => {
      const uci = formatUciMove(move);
      position.make(move);
      referee.play(uci);
      playInChessJs(chess, uci);
      played.push(uci);
    };
    for (const move of opening(game)) play(move);

    // Two engines, so that they share no transposition table.
    const players = [freshSearch(), freshSearch()];
    let end = findGameEnd(position);
    while (end === null) {
      const { best } = players[position.turn]!.search.run(
        position,
        { nodes: NODES + (game & 1) },
        { onInfo: ({ pv }) => expectNotPastTheEnd(position, pv) },
      );
      play(best!.move);
      expect(position.validate()).toBe(null);
      end = findGameEnd(position);
      expect(end, played.join(' ')).toBe(referee.end());
      const occurrences = countEarlierOccurrences(position) + 1;
      const objection = chessJsObjection(chess, end, position.halfmoves, occurrences);
      if (objection !== null && !isExplainedByEnPassant(START_FEN, played)) {
        expect.fail(`${objection}, we: ${end}, after ${played.join(' ')}`);
      }
    }
    results[end] = (results[end] ?? 0) + 1;
  }
  console.log(results);
});

function expectNotPastTheEnd(position: Position, pv: readonly Move[]): void {
  const board = position.clone();
  for (const [i, move] of pv.entries()) {
    board.make(move);
    if (findGameEnd(board) !== null) expect(i).toBe(pv.length - 1);
  }
}
