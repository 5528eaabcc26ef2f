import { expect, test } from 'vitest';
import {
  BISHOP_DIRECTIONS,
  type Directions,
  KNIGHT_STEPS,
  ROOK_DIRECTIONS,
} from '../../src/chess/board/sliding.ts';
import {
  BISHOP,
  CASTLING,
  colorOf,
  EN_PASSANT,
  flagOf,
  fromOf,
  isPromotion,
  KING,
  KNIGHT,
  type Move,
  NO_PIECE,
  PAWN,
  pieceOf,
  promotionOf,
  QUEEN,
  ROOK,
  toOf,
  typeOf,
} from '../../src/chess/board/types.ts';
import { formatFen } from '../../src/chess/notation/fen.ts';
import { SEE_VALUES, seeAtLeast } from '../../src/search/see.ts';
import { allStarts, checkGames, plies } from '../support/games.ts';

/** The square of the least valuable piece of `side` that attacks `to`, the first of equal ones, or -1. */
function leastAttacker(board: Int8Array, to: number, side: number): number {
  let best = -1;
  const consider = (square: number, types: number[]) => {
    const piece = board[square]!;
    if (piece === NO_PIECE || colorOf(piece) !== side || !types.includes(typeOf(piece))) return;
    const than = best < 0 ? KING + 1 : typeOf(board[best]!);
    if (typeOf(piece) < than || (typeOf(piece) === than && square < best)) best = square;
  };
  const walk = (directions: Directions, far: boolean, types: number[]) => {
    for (const [df, dr] of directions) {
      let file = (to & 7) + df;
      let rank = (to >> 3) + dr;
      while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        consider(rank * 8 + file, types);
        if (!far || board[rank * 8 + file] !== NO_PIECE) break;
        file += df;
        rank += dr;
      }
    }
  };
  const back = side === 0 ? -1 : 1;
  walk(
    [
      [-1, back],
      [1, back],
    ],
    false,
    [PAWN],
  );
  walk(KNIGHT_STEPS, false, [KNIGHT]);
  walk(BISHOP_DIRECTIONS, true, [BISHOP, QUEEN]);
  walk(ROOK_DIRECTIONS, true, [ROOK, QUEEN]);
  walk([...BISHOP_DIRECTIONS, ...ROOK_DIRECTIONS], false, [KING]);
  return best;
}

/** What `side` gains by capturing on `to` or not, played out on a mailbox. */
function exchange(board: Int8Array, to: number, side: number): number {
  const from = leastAttacker(board, to, side);
  if (from < 0) return 0;
  const gain = SEE_VALUES[typeOf(board[to]!)]!;
  const after = board.slice();
  after[to] = after[from]!;
  after[from] = NO_PIECE;
  if (typeOf(after[to]!) === KING && leastAttacker(after, to, side ^ 1) >= 0) return 0;
  return Math.max(0, gain - exchange(after, to, side ^ 1));
}

function exchangeValue(board: Int8Array, move: Move): number {
  if (flagOf(move) === CASTLING) return 0;
  const from = fromOf(move);
  const to = toOf(move);
  const us = colorOf(board[from]!);
  const after = board.slice();
  let gain = board[to] === NO_PIECE ? 0 : SEE_VALUES[typeOf(board[to]!)]!;
  after[to] = after[from]!;
  after[from] = NO_PIECE;
  if (flagOf(move) === EN_PASSANT) {
    gain += SEE_VALUES[PAWN]!;
    after[to ^ 8] = NO_PIECE;
  }
  if (isPromotion(move)) {
    gain += SEE_VALUES[promotionOf(move)]! - SEE_VALUES[PAWN]!;
    after[to] = pieceOf(promotionOf(move), us);
  }
  return gain - exchange(after, to, us ^ 1);
}

test('SEE equals playing out the exchange on the board, for every legal move', () => {
  checkGames(allStarts, { games: 150, plies: 60 }, (game) => {
    for (const { position, legal } of plies(game)) {
      const wrong = legal.filter((move) => {
        const value = exchangeValue(position.board, move);
        return !seeAtLeast(position, move, value) || seeAtLeast(position, move, value + 1);
      });
      expect(wrong, formatFen(position)).toEqual([]);
    }
  });
});
